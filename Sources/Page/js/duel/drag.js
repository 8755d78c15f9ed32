// @ts-check
// A card that is dragged, by mouse, pen or finger: its picture follows, the place where it would land is shown, and a card that is dropped
// nowhere goes back.
import { nowOf } from '../war/apart.js';
import { choose, chosenAt, targets } from './chosen.js';
import { place, rowOf } from './acts.js';
import { showLanding, spotAt } from './field.js';
import { followed } from './follow.js';
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
 * @type {{ table: Table, key: string, item: import('./lists.js').Item | undefined, release: () => void, board: HTMLElement, card: HTMLElement, x: number, y: number, ghost: HTMLElement | null, goal: Goal | null, timer: any, isHeld: boolean } | null}
 */
let drag = null;
/**
 * What is shown as the goal of the drag.
 * @type {Element | null}
 */
let shown = null;
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
  drag = { table, key, item: itemOf(table, key), release: followed(event, { move: card.dataset.drag ? follow : undefined, up: drop, cancel: stop }), board, card, x: event.clientX, y: event.clientY, ghost: null, goal: null, timer: null, isHeld: false };
  if (event.pointerType === 'touch') {
    drag.timer = setTimeout(() => {
      if (!drag || drag.ghost) return;
      drag.isHeld = true;
      card.classList.add('is-held');
    }, pressMilliseconds);
  }
}

/** Ends the drag without a move. */
function stop() {
  if (!drag) return;
  drag.release();
  clearTimeout(drag.timer);
  drag.ghost?.remove();
  show(null);
  drag.card.classList.remove('is-lifted', 'is-held');
  drag.board.classList.remove('is-dragging');
  drag = null;
}

/** @param {PointerEvent} event */
function follow(event) {
  if (!drag) return;
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
    // What lies below the pointer is of no account until the card is dropped: the browser need not look for it, nor lift cards there.
    board.setPointerCapture(event.pointerId);
  }
  const outer = board.getBoundingClientRect();
  const [left, top] = [event.clientX - drag.x - outer.left - board.clientLeft, event.clientY - drag.y - outer.top - board.clientTop];
  drag.ghost.style.translate = `${left - card.offsetWidth / 2}px ${top - card.offsetHeight / 2}px`;
  drag.goal = goalAt(event.clientX, event.clientY);
  show(drag.goal);
}

/**
 * The place for cards at a point. The places lie beside each other: to ask the browser what lies there would look at every card.
 * @param {HTMLElement} board
 * @param {number} x
 * @param {number} y
 */
const placeAt = (board, x, y) => [...board.querySelectorAll('[data-drop]')].find((one) => {
  const box = one.getBoundingClientRect();
  return x >= box.left && x < box.right && y >= box.top && y < box.bottom;
});

/**
 * The place where a card would land.
 * @param {number} x
 * @param {number} y
 * @returns {Goal | null}
 */
function goalAt(x, y) {
  const table = drag && nowOf(drag.table);
  // The card is looked for once for each state of the table, not at each move of the pointer.
  if (drag && table && table !== drag.table) {
    drag.table = table;
    drag.item = itemOf(table, drag.key);
  }
  const item = drag?.item;
  const target = drag && placeAt(drag.board, x, y);
  if (!table || !item || !target) return null;
  const drop = target.getAttribute('data-drop') ?? '';
  if (drop === 'table') {
    const spot = spotAt(/** @type {HTMLElement} */ (target), x, y);
    // Where cards lie by type, one that comes finds its place by itself.
    const row = spot?.row ?? rowOf(item);
    if (!spot && item.list === 'field') return null;
    const column = freeColumn(table, row, spot?.column, item.object);
    return { place: target, to: { spot: { zone: 'ZONE_BATTLEFIELD', x: column, y: row } }, ...(spot ? { row, column } : {}) };
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
  if (shown && shown !== goal?.place) {
    shown.classList.remove('is-goal');
    showLanding(/** @type {HTMLElement} */ (shown));
  }
  shown = goal?.place ?? null;
  shown?.classList.add('is-goal');
  if (goal) showLanding(/** @type {HTMLElement} */ (goal.place), goal.row, goal.column);
}

/** @param {PointerEvent} event */
function drop(event) {
  if (!drag) return;
  const { ghost, goal, key, card, isHeld } = drag;
  const table = nowOf(drag.table);
  if (isHeld) {
    // The click that ends the press is over by then: it shall hit nothing of what opens.
    isDone = true;
    stop();
    setTimeout(() => openSheet(table, key), clickMilliseconds);
    return;
  }
  if (!ghost) return stop();
  isDone = true;
  if (!goal) {
    // Back to where it was, for everybody to see that nothing happened.
    const [home, outer] = [card.getBoundingClientRect(), drag.board.getBoundingClientRect()];
    ghost.classList.add('goes-back');
    ghost.style.translate = `${home.left - outer.left - drag.board.clientLeft}px ${home.top - outer.top - drag.board.clientTop}px`;
    setTimeout(stop, backMilliseconds);
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
