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
  history.replaceState(null, '', address);
}
