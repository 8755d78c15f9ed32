// @ts-check
// The acts on cards of a duel: the one list that the card's own screen, the keys and the drag of a card share.
import { factsOf } from '../decks/facts.js';
import { changed } from '../state.js';
import { nowOf } from '../war/apart.js';
import { askCount, askFor } from './ask.js';
import { chosenAt, unmark } from './chosen.js';
import { freeColumn, itemsOf, strength } from './lists.js';
import { make } from './moves.js';
import { farSeat } from './seats.js';
import { sheetOf } from './texts.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */
/** @typedef {import('./lists.js').List} List */

/**
 * An act on cards. `of` are the lists in which the cards may be; a move is one that only takes them elsewhere.
 * @typedef {{ name: string, label: string, key?: string, icon?: string, isMove?: boolean, of: readonly List[], act: (table: Table, items: Item[]) => any, suits?: (item: Item, table: Table) => boolean }} Act
 */

/** @type {readonly List[]} */
const hidden = ['hand', 'looked'];
/** @type {readonly List[]} */
const objects = ['field', 'stack', 'graveyard', 'exile', 'command'];
/** @type {readonly List[]} */
const movable = [...hidden, ...objects, 'library', 'known', 'side'];
/** @type {readonly List[]} */
const field = ['field', 'stack'];

/** A counter as people write it: a number, with a sign where it is added, and a name. */
export const counterShape = /^([+-]?)(\d{1,5})\s+(\S.*)$/;
/** Power and toughness as people write them: two numbers, with signs where they are added. */
const powerShape = /^([+-]?\d{1,5})\s*\/\s*([+-]?\d{1,5})$/;

/** @param {Item[]} items */
const numbers = (items) => items.flatMap((item) => item.object ?? []);

/**
 * Moves cards to a place. The library is shuffled after a search in it.
 * @param {Table} table
 * @param {Item[]} items
 * @param {Record<string, any>} to a DuelMove.Target
 */
export function place(table, items, to) {
  unmark(table);
  return make(table, { place: { cards: items.map((item) => item.card), to, ...(items.some((item) => item.list === 'library') ? { shuffle: true } : {}) } });
}

/** @param {string} zone */
const spot = (zone) => (/** @type {Table} */ table, /** @type {Item[]} */ items) => place(table, items, { spot: { zone } });

/**
 * The row of the table on which a card is put: lands behind what fights.
 * @param {Item} item
 */
export const rowOf = (item) => (factsOf([item]).get(item.name)?.type?.includes('Land') ? 1 : 0);

/**
 * Whether a card goes away once it has been played, as an instant does. Of one with two faces the first one says so.
 * @param {Item} item
 */
const passes = (item) => /^[^/]*\b(Instant|Sorcery)\b/.test(factsOf([item]).get(item.name)?.type ?? '');

/**
 * Plays cards: what stays goes to our part of the table, what passes to the stack.
 * @param {Table} table
 * @param {Item[]} items
 */
export function play(table, items) {
  const passing = items.filter(passes);
  lay(table, items.filter((item) => !passing.includes(item)));
  if (passing.length) place(table, passing, { spot: { zone: 'ZONE_STACK' } });
}

/**
 * Puts cards on our part of the table, each kind in its row.
 * @param {Table} table
 * @param {Item[]} items
 * @param {boolean} [down]
 */
export function lay(table, items, down = false) {
  for (const row of [0, 1]) {
    const these = items.filter((item) => (down ? 0 : rowOf(item)) === row);
    if (these.length) place(table, these, { spot: { zone: 'ZONE_BATTLEFIELD', x: freeColumn(table, row), y: row }, ...(down ? { down } : {}) });
  }
}

/**
 * Taps cards, or untaps them where all are tapped.
 * @param {Table} table
 * @param {Item[]} items
 */
export function tap(table, items) {
  unmark(table);
  return make(table, { tap: { objects: numbers(items), ...(items.every((item) => item.view?.tapped) ? { untap: true } : {}) } });
}

/** A token as people write it: how many, how strong, and its name. */
const tokenShape = /^(?:(\d{1,3})\s+)?(?:(\d{1,5}\/\d{1,5})\s+)?(\S.*)$/;

/**
 * Makes the tokens that a person has written.
 * @param {Table} table
 * @param {string} text as `Goblin`, `2 Goblin` or `2 1/1 Goblin`
 */
export function token(table, text) {
  const [, count = '1', strong = '', name = text] = text.match(tokenShape) ?? [];
  chosenAt(table).lastToken = text;
  return makeTokens(table, name, Number(count), strong);
}

/**
 * Makes tokens in the first row.
 * @param {Table} table
 * @param {string} name
 * @param {number} [count]
 * @param {string} [strong] power and toughness; empty for none
 */
async function makeTokens(table, name, count = 1, strong = '') {
  const tokens = (/** @type {Table} */ at) => itemsOf(at, 'field').filter((item) => item.view?.token && item.name === name);
  const before = new Set(numbers(tokens(nowOf(table))));
  const after = await make(table, { tokens: { name, count, to: { zone: 'ZONE_BATTLEFIELD', x: freeColumn(table, 0), y: 0 } } });
  if (after && strong) power(after, tokens(after).filter((item) => item.object && !before.has(item.object)), strong);
}

/**
 * Begins to choose the second card of an arrow or of what is attached.
 * @param {'arrow' | 'attach'} kind
 */
const aim = (kind) => (/** @type {Table} */ table, /** @type {Item[]} */ [from]) => {
  chosenAt(table).aim = { kind, from };
  changed();
};

/** @param {number} by */
const counter = (by) => (/** @type {Table} */ table, /** @type {Item[]} */ items) => make(table, { counter: { objects: numbers(items), name: 'counter', by } });

/**
 * Sets or clears a mark: it is set unless all have it.
 * @param {'stays_tapped' | 'flipped'} name
 */
const markAs = (name) => (/** @type {Table} */ table, /** @type {Item[]} */ items) =>
  make(table, { mark: { objects: numbers(items), [name]: !items.every((item) => item.view?.[name]) } });

/** @param {Item} item */
const isDown = (item) => !item.view?.name || !!item.view.down;

/**
 * All acts, the most natural first.
 * @type {Act[]}
 */
export const acts = [
  { name: 'play', label: 'Play', icon: 'play', of: hidden, act: play },
  { name: 'tap', label: 'Tap or untap', icon: 'forward', of: ['field'], act: tap },
  { name: 'take', label: 'Take it', icon: 'check', of: ['search'], act: (table, items) => make(table, { chosen: { labels: items.map((item) => item.label ?? 0) } }) },
  { name: 'find', label: 'To the hand, and shuffle', isMove: true, of: ['library'], act: (table, items) => place(table, items, { hand: true }) },
  { name: 'find-shown', label: 'Show it, to the hand, and shuffle', isMove: true, of: ['library'], act: (table, items) => make(table, { place: { cards: items.map((one) => one.card), to: { hand: true }, shuffle: true, show: true } }) },
  { name: 'hand', label: 'To the hand', isMove: true, of: ['looked', ...objects, 'known', 'side'], act: (table, items) => place(table, items, { hand: true }) },
  { name: 'table', label: 'To the table', isMove: true, of: ['stack', 'graveyard', 'exile', 'command', 'library', 'known', 'side'], act: lay },
  { name: 'stack', label: 'To the stack', isMove: true, of: movable, act: spot('ZONE_STACK') },
  { name: 'graveyard', label: 'To the graveyard', key: 'Delete', isMove: true, of: movable, act: spot('ZONE_GRAVEYARD') },
  { name: 'exile', label: 'To exile', isMove: true, of: movable, act: spot('ZONE_EXILE') },
  { name: 'command', label: 'To the command zone', isMove: true, of: movable, act: spot('ZONE_COMMAND') },
  { name: 'top', label: 'On top of the library', isMove: true, of: movable, act: (table, items) => place(table, items, { top: 0 }) },
  { name: 'bottom', label: 'To the bottom of the library', key: 'b', isMove: true, of: movable, act: (table, items) => place(table, items, { bottom: 0 }) },
  { name: 'deeper', label: 'Into the library, so many down …', isMove: true, of: [...hidden, ...objects], act: (table, items) => askCount('Into the library', 'Cards above it', 1, (count) => place(table, items, { top: count }), 499) },
  { name: 'shuffled', label: 'Into the library, shuffled', isMove: true, of: [...hidden, ...objects], act: (table, items) => place(table, items, { shuffled: true }) },
  { name: 'random-bottom', label: 'To the bottom in random order', isMove: true, of: hidden, act: (table, items) => place(table, items, { bottom: 0, random: true }) },
  { name: 'play-down', label: 'Play face down', of: hidden, act: (table, items) => lay(table, items, true) },
  { name: 'show', label: 'Show it to all', icon: 'eye', of: ['hand', 'looked', 'known', 'field'], suits: (item) => item.list !== 'field' || isDown(item), act: (table, items) => make(table, { show: { cards: items.map((item) => item.card) } }) },
  { name: 'show-one', label: 'Show it to the other player alone', of: [...hidden, 'known'], act: (table, items) => make(table, { show: { cards: items.map((item) => item.card), to: farSeat(table) } }) },
  { name: 'arrow', label: 'Arrow to …', key: '>', of: field, act: aim('arrow') },
  { name: 'attach', label: 'Attach it to …', key: 'a', of: ['field'], act: aim('attach') },
  { name: 'detach', label: 'Detach it', of: ['field'], suits: (item) => !!item.view?.attached_to, act: (table, items) => items.map((item) => make(table, { attach: { object: item.object, to: 0 } })) },
  { name: 'more', label: 'One counter more', key: '.', of: objects, act: counter(1) },
  { name: 'less', label: 'One counter less', key: ',', of: objects, act: counter(-1) },
  {
    name: 'counter', label: 'Counters of a name …', of: objects, act: (table, items) => askFor({
      title: 'Counters', label: 'How many, and of what', value: '+1 charge', hint: '3 charge sets, +1 charge and -1 charge change.', shape: counterShape,
      then: (text) => count(table, items, text),
    }),
  },
  {
    name: 'power', label: 'Power and toughness …', key: 'p', of: field, act: (table, items) => askFor({
      title: 'Power and toughness', label: 'Both numbers', value: strengthOf(items[0]) || '1/1', hint: '3/4 sets, +1/+1 and -1/-1 change.', shape: powerShape, then: (text) => power(table, items, text),
    }),
  },
  {
    name: 'note', label: 'Note …', key: 'n', of: objects, act: (table, items) => askFor({
      title: 'Note', label: 'Note on the card', value: items[0]?.view?.note, mayBeEmpty: true, then: (text) => make(table, { note: { objects: numbers(items), text } }),
    }),
  },
  { name: 'flip', label: 'Other face', key: 'f', of: field, act: markAs('flipped') },
  { name: 'turn', label: 'Turn face up or down', key: 'F', of: field, act: (table, items) => make(table, { turn: { objects: numbers(items), ...(items.every(isDown) ? {} : { down: true }) } }) },
  { name: 'copy', label: 'Make a copy', key: 'j', of: ['field', 'stack', 'far-field'], suits: (item) => !!item.view?.name, act: (table, [item]) => makeTokens(table, item.name) },
  { name: 'stay', label: 'Stays tapped, or no longer', key: 'U', of: ['field'], act: markAs('stays_tapped') },
  { name: 'give', label: 'Give it to the other player', icon: 'people', of: field, act: (table, items) => make(table, { give: { objects: numbers(items), seat: farSeat(table) } }) },
];

/**
 * Power and toughness of a card: what was set, or else what is printed on it.
 * @param {Item | undefined} item
 */
const strengthOf = (item) => (item?.view && strength(item.view)) || (item ? sheetOf(item.name, item.view?.flipped).strength : '');

/**
 * Sets or changes power and toughness as people write them: "3/4" sets, "+1/+1" and "-1/-1" change.
 * @param {Table} table
 * @param {Item[]} items
 * @param {string} text
 */
function power(table, items, text) {
  const [, ...written] = text.match(powerShape) ?? [];
  for (const [index, name] of ['power', 'toughness'].entries()) {
    const number = Number(written[index]);
    const set = (/** @type {Item[]} */ these, /** @type {number} */ value) => make(table, { counter: { objects: numbers(these), name, value } });
    if (/^\d/.test(written[index])) set(items, number);
    else for (const item of items) set([item], number + Number(strengthOf(item).match(powerShape)?.[index + 1] ?? 0));
  }
}

/**
 * Sets or changes counters as people write them: "3 charge" sets, "+1 charge" and "-1 charge" change.
 * @param {Table} table
 * @param {Item[]} items cards; none for a counter of our own
 * @param {string} text
 */
export function count(table, items, text) {
  const found = text.match(counterShape);
  if (!found) return;
  const [, sign, digits, name] = found;
  const value = Number(digits);
  make(table, { counter: { ...(items.length ? { objects: numbers(items) } : {}), name, ...(sign ? { by: sign === '-' ? -value : value } : { value }) } });
}

/**
 * The acts that all of some cards can take.
 * @param {Table} table
 * @param {Item[]} items
 */
export const actsOf = (table, items) => (items.length && table.seat
  ? acts.filter((act) => items.every((item) => act.of.includes(item.list) && (item.card || item.label !== undefined) && (act.suits?.(item, table) ?? true))) : []);

/**
 * Does an act by its name with some cards; nothing where they cannot take it.
 * @param {Table} table
 * @param {string} name
 * @param {Item[]} items
 */
export function doAct(table, name, items) {
  const act = actsOf(table, items).find((one) => one.name === name);
  act?.act(table, items);
  return !!act;
}

/**
 * Ends the aim at a card or a player.
 * @param {Table} table
 * @param {number} to an object, or a seat by its number
 */
export function hit(table, to) {
  const { aim: aimed } = chosenAt(table);
  unmark(table);
  if (!aimed?.from.object) return;
  if (aimed.kind === 'arrow') make(table, { arrow: { from: aimed.from.object, to } });
  else if (to > 7) make(table, { attach: { object: aimed.from.object, to } });
}
