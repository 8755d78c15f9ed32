// @ts-check
// A card seen large, with its whole text: of the one under the pointer, or of the one that has the focus, by Space. A long press opens the
// card's own window, which shows it as large.
import { h, patch } from '../view.js';
import { nowOf } from '../war/apart.js';
import { inside, spoken } from './card.js';
import { itemOf } from './lists.js';
import { sheetOf } from './texts.js';

/** @typedef {parlor.TableView} Table */

const hoverMilliseconds = 350;
const gap = 12;

/** What is seen large: the card on the table, and whether a key has opened it. */
let open = { key: '', isByKey: false };
/** @type {any} */
let timer = null;

/** The place of the large card; what stands in it is drawn when it opens, and the table is not drawn again for it. */
export const zoomed = () => h('div', { class: 'dzoom', key: 'zoom', own: true, role: 'status' });

/** @param {Event} event */
const cardAt = (event) => /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest?.('[data-card]'));

/** @param {Element} board */
export function close(board) {
  clearTimeout(timer);
  open = { key: '', isByKey: false };
  const place = board.querySelector('.dzoom');
  if (place) patch(place, []);
}

/**
 * Shows a card large beside where it lies.
 * @param {Table} table
 * @param {Element} board
 * @param {HTMLElement} card
 * @param {boolean} isByKey
 */
function show(table, board, card, isByKey) {
  clearTimeout(timer);
  const now = nowOf(table);
  const item = itemOf(now, card.dataset.card ?? '');
  const place = /** @type {HTMLElement | null} */ (board.querySelector('.dzoom'));
  if (!item || !place || !card.isConnected || board.matches('.is-dragging')) return;
  open = { key: item.key, isByKey };
  const { facts, text, strength } = sheetOf(item.name, item.view?.flipped);
  const words = [spoken(item), facts?.type, strength, text].filter(Boolean).join('. ');
  patch(place, [h('div', { key: item.key },
    h('span', { class: 'visually-hidden' }, h('bdi', null, isByKey ? words : '')),
    h('div', { 'aria-hidden': 'true' }, h('span', { class: 'dcard large' }, inside(now, item, true)), item.notes.length > 0 && h('span', { class: 'dnotes' }, h('bdi', null, item.notes.join(', ')))))]);
  const [outer, box, size] = [board.getBoundingClientRect(), card.getBoundingClientRect(), place.getBoundingClientRect()];
  const isRight = box.right + gap + size.width <= outer.right;
  const left = isRight ? box.right + gap : box.left - gap - size.width;
  const top = Math.min(box.top, Math.min(innerHeight, outer.bottom) - size.height - gap);
  place.style.translate = `${Math.max(0, left - outer.left - board.clientLeft)}px ${Math.max(0, top - outer.top - board.clientTop)}px`;
}

/**
 * The listeners of the table by which a card is seen large.
 * @param {Table} table
 */
export function zooming(table) {
  return {
    onpointerover: (/** @type {PointerEvent} */ event) => {
      const [card, board] = [cardAt(event), /** @type {Element} */ (event.currentTarget)];
      if (event.pointerType !== 'mouse' || card?.dataset.card === open.key && card) return;
      if (!open.isByKey) close(board);
      clearTimeout(timer);
      if (card && !event.buttons) timer = setTimeout(() => show(table, board, card, false), hoverMilliseconds);
    },
    onpointerleave: (/** @type {PointerEvent} */ event) => !open.isByKey && close(/** @type {Element} */ (event.currentTarget)),
    onfocusout: (/** @type {FocusEvent} */ event) => close(/** @type {Element} */ (event.currentTarget)),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const [card, board] = [cardAt(event), /** @type {Element} */ (event.currentTarget)];
      if (event.key === 'Escape' && open.key) {
        // One under a pointer that rests somewhere was not asked for by a key: Escape does what it is for as well.
        if (open.isByKey) event.stopPropagation();
        close(board);
      } else if (event.key === ' ' && card && !event.ctrlKey && !event.altKey) {
        event.preventDefault();
        event.stopPropagation();
        if (open.isByKey) close(board);
        else if (!event.repeat) show(table, board, card, true);
      }
    },
    // A browser clicks a button when the key goes up.
    onkeyup: (/** @type {KeyboardEvent} */ event) => event.key === ' ' && cardAt(event) && event.preventDefault(),
  };
}
