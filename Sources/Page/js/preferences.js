// @ts-check
// What this browser does its own way: theme, suits, size of cards, keys, sounds. Everything else is a setting of the daemon.
import { changed } from './state.js';

/** What each preference is before anybody chooses. */
const first = { theme: 'system', suits: 'two', cards: 'normal', keys: 'on', sounds: 'on', notifications: 'off', collection: 'grid', table: 'free', hand: 'cost', beside: 'log' };

/** @typedef {keyof typeof first} Preference */

/** @param {Preference} name */
export function preference(name) {
  return localStorage.getItem('prefer:' + name) ?? first[name];
}

/**
 * @param {Preference} name
 * @param {string} value
 */
export function prefer(name, value) {
  localStorage.setItem('prefer:' + name, value);
  applyPreferences();
  changed();
}

/** Puts what the style sheet looks at onto the document. */
export function applyPreferences() {
  const root = document.documentElement;
  for (const name of /** @type {const} */ (['theme', 'suits', 'cards'])) root.dataset[name] = preference(name);
}

addEventListener('storage', (event) => {
  if (!event.key?.startsWith('prefer:')) return;
  applyPreferences();
  changed();
});
