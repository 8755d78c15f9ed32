// @ts-check
// The pen: ink goes onto the canvas in the pointer's event itself; with Shift it draws a straight line (rows W-08 to W-11, W-34).
import { h } from '../view.js';
import { toast } from '../dialogs.js';
import { changed } from '../state.js';
import { add, board, drawOn, inks, repaint } from './board.js';
import { flood } from './flood.js';
import { draw, drawWay, effectOf, side } from './ink.js';
import { viewOf } from './known.js';
import { hold, lens, lookAt } from './lens.js';
import { texts } from './texts.js';
import { tool } from './tools.js';
import { beginTrace, sendTrace } from './traces.js';

/** @typedef {import('./ink.js').Point} Point */

const mostPoints = 10000;

/**
 * Whether the pen stayed where it was, but for a trembling hand.
 * @param {Point[]} points
 */
const isTap = (points) => points.every((point) => Math.hypot(point.x - points[0].x, point.y - points[0].y) < 60);

/**
 * A straight line to a point; near to level, upright or slanted by half a right angle it is exactly so.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point}
 */
export function straight(from, to) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const angle = Math.atan2(y, x);
  const eighth = Math.round(angle / (Math.PI / 4)) * (Math.PI / 4);
  if (Math.abs(angle - eighth) > 0.07) return to;
  const length = x * Math.cos(eighth) + y * Math.sin(eighth);
  const next = { ...to, x: Math.round(from.x + length * Math.cos(eighth)), y: Math.round(from.y + length * Math.sin(eighth)) };
  const isInside = [next.x, next.y].every((value) => value >= 0 && value <= side);
  return isInside ? next : to;
}

/** The cursor of the keyboard, in tenths of a unit: it is seen while a key has brought the focus to the paper (row G-71). */
export const cursor = { x: side / 2, y: side / 2, isShown: false, isDown: false };

/** @type {Record<string, [number, number]>} */
const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** The steps of the cursor, in tenths of a unit: for a key alone, and with Shift. */
const [farStep, nearStep] = [250, 50];

/** Gives up the line that is being drawn. */
function giveUpLine() {
  cursor.isDown = false;
  if (!board.now) return;
  board.now = null;
  repaint();
}

/** Adds the line that is being drawn to the paper. */
function finishLine() {
  const ink = board.now;
  cursor.isDown = false;
  if (!ink) return;
  board.now = null;
  ink.hasTimes = ink.points.length > 1;
  const filled = effectOf(ink).coversArea && isTap(ink.points) ? flood(ink.points[0], ink.colour, inks()) : ink;
  if (filled) add(filled);
  else toast(texts.tooJagged);
  repaint();
}

/**
 * Begins a line with the pen that is chosen.
 * @param {Point} first
 * @param {boolean} hasPressure
 */
function beginLine(first, hasPressure) {
  board.now = {
    ...tool, points: [first], start: 0, hasTimes: true, hasPressure: hasPressure && !effectOf(tool).coversArea,
  };
  beginTrace();
}

/**
 * Draws with the keyboard: the arrows move the cursor, Space begins a line and ends it, Escape gives it up.
 * @param {HTMLCanvasElement} canvas
 */
function drawByKeys(canvas) {
  let begun = 0;
  // Where the mouse has brought the focus, the arrows move what is seen of the paper, as elsewhere on the screen.
  let isByKeys = false;
  const here = (/** @type {Event} */ event) => ({ x: cursor.x, y: cursor.y, time: Math.max(0, Math.round(event.timeStamp - begun)), pressure: 500 });
  canvas.onkeydown = (event) => {
    if (!isByKeys || event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ways[event.key];
    const pen = canvas.getContext('2d');
    if (way) {
      const step = event.shiftKey ? nearStep : farStep;
      cursor.x = Math.max(0, Math.min(side, cursor.x + way[0] * step));
      cursor.y = Math.max(0, Math.min(side, cursor.y + way[1] * step));
      if (cursor.isDown && board.now && pen && board.now.points.length < mostPoints) {
        board.now.points.push(here(event));
        drawWay(pen, { ...board.now, points: board.now.points.slice(-2) });
        sendTrace(viewOf(board.id).answer?.room ?? '', board.now);
      }
    } else if (event.key === ' ' && board.isRead) {
      if (cursor.isDown) finishLine();
      else if (!board.now) {
        begun = event.timeStamp;
        cursor.isDown = true;
        beginLine(here(event), false);
        if (pen && board.now) draw(pen, board.now);
      }
    } else if (event.key === 'Escape' && cursor.isDown) giveUpLine();
    else return;
    cursor.isShown = true;
    event.preventDefault();
    event.stopPropagation();
    changed();
  };
  canvas.onfocus = () => {
    isByKeys = canvas.matches(':focus-visible');
    cursor.isShown = isByKeys;
    changed();
  };
  canvas.onblur = () => {
    if (cursor.isDown) finishLine();
    cursor.isShown = false;
    changed();
  };
}

/** The cursor above the paper, and where it is for those who do not see it. */
export function cursorTree() {
  if (!cursor.isShown) return null;
  const place = (/** @type {number} */ from, /** @type {number} */ value) => `${(from + lens.scale * value / side) * 100}%`;
  return [
    h('span', { class: 'drawing-cursor' + (cursor.isDown ? ' down' : ''), key: 'cursor', 'aria-hidden': 'true', style: { left: place(lens.x, cursor.x), top: place(lens.y, cursor.y) } }),
    h('span', { class: 'visually-hidden', key: 'cursor-words', role: 'status' }, `${cursor.isDown ? 'Drawing' : 'At'} ${cursor.x / 10}, ${cursor.y / 10}`),
  ];
}

/**
 * Draws with a pointer on a canvas.
 * @param {HTMLCanvasElement} canvas
 */
export function begin(canvas) {
  drawOn(canvas);
  lookAt(canvas);
  if (!canvas.classList.contains('live')) return;
  const pen = canvas.getContext('2d', { desynchronized: true });
  let begun = 0;
  let pointer = -1;
  const at = (/** @type {PointerEvent} */ event) => {
    const box = canvas.getBoundingClientRect();
    const part = (/** @type {number} */ value, /** @type {number} */ length) => Math.max(0, Math.min(side, Math.round(value / length * side)));
    return {
      x: part(event.clientX - box.left, box.width), y: part(event.clientY - box.top, box.height),
      time: Math.max(0, Math.round(event.timeStamp - begun)), pressure: Math.round(Math.min(1, event.pressure) * 1000),
    };
  };
  const giveUp = () => {
    pointer = -1;
    giveUpLine();
  };
  drawByKeys(canvas);
  canvas.onpointerdown = (event) => {
    // A second finger moves the paper: what the first one has drawn was not meant.
    if (hold(event)) return giveUp();
    if (pointer !== -1 || event.button !== 0 || !board.isRead) return;
    if (cursor.isDown) finishLine();
    canvas.setPointerCapture(event.pointerId);
    pointer = event.pointerId;
    begun = event.timeStamp;
    const first = at(event);
    beginLine(first, event.pointerType === 'pen');
    if (pen && board.now) draw(pen, board.now);
  };
  canvas.onpointermove = (event) => {
    if (hold(event) || event.pointerId !== pointer || !board.now || !pen) return;
    const { points } = board.now;
    if (event.shiftKey || effectOf(board.now).isDotted) {
      const next = straight(points[0], at(event));
      points.splice(1, points.length, { ...next, time: Math.max(points[points.length - 1].time, next.time) });
      return repaint();
    }
    for (const part of event.getCoalescedEvents?.() ?? [event]) {
      if (points.length >= mostPoints) break;
      const next = at(part);
      const last = points[points.length - 1];
      if (next.x === last.x && next.y === last.y) continue;
      points.push({ ...next, time: Math.max(last.time, next.time) });
      // Only the last piece is new; the smooth line takes its place when the pen is lifted. Of a fill the way round it is seen.
      drawWay(pen, { ...board.now, points: points.slice(-2) });
    }
    sendTrace(viewOf(board.id).answer?.room ?? '', board.now);
  };
  canvas.onpointerup = (event) => {
    const isHeld = hold(event);
    if (event.pointerId !== pointer || !board.now) return;
    if (isHeld) return giveUp();
    pointer = -1;
    finishLine();
  };
  canvas.onpointercancel = canvas.onpointerup;
}
