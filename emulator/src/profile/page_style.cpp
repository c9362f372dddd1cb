// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "page_parts.hpp"

namespace workshop::emulator::profile {

const char* const page_style = R"css(
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f5f6f8; --line: #d9dde3; --text: #1c2128; --quiet: #59636e;
  --accent: #2f6fdd; --good: #1f7a3d; --fair: #8a5a00; --poor: #b42318;
  --good-ground: #e3f4e8; --fair-ground: #fdf1d6; --poor-ground: #fde7e4; --heat: 180, 35, 24;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --panel: #1d2229; --line: #343b45; --text: #e4e8ee; --quiet: #9aa5b1;
    --accent: #7aa7ff; --good: #6fd08c; --fair: #f0c264; --poor: #ff9184;
    --good-ground: #17331f; --fair-ground: #3a2d10; --poor-ground: #41201c; --heat: 255, 110, 90;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 1180px; margin: 0 auto; padding: 1.2rem 1rem 3rem; }
h1, h2, h3, p, li { overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: 0; line-height: 1.25; }
h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
h3 { font-size: .95rem; margin: 0 0 .4rem; }
p { margin: .3rem 0; }
code, .code { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
.quiet { color: var(--quiet); }
.warning { background: var(--fair-ground); color: var(--fair); padding: .6rem .8rem; border-radius: 6px; }
.kernels { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0 0; }
button {
  font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: 6px; padding: .35rem .7rem; cursor: pointer; text-align: left;
  overflow-wrap: anywhere;
}
button[aria-pressed="true"] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
button:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.groups { columns: 3 330px; column-gap: .8rem; }
.group { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem .9rem; margin: 0 0 .8rem; break-inside: avoid; }
.short { padding-left: 1.2rem; margin: .6rem 0; } .short b { font-weight: 600; }
.figure { display: grid; grid-template-columns: 1fr auto; column-gap: .8rem; padding: .35rem 0; border-top: 1px solid var(--line); }
.figure:first-of-type { border-top: 0; }
.figure .value { font-variant-numeric: tabular-nums; font-weight: 600; text-align: right; }
.figure .words { grid-column: 1 / -1; font-size: .88rem; color: var(--quiet); }
.figure .metric { grid-column: 1 / -1; font-size: .72rem; color: var(--quiet); overflow-wrap: anywhere; }
.source { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.row {
  display: grid; grid-template-columns: 3.4rem minmax(0, 1fr) minmax(0, 21rem); column-gap: .6rem;
  width: 100%; padding: 0 .6rem 0 0; border: 0; border-radius: 0; background: none; cursor: default;
  font-size: .82rem; line-height: 1.55;
}
.row.open-able { cursor: pointer; }
.row.open-able:hover, .row[aria-expanded="true"] { background: var(--panel); }
.row .number { text-align: right; color: var(--quiet); padding-right: .5rem; user-select: none; border-right: 3px solid rgba(var(--heat), var(--share, 0)); }
.row .text { white-space: pre-wrap; overflow-wrap: anywhere; }
.row .counts { display: flex; flex-wrap: wrap; gap: .2rem .35rem; align-content: flex-start; justify-content: flex-end; padding: .1rem 0; }
.chip { font-size: .76rem; line-height: 1.35; padding: .1rem .45rem; border-radius: 4px; background: var(--panel); color: var(--quiet); font-family: system-ui, sans-serif; }
.chip.good { background: var(--good-ground); color: var(--good); }
.chip.fair { background: var(--fair-ground); color: var(--fair); }
.chip.poor { background: var(--poor-ground); color: var(--poor); }
.fold { width: 100%; border: 0; border-radius: 0; background: var(--panel); color: var(--quiet); font-size: .8rem; padding: .15rem .6rem .15rem 4rem; }
.picture { border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); background: var(--panel); padding: .8rem; }
.picture svg { display: block; width: 100%; height: auto; margin: .6rem 0; }
.picture .choices { display: flex; flex-wrap: wrap; gap: .4rem; }
.picture button { background: var(--ground); font-size: .85rem; }
.picture details { font-size: .85rem; }
.picture .lanes { columns: 11rem; margin: .4rem 0; padding: 0; list-style: none; }
svg text { fill: var(--quiet); font: 9px system-ui, sans-serif; }
svg .lane { fill: var(--accent); } svg .idle { fill: var(--line); }
svg .place { fill: none; stroke: var(--line); } svg .touched { fill: var(--accent); }
svg .wire { stroke: var(--accent); stroke-opacity: .45; stroke-width: 1; fill: none; }
svg .bank { fill: var(--line); fill-opacity: .35; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .7rem .8rem; font-size: .8rem; }
@media (max-width: 720px) {
  .row { grid-template-columns: 2.6rem minmax(0, 1fr); font-size: .78rem; }
  .row .counts { grid-column: 2; justify-content: flex-start; padding-bottom: .25rem; }
  .fold { padding-left: 3.2rem; }
  svg text { font-size: 15px; }
}
)css";

}  // namespace workshop::emulator::profile
