// @ts-check
// The keys that act on cards, at the table and in the dialog of a pile: a letter alone, or the one of Cockatrice with Ctrl or Alt.
import { refuse } from '../doing.js';
import { acts, doAct } from './acts.js';
import { choose, mark, targets } from './chosen.js';
import { cardChords, chordOf } from './key-list.js';
import { itemsOf } from './lists.js';
import { mayAct } from './moves.js';

/** @typedef {parlor.TableView} Table */

/**
 * Chooses the card that has the focus: a window behind another one is not told that the focus has moved.
 * @param {Table} table
 * @param {Element | null} card
 */
export function takeFocused(table, card) {
  if (card) choose(table, /** @type {HTMLElement} */ (card).dataset.card ?? '');
}

/**
 * Marks the card that has the focus, or its whole list with a capital letter; else does an act with the chosen cards.
 * @param {KeyboardEvent} event
 * @param {Table} table
 * @returns {boolean} whether the key means something
 */
export function actByKey(event, table) {
  if (!mayAct(table)) return false;
  const chord = chordOf(event);
  if (chord === 'x') return markFocused(table, false);
  if (chord === 'X' || chord === 'Ctrl+a') return markFocused(table, true);
  const act = acts.find((one) => one.name === cardChords[chord] || one.key === (chord === 'D' ? 'Delete' : chord));
  if (!act) return false;
  const items = targets(table);
  if (!items.length) refuse('play', `“${act.label}” is for a card: point at one, or walk to one with the arrow keys.`);
  else if (!doAct(table, act.name, items)) refuse('play', `“${act.label}” is nothing for ${items.length === 1 ? items[0].title || 'this card' : 'all of these cards'}.`);
  return true;
}

/**
 * Marks the card that has the focus, or its whole list; that of our part of the table where no card has it.
 * @param {Table} table
 * @param {boolean} isWhole marks the whole list
 */
function markFocused(table, isWhole) {
  const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest('[data-card]'));
  if (isWhole) mark(table, itemsOf(table, /** @type {import('./lists.js').List} */ (focused?.dataset.list ?? 'field')).map((item) => item.key));
  else if (focused) mark(table, [focused.dataset.card ?? '']);
  return true;
}
