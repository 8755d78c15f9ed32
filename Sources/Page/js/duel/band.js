// @ts-check
// Marks by mouse: a click with Ctrl or Shift marks a card, and a frame that is drawn on the table marks all that it touches.
import { nowOf } from '../war/apart.js';
import { chosenAt, markOnly } from './chosen.js';
import { followed } from './follow.js';
import { mayAct } from './moves.js';

/** @typedef {parlor.TableView} Table */

const slack = 6;

/**
 * The frame that is drawn.
 * @type {{ table: Table, board: HTMLElement, field: Element, release: () => void, x: number, y: number, keep: string[], picture: HTMLElement | null } | null}
 */
let band = null;

/**
 * Begins a frame where a mouse presses a part of the table beside all cards.
 * @param {Table} table
 * @param {PointerEvent} event
 */
export function bandDown(table, event) {
  const target = /** @type {Element} */ (event.target);
  const field = target.closest('.dfield');
  if (!field || target.closest('[data-card]') || event.button !== 0 || event.pointerType !== 'mouse' || !mayAct(table) || chosenAt(table).aim) return;
  band = {
    table, board: /** @type {HTMLElement} */ (event.currentTarget), field, release: followed(event, { move: follow, up: end, cancel: stop }), x: event.clientX, y: event.clientY,
    keep: event.ctrlKey || event.metaKey || event.shiftKey ? [...chosenAt(table).marked] : [], picture: null,
  };
}

function stop() {
  band?.release();
  band?.picture?.remove();
  band = null;
}

/** @param {PointerEvent} event */
function follow(event) {
  if (!band) return;
  const { board, x, y } = band;
  if (!band.picture) {
    if (Math.hypot(event.clientX - x, event.clientY - y) < slack) return;
    band.picture = document.createElement('div');
    band.picture.className = 'dband';
    board.querySelector('.dghosts')?.append(band.picture);
  }
  const outer = board.getBoundingClientRect();
  const { style } = band.picture;
  style.translate = `${Math.min(x, event.clientX) - outer.left - board.clientLeft}px ${Math.min(y, event.clientY) - outer.top - board.clientTop}px`;
  style.width = `${Math.abs(event.clientX - x)}px`;
  style.height = `${Math.abs(event.clientY - y)}px`;
}

function end() {
  if (!band) return;
  const { table, field, keep, picture } = band;
  const frame = picture?.getBoundingClientRect();
  stop();
  const touched = frame ? /** @type {HTMLElement[]} */ ([...field.querySelectorAll('[data-card]')]).filter((card) => {
    const box = card.getBoundingClientRect();
    return box.left < frame.right && box.right > frame.left && box.top < frame.bottom && box.bottom > frame.top;
  }) : [];
  markOnly(nowOf(table), [...keep, ...touched.map((card) => card.dataset.card ?? '')]);
}
