// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The search of the site: finds all words of a question, in any order and by their beginnings. First headings, titles and
// terms of the texts, and a name of the code that is the whole question; then sections that have the words somewhere,
// then other names of the code. A command ("compare-lesson") is looked for as a whole first, and then by its parts. `texts`
// and `dull`, the words that are left out of the texts, come from texts.js, and `code` from code.js; what is found is
// shown by the functions of Doxygen's search.js, which know the keys.

const shown = 60;
const left_out = new Set(dull);

function words_of(text) {
  return text.toLowerCase().replace(/&[a-z#0-9]+;/g, ' ').match(/[a-z0-9\u0080-\uffff]+/g) || [];
}
const wholes_of = text => text.toLowerCase().match(/[a-z0-9]+(-[a-z0-9]+)+/g) || [];
// "measuring" finds "measure", and "decisions" finds "decision".
const stem = word => word.length > 5 ? word.replace(/(ing|ed|es|e|s)$/, '') : word.length > 3 ? word.replace(/s$/, '') : word;

// How well a word is found: 0 not at all, 1 by its stem, 2 as a beginning, 3 as it stands.
function how_well(word, words) {
  let best = 0;
  for (const each of words) {
    if (each === word) return 3;
    if (each.startsWith(word)) best = 2;
    else if (best === 0 && each.startsWith(stem(word))) best = 1;
  }
  return best;
}

// [group, -quality, kind, length] of an entry, or null where a word is missing. The groups: what the name says,
// a whole command in the text, parts of a command in the name, all words somewhere, names of the code.
function judged(asked, kind, name, others, body) {
  const names = words_of(name + ' ' + others);
  let quality = 0;
  let elsewhere = false;
  for (const word of asked.words) {
    const well = how_well(word, names);
    // Words like "the" are no reason to leave out a text, but a heading that has them as well is meant.
    const optional = left_out.has(word) && !asked.only_left_out;
    quality += optional ? (well === 3 ? 0.1 : 0) : well;
    if (well > 0 || optional) continue;
    if (!body || how_well(word, body) < 2) return null;
    elsewhere = true;
  }
  if (kind === 3) return [4, -quality, kind, names.length];
  const line = ' ' + names.join(' ');
  const has = whole => line.includes(' ' + whole.replace(/-/g, ' '));
  if (asked.wholes.every(has) && !elsewhere) return [0, -quality, kind, names.length];
  if (asked.wholes.length && asked.wholes.every(whole => has(whole) || how_well(whole, body) > 1))
    return [1, -quality, kind, names.length];
  return [elsewhere ? 3 : 2, -quality, kind, names.length];
}

function find(question) {
  // What is said of a command is said of all lessons.
  const command = question.replace(/-lesson(n|\d+)\b/gi, '-lesson');
  const asked = {words: words_of(command), wholes: wholes_of(command)};
  if (!asked.words.length) return [];
  asked.only_left_out = asked.words.every(word => left_out.has(word));
  const part = location.pathname.replace(/^.*\//, '');
  const found = [];
  const keep = (judgement, entry) => { if (judgement) found.push({judgement, entry, number: found.length}); };
  if (!part.startsWith('code'))
    for (const [kind, name, page, address, others, body] of texts)
      keep(judged(asked, kind, name, others, [...body.split(' '), ...words_of(page)]), [name, ['../' + address, 1, page]]);
  if (!part.startsWith('texts'))
    for (const [, entry] of code) {
      const judgement = judged(asked, 3, entry[0], '', null);
      if (judgement && entry[0].toLowerCase() === question.trim().toLowerCase()) judgement[0] = 0;
      keep(judgement, entry);
    }
  const order = (a, b) => {
    for (let i = 0; i < 4; ++i)
      if (a.judgement[i] !== b.judgement[i]) return a.judgement[i] - b.judgement[i];
    return a.number - b.number;
  };
  return found.sort(order).map((each, i) => [String(i), each.entry]);
}

const found = find(unescape(location.search.substring(1)));
var searchData = found.slice(0, shown);
createResults();
for (const row of document.querySelectorAll('.SRResult')) row.style.display = 'block';
document.getElementById('Count').textContent = found.length === 0 ? 'Nothing found. Try one word, or its beginning.' :
    found.length > shown ? `${found.length - shown} more. Another word makes it fewer.` : '';
var searchResults = new SearchResults('searchResults');
window.addEventListener('message', event => {
  if (event.data !== 'take_focus') return;
  const first = searchResults.NavNext(0);
  if (first) first.focus();
});
// The page around this frame makes it as high as the list (panel.js).
const tell = () => parent.postMessage({height: document.documentElement.offsetHeight}, '*');
tell();
new ResizeObserver(tell).observe(document.body);
