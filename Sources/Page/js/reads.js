// @ts-check
// What screens ask the daemon for beside the stream's state: messages, events, cards, tournaments. An answer is kept, shown,
// and fetched again when the stream brings a change that concerns it. One fetch at a time runs for each read, so a late
// answer never replaces a newer one.
import { changed, command, Refused, state, watch } from './state.js';

/**
 * Which changes make a read old. Records and `room_changed` of the room (of every room where none is named), only those
 * whose view is one of `views` where some are named; and other changes by the names in `kinds`.
 * @typedef {{ room?: string, views?: string[], kinds?: ('table' | 'peer' | 'room' | 'settings' | 'pairing')[] }} Concerns
 */

/**
 * @template T
 * @typedef {object} Reading
 * @property {T | undefined} answer the last answer, undefined before the first
 * @property {Refused | null} refused why there is none; null when the last fetch was answered
 * @property {boolean} late nothing came for so long that a screen should show the shape of what comes
 */

/** @typedef {Reading<any> & { path: any, body: any, concerns: Concerns, fetching: boolean, old: boolean, used: number,
 *   credit: number, counted: number, isWaiting: boolean }} Kept */

/** @type {Map<string, Kept>} */
const reads = new Map();
/** How many drawings there were: what the last one did not ask for is not fetched again until somebody does. */
let drawing = 0;
const mostKept = 200;
const lateMilliseconds = 200;
/** So many fetches of one read follow each other at once. */
const mostAtOnce = 8;
/** Then one comes in this time, however much changes: a lively room is not read again with each line. */
const pauseMilliseconds = 700;

/**
 * The last answer of a method that only reads, or undefined while there is none. Call it in a screen, each time it is drawn.
 * @template {keyof parlor.Methods} P
 * @param {P} path as in `'events/list'`
 * @param {parlor.Methods[P]['request']} [body]
 * @param {Concerns} [concerns] everything that is written in rooms, where left out
 * @returns {parlor.Methods[P]['response'] | undefined}
 */
export function read(path, body, concerns) {
  return reading(path, body, concerns).answer;
}

/**
 * As `read`, with why there is no answer and whether it is late.
 * @template {keyof parlor.Methods} P
 * @param {P} path
 * @param {parlor.Methods[P]['request']} [body]
 * @param {Concerns} [concerns]
 * @returns {Reading<parlor.Methods[P]['response']>}
 */
export function reading(path, body = {}, concerns = {}) {
  const name = path + ' ' + JSON.stringify(body);
  let kept = reads.get(name);
  if (!kept) {
    kept = { path, body, concerns, answer: undefined, refused: null, late: false, fetching: false, old: true, used: drawing,
      credit: mostAtOnce, counted: Date.now(), isWaiting: false };
    reads.set(name, kept);
    if (reads.size > mostKept) drop();
  }
  kept.used = drawing;
  kept.concerns = concerns;
  if (kept.old && !kept.fetching && isFollowing() && mayFetch(kept)) fetchAgain(kept);
  return kept;
}

/**
 * Whether the stream tells of changes, or could not be had. Before that nothing is fetched: what changes between an answer and the
 * begin of the stream would be missed, so all of it would be fetched twice.
 */
const isFollowing = () => !['starting', 'locked', 'closed'].includes(state.connection);

/** Called by the frame before each drawing. */
export function beginDrawing() {
  drawing += 1;
}

/**
 * Fetches again whatever has this path: for what the stream says nothing about.
 * @param {keyof parlor.Methods} path
 * @param {boolean} isOwn whether our person's own doing changed it: that is seen at once, however much changes
 */
export function refresh(path, isOwn = true) {
  for (const kept of reads.values()) {
    if (kept.path !== path) continue;
    if (isOwn) kept.credit = Math.max(1, kept.credit);
    age(kept);
  }
}

/**
 * Whether a read may be fetched now. Where it may not, the page is drawn again when it may.
 * @param {Kept} kept
 */
function mayFetch(kept) {
  const now = Date.now();
  // A clock that was put back gives nothing, and takes nothing.
  kept.credit = Math.min(mostAtOnce, kept.credit + Math.max(0, now - kept.counted) / pauseMilliseconds);
  kept.counted = now;
  if (kept.credit >= 1) {
    kept.credit -= 1;
    return true;
  }
  if (!kept.isWaiting) {
    kept.isWaiting = true;
    setTimeout(() => {
      kept.isWaiting = false;
      changed();
    }, Math.ceil((1 - kept.credit) * pauseMilliseconds));
  }
  return false;
}

/**
 * Ends when the first screen is on its way to the eye. What the reads of that screen ask for comes after it: a slow processor
 * takes longer to send ten requests than to draw the screen.
 * @type {Promise<void> | undefined}
 */
let firstScreen;

/** @param {Kept} kept */
async function fetchAgain(kept) {
  kept.fetching = true;
  kept.old = false;
  await (firstScreen ??= new Promise((resolve) => setTimeout(resolve, 0)));
  const timer = kept.answer === undefined && setTimeout(() => {
    kept.late = true;
    changed();
  }, lateMilliseconds);
  try {
    kept.answer = await command(kept.path, kept.body);
    kept.refused = null;
  } catch (error) {
    // A daemon that is away will be back, and everything is read again then.
    if (error instanceof Refused && error.code !== 'away') kept.refused = error;
    else if (!(error instanceof Refused)) throw error;
  } finally {
    if (timer) clearTimeout(timer);
    kept.late = false;
    kept.fetching = false;
    changed();
  }
}

/** @param {Kept} kept */
function age(kept) {
  kept.old = true;
  if (kept.used >= drawing - 1) changed();
}

/** Forgets the read that was not asked for longest. */
function drop() {
  /** @type {[string, Kept] | undefined} */
  let oldest;
  for (const entry of reads) if (!oldest || entry[1].used < oldest[1].used) oldest = entry;
  if (oldest) reads.delete(oldest[0]);
}

/**
 * @param {Concerns} concerns
 * @param {parlor.Change} change
 */
function concern({ room, views, kinds }, change) {
  if (kinds?.some((kind) => change[kind] !== undefined || (kind === 'table' && change.table_gone) || (kind === 'room' && change.room_gone))) return true;
  if (change.room_changed) return !room || change.room_changed === room;
  if (!change.record) return false;
  if (room && change.record.room !== room) return false;
  const type = String(/** @type {any} */ (change.record.view)?.['@type'] ?? '');
  return !views || views.includes(type.slice(type.lastIndexOf('.') + 1));
}

watch((change) => {
  for (const kept of reads.values()) if (!change || concern(kept.concerns, change)) age(kept);
});
