// @ts-check
// What is known of cards: many are asked for in one request, and their costs are drawn with symbols of our own.

import { changed, command, Refused, watch } from '../state.js';
import { h } from '../view.js';
import { coloursOf, spokenCost, symbolsOf } from './card-order.js';

/** So many cards are asked for at once, which is as many as the daemon answers for. */
const most = 500;

/**
 * The facts by the names of cards; null for a card of which nothing is known.
 * @type {Map<string, parlor.CardFacts | null>}
 */
const known = new Map();
let isAsking = false;

/**
 * The facts of some cards, as far as they are here; the others are asked for, many in one request.
 * @param {{ name?: string }[]} lines
 */
export function factsOf(lines) {
  if (!isAsking) {
    const missing = new Set(lines.map((line) => line.name ?? '').filter((name) => name && !known.has(name)));
    if (missing.size > 0) ask([...missing].slice(0, most));
  }
  return known;
}

/** @param {string[]} names */
async function ask(names) {
  isAsking = true;
  let isAway = false;
  try {
    /** @type {parlor.KnownCards} */
    const { cards = [] } = await command('cards/search', { text: names.map((name) => name + '\n').join(''), limit: most });
    for (const name of names) known.set(name, null);
    for (const card of cards) known.set(card.name ?? '', card);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    isAway = error.code === 'away';
    if (!isAway) for (const name of names) known.set(name, null);
  } finally {
    isAsking = false;
    // What is away comes back with the whole state, and everything is asked for again.
    if (!isAway) changed();
  }
}

/** Asks for all facts again, as after an import. */
export function forgetFacts() {
  known.clear();
  changed();
}

watch((change) => {
  const type = String(/** @type {any} */ (change?.record?.view)?.['@type'] ?? '');
  if (!change) known.clear();
  // Somebody may have said what a card is.
  else if (type.endsWith('.CardRequestView')) for (const [name, facts] of known) if (!facts) known.delete(name);
});

/**
 * The shapes of the colours on a grid of 24, each of one stroke.
 * @type {Record<string, string>}
 */
const shapes = {
  W: 'M12 9A3 3 0 1 0 12 15A3 3 0 1 0 12 9ZM12 4V6M12 18V20M4 12H6M18 12H20M6.3 6.3L7.7 7.7M16.3 16.3L17.7 17.7M17.7 6.3L16.3 7.7M7.7 16.3L6.3 17.7',
  U: 'M5 9Q8.5 5.5 12 9T19 9M5 13.5Q8.5 10 12 13.5T19 13.5M5 18Q8.5 14.5 12 18T19 18',
  B: 'M16.8 16.6A6.6 6.6 0 1 1 13.2 5.2A5.6 5.6 0 0 0 16.8 16.6Z',
  R: 'M13.6 4L7 13.2H11.6L10.4 20L17 10.8H12.4Z',
  G: 'M12 20V11M12 15C7 15 5.6 11.6 5.6 7.4C9.8 7.4 12 10 12 15ZM12 11.6C12 8 14 5.4 18.4 5.4C18.4 9.6 16 11.6 12 11.6Z',
  T: 'M6.5 13.5A6 6 0 1 1 15.5 17.5M17 13V18.5H11.5',
  C: 'M12 5L19 12L12 19L5 12Z',
  S: 'M12 5V19M6 8.5L18 15.5M18 8.5L6 15.5',
};

/**
 * What stands in a symbol: the shape of a colour, or a number or letter.
 * @param {string} part
 * @param {string} [transform]
 */
const inside = (part, transform) => shapes[part]
  ? h('path', { class: 'pen', d: shapes[part], transform })
  : h('text', { x: 12, y: 17, transform, class: part.length > 1 ? 'two-figures' : null }, part);

/** @param {string} part */
const paperOf = (part) => `mana-${shapes[part] ? part.toLowerCase() : 'c'}`;

/**
 * A symbol; one that can be paid in two ways has two halves.
 * @param {string} symbol
 * @param {number} index
 */
function drawn(symbol, index) {
  if (symbol === '//') return h('span', { key: index, class: 'halves' }, '/');
  const [one, other] = symbol.split('/');
  return h('svg', { key: index, class: 'mana', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    other === undefined
      ? [h('circle', { cx: 12, cy: 12, r: 11.5, class: paperOf(one) }), inside(one)]
      : [
        h('path', { d: 'M3.9 20.1A11.5 11.5 0 0 1 20.1 3.9Z', class: paperOf(one) }), h('path', { d: 'M20.1 3.9A11.5 11.5 0 0 1 3.9 20.1Z', class: paperOf(other) }),
        inside(one, 'translate(2.2 2.2) scale(.52)'), inside(other, 'translate(9.3 9.3) scale(.52)'),
      ]);
}

/**
 * The cost of a card in symbols; nothing for a card without one.
 * @param {parlor.CardFacts | null | undefined} facts
 */
export const costOf = (facts) => facts?.cost
  ? h('span', { class: 'cost', role: 'img', 'aria-label': `costs ${spokenCost(facts.cost)}` }, symbolsOf(facts.cost).map(drawn)) : null;

/**
 * A line of a card's text with its symbols, which are words for a reader.
 * @param {string} line
 * @returns {import('../view.js').Child[]}
 */
export const withSymbols = (line) => line.split(/\{([0-9WUBRGCSXYZTQEP/]{1,5})\}/).map((part, index) => (index % 2 === 0 ? part
  : h('span', { class: 'cost in-text', role: 'img', key: index, 'aria-label': spokenCost(`{${part}}`) }, drawn(part, index))));

/**
 * Cost and type as one line; nothing where nothing is known.
 * @param {parlor.CardFacts | null | undefined} facts
 */
export const kindOf = (facts) => facts && (facts.cost || facts.type)
  ? h('span', { class: 'kind' }, costOf(facts), facts.type && h('bdi', null, facts.type)) : null;

/**
 * The CSS class of a card by its colours: that of its one colour, of several, or of none.
 * @param {parlor.CardFacts | null | undefined} facts
 */
export function toneOf(facts) {
  if (!facts) return '';
  const letters = coloursOf(facts.cost ?? '');
  return `tone-${letters.length === 1 ? letters[0].toLowerCase() : letters.length ? 'm' : 'c'}`;
}
