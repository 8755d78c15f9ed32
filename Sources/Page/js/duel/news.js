// @ts-check
// The news that only our person is told at a duel: cards that came to the hand, or that are looked at. A screen reader says them; the eye sees
// the cards themselves.
import { h } from '../view.js';
import { itemsOf } from './lists.js';
import { duelOf } from './seats.js';

/** @typedef {parlor.TableView} Table */

/**
 * The cards that were here when the table was drawn last, and the sentence that came of it.
 * @type {{ table: string, line: number, known: Set<string>, words: string }}
 */
let before = { table: '', line: 0, known: new Set(), words: '' };

/**
 * One sentence about what is new, for a screen reader.
 * @param {Table} table
 */
export function news(table) {
  const line = (duelOf(table).log ?? []).at(-1)?.number ?? 0;
  const [hand, looked] = [itemsOf(table, 'hand'), itemsOf(table, 'looked')];
  const known = new Set([...hand, ...looked].map((item) => item.key));
  const isSame = before.table === table.id;
  const fresh = (/** @type {typeof hand} */ items) => items.filter((item) => !before.known.has(item.key)).map((item) => item.name).join(', ');
  const parts = isSame && table.seat ? [fresh(hand) && `To your hand: ${fresh(hand)}.`, fresh(looked) && `You look at ${fresh(looked)}.`].filter(Boolean) : [];
  // A sentence stays until something else has happened.
  const words = parts.length ? parts.join(' ') : isSame && line === before.line ? before.words : '';
  before = { table: table.id ?? '', line, known, words };
  return h('p', { class: 'visually-hidden', role: 'status', key: 'news' }, h('bdi', null, words));
}
