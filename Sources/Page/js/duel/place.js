// @ts-check
// A card in a list of the duel: the button that it is, what a click on it does, and lists of cards in rows.
import { h } from '../view.js';
import { icon } from '../pictures.js';
import { nowOf } from '../war/apart.js';
import { doAct, hit, tap } from './acts.js';
import { isPulling } from './arrow-pull.js';
import { chosenAt, choose, mark, targets } from './chosen.js';
import { clicked } from './clicks.js';
import { inside, ownerOf, photoOf, spoken } from './card.js';
import { dragged } from './drag.js';
import { itemOf } from './lists.js';
import { mayAct } from './moves.js';
import { isMeant } from './pointed.js';
import { ownSeat } from './seats.js';
import { openSheet } from './sheet.js';
import { sheetOf } from './texts.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */
/** @typedef {import('./lists.js').List} List */

/** The lists whose cards can be dragged. */
const draggable = ['field', 'stack', 'hand', 'looked'];

/**
 * Does what a click on a card is for: it ends an aim, taps a card of ours on the table, and opens any other one. A double click plays the card.
 * With Ctrl or Shift it marks the card. A marked one stands for all that are marked.
 * @param {Table} at the table as it was when the card was drawn
 * @param {string} key
 * @param {MouseEvent} event
 */
export function press(at, key, event) {
  const table = nowOf(at);
  const item = itemOf(table, key);
  if (!item) return;
  const { aim, marked } = chosenAt(table);
  choose(table, key);
  if (aim) {
    if (item.object) hit(table, item.object);
    return;
  }
  if (event.ctrlKey || event.metaKey || event.shiftKey) return mark(table, [key]);
  const items = () => (marked.has(key) ? targets(nowOf(at)) : [itemOf(nowOf(at), key) ?? item]);
  const open = () => openSheet(nowOf(at), key);
  if (!mayAct(table)) return open();
  // What a mulligan owes is chosen by a click; the second half of a double one chooses no further card.
  if (item.list === 'hand' && (ownSeat(table).put_back ?? 0) > 0) return event.detail > 1 ? undefined : doAct(table, 'bottom', items());
  // The second half of a double click takes nothing back.
  if (item.list === 'field') return event.detail > 1 ? undefined : doAct(table, 'tap', items()) || tap(table, [item]);
  const double = ['hand', 'looked'].includes(item.list) ? 'play' : item.list === 'stack' && item.view?.controller === table.seat ? 'table' : '';
  return double ? clicked(event, open, () => doAct(nowOf(at), double, items())) : open();
}

/**
 * The buttons of cards that were drawn last, with what they show: a table of 150 cards changes in one or two of them.
 * @type {Map<string, { shows: string, tree: import('../view.js').Tree }>}
 */
const drawn = new Map();
const mostDrawn = 1000;

/**
 * A card as a button.
 * @param {Table} table
 * @param {Item} item
 * @param {boolean} isStop whether Tab stops at it
 */
export function cardButton(table, item, isStop) {
  const { marked, key, aim } = chosenAt(table);
  const at = `${table.id} ${item.key}`;
  const shows = JSON.stringify([
    item, isStop, marked.has(item.key), key === item.key, aim?.from.key === item.key, mayAct(table), table.seat, ownerOf(table, item), item.name && sheetOf(item.name, item.view?.flipped), photoOf(item.name, item.view),
  ]);
  const before = drawn.get(at);
  if (before?.shows === shows) return before.tree;
  const tree = button(table, item, isStop);
  if (drawn.size >= mostDrawn) drawn.clear();
  drawn.set(at, { shows, tree });
  return tree;
}

/**
 * @param {Table} table
 * @param {Item} item
 * @param {boolean} isStop
 */
function button(table, item, isStop) {
  const { marked, key, aim } = chosenAt(table);
  const { view } = item;
  const isMarked = marked.has(item.key);
  const look = ['dcard', view?.tapped && 'is-tapped', isMarked && 'is-marked', item.isPicked && 'is-picked', key === item.key && 'is-chosen', aim?.from.key === item.key && 'is-aiming', view?.token && 'is-token'];
  return h('button', {
    type: 'button', class: look.filter(Boolean).join(' '), 'data-card': item.key, 'data-list': item.list, 'data-drag': draggable.includes(item.list) && mayAct(table) ? 'yes' : null,
    tabindex: isStop ? 0 : -1, 'aria-label': spoken(item) + (isMarked ? ', marked' : ''),
    onclick: (/** @type {MouseEvent} */ event) => {
      if (!dragged(event)) press(table, item.key, event);
    },
    onfocus: (/** @type {FocusEvent} */ event) => isMeant(event.currentTarget) && choose(table, item.key),
    oncontextmenu: (/** @type {any} */ event) => {
      event.preventDefault();
      // A long press of a finger and the right button of a mouse open it once they are up.
      if (event.pointerType !== 'touch' && !isPulling()) openSheet(table, item.key);
    },
  }, inside(table, item), isMarked && h('span', { class: 'dcheck', 'aria-hidden': 'true' }, icon('check')));
}

/**
 * Whether Tab stops at a card of a list: at the chosen one, or at the first.
 * @param {Table} table
 * @param {Item[]} items
 */
export function stopOf(table, items) {
  const { key } = chosenAt(table);
  return items.some((item) => item.key === key) ? key : items[0]?.key;
}

/**
 * Cards beside each other, which lie closer the more they are.
 * @param {Table} table
 * @param {Item[]} items
 * @param {object} how
 * @param {List} how.list
 * @param {string} how.label
 * @param {string} [how.look]
 * @param {string} [how.drop] what a card becomes that is dropped there
 */
export function cardRow(table, items, { list, label, look = '', drop }) {
  const stop = stopOf(table, items);
  return h('ul', { class: `drow ${look}`, 'aria-label': label, 'data-cards': list, 'data-drop': drop ?? null, style: { '--count': String(Math.max(1, items.length)) }, key: list },
    items.map((item) => h('li', { key: item.key }, cardButton(table, item, item.key === stop))));
}
