// @ts-check
// Looking closer at the paper: with the wheel, two fingers, the middle button, buttons and keys. What is drawn does not change.
import { h } from '../view.js';
import { changed } from '../state.js';
import { texts } from './texts.js';

const most = 8;

/** How large the paper is shown, and how far its corner is from that of the sheet, in widths of the sheet. */
export const lens = { scale: 1, x: 0, y: 0 };

/** @type {HTMLCanvasElement | null} */
let canvas = null;

/** @param {number} value @param {number} low @param {number} high */
const within = (value, low, high) => Math.max(low, Math.min(high, value));

function show() {
  lens.scale = within(lens.scale, 1, most);
  // The sheet is always full of paper.
  lens.x = within(lens.x, 1 - lens.scale, 0);
  lens.y = within(lens.y, 1 - lens.scale, 0);
  if (canvas) canvas.style.transform = lens.scale === 1 ? '' : `translate(${lens.x * 100}%, ${lens.y * 100}%) scale(${lens.scale})`;
  changed();
}

/**
 * Shows the paper so many times as large; the point under the pointer, or the middle, stays where it is.
 * @param {number} by
 * @param {{ x: number, y: number }} [at] in widths of the sheet
 */
export function zoom(by, at = { x: 0.5, y: 0.5 }) {
  const scale = within(lens.scale * by, 1, most);
  const part = scale / lens.scale;
  Object.assign(lens, { scale, x: at.x - (at.x - lens.x) * part, y: at.y - (at.y - lens.y) * part });
  show();
}

/** @param {number} x @param {number} y in widths of the sheet */
export function pan(x, y) {
  lens.x += x;
  lens.y += y;
  show();
}

/** Shows the whole paper. */
export function wholePaper() {
  Object.assign(lens, { scale: 1, x: 0, y: 0 });
  show();
}

/**
 * Looks at another canvas from now on.
 * @param {HTMLCanvasElement} element
 */
export function lookAt(element) {
  canvas = element;
  wholePaper();
  const sheet = /** @type {HTMLElement} */ (element.parentElement);
  sheet.onwheel = (event) => {
    // Two fingers on a touchpad are a wheel with Ctrl. The wheel alone scrolls the page, and a paper that is shown larger.
    if (!event.ctrlKey && lens.scale === 1) return;
    event.preventDefault();
    const box = sheet.getBoundingClientRect();
    if (event.ctrlKey) zoom(Math.exp(-event.deltaY / 300), place(event, sheet));
    else pan(-event.deltaX / box.width, -event.deltaY / box.height);
  };
}

/**
 * Where something is on the sheet, in widths of it.
 * @param {{ clientX: number, clientY: number }} event
 * @param {Element} sheet
 */
export function place(event, sheet) {
  const box = sheet.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

/** The pointers that hold something: where each one is, and how they move and stretch it. */
export function grip() {
  /** @type {Map<number, { x: number, y: number }>} */
  const held = new Map();
  return {
    held,
    /**
     * Moves a pointer, and says how that moves what is held: two of them stretch it, too.
     * @param {number} pointer
     * @param {{ x: number, y: number }} at
     * @returns {{ x: number, y: number, by: number, at: { x: number, y: number } } | null} null for a pointer that holds nothing
     */
    moved: (pointer, at) => {
      const before = held.get(pointer);
      if (!before) return null;
      held.set(pointer, at);
      const still = [...held.values()].find((one) => one !== at);
      if (!still) return { x: at.x - before.x, y: at.y - before.y, by: 1, at };
      const apart = (/** @type {{ x: number, y: number }} */ one) => Math.max(0.01, Math.hypot(one.x - still.x, one.y - still.y));
      return { x: (at.x - before.x) / 2, y: (at.y - before.y) / 2, by: apart(at) / apart(before), at: { x: (at.x + still.x) / 2, y: (at.y + still.y) / 2 } };
    },
  };
}

const hand = grip();
const fingers = hand.held;

/**
 * Two fingers, or the middle button, move and stretch the paper.
 * @param {PointerEvent} event a pointer that comes, moves or goes
 * @returns {boolean} whether it does not draw
 */
export function hold(event) {
  const sheet = canvas?.parentElement;
  if (!sheet || (event.pointerType !== 'touch' && event.button !== 1 && !fingers.has(event.pointerId))) return false;
  const at = place(event, sheet);
  if (event.type === 'pointerdown') {
    fingers.set(event.pointerId, at);
    if (event.button === 1) event.preventDefault();
  } else if (event.type === 'pointermove') {
    const step = hand.moved(event.pointerId, at);
    if (step && (fingers.size > 1 || event.pointerType !== 'touch')) {
      pan(step.x, step.y);
      if (step.by !== 1) zoom(step.by, step.at);
    }
  } else {
    const was = fingers.size;
    fingers.delete(event.pointerId);
    return was > 1 || event.pointerType !== 'touch';
  }
  return fingers.size > 1 || event.pointerType !== 'touch';
}

/**
 * Keys: + and - look closer and from farther away, 0 shows the whole paper, the arrows move it where it is shown larger.
 * @param {string} key
 * @returns {boolean} whether it was one
 */
export function lensKey(key) {
  const step = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] }[key];
  if (key === '+' || key === '=') zoom(1.25);
  else if (key === '-') zoom(0.8);
  else if (key === '0') wholePaper();
  else if (step && lens.scale > 1) pan(step[0], step[1]);
  else return false;
  return true;
}

/** The buttons beside the pens. */
export function lensButtons() {
  const { scale } = lens;
  const button = (/** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ act, /** @type {boolean} */ disabled) => h('button', {
    type: 'button', class: 'button plain', 'aria-label': label, title: label, disabled, onclick: act }, text);
  return h('div', { class: 'drawing-pen-group', role: 'group', 'aria-label': texts.zoom, key: 'lens' },
    button(texts.farther, '−', () => zoom(0.8), scale <= 1),
    h('span', { class: 'second drawing-scale' }, `${Math.round(scale * 100)} %`),
    button(texts.closer, '+', () => zoom(1.25), scale >= most),
    button(texts.whole, texts.whole, wholePaper, scale === 1));
}
