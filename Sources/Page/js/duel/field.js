// @ts-check
// The part of the table of one player. A card lies in a row and a column; a row that is too long goes on in a further line, so that all
// cards are as large as they can be. A preference has them by type instead, with equal ones on each other.
import { h } from '../view.js';
import { typeOf } from '../decks/card-order.js';
import { factsOf } from '../decks/facts.js';
import { prefer, preference } from '../preferences.js';
import { cardButton, stopOf } from './place.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */
/** @typedef {import('./lists.js').List} List */

/** So many rows of a part of the table are shown apart from each other. */
const mostRows = 3;
/** So many columns have a place of their own. */
const mostColumns = 40;
/** The part of a card that is seen of one that lies below an equal one. */
const seenOfEqual = .3;

/** The height of a row without cards, where one with cards has 1. */
const emptyHeight = .15;

/**
 * A line of a part of the table: its row, the column at which it begins, and its middle, counted in lines from the middle of the table.
 * @typedef {{ row: number, from: number, middle: number }} Line
 */

/**
 * Cuts rows into lines, so that cards are as large as they can be.
 * @param {number[]} widths columns of each row
 * @param {number} aspect how many cards stand beside each other in the height of one, if there is one line
 * @returns {{ lines: Line[], columns: number, height: number }}
 */
export function cut(widths, aspect) {
  const longest = Math.max(1, ...widths);
  const heightAt = (/** @type {number} */ columns) => widths.reduce((sum, width) => sum + (width ? Math.ceil(width / columns) : emptyHeight), 0);
  let [best, size] = [longest, 0];
  for (let columns = longest; columns > 0; columns -= 1) {
    const fits = Math.min(1 / heightAt(columns), aspect / columns);
    if (fits > size) [best, size] = [columns, fits];
  }
  let height = 0;
  const lines = widths.flatMap((width, row) => Array.from({ length: Math.max(1, Math.ceil(width / best)) }, (_, index) => {
    const own = width ? 1 : emptyHeight;
    height += own;
    return { row, from: index * best, middle: height - own / 2 };
  }));
  return { lines, columns: best, height };
}

/** Shows the cards of both players by type, or as they lie. */
export function group() {
  prefer('table', preference('table') === 'grouped' ? 'free' : 'grouped');
  return true;
}

/** How many cards stand beside each other in the height of one. */
const aspect = () => (matchMedia('(min-width: 90rem)').matches ? 5.5 : 3.8);

/**
 * A card in its place.
 * @typedef {{ item: Item, line: Line, column: number }} Spot
 */

/**
 * The line in which a column of a row is.
 * @param {Line[]} lines
 * @param {number} row
 * @param {number} column
 */
const lineAt = (lines, row, column) => lines.reduce((found, one) => (one.row === row && one.from <= column ? one : found), lines[0]);

/**
 * Cards where they lie.
 * @param {Item[]} items
 */
function free(items) {
  // Places that are far off stand beside the last one that is not.
  const farOff = [...new Set(items.map((item) => item.view?.x ?? 0))].filter((x) => x >= mostColumns).sort((a, b) => a - b);
  const order = new Map(farOff.map((x, index) => [x, mostColumns + index]));
  const columnOf = (/** @type {Item} */ item) => order.get(item.view?.x ?? 0) ?? item.view?.x ?? 0;
  const rowOf = (/** @type {Item} */ item) => Math.min(item.view?.y ?? 0, mostRows - 1);
  const widths = [0, 0];
  for (const item of items) widths[rowOf(item)] = Math.max(widths[rowOf(item)] ?? 0, columnOf(item) + 1);
  const { lines, columns, height } = cut([...widths].map((width) => width ?? 0), aspect());
  /** @type {Map<string, number>} */
  const taken = new Map();
  const spots = items.map((item) => {
    const [row, x] = [rowOf(item), columnOf(item)];
    const before = taken.get(`${row}.${x}`) ?? 0;
    taken.set(`${row}.${x}`, before + 1);
    const line = lineAt(lines, row, x);
    return { item, line, column: x - line.from + before * seenOfEqual / 2 };
  });
  return { spots, lines, columns, height };
}

/**
 * The row of a card by its type: creatures and tokens in front, lands behind.
 * @param {Item} item
 */
function groupOf(item) {
  const type = factsOf([item]).get(item.name)?.type;
  return !type || typeOf(type) === 'Creature' ? 0 : typeOf(type) === 'Land' ? 2 : 1;
}

/**
 * Cards by type, with equal ones on each other.
 * @param {Item[]} items
 * @param {(item: Item) => boolean} isAlone whether a card has others attached
 */
function grouped(items, isAlone) {
  const groups = [0, 1, 2].map((group) => items.filter((item) => groupOf(item) === group).sort((a, b) => Number(a.name > b.name) - Number(a.name < b.name)));
  const rows = groups.filter((group) => group.length).map((group) => {
    let at = -1;
    return group.map((item, index) => {
      const before = group[index - 1];
      at += before && item.name && before.name === item.name && isAlone(item) && isAlone(before) ? seenOfEqual : 1;
      return { item, at };
    });
  });
  const { lines, columns, height } = cut(rows.map((row) => Math.ceil(row.at(-1)?.at ?? 0) + 1), aspect());
  const spots = rows.flatMap((row, number) => row.map(({ item, at }) => {
    const line = lineAt(lines, number, at);
    return { item, line, column: at - line.from };
  }));
  return { spots, lines, columns, height };
}

/**
 * Tells the style sheet how large a part of the table is. Units of a container would do the same, and style all cards anew at each tap.
 */
const sizes = new ResizeObserver((changes) => {
  for (const { target, contentRect: { width, height } } of changes) {
    /** @type {HTMLElement} */ (target).style.setProperty('--w', `${width}px`);
    /** @type {HTMLElement} */ (target).style.setProperty('--h', `${height}px`);
  }
});

/**
 * The part of the table of one player, attached cards behind what they are attached to.
 * @param {Table} table
 * @param {Item[]} items
 * @param {Item[]} others of the other part, to which cards may be attached
 * @param {{ list: List, label: string, isFar: boolean }} how
 */
export function field(table, items, others, { list, label, isFar }) {
  const all = [...items, ...others];
  const hosts = new Map(all.filter((one) => !one.view?.attached_to).map((one) => [one.object, one]));
  /** @type {Map<Item, Item[]>} */
  const attachedTo = new Map();
  const hostOf = (/** @type {Item} */ item) => hosts.get(item.view?.attached_to || NaN);
  for (const item of all) {
    const host = hostOf(item);
    if (host) attachedTo.set(host, [...attachedTo.get(host) ?? [], item]);
  }
  const alone = items.filter((item) => !hostOf(item));
  // A card stands in the part of the one to which it is attached.
  const here = alone.flatMap((item) => [item, ...attachedTo.get(item) ?? []]);
  const stop = stopOf(table, here);
  const isGrouped = preference('table') === 'grouped';
  const { spots, lines, columns, height } = isGrouped ? grouped(alone, (item) => !attachedTo.has(item)) : free(alone);
  const depth = Math.max(0, ...alone.map((item) => attachedTo.get(item)?.length ?? 0));
  return h('ul', {
    made: (/** @type {Element} */ node) => sizes.observe(node), class: `dfield ${isFar ? 'far' : 'near'}`, 'aria-label': label, 'data-cards': list, 'data-drop': isFar ? null : 'table', key: list,
    'data-lines': isGrouped ? null : JSON.stringify(lines),
    style: { '--lines': String(Math.max(1, height)), '--columns': String(columns), '--depth': String(Math.min(depth, 3)) },
  }, spots.map(({ item, line, column }) => h('li', { class: 'dcell', key: item.key, style: { '--x': String(column), '--y': String(isFar ? height - line.middle : line.middle) } },
    (attachedTo.get(item) ?? []).map((one, index, { length }) => h('span', { class: 'dattached', key: one.key, style: { '--up': String((length - index) * Math.min(1, 3 / length)) } }, cardButton(table, one, one.key === stop))),
    cardButton(table, item, item.key === stop))),
  !isFar && h('li', { class: 'dcell dlanding', key: 'landing', role: 'presentation', 'aria-hidden': 'true', hidden: true, own: true }));
}

/**
 * Where the middle of the first card of a field is, and the steps to the next column and line. Asked of the style sheet once for each size.
 * @type {WeakMap<Element, { of: string, left: number, top: number, column: number, line: number }>}
 */
const measures = new WeakMap();

/** @param {HTMLElement} place */
function measure(place) {
  const of = `${place.style.cssText} ${place.clientWidth} ${place.clientHeight}`;
  const kept = measures.get(place);
  if (kept?.of === of) return kept;
  const landing = /** @type {HTMLElement} */ (place.querySelector('.dlanding'));
  const outer = place.getBoundingClientRect();
  const at = (/** @type {number} */ number) => {
    put(landing, number, number);
    return landing.getBoundingClientRect();
  };
  const [one, next] = [at(0), at(1)];
  const found = { of, left: one.left + one.width / 2 - outer.left, top: one.top + one.height / 2 - outer.top, column: next.left - one.left, line: next.top - one.top };
  measures.set(place, found);
  return found;
}

/**
 * @param {HTMLElement} landing
 * @param {number} column
 * @param {number} middle
 */
function put(landing, column, middle) {
  landing.hidden = false;
  landing.style.setProperty('--x', String(column));
  landing.style.setProperty('--y', String(middle));
}

/** @param {HTMLElement} place */
const linesOf = (place) => /** @type {Line[]} */ (JSON.parse(place.dataset.lines ?? '[]'));

/**
 * The row and column at a point of our part of the table; undefined where cards lie by type.
 * @param {HTMLElement} place
 * @param {number} x
 * @param {number} y
 */
export function spotAt(place, x, y) {
  const lines = linesOf(place);
  if (!lines.length) return undefined;
  const { left, top, column, line } = measure(place);
  const outer = place.getBoundingClientRect();
  const down = (y - outer.top - top) / line;
  const near = lines.reduce((found, one) => (Math.abs(one.middle - down) < Math.abs(found.middle - down) ? one : found));
  return { row: near.row, column: near.from + Math.max(0, Math.round((x - outer.left - left) / column)) };
}

/**
 * Shows the place where a card would land, or hides it.
 * @param {HTMLElement} place our part of the table
 * @param {number} [row]
 * @param {number} [column]
 */
export function showLanding(place, row, column) {
  const landing = /** @type {HTMLElement | null} */ (place.querySelector('.dlanding'));
  if (!landing) return;
  if (row === undefined || column === undefined) {
    landing.hidden = true;
    return;
  }
  const line = lineAt(linesOf(place), row, column);
  put(landing, column - line.from, line.middle);
}
