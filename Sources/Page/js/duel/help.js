// @ts-check
// The list of all that keys, mouse and finger do at a duel.
import { h } from '../view.js';
import { openDialog } from '../dialogs.js';
import { acts } from './acts.js';
import { cardChords, keyGroups, spelled } from './key-list.js';

/** @typedef {[keys: string[], words: string]} Line */

/** @type {Line[]} */
const pointing = [
  [['Click'], 'Tap a card, open any other one'], [['Double click'], 'Play a card; on your library, draw'], [['Right click', 'Long press'], 'All that can be done with a card'],
  [['Drag'], 'Lay a card somewhere'], [['Right drag'], 'Arrow from a card'], [['Ctrl+Click'], 'Mark a card'], [['Drag on the table'], 'Mark all cards in the frame'],
];

/** @type {Line[]} */
const choosing = [
  [['←', '→', '↑', '↓'], 'Choose a card'], [['Return'], 'Play it, tap it, or open it'], [['o', 'Alt+L'], 'All that can be done with it'], [['Space'], 'See it large'], [['x'], 'Mark it'], [['X', 'Ctrl+A'], 'Mark its list'],
  [['h'], 'To the hand'], [['G'], 'Cards by type, or as they lie'], [['Esc'], 'End what was begun'],
];

/** @type {Line[]} */
const others = [[['/', 'Shift+Return'], 'Talk; Esc goes back to the table'], [['L'], 'To the log'], [['q'], 'Leave; the match waits'], [['?'], 'Show this']];

/** @returns {[string, Line[]][]} */
function groups() {
  const chords = new Map(Object.entries(cardChords).map(([chord, act]) => [act, chord]));
  /** @type {Line[]} */
  const onCards = acts.flatMap(({ key = '', name, label }) => {
    const keys = [key, chords.get(name) ?? ''].filter(Boolean).map(spelled);
    return keys.length ? [[keys, label.replace(' …', '')]] : [];
  });
  const [library, ...rest] = keyGroups.map(([title, keys]) => /** @type {[string, Line[]]} */ (
    [title, keys.map(([key, chord, , words]) => [[key, chord].filter(Boolean).map(spelled), words])]));
  return [['Mouse and finger', pointing], library, ['A card', choosing], ['With the chosen or marked cards', onCards], ...rest, ['Beside the table', others]];
}

/** Shows the keys of the duel in a dialog. */
export function showKeys() {
  openDialog('Keys of the duel', () => h('div', { class: 'form dkeys' },
    h('p', { class: 'note' }, 'Keys with Ctrl or Alt are those of Cockatrice. The browser keeps Ctrl+T, Ctrl+N, Ctrl+W and F5 to F12 for itself: the letter alone, Space and the signs do the same here.'),
    h('div', { class: 'dkey-groups' }, groups().map(([title, lines]) => h('section', { key: title },
      h('h3', null, title),
      h('dl', { class: 'facts keys' }, lines.map(([keys, words]) => [h('dt', null, keys.map((key) => [h('kbd', null, key), ' '])), h('dd', null, words)])))))));
  return true;
}
