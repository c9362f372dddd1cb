#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Opens the pages of a lesson's pictures in Chromium and goes through all steps, forward and back. In
# each step every text lies inside the picture, none lies on another one, and none is too small to
# read; the animation shows the same layers as the buttons.
# Usage: pictures_page_test.sh PICTURE_PROGRAM
set -eu
program=$1
. "$(dirname "$0")/../../tools/tests/find_browser.sh"
need_fonts
find_browser

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$program" "$folder/figures" "$folder/pages"

visitor='<script>
const seen = {problems: [], steps: 0, texts: 0};
window.addEventListener("error", event => seen.problems.push(event.message));
function layersSeen() {
  return [...document.querySelectorAll("[data-first]")]
      .map(layer => getComputedStyle(layer).visibility === "visible" ? 1 : 0).join("");
}
function look(step) {
  const box = document.querySelector("svg").viewBox.baseVal;
  const texts = [...document.querySelectorAll("svg text")]
      .filter(text => getComputedStyle(text).visibility === "visible");
  const boxes = texts.map(text => text.getBBox());
  for (let i = 0; i < texts.length; ++i) {
    const a = boxes[i], words = texts[i].textContent;
    ++seen.texts;
    if (a.x < 0 || a.y < 0 || a.x + a.width > box.width || a.y + a.height > box.height)
      seen.problems.push(`step ${step}: outside: ${words}`);
    if (!(texts[i].getAttribute("font-size") * 700 / box.width >= 11))
      seen.problems.push(`step ${step}: too small: ${words}`);
    for (let j = 0; j < i; ++j) {
      const b = boxes[j];
      const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      const other = texts[j].textContent;
      if (wide > 1 && high > 4 && !(words === other && a.x === b.x && a.y === b.y))
        seen.problems.push(`step ${step}: ${words} lies on ${other}`);
    }
  }
}
window.addEventListener("load", () => {
  try {
    const svg = document.querySelector("svg");
    const steps = Number(document.getElementById("where").textContent.split(" ")[3]);
    const shown = [];
    for (let step = 1; step <= steps; ++step) {
      if (document.getElementById("where").textContent !== `step ${step} of ${steps}`)
        seen.problems.push(`not at step ${step}`);
      look(step);
      shown.push(layersSeen());
      ++seen.steps;
      document.getElementById("forward").click();
    }
    document.getElementById("back").click();
    if (layersSeen() !== shown[steps - 1]) seen.problems.push("back does not lead back");
    // The same picture as its animation shows it, at a time in the middle of each step.
    svg.classList.remove("still");
    document.querySelectorAll("[data-first]").forEach(layer => layer.style.visibility = "");
    const animations = document.getAnimations();
    if (animations.length === 0) seen.problems.push("nothing moves");
    const order = [];
    const total = animations[0].effect.getComputedTiming().duration;
    for (let time = 25; time < total; time += 50) {
      for (const animation of animations) { animation.pause(); animation.currentTime = time; }
      const now = layersSeen();
      if (order[order.length - 1] !== now) order.push(now);
    }
    if (order.join() !== shown.join()) seen.problems.push("the animation shows other steps");
  } catch (error) { seen.problems.push(String(error)); }
  document.body.dataset.seen = JSON.stringify(seen);
});
</script>'

failed=0
for page in "$folder/pages"/*.html; do
    awk -v visitor="$visitor" '{ print } /<head>/ { print visitor }' "$page" >"$folder/page.html"
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/user" \
        --window-size=800,800 --virtual-time-budget=20000 --dump-dom "file://$folder/page.html" \
        >"$folder/dom" 2>"$folder/log" || { cat "$folder/log" >&2; exit 1; }
    seen=$(sed -n 's/.*data-seen="\([^"]*\)".*/\1/p' "$folder/dom" | sed 's/&quot;/"/g')
    echo "$(basename "$page"): $seen"
    case $seen in
        '{"problems":[],"steps":'[1-9]*'"texts":'[1-9]*) ;;
        *) failed=1 ;;
    esac
done
exit $failed
