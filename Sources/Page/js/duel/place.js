// @ts-check
// A card in a list of the duel: the button that it is, what a click on it does, and lists of cards in rows.
import { h } from '../view.js';
import { icon } from '../pictures.js';
import { chosenAt, choose } from './chosen.js';
import { hit, tap } from './acts.js';
import { inside, spoken } from './card.js';
import { dragged } from './drag.js';
import { mayAct } from './moves.js';
import { openSheet } from './sheet.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */
/** @typedef {import('./lists.js').List} List */

/** The lists whose cards can be dragged. */
const draggable = ['field', 'stack', 'hand', 'looked'];

/**
 * The player whose card it is.
 * @param {Table} table
 * @param {Item} item
 */
const ownerOf = (table, item) => ((item.view ? item.view.owner === 'SEAT_JOINER' : table.seat === 'SEAT_JOINER') ? table.joiner : table.host) ?? {};

/**
 * Does what a click on a card is for: it ends an aim, taps a card of ours on the table, and opens any other one.
 * @param {Table} table
 * @param {Item} item
 */
export function press(table, item) {
  const chosen = chosenAt(table);
  choose(table, item.key);
  if (chosen.aim) return item.object && hit(table, item.object);
  if (item.list === 'field' && mayAct(table)) return tap(table, [item]);
  return openSheet(table, item.key);
}

/**
 * A card as a button.
 * @param {Table} table
 * @param {Item} item
 * @param {boolean} isStop whether Tab stops at it
 */
export function cardButton(table, item, isStop) {
  const { marked, key, aim } = chosenAt(table);
  const { view } = item;
  const isMarked = marked.has(item.key);
  const look = ['dcard', view?.tapped && 'is-tapped', isMarked && 'is-marked', key === item.key && 'is-chosen', aim?.from.key === item.key && 'is-aiming', view?.token && 'is-token'];
  return h('button', {
    type: 'button', class: look.filter(Boolean).join(' '), 'data-card': item.key, 'data-list': item.list, 'data-drag': draggable.includes(item.list) && mayAct(table) ? 'yes' : null,
    tabindex: isStop ? 0 : -1, 'aria-label': spoken(item) + (isMarked ? ', marked' : ''), title: spoken(item),
    onclick: (/** @type {MouseEvent} */ event) => {
      if (!dragged(event)) press(table, item);
    },
    onfocus: () => choose(table, item.key),
    oncontextmenu: (/** @type {any} */ event) => {
      event.preventDefault();
      // A long press of a finger opens it once the finger is up.
      if (event.pointerType !== 'touch') openSheet(table, item.key);
    },
  }, inside(item, ownerOf(table, item)), isMarked && h('span', { class: 'dcheck', 'aria-hidden': 'true' }, icon('check')));
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

/** So many rows of a part of the table are shown apart from each other. */
const mostRows = 3;
/** So many columns have a place of their own. */
const mostColumns = 40;

/**
 * The part of the table of one player: cards in rows from the middle and in columns, attached ones behind what they are attached to.
 * @param {Table} table
 * @param {Item[]} items
 * @param {Item[]} others of the other part, to which cards may be attached
 * @param {{ list: List, label: string, isFar: boolean }} how
 */
export function field(table, items, others, { list, label, isFar }) {
  const all = [...items, ...others];
  const free = new Map(all.filter((one) => !one.view?.attached_to).map((one) => [one.object, one]));
  /** @type {Map<Item, Item[]>} */
  const attachedTo = new Map();
  const hosts = new Map(all.map((item) => [item, free.get(item.view?.attached_to)]));
  for (const [item, host] of hosts) if (host) attachedTo.set(host, [...attachedTo.get(host) ?? [], item]);
  const alone = items.filter((item) => !hosts.get(item));
  // A card stands in the part of the one to which it is attached.
  const stop = stopOf(table, [...alone, ...alone.flatMap((item) => attachedTo.get(item) ?? [])]);
  const row = (/** @type {Item} */ item) => Math.min(item.view?.y ?? 0, mostRows - 1);
  // Places that are far off stand beside the last one that is not.
  const farOff = [...new Set(alone.map((item) => item.view?.x ?? 0))].filter((x) => x >= mostColumns).sort((a, b) => a - b);
  const order = new Map(farOff.map((x, index) => [x, mostColumns + index]));
  const column = (/** @type {Item} */ item) => {
    const x = item.view?.x ?? 0;
    return order.get(x) ?? x;
  };
  const rows = Math.max(2, ...alone.map((item) => row(item) + 1));
  const width = Math.max(1, ...alone.map((item) => column(item) + 1));
  /** @type {Map<string, number>} */
  const taken = new Map();
  const cell = (/** @type {Item} */ item) => {
    const place = `${row(item)}.${column(item)}`;
    const before = taken.get(place) ?? 0;
    taken.set(place, before + 1);
    const line = isFar ? rows - row(item) : row(item) + 1;
    const attached = attachedTo.get(item) ?? [];
    return h('li', { class: 'dcell', key: item.key, style: { 'grid-row': String(line), 'grid-column': String(column(item) + 1), '--pile': String(before) } },
      attached.map((one, index) => h('span', { class: 'dattached', key: one.key, style: { '--depth': String(attached.length - index) } }, cardButton(table, one, one.key === stop))),
      cardButton(table, item, item.key === stop));
  };
  return h('ul', {
    class: `dfield ${isFar ? 'far' : 'near'}` + (alone.length ? '' : ' is-empty'), 'aria-label': label, 'data-cards': list, 'data-drop': isFar ? null : 'table', key: list,
    style: { '--rows': String(rows), '--columns': String(width) },
  }, alone.map(cell));
}
