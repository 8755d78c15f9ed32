// @ts-check
// The choices of our person at a duel, before they are a move: the card that is chosen, those that are marked, what is aimed at.
import { changed } from '../state.js';
import { itemOf, lists, itemsOf } from './lists.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */

const nothing = () => ({
  table: '', key: '', lastToken: '',
  /** @type {Set<string>} */
  marked: new Set(),
  /** @type {{ kind: 'arrow' | 'attach', from: Item } | null} */
  aim: null,
  /** @type {{ out: string, in: string }[]} */
  swaps: [],
});

let now = nothing();

/**
 * The choices at a table; empty ones where those before were another table's.
 * @param {Table} table
 */
export function chosenAt(table) {
  if (now.table !== table.id) now = { ...nothing(), table: table.id ?? '' };
  return now;
}

/**
 * @param {Table} table
 * @param {string} key
 */
export function choose(table, key) {
  const chosen = chosenAt(table);
  if (chosen.key === key) return;
  chosen.key = key;
  changed();
}

/**
 * The cards that an act is about: those marked, or the chosen one.
 * @param {Table} table
 * @returns {Item[]}
 */
export function targets(table) {
  const { marked, key } = chosenAt(table);
  if (marked.size) {
    const found = lists.flatMap((list) => itemsOf(table, list)).filter((item) => marked.has(item.key));
    if (found.length) return found;
  }
  const one = key && itemOf(table, key);
  return one ? [one] : [];
}

/**
 * Marks some cards to act on several, or takes the marks away where all have one.
 * @param {Table} table
 * @param {string[]} keys
 */
export function mark(table, keys) {
  const { marked } = chosenAt(table);
  const isAll = keys.every((key) => marked.has(key));
  for (const key of keys) isAll ? marked.delete(key) : marked.add(key);
  changed();
}

/**
 * Marks some cards, and no other ones.
 * @param {Table} table
 * @param {string[]} keys
 */
export function markOnly(table, keys) {
  const chosen = chosenAt(table);
  if (!keys.length && !chosen.marked.size) return;
  chosen.marked = new Set(keys);
  changed();
}

/** @param {Table} table */
export function unmark(table) {
  const chosen = chosenAt(table);
  if (!chosen.marked.size && !chosen.aim) return;
  chosen.marked.clear();
  chosen.aim = null;
  changed();
}
