// @ts-check
// A card that is dragged, by mouse, pen or finger: its picture follows, the place where it would land is shown, and a card that is dropped
// nowhere goes back.
import { state } from '../state.js';
import { choose, chosenAt, targets } from './chosen.js';
import { place } from './acts.js';
import { freeColumn, itemOf } from './lists.js';
import { openSheet } from './sheet.js';

/** @typedef {parlor.TableView} Table */

/** The distance in px before a drag begins. */
const slack = 6;
const pressMilliseconds = 550;
const backMilliseconds = 160;
const clickMilliseconds = 80;

/**
 * The drag that goes on.
 * @type {{ table: string, key: string, pointer: number, board: HTMLElement, card: HTMLElement, x: number, y: number, ghost: HTMLElement | null, goal: Goal | null, timer: any, isHeld: boolean } | null}
 */
let drag = null;
/** Whether the click that ends a drag or a long press is still to come. */
let isDone = false;

/** @typedef {{ place: Element, to: Record<string, any>, row?: number, column?: number }} Goal */

/**
 * Whether a click is the end of a drag, and so no click.
 * @param {MouseEvent} event
 */
export function dragged(event) {
  const was = isDone && event.detail > 0;
  isDone = false;
  return was;
}

/**
 * Begins to follow a pointer on a card.
 * @param {Table} table
 * @param {PointerEvent} event
 */
export function pointerDown(table, event) {
  isDone = false;
  const card = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-card]'));
  if (!card || event.button !== 0 || drag || chosenAt(table).aim) return;
  const board = /** @type {HTMLElement} */ (event.currentTarget);
  const key = card.dataset.card ?? '';
  drag = { table: table.id ?? '', key, pointer: event.pointerId, board, card, x: event.clientX, y: event.clientY, ghost: null, goal: null, timer: null, isHeld: false };
  if (event.pointerType === 'touch') {
    drag.timer = setTimeout(() => {
      if (!drag || drag.ghost) return;
      drag.isHeld = true;
      card.classList.add('is-held');
    }, pressMilliseconds);
  }
  if (card.dataset.drag) addEventListener('pointermove', follow);
  addEventListener('pointerup', drop);
  addEventListener('pointercancel', stop);
}

/**
 * Ends the drag without a move; of another finger nothing ends.
 * @param {PointerEvent} [event]
 */
function stop(event) {
  if (event && drag && event.pointerId !== drag.pointer) return;
  removeEventListener('pointermove', follow);
  removeEventListener('pointerup', drop);
  removeEventListener('pointercancel', stop);
  if (!drag) return;
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  show(null);
  drag.card.classList.remove('is-lifted', 'is-held');
  drag.board.classList.remove('is-dragging');
  drag = null;
}

/** @param {PointerEvent} event */
function follow(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { board, card, x, y } = drag;
  if (!drag.ghost) {
    if (Math.hypot(event.clientX - x, event.clientY - y) < slack) return;
    clearTimeout(drag.timer);
    drag.isHeld = false;
    card.classList.remove('is-held');
    const box = card.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
    ghost.classList.add('dghost');
    ghost.style.width = `${card.offsetWidth}px`;
    ghost.style.height = `${card.offsetHeight}px`;
    for (const name of ['data-card', 'data-drag', 'aria-label', 'title']) ghost.removeAttribute(name);
    ghost.tabIndex = -1;
    drag.ghost = ghost;
    drag.x = x - (box.left + box.width / 2);
    drag.y = y - (box.top + box.height / 2);
    board.querySelector('.dghosts')?.append(ghost);
    card.classList.add('is-lifted');
    board.classList.add('is-dragging');
  }
  const outer = board.getBoundingClientRect();
  const [left, top] = [event.clientX - drag.x - outer.left - board.clientLeft, event.clientY - drag.y - outer.top - board.clientTop];
  drag.ghost.style.translate = `${left - card.offsetWidth / 2}px ${top - card.offsetHeight / 2}px`;
  drag.goal = goalAt(event.clientX, event.clientY);
  show(drag.goal);
}

/**
 * The place where a card would land.
 * @param {number} x
 * @param {number} y
 * @returns {Goal | null}
 */
function goalAt(x, y) {
  const table = drag && state.tables.get(drag.table);
  const item = table && drag && itemOf(table, drag.key);
  const target = document.elementsFromPoint(x, y).find((one) => one.closest('[data-drop]') && drag?.board.contains(one))?.closest('[data-drop]');
  if (!table || !item || !target) return null;
  const drop = target.getAttribute('data-drop') ?? '';
  if (drop === 'table') {
    const box = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    const [columns, rows] = [style.gridTemplateColumns.split(' ').map(parseFloat), Math.max(2, Number(style.getPropertyValue('--rows')))];
    const gap = parseFloat(style.columnGap) || 0;
    const width = columns.reduce((sum, one) => sum + one + gap, -gap);
    const step = (columns[0] || 1) + gap;
    const row = Math.max(0, Math.min(rows - 1, Math.floor((y - box.top) / (box.height / rows))));
    const wanted = Math.max(0, Math.min(columns.length, Math.floor((x - box.left - (box.width - width) / 2) / step)));
    const column = freeColumn(table, row, wanted, item.object);
    return { place: target, to: { spot: { zone: 'ZONE_BATTLEFIELD', x: column, y: row } }, row, column };
  }
  // A card stays where it lies.
  if (drop === item.list) return null;
  /** @type {Record<string, Record<string, any>>} */
  const goals = {
    hand: { hand: true }, library: { top: 0 }, stack: { spot: { zone: 'ZONE_STACK' } }, graveyard: { spot: { zone: 'ZONE_GRAVEYARD' } }, exile: { spot: { zone: 'ZONE_EXILE' } },
    command: { spot: { zone: 'ZONE_COMMAND' } },
  };
  return goals[drop] ? { place: target, to: goals[drop] } : null;
}

/**
 * Shows the place where the card would land.
 * @param {Goal | null} goal
 */
function show(goal) {
  for (const one of document.querySelectorAll('.is-goal')) one.classList.remove('is-goal');
  const hint = /** @type {HTMLElement | null} */ (document.querySelector('.dlanding'));
  goal?.place.classList.add('is-goal');
  if (!hint || !drag) return;
  hint.hidden = goal?.column === undefined;
  if (goal?.column === undefined || goal.row === undefined) return;
  const outer = drag.board.getBoundingClientRect();
  const box = goal.place.getBoundingClientRect();
  const style = getComputedStyle(goal.place);
  const columns = style.gridTemplateColumns.split(' ').map(parseFloat);
  const gap = parseFloat(style.columnGap) || 0;
  const width = columns.reduce((sum, one) => sum + one + gap, -gap);
  const rows = Math.max(2, Number(style.getPropertyValue('--rows')));
  const height = box.height / rows;
  const card = Math.min(height / 1.4, drag.card.offsetWidth);
  hint.style.width = `${card}px`;
  hint.style.height = `${card * 1.4}px`;
  const left = box.left - outer.left - drag.board.clientLeft + (box.width - width) / 2 + goal.column * ((columns[0] || card) + gap) + ((columns[0] || card) - card) / 2;
  const top = box.top - outer.top - drag.board.clientTop + goal.row * height + (height - card * 1.4) / 2;
  hint.style.translate = `${Math.min(left, drag.board.clientWidth - card)}px ${top}px`;
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { ghost, goal, key, card, isHeld } = drag;
  const table = state.tables.get(drag.table);
  if (isHeld && table) {
    // The click that ends the press is over by then: it shall hit nothing of what opens.
    isDone = true;
    stop();
    setTimeout(() => openSheet(table, key), clickMilliseconds);
    return;
  }
  if (!ghost || !table) return stop();
  isDone = true;
  if (!goal) {
    // Back to where it was, for everybody to see that nothing happened.
    const [home, outer] = [card.getBoundingClientRect(), drag.board.getBoundingClientRect()];
    ghost.classList.add('goes-back');
    ghost.style.translate = `${home.left - outer.left - drag.board.clientLeft}px ${home.top - outer.top - drag.board.clientTop}px`;
    setTimeout(() => stop(), backMilliseconds);
    return;
  }
  event.preventDefault();
  // A marked card takes the others along.
  const { marked } = chosenAt(table);
  const item = itemOf(table, key);
  const items = marked.has(key) ? targets(table) : item ? [item] : [];
  choose(table, key);
  stop();
  if (items.length) place(table, items, goal.to);
}

globalThis.addEventListener?.('keydown', (event) => {
  if (event.key === 'Escape' && drag) stop();
});
