// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The search of the site: finds all words of a question, in any order and by their beginnings. First headings, titles and
// terms of the texts, and a name of the code that is the whole question; then sections that have the words somewhere,
// then other names of the code. `texts` and `code` come from texts.js and code.js; what is found is shown by the functions of Doxygen's search.js, which know the keys.

const shown = 60;
const dull = new Set('a an and are as at be by can do does for from how i if in is it my of on or so that the to what when where why with'
                         .split(' '));

function words_of(text) {
  return text.toLowerCase().replace(/&[a-z#0-9]+;/g, ' ').match(/[a-z0-9\u0080-\uffff]+/g) || [];
}
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

// [group, -quality, kind, length] of an entry, or null where a word is missing.
function judged(asked, kind, name, others, body) {
  const names = words_of(name + ' ' + others);
  let quality = 0;
  let group = kind === 3 ? 2 : 0;
  for (const word of asked) {
    const well = how_well(word, names);
    quality += well;
    if (well > 0) continue;
    if (!body || how_well(word, body) < 2) return null;
    group = 1;
  }
  return [group, -quality, kind, names.length];
}

function find(question) {
  let asked = words_of(question);
  if (asked.some(word => !dull.has(word))) asked = asked.filter(word => !dull.has(word));
  if (!asked.length) return [];
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
