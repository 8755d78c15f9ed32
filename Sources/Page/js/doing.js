// @ts-check
// What a person has asked for and what came of it: a command runs once at a time, and its refusal stands where it was asked for.
import { h } from './view.js';
import { icon } from './pictures.js';
import { buttonOf } from './remedies.js';
import { changed, Refused, state } from './state.js';
import { ownWords } from './texts.js';

/** @type {Set<string>} */
const busy = new Set();
/**
 * What was refused, by where it was asked for.
 * @type {Map<string, Refused>}
 */
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
    refusals.set(at, error);
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
 * Says something at a place in the way of a refusal, as when a form is not complete; an empty text takes it back.
 * @param {string} at
 * @param {string | Refused} why
 */
export function refuse(at, why) {
  if (why) refusals.set(at, typeof why === 'string' ? new Refused(why) : why);
  else refusals.delete(at);
  changed();
}

/**
 * The refusal of what was asked for there; nothing when there is none.
 * @param {string} at
 */
export function refused(at) {
  const found = refusals.get(at);
  return found ? refusal(found.message, found.remedy, at) : null;
}

/**
 * Words of a refusal, with the button that does something about it.
 * @param {string} said the daemon's sentence, or one of the page's
 * @param {parlor.Remedy} [remedy] what can be done about it
 * @param {string} [at] where it stands, if there may be others
 */
export function refusal(said, remedy, at = said) {
  const button = remedyButton(remedy, at);
  return h('p', { class: button ? 'refused remedied' : 'refused', key: at }, icon('warning'), h('span', { role: 'alert' }, ownWords(said)), button);
}

/**
 * A sentence of the daemon within an answer, in the page's words, with the button that does something about it.
 * @param {string} said
 * @param {parlor.Remedy} [remedy] what can be done about it
 */
export function told(said, remedy) {
  const at = 'told ' + said;
  const button = remedyButton(remedy, at);
  return [h('bdi', null, ownWords(said)), button && [' ', button, refused(at)]];
}

/**
 * The button that does something about a refusal or a notice; nothing where there is none.
 * @param {parlor.Remedy | undefined} remedy
 * @param {string} at
 */
function remedyButton(remedy, at) {
  const found = buttonOf(remedy);
  if (!found) return null;
  if (found.href) return h('a', { class: 'button', href: found.href }, found.label);
  return h('button', { type: 'button', class: 'button', disabled: isBusy(at) || state.connection !== 'live', onclick: () => doing(at, found.act ?? (() => {})) }, found.label);
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
