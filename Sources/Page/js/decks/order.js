// @ts-check
// How a collection is sorted, what of it is shown, and whether as a grid or as a list.

import { empty } from '../parts.js';
import { icon } from '../pictures.js';
import { prefer, preference } from '../preferences.js';
import { changed } from '../state.js';
import { h } from '../view.js';
import { arranged, colours, typeOf, types } from './card-order.js';
import { texts } from './texts.js';

/** @typedef {import('./card-order.js').Order} Order */
/** @typedef {Map<string, parlor.CardFacts | null>} Facts */

/** @type {Order} */
const first = { sort: 'name', colour: '', type: '' };

/**
 * What was chosen, by the collection for which it was.
 * @type {Map<string, Order>}
 */
const orders = new Map();

/** @param {string} at */
const order = (at) => orders.get(at) ?? first;

/**
 * Whether not all cards of a collection are wanted.
 * @param {string} at
 */
export const isArranged = (at) => !!order(at).colour || !!order(at).type;

/**
 * The lines of a collection as they are wanted.
 * @param {string} at
 * @param {parlor.CardLine[]} lines
 * @param {Facts} facts
 */
export const orderOf = (at, lines, facts) => arranged(lines, facts, order(at));

/** @param {string} at */
export const notArranged = (at) => empty(texts.nothingChosen, h('button', {
  type: 'button',
  class: 'button',
  onclick: () => {
    orders.delete(at);
    changed();
  }
},
  'Show all'));

/**
 * The choices. Without any known card there is nothing to sort or choose by but the name and the count.
 * @param {string} at
 * @param {parlor.CardLine[]} lines
 * @param {Facts} facts
 */
export function arrange(at, lines, facts) {
  const known = lines.flatMap((line) => facts.get(line.name ?? '') ?? []);
  const found = new Set(known.map((card) => typeOf(card.type ?? '')));
  const present = [...types, 'Other'].filter((type) => found.has(type));
  const pick = (/** @type {keyof Order} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ options) => h(
    'select', {
      class: 'input kind',
      'aria-label': label,
      key: name,
      onchange: (/** @type {any} */ event) => {
        orders.set(at, { ...order(at), [name]: event.target.value });
        changed();
      }
    },
    options.map(([value, text]) => h('option', { value, key: value, selected: value === order(at)[name] }, text)));
  const hasFacts = known.length > 0;
  return [
    pick('sort', 'Sort', [
      ['name', 'By name'], ['count', 'By number'],
      .../** @type {[string, string][]} */ (hasFacts ? [['cost', 'By cost'], ['colour', 'By colour'], ['type', 'By type']] : [])
    ]),
    hasFacts && pick('colour', 'Colour', [
      ['', 'All colours'], .../** @type {[string, string][]} */ (colours.map(([letter, name]) => [letter, name])), ['several', 'several'],
      ['none', 'without a colour']
    ]),
    hasFacts && present.length > 1 && pick('type', 'Type', [['', 'All types'], .../** @type {[string, string][]} */ (present.map((type) => [type, type]))]),
    h('span', { class: 'views', role: 'group', 'aria-label': 'Show as', key: 'views' },
      [['grid', 'Grid'], ['list', 'List']].map(([name, label]) => h('button', {
        type: 'button',
        class: 'button plain',
        key: name,
        'aria-label': label,
        title: label,
        'aria-pressed': String(preference('collection') === name),
        onclick: () => prefer('collection', name)
      },
        icon(name)))),
  ];
}
