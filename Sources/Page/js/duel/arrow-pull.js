// @ts-check
// The right button of a mouse on a card, as in Cockatrice: a click opens the card, and a drag draws an arrow from it to a card or a player.
import { nowOf } from '../war/apart.js';
import { nearSeat } from '../war/players.js';
import { arrowPath } from './arrows.js';
import { followed } from './follow.js';
import { itemOf } from './lists.js';
import { make, mayAct } from './moves.js';
import { farSeat, seatNumbers } from './seats.js';
import { openSheet } from './sheet.js';

/** @typedef {parlor.TableView} Table */

const slack = 6;
/** Windows asks for a menu once the button is up. */
const menuMilliseconds = 300;

/**
 * The pull that goes on.
 * @type {{ table: Table, board: HTMLElement, card: HTMLElement, release: () => void, x: number, y: number, picture: Element | null } | null}
 */
let pull = null;

/** Whether the right button is down on a card, so that a menu which the browser wants is ours. */
export const isPulling = () => pull !== null;

/**
 * Begins to follow the right button of a mouse on a card.
 * @param {Table} table
 * @param {PointerEvent} event
 */
export function rightDown(table, event) {
  const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-card]'));
  if (!card || event.button !== 2 || event.pointerType !== 'mouse' || pull) return;
  pull = { table, board: /** @type {HTMLElement} */ (event.currentTarget), card, release: followed(event, { move: follow, up: end, cancel: stop }), x: event.clientX, y: event.clientY, picture: null };
}

function stop() {
  pull?.release();
  pull?.picture?.remove();
  pull = null;
}

/** @param {PointerEvent} event */
function follow(event) {
  if (!pull) return;
  if (!(event.buttons & 2)) return stop();
  const { board, card } = pull;
  if (!pull.picture) {
    const item = itemOf(nowOf(pull.table), card.dataset.card ?? '');
    if (!item?.object || !mayAct(pull.table) || Math.hypot(event.clientX - pull.x, event.clientY - pull.y) < slack) return;
    const space = 'http://www.w3.org/2000/svg';
    pull.picture = document.createElementNS(space, 'svg');
    pull.picture.setAttribute('class', 'dpull');
    pull.picture.append(document.createElementNS(space, 'path'));
    board.querySelector('.dghosts')?.append(pull.picture);
  }
  const [outer, box] = [board.getBoundingClientRect(), card.getBoundingClientRect()];
  const [left, top] = [outer.left + board.clientLeft, outer.top + board.clientTop];
  pull.picture.firstElementChild?.setAttribute('d', arrowPath(
    { x: box.left + box.width / 2 - left, y: box.top + box.height / 2 - top }, { x: event.clientX - left, y: event.clientY - top }));
}

/** @param {PointerEvent} event */
function end(event) {
  if (!pull || event.button !== 2) return;
  const { table, card, board, picture } = pull;
  stop();
  const noMenu = (/** @type {Event} */ menu) => menu.preventDefault();
  addEventListener('contextmenu', noMenu, { capture: true, once: true });
  setTimeout(() => removeEventListener('contextmenu', noMenu, { capture: true }), menuMilliseconds);
  const now = nowOf(table);
  const key = card.dataset.card ?? '';
  if (!picture) return openSheet(now, key);
  const place = document.elementFromPoint(event.clientX, event.clientY);
  const [from, to] = [itemOf(now, key)?.object, place && board.contains(place) ? targetOf(now, place) : undefined];
  if (from && to && from !== to) make(now, { arrow: { from, to } });
}

/**
 * What an arrow points at: an object, or a seat by its number.
 * @param {Table} table
 * @param {Element} place
 */
function targetOf(table, place) {
  const card = /** @type {HTMLElement | null} */ (place.closest('[data-card]'));
  if (card) return itemOf(table, card.dataset.card ?? '')?.object;
  if (!place.closest('.dstrip :is(.plate, .dlife)')) return undefined;
  return seatNumbers[place.closest('.dstrip.far') ? farSeat(table) : nearSeat(table)];
}
