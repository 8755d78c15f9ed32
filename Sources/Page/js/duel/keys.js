// @ts-check
// The keys of a duel: those of Cockatrice with Ctrl or Alt, and the letter alone. The arrow keys move from card to card.
import { go, to } from '../router.js';
import { doAct } from './acts.js';
import { turnTo } from './beside.js';
import { actByKey, takeFocused } from './card-keys.js';
import { chosenAt, targets, unmark } from './chosen.js';
import { piles, table as doing } from './doings.js';
import { group } from './field.js';
import { showKeys } from './help.js';
import { chordOf, letterOf, tableKeys } from './key-list.js';
import { mayAct } from './moves.js';
import { cardFor } from './pointed.js';
import { openSheet } from './sheet.js';

/** @typedef {parlor.TableView} Table */

/**
 * Keys with Ctrl or Alt.
 * @param {KeyboardEvent} event
 * @param {Table} table
 */
export function handleChord(event, table) {
  const chord = chordOf(event);
  takeFocused(table, cardFor(/** @type {Element} */ (event.target)));
  if (chord === 'Alt+l') return openChosen(table);
  return actByKey(event, table) || doByKey(table, chord);
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
  const key = letterOf(event);
  takeFocused(table, cardFor(target));
  if (key === '?') return showKeys();
  if (key === 'Escape') return escape(table);
  if (key === 'G') return group();
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End') return !isOther && move(key, card);
  // Return and the space key do what the button says that has the focus.
  if ((isOther && (key === 'Enter' || key === ' ')) || (card && key === ' ') || event.repeat) return false;
  if (key === '/' || (key === 'Enter' && event.shiftKey)) return say();
  if (key === 'q') return leave();
  if (key === 'h') return focusOn('hand');
  if (key === 'L') return focusLog();
  if (key === 'k' || key === 'o') return openChosen(table);
  if (key === 'Enter') return mayAct(table) && use(table);
  return doByKey(table, key === '=' ? '+' : key) || actByKey(event, table);
}

/**
 * Does the act at the table that a key stands for; who may not act can still look into piles.
 * @param {Table} table
 * @param {string} key
 */
function doByKey(table, key) {
  const found = tableKeys.find(([one, chord]) => one === key || chord === key);
  if (!found || !(mayAct(table) || piles.includes(found[2]))) return false;
  doing[found[2]](table);
  return true;
}

/** @param {Table} table */
function escape(table) {
  const { aim, marked } = chosenAt(table);
  const isBegun = !!aim || marked.size > 0;
  unmark(table);
  return isBegun;
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
  turnTo('log');
  /** @type {HTMLElement | null} */ (document.querySelector('.dlog-lines'))?.focus();
  return true;
}

function say() {
  turnTo('talk');
  /** @type {HTMLElement | null} */ (document.querySelector('.say textarea'))?.focus();
  return true;
}

function leave() {
  go(to('war'));
  return true;
}
