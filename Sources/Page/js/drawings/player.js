// @ts-check
// The replay of a drawing with a scrubber, speeds and keys (row W-18).
import { told } from '../doing.js';
import { h } from '../view.js';
import { changed, command, Refused } from '../state.js';
import { icon } from '../pictures.js';
import { paint, unpack } from './ink.js';
import { plan, seen } from './replay.js';
import { texts } from './texts.js';

const speeds = [0.25, 0.5, 1, 2, 4, 8, 16];

/** What plays. */
const player = {
  look: '',
  /** @type {import('./ink.js').Ink[]} */
  inks: [],
  /** @type {ReturnType<typeof plan>} */
  replay: { spans: [], duration: 0 },
  time: 0,
  speed: 1,
  isPlaying: false,
  problem: '',
};

/** @type {HTMLCanvasElement | null} */
let canvas = null;
let last = 0;

/** The strokes of the drawing that is shown. */
export const playerInks = () => player.inks;

/**
 * Shows the whole drawing; a replay begins when somebody wants one.
 * @param {string} id
 * @param {string} look
 */
async function load(id, look) {
  Object.assign(player, { look, inks: [], replay: plan([]), time: 0, isPlaying: false, problem: '' });
  try {
    const list = await command('drawings/strokes', { drawing: id });
    if (player.look !== look) return;
    player.inks = (list.strokes ?? []).map((stroke) => unpack(stroke.ink ?? {}));
    player.replay = plan(player.inks);
    player.time = player.replay.duration;
    player.problem = list.problem ?? '';
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    player.problem = error.message;
  }
  show();
  changed();
}

function show() {
  if (canvas) paint(canvas, seen(player.inks, player.replay, player.time));
}

/** Nothing is shown any more. */
export function leavePlayer() {
  player.look = '';
  player.isPlaying = false;
  canvas = null;
}

/** @param {number} now */
function frame(now) {
  if (!player.isPlaying) return;
  seek(player.time + (now - last) * player.speed);
  last = now;
  if (player.time >= player.replay.duration) player.isPlaying = false;
  else requestAnimationFrame(frame);
}

/** Plays from where it is, from the beginning where it is over; or pauses. */
export function toggle() {
  player.isPlaying = !player.isPlaying;
  if (player.isPlaying) {
    if (player.time >= player.replay.duration) player.time = 0;
    last = performance.now();
    requestAnimationFrame(frame);
  }
  changed();
}

/** @param {number} time */
function seek(time) {
  player.time = Math.max(0, Math.min(player.replay.duration, time));
  show();
  changed();
}

/** @param {number} step */
function faster(step) {
  const place = speeds.findIndex((speed) => speed >= player.speed);
  player.speed = speeds[Math.max(0, Math.min(speeds.length - 1, place + step))];
  changed();
}

/**
 * Keys of the replay: Space plays and pauses, the arrows seek, + and - change the speed.
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key was used
 */
export function playerKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === ' ') toggle();
  else if (event.key === 'ArrowLeft') seek(player.time - 5000);
  else if (event.key === 'ArrowRight') seek(player.time + 5000);
  else if (event.key === '+') faster(1);
  else if (event.key === '-') faster(-1);
  else return false;
  return true;
}

/** @param {number} milliseconds */
const clock = (milliseconds) => {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/**
 * The picture and what plays it.
 * @param {parlor.DrawingView} view
 */
export function playerTree(view) {
  const look = view.look ?? view.id ?? '';
  if (player.look !== look) load(view.id ?? '', look);
  const { time, replay, isPlaying, speed } = player;
  return h('figure', { class: 'drawing-player', key: 'player-' + look },
    h('div', { class: 'drawing-sheet wide' }, h('canvas', {
      class: 'drawing-ink', width: 1600, height: 1600, own: true, role: 'img', 'aria-label': `${view.title || texts.untitled}, drawn by ${view.author_name}, ${view.strokes ?? 0} strokes`,
      made: (/** @type {HTMLCanvasElement} */ element) => { canvas = element; show(); },
    })),
    player.problem ? h('p', { class: 'hint' }, told(player.problem)) : h('figcaption', { class: 'drawing-controls' },
      h('button', { type: 'button', class: 'button', 'aria-label': isPlaying ? 'Pause' : 'Play', onclick: toggle }, icon(isPlaying ? 'pause' : 'play')),
      h('input', {
        type: 'range', min: 0, max: Math.max(1, replay.duration), step: 10, value: Math.round(time), 'aria-label': texts.scrubber,
        'aria-valuetext': `${clock(time)} of ${clock(replay.duration)}`, oninput: (/** @type {any} */ event) => { player.isPlaying = false; seek(Number(event.target.value)); },
      }),
      h('span', { class: 'second drawing-clock' }, `${clock(time)} / ${clock(replay.duration)}`),
      h('label', { class: 'drawing-speed' }, h('select', {
        'aria-label': texts.speed, onchange: (/** @type {any} */ event) => { player.speed = Number(event.target.value); changed(); },
      }, speeds.map((one) => h('option', { value: one, selected: one === speed }, `${one}x`))))));
}
