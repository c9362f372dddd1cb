// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "page_parts.hpp"

namespace workshop::emulator::profile {

const char* const page_picture = R"js(
'use strict';
const SECTOR = 32, WORD = 4, BANKS = 32, WIDTH = 640;

function svg(name, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}
function label(text, x, y, anchor) {
  return svg('text', {x, y, 'text-anchor': anchor || 'middle'}, text);
}
function hint(text) { return svg('title', {}, text); }

// A row of the 32 lanes at the top.
function drawLanes(root, example) {
  const step = WIDTH / 32;
  const byLane = new Map(example.lanes.map((lane, i) => [lane, example.offsets[i]]));
  for (let lane = 0; lane < 32; ++lane) {
    const box = svg('rect', {x: lane * step + 2, y: 14, width: step - 4, height: 12, rx: 2,
      class: byLane.has(lane) ? 'lane' : 'idle'});
    box.append(hint(byLane.has(lane) ? 'lane ' + lane + ': ' + placeName(example, byLane.get(lane))
                                     : 'lane ' + lane + ' takes no part'));
    root.append(box);
    if (lane === 0) root.append(label('lane 0', 0, 10, 'start'));
    else if (lane % 8 === 0 || lane === 31) root.append(label(String(lane), (lane + .5) * step, 10));
  }
  return lane => (lane + .5) * step;
}
function wire(root, x1, y1, x2, y2) {
  const middle = (y1 + y2) / 2;
  root.append(svg('path', {class: 'wire',
    d: `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`}));
}

// Global memory: the sectors that are touched, in order; a gap where others lie between.
function drawSectors(example) {
  const touched = new Map();
  example.offsets.forEach(offset => {
    for (let byte = offset; byte < offset + example.access_bytes; ++byte) {
      const sector = Math.floor(byte / SECTOR);
      if (!touched.has(sector)) touched.set(sector, new Set());
      touched.get(sector).add(byte - sector * SECTOR);
    }
  });
  const sectors = [...touched.keys()].sort((a, b) => a - b);
  let gaps = 0;
  for (let i = 1; i < sectors.length; ++i) if (sectors[i] !== sectors[i - 1] + 1) ++gaps;
  const gapShare = .35;
  const size = Math.min(64, WIDTH / (sectors.length + gaps * gapShare));
  const height = 176, top = 120;
  const root = svg('svg', {viewBox: `0 0 ${WIDTH} ${height}`, role: 'img',
    'aria-label': 'Which lane touches which sector'});
  const center = drawLanes(root, example);
  let x = (WIDTH - size * (sectors.length + gaps * gapShare)) / 2;
  const begin = new Map();
  sectors.forEach((sector, i) => {
    if (i > 0 && sector !== sectors[i - 1] + 1) x += size * gapShare;
    begin.set(sector, x);
    x += size;
  });
  example.lanes.forEach((lane, i) => {
    const middle = example.offsets[i] + example.access_bytes / 2;
    const sector = Math.floor(example.offsets[i] / SECTOR);
    wire(root, center(lane), 26, begin.get(sector) + (middle - sector * SECTOR) / SECTOR * size, top);
  });
  sectors.forEach(sector => {
    const left = begin.get(sector);
    for (const byte of touched.get(sector))
      root.append(svg('rect', {x: left + byte / SECTOR * size, y: top, width: size / SECTOR + .15,
        height: 22, class: 'touched'}));
    const box = svg('rect', {x: left, y: top, width: size, height: 22, class: 'place',
      'pointer-events': 'all'});
    box.append(hint('sector at byte ' + sector * SECTOR + ': ' + touched.get(sector).size +
      ' of 32 bytes are used'));
    root.append(box);
  });
  root.append(label('byte ' + sectors[0] * SECTOR, begin.get(sectors[0]), top + 40, 'start'));
  if (sectors.length > 1)
    root.append(label('byte ' + (sectors[sectors.length - 1] + 1) * SECTOR, x, top + 40, 'end'));
  return root;
}

// Lanes that shared memory serves together; the rule is that of request_shape.cpp.
function lanesTogether(example) {
  if (example.access_bytes <= 4) return 32;
  const at = new Map(example.lanes.map((lane, i) => [lane, example.offsets[i]]));
  const agree = distance => example.lanes.every(lane =>
    !at.has(lane ^ distance) || at.get(lane ^ distance) === at.get(lane));
  const shares = /load/.test(example.kind) && (agree(1) || agree(2));
  return (example.access_bytes === 8 ? 16 : 8) * (shares ? 2 : 1);
}

// Shared memory: the banks, and on top of each other the words that one bank has to deliver.
function drawBanks(example) {
  const group = lanesTogether(example);
  const columns = Array.from({length: BANKS}, () => []);
  const cells = [];
  let floor = 0;
  for (let first = 0; first < 32; first += group) {
    const seen = new Map();
    const used = new Array(BANKS).fill(0);
    example.lanes.forEach((lane, i) => {
      if (lane < first || lane >= first + group) return;
      for (let byte = example.offsets[i]; byte < example.offsets[i] + example.access_bytes; byte += WORD) {
        const word = Math.floor(byte / WORD);
        const bank = ((word % BANKS) + BANKS) % BANKS;
        if (!seen.has(word)) {
          const cell = {bank, wave: floor + used[bank]++, word, lanes: []};
          seen.set(word, cell);
          cells.push(cell);
          columns[bank].push(cell);
        }
        seen.get(word).lanes.push(lane);
      }
    });
    floor += Math.max(0, ...used);
  }
  const step = WIDTH / BANKS, cellHeight = 14, top = 100;
  const height = top + Math.max(1, floor) * cellHeight + 30;
  const root = svg('svg', {viewBox: `0 0 ${WIDTH} ${height}`, role: 'img',
    'aria-label': 'Which lane uses which bank'});
  const center = drawLanes(root, example);
  for (let bank = 0; bank < BANKS; ++bank) {
    root.append(svg('rect', {x: bank * step + 1, y: top, width: step - 2,
      height: Math.max(1, floor) * cellHeight, class: 'bank'}));
    if (bank === 0) root.append(label('bank 0', 0, height - 8, 'start'));
    else if (bank % 8 === 0 || bank === 31)
      root.append(label(String(bank), (bank + .5) * step, height - 8));
  }
  for (const cell of cells) {
    const y = top + cell.wave * cellHeight;
    for (const lane of new Set(cell.lanes)) wire(root, center(lane), 26, (cell.bank + .5) * step, y + 2);
  }
  for (const cell of cells) {
    const box = svg('rect', {x: cell.bank * step + 2, y: top + cell.wave * cellHeight + 2,
      width: step - 4, height: cellHeight - 4, rx: 2, class: 'lane'});
    box.append(hint('bank ' + cell.bank + ', wave ' + (cell.wave + 1) + ': for lane ' +
      [...new Set(cell.lanes)].join(', ')));
    root.append(box);
  }
  return root;
}

function placeName(example, offset) {
  const name = example.memory || 'memory';
  return offset % example.access_bytes === 0 ? name + '[' + offset / example.access_bytes + ']'
                                             : name + ' + ' + offset + ' bytes';
}
)js";

}  // namespace workshop::emulator::profile
