// @ts-check
// The keys of a duel: those of Cockatrice with Ctrl or Alt, and the letter alone. The arrow keys move from card to card.
import { h } from '../view.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { go, to } from '../router.js';
import { acts, doAct } from './acts.js';
import { choose, chosenAt, mark, targets, unmark } from './chosen.js';
import { table as doing } from './doings.js';
import { itemsOf } from './lists.js';
import { mayAct } from './moves.js';
import { openSheet } from './sheet.js';

/** @typedef {parlor.TableView} Table */

/**
 * Keys that act at the table: the key, the same of Cockatrice, the act, what it does.
 * @type {[string, string, string, string][]}
 */
const tableKeys = [
  ['d', 'Ctrl+d', 'draw', 'Draw a card'], ['e', 'Ctrl+e', 'draw-several', 'Draw several'], ['m', 'Ctrl+m', 'london', 'Mulligan'], ['s', 'Ctrl+s', 'shuffle', 'Shuffle'],
  ['w', '', 'look', 'Look at the top'], ['W', '', 'look-bottom', 'Look at the bottom'], ['V', '', 'peek', 'Look at the top card, which stays'], ['v', '', 'show-top', 'Show the top card'],
  ['M', 'Alt+m', 'mill', 'Mill'], ['1', 'F3', 'library', 'The library, to search it'], ['2', 'F4', 'graveyard', 'The graveyard'], ['3', 'Ctrl+F3', 'sideboard', 'The sideboard'],
  ['4', '', 'exile', 'Exile'], ['5', '', 'command', 'The command zone'], ['6', '', 'far-graveyard', 'Their graveyard'], ['7', '', 'far-exile', 'Their exile'], ['8', '', 'search', 'The library that you search'],
  ['9', '', 'shown', 'Cards that you were shown'], ['u', 'Ctrl+u', 'untap', 'Untap all'], ['t', '', 'token', 'Token'], ['g', 'Ctrl+g', 'again', 'The same token again'], ['i', 'Ctrl+i', 'die', 'Dice'],
  ['I', 'Ctrl+I', 'coin', 'Coin'], ['l', 'Ctrl+l', 'life', 'Set life'], ['-', '', 'less', 'Lose a life'], ['+', '', 'more', 'Gain a life'], ['r', 'Ctrl+r', 'no-arrows', 'Remove your arrows'],
  ['z', 'Ctrl+D', 'undo', 'Ask to undo'], ['y', '', 'yes', 'Grant an undo'], ['N', '', 'no', 'Refuse it'], ['B', '', 'begin', 'Begin a game'], ['E', 'Ctrl+Enter', 'turn', 'End of the turn'],
  [' ', 'Ctrl+ ', 'phase', 'Next phase, beside the cards'], ['C', 'F2', 'concede', 'Concede the game'], ['P', '', 'pass', 'Pass'], ['H', '', 'hold', 'Hold'],
];

/** Keys that act on the chosen card, beside those of the acts: Cockatrice's. */
const cardChords = /** @type {Record<string, string>} */ ({
  'Ctrl+Delete': 'graveyard', 'Ctrl+b': 'bottom', 'Alt+u': 'stay', 'Ctrl+.': 'more', 'Ctrl+,': 'less', 'Ctrl+p': 'power', 'Alt+n': 'note', 'Alt+f': 'flip', 'Alt+a': 'arrow', 'Ctrl+Alt+a': 'attach', 'Ctrl+j': 'copy',
});

/** @param {KeyboardEvent} event */
const chordOf = (event) => `${event.ctrlKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.key}`;

/**
 * Chooses the card that has the focus.
 * @param {Table} table
 * @param {Element | null} card
 */
function takeFocused(table, card) {
  if (card) choose(table, /** @type {HTMLElement} */ (card).dataset.card ?? '');
}

/**
 * Keys with Ctrl or Alt.
 * @param {KeyboardEvent} event
 * @param {Table} table
 */
export function handleChord(event, table) {
  const chord = chordOf(event);
  takeFocused(table, /** @type {Element} */ (event.target).closest('[data-card]'));
  if (cardChords[chord]) return mayAct(table) && doAct(table, cardChords[chord], targets(table));
  const found = tableKeys.find(([, one]) => one === chord);
  if (!found || !mayAct(table)) return false;
  doing[found[2]](table);
  return true;
}

/**
 * Keys alone.
 * @param {KeyboardEvent} event
 * @param {Table} table
 */
export function handleKey(event, table) {
  const target = /** @type {Element} */ (event.target);
  const card = target.closest('[data-card]');
  const isOther = !card && !!target.closest('a, button, summary, input');
  const { key } = event;
  // A window behind another one is not told that the focus has moved.
  takeFocused(table, card);
  if (key === '?') return showKeys();
  if (key === 'Escape') return escape(table);
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') return !isOther && move(key, card);
  // Return and the space key do what the button says that has the focus.
  if ((isOther && (key === 'Enter' || key === ' ')) || (card && key === ' ') || event.repeat) return false;
  if (key === '/') return say();
  if (key === 'q') return leave();
  if (key === 'h') return focusOn('hand');
  if (key === 'L') return focusLog();
  if (key === 'k' || key === 'o') return openChosen(table);
  if (!mayAct(table)) return false;
  if (key === 'Enter') return use(table);
  if (key === 'x') return markChosen(table, false);
  if (key === 'X') return markChosen(table, true);
  const own = key === '=' ? '+' : key;
  const found = tableKeys.find(([one, chord]) => one === own || chord === own);
  if (found) {
    doing[found[2]](table);
    return true;
  }
  const act = acts.find((one) => one.key === (key === 'D' ? 'Delete' : key));
  if (!act) return false;
  doAct(table, act.name, targets(table));
  return true;
}

/** @param {Table} table */
function escape(table) {
  const { aim, marked } = chosenAt(table);
  unmark(table);
  return !!aim || marked.size > 0;
}

/**
 * Does what Return is for: a card of the hand is played, one of the table tapped, any other opened.
 * @param {Table} table
 */
function use(table) {
  const items = targets(table);
  const { aim, key } = chosenAt(table);
  const focused = document.activeElement?.closest('[data-card]');
  if (aim) {
    /** @type {HTMLElement | null} */ (focused)?.click();
    return true;
  }
  if (!items.length) return false;
  if (!doAct(table, 'play', items) && !doAct(table, 'tap', items)) openSheet(table, key);
  return true;
}

/** @param {Table} table */
function openChosen(table) {
  const { key } = chosenAt(table);
  if (key) openSheet(table, key);
  return true;
}

/**
 * @param {Table} table
 * @param {boolean} isWhole marks the whole list
 */
function markChosen(table, isWhole) {
  const focused = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest('[data-card]'));
  const list = /** @type {import('./lists.js').List | undefined} */ (focused?.dataset.list);
  if (focused && list) mark(table, isWhole ? itemsOf(table, list).map((item) => item.key) : [focused.dataset.card ?? '']);
  return true;
}

/**
 * Moves the focus from card to card: to the sides within a list, up and down from list to list.
 * @param {string} key
 * @param {Element | null} card
 */
function move(key, card) {
  const cardsIn = (/** @type {Element} */ list) => /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[data-card]')]);
  if (!card) return focusOn('hand') || focusOn('field');
  const list = card.closest('[data-cards]');
  if (!list) return false;
  const cards = cardsIn(list);
  const now = cards.indexOf(/** @type {HTMLElement} */ (card));
  const sideways = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: cards.length - 1 }[key];
  if (sideways !== undefined) cards[Math.max(0, Math.min(cards.length - 1, sideways))]?.focus();
  else {
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.duel [data-card]')]);
    const box = card.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const sign = key === 'ArrowUp' ? -1 : 1;
    // The nearest card in that direction, where being aside counts more than being far.
    const far = all.map((one) => {
      const other = one.getBoundingClientRect();
      return { one, dx: Math.abs(other.left + other.width / 2 - x), dy: sign * (other.top + other.height / 2 - y) };
    }).filter(({ one, dy }) => one !== card && dy > box.height / 3);
    const least = Math.min(...far.map(({ dy }) => dy));
    far.filter(({ dy }) => dy < least + box.height / 2).sort((a, b) => a.dx - b.dx)[0]?.one.focus();
  }
  return true;
}

/** @param {string} list */
function focusOn(list) {
  const card = /** @type {HTMLElement | null} */ (document.querySelector(`.duel [data-cards="${list}"] [data-card]`));
  card?.focus();
  return !!card;
}

function focusLog() {
  /** @type {HTMLElement | null} */ (document.querySelector('.dlog-lines'))?.focus();
  return true;
}

function say() {
  /** @type {HTMLElement | null} */ (document.querySelector('.say textarea'))?.focus();
  return true;
}

function leave() {
  go(to('war'));
  return true;
}

/**
 * A key of Cockatrice as people write it: a capital letter is one with Shift.
 * @param {string} chord
 */
const spelled = (chord) => chord.replace(/ $/, 'Space').replace(/\+([A-Z])$/, '+Shift+$1').replace(/\+([a-z])$/, (_, letter) => '+' + letter.toUpperCase());

/** Shows the keys of the duel in a dialog. */
function showKeys() {
  const shown = (/** @type {string} */ key) => ({ ' ': 'Space', Delete: 'Del' })[key] ?? key;
  const rows = [
    [['←', '→', '↑', '↓'], 'Choose a card'], [['Return'], 'Play the card, tap it, or open it'], [['o'], 'Everything that can be done with the card'], [['x', 'X'], 'Mark the card, the whole list'],
    [['h'], 'To the hand'], ...acts.filter((one) => one.key).map((one) => [[shown(one.key ?? '')], one.label.replace(' …', '')]),
    ...tableKeys.map(([key, chord, , words]) => [[shown(key), ...(chord ? [spelled(chord)] : [])], words]),
    [['L'], 'To the log'], [['/'], 'Talk'], [['q'], 'Leave; the match waits'], [['Esc'], 'End what was begun'],
  ];
  openDialog('Keys of the duel', () => h('div', { class: 'form' },
    h('dl', { class: 'facts keys' }, rows.map(([keys, text]) => [
      h('dt', null, /** @type {string[]} */ (keys).map((key) => [h('kbd', null, key), ' '])), h('dd', null, /** @type {string} */ (text)),
    ])),
    h('div', { class: 'actions' }, h('button', { type: 'button', class: 'button', onclick: closeDialog }, 'Close'))));
  return true;
}
