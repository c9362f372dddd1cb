// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Visits the pages of a site, one after the other, in a frame of a given width, and lists what is wrong:
// a page that is wider than the frame, a formula that is cut, a part that scrolls without a sign, a figure that is not there, text
// that is hard to read, colours that were not chosen, lessons that do not lead to each other, a search that finds nothing. The page
// that includes it defines `job`:
// {site, pages, width, dark, paper, lessons, first, search}. The answer is in the body's attribute data-faults.

const faults = [];
const seen = {pages: 0, texts: 0, figures: 0, steps: 0, signs: 0, links: 0, columns: 0, chosen: 0, lessons: 0, found: 0};
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));

function visit(page) {
  return new Promise(done => {
    const old = document.querySelector('iframe');
    if (old) old.remove();
    const frame = document.createElement('iframe');
    // A page in a frame prefers what the frame has.
    frame.style.cssText = `color-scheme:${job.dark ? 'dark' : 'light'};width:${job.width}px;height:900px;border:0`;
    // A frame learns late which scheme is preferred. A theme that asked too early asks again when it is shown.
    frame.onload = () => setTimeout(() => {
      frame.contentDocument.dispatchEvent(new Event('visibilitychange'));
      setTimeout(() => done(frame), 100);
    }, 150);
    frame.src = job.site + '/' + page;
    document.body.appendChild(frame);
  });
}

function colour(text) {
  const part = (text.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  return {rgb: part.slice(0, 3), alpha: part.length > 3 ? part[3] : 1};
}
const mixed = (over, alpha, under) => over.map((value, i) => alpha * value + (1 - alpha) * under[i]);
function luminance(rgb) {
  const [r, g, b] = rgb.map(value => value / 255).map(
      value => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// The shadow at an edge behind which there is more, and what covers it where there is no more: only the colour below lies
// behind what is read.
const has_shadow = style => (style.backgroundImage.match(/linear-gradient/g) || []).length === 4 &&
    !style.backgroundImage.includes('url(') && style.backgroundAttachment === 'local, local, scroll, scroll';

// The colour behind an element, or null where a picture is: what is drawn there is not known here.
function background(view, element) {
  const layers = [];
  let base = job.dark && view.getComputedStyle(view.document.documentElement).colorScheme.includes('dark') ?
      [18, 18, 18] : [255, 255, 255];
  for (let each = element; each; each = each.parentElement) {
    const style = view.getComputedStyle(each);
    if (style.backgroundImage !== 'none' && !has_shadow(style)) return null;
    const layer = colour(style.backgroundColor);
    if (layer.alpha === 1) { base = layer.rgb; break; }
    if (layer.alpha > 0) layers.push(layer);
  }
  for (const layer of layers.reverse()) base = mixed(layer.rgb, layer.alpha, base);
  return base;
}

// Text needs 4.5 : 1, or 3 : 1 where it is large: WCAG 2, level AA.
function look_at_text(view, page) {
  const walker = view.document.createTreeWalker(view.document.body, 4);
  const told = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest('script, style, noscript, svg')) continue;
    const style = view.getComputedStyle(element);
    if (!element.getClientRects().length || style.visibility === 'hidden') continue;
    let opacity = 1;
    for (let each = element; each; each = each.parentElement)
      opacity *= Number(view.getComputedStyle(each).opacity);
    const behind = background(view, element);
    if (opacity === 0 || !behind) continue;
    const ink = colour(style.color);
    const ratio = contrast(mixed(ink.rgb, ink.alpha * opacity, behind), behind);
    const size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    ++seen.texts;
    if (ratio >= wanted) continue;
    const name = element.tagName.toLowerCase() + (element.className ? '.' + element.className : '');
    const where = `${name} ${style.color} on rgb(${behind.map(Math.round)})`;
    if (told.has(where)) continue;
    told.add(where);
    faults.push(`${page}: contrast ${ratio.toFixed(2)}, wanted ${wanted}: ${where}: ` +
                walker.currentNode.data.trim().slice(0, 40));
  }
}

// A link is seen as one: it has another colour than the text around it, also where its words are code, or a line.
function look_at_links(view, page) {
  const told = new Set();
  for (const link of view.document.querySelectorAll('.contents :is(p, li, td, th) a')) {
    const code = link.closest('code') || link.querySelector('code');
    if (!code || !link.getClientRects().length) continue;
    ++seen.links;
    const words = view.getComputedStyle(link.contains(code) ? code : link);
    const around = view.getComputedStyle(link.closest('p, li, td, th'));
    if (words.color !== around.color || view.getComputedStyle(link).textDecorationLine.includes('underline')) continue;
    if (!told.size) faults.push(`${page}: a link looks like text: ${link.textContent.trim().slice(0, 40)}`);
    told.add(link);
  }
}

// Of a table of many columns that scrolls, the first column stays on a phone, and nothing shines through it.
function look_at_first_columns(view, page) {
  for (const table of view.document.querySelectorAll('.contents table.markdownTable')) {
    const box = [table, ...table.tBodies].find(part => part.scrollWidth > part.clientWidth + 1 &&
        /auto|scroll/.test(view.getComputedStyle(part).overflowX));
    if (!box || table.rows[0].cells.length < 4) continue;
    ++seen.columns;
    const name = table.rows[0].textContent.trim().slice(0, 40);
    box.scrollLeft = 60;
    for (const row of table.rows) {
      const cell = row.cells[0];
      const moved = Math.abs(cell.getBoundingClientRect().left - box.getBoundingClientRect().left);
      if (moved > 3) { faults.push(`${page}: a first column scrolls away: ${name}`); break; }
      if (colour(view.getComputedStyle(cell).backgroundColor).alpha < 1) {
        faults.push(`${page}: what scrolls shines through a first column: ${name}`);
        break;
      }
      if (cell.getBoundingClientRect().width > job.width / 2) {
        faults.push(`${page}: a first column leaves too little of a phone: ${name}`);
        break;
      }
    }
    box.scrollLeft = 0;
  }
}

// What scrolls sideways shows it: a phone has no bars. A figure says so as well.
function look_at_signs(view, page) {
  const told = line => line && line.getClientRects().length ? line.textContent : '';
  for (const part of view.document.querySelectorAll('.contents *, .picture')) {
    const style = view.getComputedStyle(part);
    if (!/auto|scroll/.test(style.overflowX) || !part.getClientRects().length) continue;
    const more = part.scrollWidth > part.clientWidth + 1;
    const words = part.matches('a.figure') ? view.getComputedStyle(part, '::after').content :
        part.matches('.picture') ? told(view.document.querySelector('.narrow')) : null;
    if (words !== null && words.includes('sideways') !== more)
      faults.push(`${page}: ${more ? 'nothing says that a figure scrolls' : 'a figure does not scroll, and it is said'}: ${words}`);
    if (!more) continue;
    ++seen.signs;
    if (!has_shadow(style))
      faults.push(`${page}: it scrolls without a sign: ${part.tagName.toLowerCase()}.${part.className}: ` +
                  part.textContent.trim().slice(0, 40));
  }
}

// A moving picture: in every step what happens can be read at this width, without scrolling.
function look_at_steps(view, page) {
  const page_document = view.document;
  const shown = text => {
    const box = text.getBoundingClientRect();
    return box.width > 0 && box.left >= 0 && box.right <= view.innerWidth + 0.5 &&
        view.getComputedStyle(text).visibility === 'visible';
  };
  const forward = page_document.getElementById('forward');
  const steps = Number(page_document.getElementById('where').textContent.split(' ').pop());
  for (let step = 1; step <= steps; ++step) {
    const captions = [...page_document.querySelectorAll('svg text[font-weight][x="16"], #told b')].filter(
        text => text.textContent && shown(text));
    ++seen.steps;
    if (!captions.length) faults.push(`${page}: what happens in step ${step} cannot be read at a width of ${job.width}`);
    const below = page_document.querySelector('#told b');
    for (const text of page_document.querySelectorAll('svg text[x="16"]')) {
      if (below.getClientRects().length && text.getClientRects().length && text.textContent === below.textContent &&
          view.getComputedStyle(text).visibility === 'visible')
        faults.push(`${page}: what happens in step ${step} is said twice`);
    }
    forward.click();
  }
}

// What a printer gets: the rules for paper hold, those for a screen do not.
function print_to_frame(page_document) {
  const turn = rules => {
    for (const rule of rules) {
      if (!rule.media) continue;
      const kinds = rule.media.mediaText;
      if (/^print\b/.test(kinds)) rule.media.mediaText = 'all';
      else if (/^screen\b/.test(kinds)) rule.media.mediaText = 'not all';
      turn(rule.cssRules);
    }
  };
  for (const sheet of page_document.styleSheets) turn(sheet.cssRules);
}

// On paper nothing scrolls: what does not fit is cut off, and what could scroll is never broken between two pages.
function look_at_paper(view, page) {
  const page_document = view.document;
  const found = [];
  const told = (element, what) => {
    if (found.some(other => other !== element && other.contains(element))) return; // once is enough
    found.push(element);
    const words = element.textContent.trim().replace(/\s+/g, ' ').slice(0, 40);
    faults.push(`${page}: on paper ${what}: ${element.tagName.toLowerCase()} ${words}`);
  };
  for (const element of page_document.querySelectorAll('.contents *')) {
    if (element.closest('svg, math') || !element.getClientRects().length) continue;
    const style = view.getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (Math.max(box.right, element.clientWidth > 0 ? box.left + element.scrollWidth : 0) > view.innerWidth + 1)
      told(element, 'it is cut off');
    if (element.matches('table, tbody, a.figure') && /auto|scroll|hidden/.test(style.overflowX + style.overflowY))
      told(element, 'a box that scrolls');
    if (element.matches('table.markdownTable') && style.display !== 'table')
      told(element, 'a table that stays in one piece');
    if (element.matches(':is(td, th) code') && !/[\s\/.:=-]/.test(element.textContent.trim()) && element.getClientRects().length > 1)
      told(element, 'a name in two pieces');
    if (element.matches('tbody, a.figure') && style.backgroundImage !== 'none') told(element, 'the shadow of an edge');
  }
  for (const part of page_document.querySelectorAll('#top, #side-nav, nav.steps'))
    if (part.getClientRects().length) told(part, 'what only a screen needs');
  for (const image of page_document.querySelectorAll('img.moves, img.still')) {
    const shown = image.getClientRects().length > 0;
    if (shown === image.matches('.moves'))
      faults.push(`${page}: on paper a picture that moves: ${image.getAttribute('src')}`);
  }
  for (const link of page_document.querySelectorAll('a.figure[href^="pictures/"]'))
    if (!link.querySelector('img.still')) faults.push(`${page}: no picture for paper: ${link.getAttribute('href')}`);
}

function look_at(frame, page) {
  const view = frame.contentWindow;
  const page_document = view.document;
  ++seen.pages;
  if (job.paper) {
    for (const fold of page_document.querySelectorAll('details')) fold.open = true;
    print_to_frame(page_document);
    look_at_paper(view, page);
    return;
  }
  if (view.innerWidth !== job.width) faults.push(`${page}: seen at a width of ${view.innerWidth}`);
  if (view.matchMedia('(prefers-color-scheme: dark)').matches !== job.dark)
    faults.push(`${page}: not seen in the wanted colours`);
  for (const fold of page_document.querySelectorAll('details')) fold.open = true;
  for (const part of [page_document.documentElement, page_document.getElementById('doc-content')]) {
    if (part && part.scrollWidth > Math.max(part.clientWidth, 1))
      faults.push(`${page}: scrolls sideways: ${part.scrollWidth} in ${part.clientWidth}`);
  }
  for (const box of page_document.querySelectorAll('span.wide, div.formula')) {
    if (box.scrollHeight > box.clientHeight && box.clientHeight > 0)
      faults.push(`${page}: a formula is cut: ${box.scrollHeight} high in ${box.clientHeight}`);
  }
  look_at_signs(view, page);
  look_at_links(view, page);
  if (job.width < 768) look_at_first_columns(view, page);
  // On a desktop a table is seen as a whole.
  for (const table of job.width < 1280 ? [] : page_document.querySelectorAll('table.markdownTable')) {
    const wide = Math.max(...[...table.querySelectorAll('tr')].map(row => row.getBoundingClientRect().width));
    if (wide > table.getBoundingClientRect().width + 1)
      faults.push(`${page}: a table is ${Math.round(wide)} wide in ${Math.round(table.clientWidth)}: ` +
                  table.rows[0].textContent.trim().slice(0, 40));
  }
  for (const image of page_document.images) {
    // Doxygen says nothing for the one of its tree.
    if (!image.hasAttribute('alt') && !image.closest('#nav-sync')) faults.push(`${page}: nothing is said in place of a figure: ${image.getAttribute('src')}`);
    if (image.complete && image.naturalWidth > 0) ++seen.figures;
    else faults.push(`${page}: a figure is missing: ${image.getAttribute('src')}`);
  }
  for (const object of page_document.querySelectorAll('object, iframe[src]')) {
    if (object.id === 'MSearchResults') continue;
    const inside = object.contentDocument;
    if (inside && inside.documentElement && !inside.querySelector('#main-frame-error')) ++seen.figures;
    else faults.push(`${page}: a figure is missing: ${object.getAttribute('data') || object.getAttribute('src')}`);
  }
  if (page_document.querySelector('.picture')) look_at_steps(view, page);
  const paper = background(view, page_document.body);
  if (paper && (luminance(paper) < 0.5) !== job.dark) faults.push(`${page}: the paper has the colour rgb(${paper})`);
  look_at_text(view, page);
}

// Where the site has a switch, all its pages show what was chosen there, and a picture as well.
async function choose() {
  const shown = view => view.document.documentElement.classList;
  const has_switch = view => shown(view).contains('dark-mode') || shown(view).contains('light-mode');
  const first = (await visit('index.html')).contentWindow;
  if (!has_switch(first)) return;
  const button = first.document.querySelector('doxygen-awesome-dark-mode-toggle');
  if (!button || !button.getClientRects().length) { faults.push('index.html: no switch for light and dark'); return; }
  button.click();
  for (const page of job.pages.filter(each => each.includes('/') || each === 'index.html')) {
    const view = (await visit(page)).contentWindow;
    const paper = background(view, view.document.body);
    ++seen.chosen;
    if (paper && (luminance(paper) < 0.5) === job.dark) faults.push(`${page}: the paper has not the chosen colour, but rgb(${paper})`);
    for (const text of view.document.querySelectorAll('svg text.ink, svg text.soft')) {
      if (view.getComputedStyle(text).visibility !== 'visible' || !paper) continue;
      const ink = colour(view.getComputedStyle(text).fill).rgb;
      if (contrast(ink, paper) >= 4.5) continue;
      faults.push(`${page}: the picture has not the chosen colours: rgb(${ink}) on rgb(${paper})`);
      break;
    }
  }
  localStorage.clear();
}

// From the first lesson to the last by the links to the next, and back.
async function walk_through_lessons() {
  for (const relation of ['next', 'prev']) {
    let page = relation === 'next' ? job.first : seen.last;
    for (let lesson = 1; lesson <= job.lessons; ++lesson) {
      const frame = await visit(page);
      ++seen.lessons;
      seen.last = page;
      const link = frame.contentDocument.querySelector(`a[rel~="${relation}"]`);
      if (lesson === job.lessons) break;
      if (!link) { faults.push(`${page}: no link to the ${relation} lesson`); return; }
      page = link.getAttribute('href');
      const number = relation === 'next' ? lesson + 1 : job.lessons - lesson;
      const wanted = new RegExp(`^lessons-0?${number}-`);
      if (!wanted.test(page)) { faults.push(`lesson ${number} is not where ${relation} leads: ${page}`); return; }
    }
  }
  if (seen.last !== job.first) faults.push(`the way back ends at ${seen.last}`);
}

// Each question has the wanted text in what is found first.
async function search() {
  const frame = await visit('index.html');
  const field = frame.contentDocument.getElementById('MSearchField');
  if (!field) { faults.push('index.html: no field to search in'); return; }
  field.focus();
  for (const [question, wanted] of job.search.split(';').map(each => each.split('='))) {
    field.value = question;
    for (const kind of ['keydown', 'keyup'])
      field.dispatchEvent(new frame.contentWindow.KeyboardEvent(kind, {key: 't', keyCode: 84, bubbles: true}));
    await pause(1500);
    const results = frame.contentDocument.getElementById('MSearchResults');
    const inside = results && results.contentDocument ? results.contentDocument : frame.contentDocument;
    const rows = [...inside.querySelectorAll('.SRResult')].filter(each => each.getClientRects().length);
    if (rows.length && rows[0].textContent.includes(wanted)) ++seen.found;
    else faults.push(`the search for "${question}" does not find "${wanted}" first, but ` +
                     (rows.length ? `"${rows[0].textContent}"` : 'nothing'));
    if (rows.length && job.width < 500 && parseFloat(inside.defaultView.getComputedStyle(rows[0]).fontSize) < 14 &&
        inside !== frame.contentDocument) faults.push('what is found is too small to read on a phone');
    if (inside === frame.contentDocument) continue;
    look_at_text(inside.defaultView, 'what is found');
    // The list is as high as what was found, as far as the window goes. A busy machine draws it late.
    const window_height = frame.contentWindow.innerHeight;
    let box, high;
    for (let tries = 0; tries < 30; ++tries) {
      box = results.getBoundingClientRect();
      high = inside.body.getBoundingClientRect().bottom;
      if (box.height <= high + 40 && (box.height >= high || box.bottom >= window_height - 100)) break;
      await pause(100);
    }
    if (box.height > high + 40) faults.push(`what is found for "${question}" is ${Math.round(high)} high in ${box.height}`);
    if (box.height < high && box.bottom < window_height - 100)
      faults.push(`what is found for "${question}" is ${Math.round(high)} high in ${box.height}, with room below`);
    if (box.bottom + frame.contentWindow.scrollY > window_height) faults.push(`what is found for "${question}" ends below the window`);
  }
}

window.addEventListener('load', async () => {
  try {
    for (const page of job.pages) look_at(await visit(page), page);
    if (!job.paper) await choose();
    if (job.lessons) await walk_through_lessons();
    if (job.search) await search();
  } catch (error) { faults.push('the visit failed: ' + error); }
  document.body.dataset.seen = JSON.stringify(seen);
  document.body.dataset.faults = faults.join('\n') + '\nend';
});
