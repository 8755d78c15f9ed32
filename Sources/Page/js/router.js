// @ts-check
// Where on the page we are: what belongs to a place is in the address, so that back, reload and bookmarks work.

/**
 * An address after the `#`: `#/chat/lobby?find=tea` is the place `chat`, the path `['lobby']` and a query.
 * @typedef {{ place: string, path: string[], query: URLSearchParams, address: string }} Context
 */

/** @returns {Context} */
export function here() {
  const address = location.hash.startsWith('#/') ? location.hash : '#/';
  const [way, query] = address.slice(2).split('?');
  const [place, ...path] = way.split('/').map(decode);
  return { place, path: path.filter((step) => step), query: new URLSearchParams(query ?? ''), address };
}

/** @param {string} step */
function decode(step) {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/**
 * The address of a place: `to('chat', room)`.
 * @param {...(string | undefined)} steps
 */
export function to(...steps) {
  return '#/' + steps.filter((step) => step).map((step) => encodeURIComponent(step ?? '')).join('/');
}

/**
 * Goes to an address that `to` has made.
 * @param {string} address
 */
export function go(address) {
  location.hash = address.slice(1);
}

/**
 * Changes the address without a new entry in the browser's history, as while a slider is moved.
 * @param {string} address
 */
export function replaceAddress(address) {
  history.replaceState(history.state, '', address);
  shownAddress = here().address;
}

/**
 * How far each address was scrolled when it was left.
 * @type {Map<string, number>}
 */
const tops = new Map();
const mostTops = 200;
let shownAddress = globalThis.location ? here().address : '#/';

if (globalThis.history) {
  history.scrollRestoration = 'manual';
  history.replaceState({ seen: true }, '');
}
globalThis.document?.addEventListener('scroll', () => {
  // The screen of the address may not be drawn yet.
  if (here().address !== shownAddress) return;
  tops.delete(shownAddress);
  tops.set(shownAddress, scrollY);
  if (tops.size > mostTops) tops.delete([...tops.keys()][0]);
}, { passive: true });

/**
 * Scrolls to where the screen of the address was left, when one returns to it: by Back, or up from what was opened on it. Other
 * screens begin at the top. Call it once the screen is drawn.
 * @param {boolean} [stays] the screen is the same, as with another tab of it: nothing moves
 * @returns {string} the address from which one returns; empty where one goes on
 */
export function keepTop(stays = false) {
  const { address } = here();
  const before = shownAddress;
  shownAddress = address;
  const isBack = history.state?.seen || (address.length > '#/'.length && before.startsWith(address) && before !== address);
  if (!history.state?.seen) history.replaceState({ seen: true }, '');
  if (stays) return '';
  scrollTo(0, isBack ? tops.get(address) ?? 0 : 0);
  return isBack ? before : '';
}
