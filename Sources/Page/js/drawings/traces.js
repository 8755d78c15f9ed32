// @ts-check
// Strokes while they are being drawn: sent to those who look at the paper's room, and shown until the stroke itself comes
// (row W-25). A part that is lost costs nothing: the next one begins where it says.
import { command, Refused, state, watch } from '../state.js';
import { pack, unpack } from './ink.js';

/** @typedef {import('./ink.js').Ink} Ink */

/** Between two parts of a stroke at least so many milliseconds pass: thirty a second. */
const pause = 34;
const mostPoints = 100;
/** A stroke of which nothing more comes is given up. */
const patience = 3000;

/** @type {Map<string, { author: string, ink: Ink, timer: number }>} */
const shown = new Map();

/**
 * Is told what others draw: a part that goes on, or nothing where the picture has to be drawn again.
 * @type {(part: Ink | null) => void}
 */
let tell = () => {};
let paper = '';

/**
 * Shows what others draw on a paper from now on.
 * @param {string} id
 * @param {typeof tell} listener
 */
export function follow(id, listener) {
  for (const one of shown.values()) clearTimeout(one.timer);
  shown.clear();
  paper = id;
  tell = listener;
}

/** What others draw now. */
export const traced = () => [...shown.values()].map((one) => one.ink);

watch((change) => {
  const view = /** @type {any} */ (change?.ephemeral?.view);
  if (paper && String(view?.['@type'] ?? '').endsWith('.TraceView') && view.paper === paper) take(view);
});

/** @param {parlor.TraceView} view */
function take(view) {
  const key = `${view.author}/${view.stroke ?? 0}`;
  const part = unpack(view.ink ?? {});
  const known = shown.get(key);
  if (!known) {
    // Another stroke of the same person: the last one is on its way.
    shown.set(key, { author: view.author ?? '', ink: part, timer: 0 });
    tell(part);
  } else {
    const { ink } = known;
    const last = ink.points[ink.points.length - 1];
    ink.points.push(...part.points.slice(0, 10000 - ink.points.length));
    clearTimeout(known.timer);
    tell({ ...ink, points: [last, ...part.points] });
  }
  const now = shown.get(key);
  if (now) now.timer = setTimeout(() => { if (shown.delete(key)) tell(null); }, patience);
}

/**
 * A stroke is there: its parts are not shown any more.
 * @param {string} author
 * @param {Ink} ink
 * @returns {boolean} whether there were some
 */
export function arrived(author, ink) {
  for (const [key, one] of shown) {
    const [mine, first] = [one.ink.points[0], ink.points[0]];
    if (one.author !== author || mine?.x !== first?.x || mine?.y !== first?.y) continue;
    clearTimeout(one.timer);
    return shown.delete(key);
  }
  return false;
}

let number = Math.floor(Math.random() * 1e9);
let sent = 0;
let last = 0;
let isSending = false;

/** Another stroke begins. */
export function beginTrace() {
  number += 1;
  sent = 0;
}

/**
 * Shows others what was drawn since the last part, where somebody looks.
 * @param {string} room
 * @param {Ink} ink
 */
export async function sendTrace(room, ink) {
  const now = performance.now();
  if (isSending || now - last < pause || sent >= ink.points.length || state.connection !== 'live' || !isWatched(room)) return;
  isSending = true;
  last = now;
  const [first, points] = [sent, ink.points.slice(sent, sent + mostPoints)];
  sent += points.length;
  try {
    await command('drawings/trace', { paper, stroke: number, first, ink: pack({ ...ink, points, hasTimes: points.length > 1 }) });
  } catch (error) {
    // The stroke itself comes all the same.
    if (!(error instanceof Refused)) throw error;
  } finally {
    isSending = false;
  }
}

/** @param {string} room */
const isWatched = (room) => (state.rooms.get(room)?.members ?? []).some((member) => member.here && !member.own);
