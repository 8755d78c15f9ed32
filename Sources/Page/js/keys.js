// @ts-check
// The keys of the page. No single key acts where text can be typed, and all of them can be switched off.
import { h } from './view.js';
import { closeDialog, isDialogOpen, openDialog } from './dialogs.js';
import { preference } from './preferences.js';
import { go, here, to } from './router.js';
import { placeOf, screens } from './screens.js';

/** Whether `g` was pressed and waits for the letter of a place. */
let isGoing = false;

/** @param {KeyboardEvent} event */
export function handleKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isTyping = target.closest?.('input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable]');
  if (isTyping || isDialogOpen()) return;
  const context = here();
  const place = placeOf(context.place);
  if (event.ctrlKey || event.metaKey || event.altKey) {
    if (!event.metaKey && place.chord?.(event, context)) event.preventDefault();
    return;
  }
  if (preference('keys') === 'off' && event.key.length === 1 && event.key !== ' ') return;
  // After `g` comes the letter of a place, whatever it means here.
  if (!isGoing && place.keydown?.(event, context)) return event.preventDefault();
  if (act(event.key, place)) event.preventDefault();
}

/**
 * @param {string} key
 * @param {import('./screens.js').Place} place
 * @returns {boolean} whether the key means something
 */
function act(key, place) {
  const { make } = place;
  if (isGoing) {
    isGoing = false;
    const chosen = screens.find((one) => one.key === key);
    if (chosen) go(to(chosen.place));
    return !!chosen;
  }
  if (key === 'g') isGoing = true;
  else if (key === '/') search();
  else if (key === 'n' && make) typeof make === 'string' ? go(make) : make();
  else if (key === '?') showKeys();
  else return false;
  return true;
}

/** The search box of the screen where it has one, the search over everything otherwise. */
function search() {
  const box = /** @type {HTMLInputElement | null} */ (document.querySelector('main input[type="search"]'));
  if (box) box.focus();
  else go(to('search'));
}

/** Shows the keys in a dialog. */
export function showKeys() {
  const rows = [
    ...screens.filter((one) => one.key).map((one) => [['g', one.key ?? ''], one.title]),
    [['/'], 'Search'], [['n'], 'Make a new thing'], [['Space', 'Return'], 'Play a card at the table; with a guest at this screen Return plays the guest’s'], [['t'], 'Talk at the table'],
    [['u', 'r'], 'Take the last stroke on a paper back, draw it again'], [['b', 'f', 'e', 'd'], 'Brush, fill, eraser, dots'], [['+', '-', '0'], 'Look at a paper closer, from farther away, at all of it'],
    [['?'], 'Show these keys'], [['Esc'], 'Close what is open'],
  ];
  openDialog('Keys', () => h('div', { class: 'form' },
    h('dl', { class: 'facts keys' }, rows.map(([keys, text]) => [
      h('dt', null, /** @type {string[]} */ (keys).map((key) => [h('kbd', null, key), ' '])), h('dd', null, /** @type {string} */ (text)),
    ])),
    h('p', { class: 'note' }, 'The settings can switch single keys off.'),
    h('div', { class: 'actions' }, h('button', { type: 'button', class: 'button', onclick: closeDialog }, 'Close'))));
}
