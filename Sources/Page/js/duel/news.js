// @ts-check
// The news that only our person is told at a duel: cards that came to the hand, that are looked at, that were picked, or whose place in the
// library is known. A screen reader says them; the eye sees the cards themselves.
import { h } from '../view.js';
import { itemsOf } from './lists.js';
import { duelOf } from './seats.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */

/**
 * The cards of each kind of news when the table was drawn last, and the sentence that came of them.
 * @type {{ table: string, line: number, known: string[][], words: string }}
 */
let before = { table: '', line: 0, known: [], words: '' };

/**
 * The cards of which our person is told, and how.
 * @param {Table} table
 * @returns {{ items: Item[], say: (items: Item[]) => string }[]}
 */
function kinds(table) {
  const names = (/** @type {Item[]} */ items) => items.map((item) => item.name).join(', ');
  const hand = itemsOf(table, 'hand');
  return [
    { items: hand, say: (items) => `To your hand: ${names(items)}.` },
    { items: itemsOf(table, 'looked'), say: (items) => `You look at ${names(items)}.` },
    { items: hand.filter((item) => item.isPicked), say: (items) => `Picked: ${names(items)}.` },
    { items: itemsOf(table, 'known').filter((item) => !item.isPublic), say: (items) => `In your library: ${items.map((item) => `${item.name} ${item.notes[0]}`).join(', ')}.` },
  ];
}

/**
 * The cards that are new in a list; all of them where those that were there have another order.
 * @param {Item[]} items
 * @param {string[]} old
 */
function fresh(items, old) {
  const keys = items.map((item) => item.key);
  const stays = old.filter((key) => keys.includes(key));
  const isMixed = items[0]?.list === 'known' && stays.join() !== keys.filter((key) => old.includes(key)).join();
  return items.filter((item) => isMixed || !old.includes(item.key));
}

/**
 * One sentence about what is new, for a screen reader.
 * @param {Table} table
 */
export function news(table) {
  const line = (duelOf(table).log ?? []).at(-1)?.number ?? 0;
  const all = kinds(table);
  const isSame = before.table === table.id;
  const parts = isSame && duelOf(table).own ? all.flatMap(({ items, say }, index) => {
    const those = fresh(items, before.known[index] ?? []);
    return those.length ? [say(those)] : [];
  }) : [];
  // A sentence stays until something else has happened.
  const words = parts.length ? parts.join(' ') : isSame && line === before.line ? before.words : '';
  before = { table: table.id ?? '', line, known: all.map(({ items }) => items.map((item) => item.key)), words };
  return h('p', { class: 'visually-hidden', role: 'status', key: 'news' }, h('bdi', null, words));
}
