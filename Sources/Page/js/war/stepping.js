// @ts-check
// Going through a match again, step by step or by itself, whatever the game. The step that is shown is in the address.
import { h } from '../view.js';
import { icon } from '../pictures.js';
import { changed } from '../state.js';
import { here, replaceAddress, to } from '../router.js';

/** @type {ReturnType<typeof setInterval> | null} */
let running = null;
/** Steps a second. */
let speed = 2;

/** The number of the step that is shown, from 0. */
export function now() {
  return Math.max(0, Math.floor(Number(here().query.get('at') ?? 0) || 0));
}

/** @param {number} number */
export function show(number) {
  const { path } = here();
  replaceAddress(`${to('war', ...path)}?at=${Math.max(0, number)}`);
  changed();
}

/** @param {number} length */
function run(length) {
  if (running) return stop();
  if (now() >= length - 1) show(0);
  running = setInterval(() => {
    if (here().path[1] !== 'replay' || now() >= length - 1) return stop();
    show(now() + 1);
  }, 1000 / speed);
  changed();
}

function stop() {
  if (running) clearInterval(running);
  running = null;
  changed();
}

/**
 * @param {number} wanted
 * @param {number} length
 */
function setSpeed(wanted, length) {
  speed = wanted;
  if (running) {
    stop();
    run(length);
  }
  changed();
}

/**
 * Back, play, next, what the game has beside them, and the speed.
 * @param {number} length how many steps there are
 * @param {import('../view.js').Child} [more]
 */
export function controls(length, more) {
  const at = Math.min(now(), length - 1);
  return h('div', { class: 'actions' },
    button('Back', 'previous', () => show(at - 1), at <= 0),
    button(running ? 'Stop' : 'Play', running ? 'pause' : 'play', () => run(length), false),
    button('Next', 'next', () => show(at + 1), at >= length - 1),
    more,
    h('label', { class: 'choice' }, h('span', null, 'Speed'),
      h('select', { class: 'input', value: String(speed), onchange: (/** @type {any} */ event) => setSpeed(Number(event.target.value), length) },
        [1, 2, 5, 20].map((one) => h('option', { value: one, selected: one === speed }, `${one} a second`)))));
}

/**
 * @param {string} label
 * @param {string} picture
 * @param {() => void} act
 * @param {boolean} disabled
 */
function button(label, picture, act, disabled) {
  return h('button', { type: 'button', class: 'button', onclick: act, disabled }, icon(picture), label);
}

/**
 * The slider over all steps, with marks above those that stand out.
 * @param {object} track
 * @param {number} track.length
 * @param {string} track.label
 * @param {string} track.words what a screen reader says of the step
 * @param {number[]} track.marks
 */
export function slider({ length, label, words, marks }) {
  return h('div', { class: 'track' },
    h('input', {
      type: 'range', min: 0, max: length - 1, value: String(Math.min(now(), length - 1)), 'aria-label': label, 'aria-valuetext': words,
      oninput: (/** @type {any} */ event) => show(Number(event.target.value)),
    }),
    h('svg', { class: 'marks', viewBox: `0 0 ${Math.max(1, length - 1)} 1`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      marks.map((at) => h('line', { x1: at, x2: at, y1: 0, y2: 1 }))));
}

/**
 * The arrows step, Space plays by itself.
 * @param {KeyboardEvent} event
 * @param {number} length
 */
export function stepKey(event, length) {
  if (/** @type {Element} */ (event.target).closest('button, a, select') && event.key === ' ') return false;
  if (event.key === 'ArrowRight') show(Math.min(now() + 1, length - 1));
  else if (event.key === 'ArrowLeft') show(now() - 1);
  else if (event.key === 'Home') show(0);
  else if (event.key === 'End') show(length - 1);
  else if (event.key === ' ') run(length);
  else return false;
  return true;
}
