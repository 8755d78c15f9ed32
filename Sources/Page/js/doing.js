// @ts-check
// What a person has asked for and what came of it: a command runs once at a time, and its refusal stands where it was asked for.
import { h } from './view.js';
import { icon } from './pictures.js';
import { changed, Refused } from './state.js';

/** @type {Set<string>} */
const busy = new Set();
/** @type {Map<string, string>} */
const refusals = new Map();

/**
 * Runs what a person asked for. While it runs, the same is not started again; a refusal is kept for `refused(at)`.
 * @template T
 * @param {string} at where it was asked for: a name that is unique on the screen
 * @param {() => Promise<T> | T} action
 * @returns {Promise<T | undefined>} undefined when it was refused
 */
export async function doing(at, action) {
  if (busy.has(at)) return undefined;
  busy.add(at);
  refusals.delete(at);
  changed();
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refusals.set(at, error.message);
    return undefined;
  } finally {
    busy.delete(at);
    changed();
  }
}

/**
 * Whether something runs that was asked for there.
 * @param {string} at
 */
export function isBusy(at) {
  return busy.has(at);
}

/**
 * Whether what was asked for there was refused and not asked for again.
 * @param {string} at
 */
export function wasRefused(at) {
  return refusals.has(at);
}

/**
 * Says something at a place in the way of a refusal, as when a form is not complete.
 * @param {string} at
 * @param {string} text
 */
export function refuse(at, text) {
  refusals.set(at, text);
  changed();
}

/**
 * The refusal of what was asked for there; nothing when there is none.
 * @param {string} at
 */
export function refused(at) {
  const text = refusals.get(at);
  return text ? refusal(text, at) : null;
}

/**
 * Words of a refusal.
 * @param {string} text
 * @param {string} [key]
 */
export function refusal(text, key) {
  return h('p', { class: 'refused', role: 'alert', key }, icon('warning'), h('span', null, text));
}

/**
 * What was chosen and the stream has not brought yet, by where it was chosen.
 * @type {Map<string, string>}
 */
const chosen = new Map();

/**
 * As `doing`, for a choice that the stream brings back: `present` shows it until then.
 * @param {string} at
 * @param {string} value
 * @param {() => Promise<any>} action
 */
export async function choose(at, value, action) {
  chosen.set(at, value);
  await doing(at, action);
  if (refusals.has(at)) chosen.delete(at);
  changed();
}

/**
 * What a choice is, or what was just chosen there.
 * @param {string} at
 * @param {string | undefined} value as the stream has brought it
 */
export function present(at, value) {
  const wanted = chosen.get(at);
  if (wanted === value) chosen.delete(at);
  return wanted ?? value;
}

/** Forgets all refusals, when another screen is shown. */
export function forgetRefusals() {
  refusals.clear();
}
