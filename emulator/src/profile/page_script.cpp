// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "page_parts.hpp"

namespace workshop::emulator::profile {

const char* const page_script = R"js(
const profile = JSON.parse(document.getElementById('profile').textContent);
const sources = JSON.parse(document.getElementById('sources').textContent);
const KINDS = {global_load: 'global loads', global_store: 'global stores',
  global_atomic: 'global atomics', shared_load: 'shared loads', shared_store: 'shared stores',
  shared_atomic: 'shared atomics'};
const isShared = kind => kind.startsWith('shared');
const number = (value, digits) => value.toLocaleString('en-US',
  {minimumFractionDigits: digits || 0, maximumFractionDigits: digits || 0});

function element(name, properties, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key in node) node[key] = value; else node.setAttribute(key, value);
  }
  node.append(...children.filter(child => child !== null));
  return node;
}
const size = triple => triple.join(' x ');

function figures(kernel) {
  const groups = new Map();
  for (const figure of kernel.figures) {
    if (!groups.has(figure.group)) groups.set(figure.group, []);
    groups.get(figure.group).push(figure);
  }
  return element('div', {className: 'groups'}, ...[...groups].map(([name, list]) =>
    element('section', {className: 'group'}, element('h3', {}, name), ...list.map(figure =>
      element('div', {className: 'figure'}, element('span', {}, figure.name),
        element('span', {className: 'value'}, figure.text),
        element('span', {className: 'words'}, figure.words),
        figure.metric ? element('span', {className: 'metric code'}, figure.metric) : null)))));
}

// The figures that say most, as sentences.
function inShort(kernel) {
  const telling = figure => figure.group === 'each element' || figure.group === 'control' ||
    /^(sectors|waves) per request$/.test(figure.name) ||
    (figure.name === 'threads per request' && figure.value < 31.9);
  return element('ul', {className: 'short'}, ...kernel.figures.filter(telling).map(figure =>
    element('li', {}, element('b', {}, (figure.group === 'each element' || figure.group === 'control'
      ? '' : figure.group + ', ') + figure.name + ' ' + figure.text), ': ' + figure.words)));
}

// "a::b::kernel<int>" -> "kernel<int>"
const shortName = name => name.replace(/^(?:\(anonymous namespace\)::|[A-Za-z_]\w*::)+/, '');

function chips(line) {
  const list = [];
  for (const [kind, counts] of Object.entries(line.requests)) {
    const units = isShared(kind) ? counts.waves : counts.sectors;
    const least = isShared(kind) ? counts.least_waves : counts.least_sectors;
    const cost = units / least;
    const each = units / counts.requests;
    const what = isShared(kind) ? 'wave' : 'sector';
    list.push(element('span', {className: 'chip ' + (cost < 1.05 ? 'good' : cost < 2 ? 'fair' : 'poor')},
      number(counts.requests) + ' ' + KINDS[kind] + ', ' + number(each, Number.isInteger(each) ? 0 : 2) +
      ' ' + what + (each === 1 ? '' : 's') + ' each'));
  }
  const add = (count, one, many) => {
    if (count) list.push(element('span', {className: 'chip'}, number(count) + ' ' + (count === 1 ? one : many)));
  };
  add(line.divergent_branches, 'divergent branch', 'divergent branches');
  add(line.barriers, 'barrier', 'barriers');
  add(line.warp_collectives, 'warp collective', 'warp collectives');
  return list;
}

function caption(example) {
  const verb = {load: 'read', store: 'write', atomic: 'change'}[example.kind.split('_')[1]];
  const who = `Warp ${example.warp} of block (${example.block.join(', ')}): ` +
    `${example.lanes.length} thread${example.lanes.length === 1 ? '' : 's'} ${verb} ` +
    `${example.access_bytes} byte${example.access_bytes === 1 ? '' : 's'} each` +
    (example.memory ? ` of ${example.memory}. ` : '. ');
  if (isShared(example.kind)) {
    return who + `The banks deliver in ${example.waves} wave${example.waves === 1 ? '' : 's'}.`;
  }
  const used = new Set();
  example.offsets.forEach(offset => {
    for (let i = 0; i < example.access_bytes; ++i) used.add(offset + i);
  });
  return who + `${example.sectors} sector${example.sectors === 1 ? '' : 's'} of 32 bytes = ` +
    `${number(example.sectors * 32)} bytes move, ${number(used.size)} of them are used.`;
}

function pictureOf(line) {
  const panel = element('div', {className: 'picture'});
  const names = line.examples.map(example => {
    const units = isShared(example.kind) ? example.waves : example.sectors;
    const unit = (isShared(example.kind) ? 'wave' : 'sector') + (units === 1 ? '' : 's');
    return example.which + ' of ' + KINDS[example.kind] + ' (' + units + ' ' + unit + ')';
  });
  const show = index => {
    const example = line.examples[index];
    const choices = line.examples.length < 2 ? null : element('div', {className: 'choices'},
      ...names.map((name, i) => element('button', {type: 'button', 'aria-pressed': String(i === index),
        onclick: () => show(i)}, name)));
    panel.replaceChildren(...[choices, element('p', {}, caption(example)),
      isShared(example.kind) ? drawBanks(example) : drawSectors(example),
      element('details', {}, element('summary', {}, 'Every lane'),
        element('ul', {className: 'lanes'}, ...example.lanes.map((lane, i) =>
          element('li', {}, `lane ${lane}: ${placeName(example, example.offsets[i])}`))))]
      .filter(part => part !== null));
  };
  show(0);
  return panel;
}

const unitsOf = line => Object.values(line.requests).reduce(
  (sum, counts) => sum + (counts.sectors || 0) + (counts.waves || 0), 0);

function sourceRow(file, text, index, line, most) {
  const row = element('div', {className: 'row code'},
    element('span', {className: 'number'}, String(index + 1)),
    element('span', {className: 'text'}, text || ' '),
    line ? element('span', {className: 'counts'}, ...chips(line)) : null);
  if (!line) return row;
  if (most > 0) row.style.setProperty('--share', (unitsOf(line) / most).toFixed(3));
  if (line.examples.length === 0) return row;
  row.classList.add('open-able');
  row.setAttribute('role', 'button');
  row.setAttribute('tabindex', '0');
  row.setAttribute('aria-expanded', 'false');
  row.title = 'Show a request';
  let panel = null;
  const toggle = () => {
    if (panel) { panel.remove(); panel = null; } else { panel = pictureOf(line); row.after(panel); }
    row.setAttribute('aria-expanded', String(panel !== null));
  };
  row.onclick = toggle;
  row.id = 'line-' + (index + 1);
  row.onkeydown = event => {
    if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); toggle(); }
  };
  return row;
}

// The lines that were counted and those around them; what lies between can be unfolded.
function source(kernel, file) {
  const counted = new Map(kernel.lines.filter(line => line.file === file).map(line => [line.line - 1, line]));
  const text = sources[file].lines;
  const most = Math.max(...[...counted.values()].map(unitsOf));
  const around = 4;
  const shown = text.map((_, i) => [...counted.keys()].some(line => Math.abs(line - i) <= around));
  const box = element('div', {className: 'source'});
  for (let i = 0; i < text.length;) {
    if (shown[i]) {
      box.append(sourceRow(file, text[i], i, counted.get(i), most));
      ++i;
      continue;
    }
    let end = i;
    while (end < text.length && !shown[end]) ++end;
    const rows = text.slice(i, end).map((line, k) => [line, i + k]);
    const fold = element('button', {type: 'button', className: 'fold'},
      `${end - i} line${end - i === 1 ? '' : 's'} without counts`);
    fold.onclick = () => fold.replaceWith(...rows.map(([line, k]) => sourceRow(file, line, k, null, most)));
    box.append(fold);
    i = end;
  }
  return box;
}

function show(index) {
  const kernel = profile.kernels[index];
  const place = document.getElementById('kernel');
  document.querySelectorAll('.kernels button').forEach((button, i) =>
    button.setAttribute('aria-pressed', String(i === index)));
  if (!kernel) { place.replaceChildren(element('p', {}, 'No kernel was launched.')); return; }
  const files = [...new Set(kernel.lines.map(line => line.file))].filter(file => sources[file]);
  place.replaceChildren(...[
    element('h2', {}, element('code', {title: kernel.kernel}, shortName(kernel.kernel))),
    element('p', {className: 'quiet'}, `grid ${size(kernel.grid)}, block ${size(kernel.block)}, launched ` +
      (kernel.launches === 1 ? 'once' : kernel.launches + ' times')),
    kernel.complete ? null : element('p', {className: 'warning'},
      'The counts are not complete: ' + kernel.incomplete_because + '.'),
    inShort(kernel),
    ...files.flatMap(file => [
      element('h2', {}, element('code', {}, sources[file].name)),
      element('p', {className: 'quiet'}, 'Choose a line with counts to see who touches what.'),
      source(kernel, file)]),
    element('h2', {}, 'All figures'),
    figures(kernel),
  ].filter(part => part !== null));
}

document.getElementById('title').textContent = profile.title;
document.getElementById('details').textContent = profile.details;
document.getElementById('ncu').textContent = profile.ncu;
if (profile.kernels.length > 1) {
  document.getElementById('kernels').append(...profile.kernels.map((kernel, i) =>
    element('button', {type: 'button', onclick: () => show(i)},
      element('code', {}, shortName(kernel.kernel)), ` ${size(kernel.grid)} / ${size(kernel.block)}`)));
}
show(0);
// profile.html#line-50 opens a picture at once.
const chosen = document.getElementById(location.hash.slice(1));
if (chosen) { chosen.click(); chosen.scrollIntoView(); }
)js";

}  // namespace workshop::emulator::profile
