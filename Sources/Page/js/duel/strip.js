// @ts-check
// A player of a duel in one row: who it is, life, and the piles with their numbers.
import { h } from '../view.js';
import { cardBack } from '../cards.js';
import { icon } from '../pictures.js';
import { plate } from '../war/piles.js';
import { nearSeat, players } from '../war/players.js';
import { hit } from './acts.js';
import { face } from './card.js';
import { chosenAt } from './chosen.js';
import { clicked } from './clicks.js';
import { table as doing } from './doings.js';
import { itemsOf } from './lists.js';
import { make, mayAct } from './moves.js';
import { duelOf, farSeat, nameAt, otherSeat, ownSeat, seatNumbers, seatOf } from './seats.js';
import { openPile } from './sheet.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').List} List */

/**
 * A pile: its top card or its back, its number, and what it is called.
 * @param {Table} table
 * @param {object} pile
 * @param {string} pile.label
 * @param {number} pile.count
 * @param {List} [pile.list] what it opens
 * @param {string} [pile.drop]
 * @param {import('../view.js').Child} pile.shown
 * @param {string} pile.name
 * @param {string} [pile.note] what else is known of it
 * @param {(event: MouseEvent) => any} [pile.open] where it does not only open
 */
function pile(table, { label, count, list, drop, shown, name, note, open }) {
  const words = [label, count, note].filter((one) => one !== undefined && one !== '').join(', ');
  const inside = [
    h('span', { class: 'dpile-top' + (count ? '' : ' is-none') }, count ? shown : null),
    h('span', { class: 'dpile-count' }, count),
    h('span', { class: 'dpile-name' }, label),
  ];
  const opens = list && (list === 'library' ? () => doing.library(table) : () => openPile(table, list));
  return opens
    ? h('button', {
      type: 'button', class: 'dpile-button' + (count ? '' : ' is-none'), key: name, 'data-drop': drop ?? null, 'aria-label': words, onclick: open ?? opens,
      // Cockatrice has what can be done with a pile there.
      oncontextmenu: (/** @type {MouseEvent} */ event) => {
        event.preventDefault();
        opens();
      },
    }, inside)
    : h('span', { class: 'dpile-button', key: name, role: 'img', 'aria-label': words }, inside);
}

/**
 * The face of the top card of an open pile, with its tax in the command zone.
 * @param {Table} table
 * @param {List} list
 * @param {parlor.PlayerView} player
 */
function topOf(table, list, player) {
  const top = itemsOf(table, list).at(-1);
  if (!top) return null;
  return h('span', { class: 'dcard' }, top.name && !top.view?.down ? face(top.name, top.view) : cardBack(player, 'top-' + list),
    !!top.tax && h('span', { class: 'dcounter dtax' }, top.tax, h('small', null, 'tax')));
}

/**
 * The pile of a library: its top card where it is known, and the dialog that shows what can be known of it.
 * @param {Table} table
 * @param {boolean} isFar
 * @param {parlor.PlayerView} player
 */
function library(table, isFar, player) {
  const view = isFar ? otherSeat(table) : ownSeat(table);
  const known = itemsOf(table, isFar ? 'far-known' : 'known');
  const top = known.find((item) => item.card?.slot === 0);
  const isOurs = !isFar && !!table.seat;
  const list = isOurs ? 'library' : isFar && view.opened ? 'far-deck' : known.length > 0 ? (isFar ? 'far-known' : 'known') : undefined;
  const side = isFar ? 'far' : 'near';
  return pile(table, {
    name: 'library', label: 'Library', count: view.library ?? 0, drop: isOurs ? 'library' : undefined, note: top && `${top.name} on top`, ...(list ? { list: /** @type {List} */ (list) } : {}),
    shown: top ? h('span', { class: 'dcard' }, face(top.name)) : cardBack(player, `pile-library-${side}`),
    ...(list === 'library' ? { open: (event) => clicked(event, () => doing.library(table), () => mayAct(table) && doing.draw(table)) } : {}),
  });
}

/**
 * The taxes of a command zone in words; empty for none.
 * @param {Table} table
 * @param {List} list
 */
const taxWords = (table, list) => itemsOf(table, list).flatMap((item) => (item.tax ? [`tax ${item.tax} of ${item.name}`] : [])).join(', ');

/**
 * @param {Table} table
 * @param {boolean} isFar
 */
export function strip(table, isFar) {
  const seat = isFar ? farSeat(table) : nearSeat(table);
  const player = (isFar ? players(table).them : players(table).us) ?? {};
  const view = seatOf(table, seat);
  // A moment of a replay has nothing of our own: nothing can be done there, and what a library holds is not known.
  const isOurs = !isFar && !!duelOf(table).own;
  const mayOpen = isOurs && mayAct(table);
  const list = (/** @type {string} */ name) => /** @type {List} */ (isFar ? 'far-' + name : name);
  const size = (/** @type {string} */ name) => itemsOf(table, list(name)).length;
  const side = isFar ? 'them' : 'us';
  const back = () => cardBack(player, 'pile-' + side);
  const counters = (view.counters ?? []).filter((one) => one.value);
  const priority = view.priority === 'PRIORITY_HOLD' ? 'holds' : view.priority === 'PRIORITY_PASS' ? 'passes' : '';
  return h('div', { class: 'dstrip ' + (isFar ? 'far' : 'near'), role: 'group', 'aria-label': nameAt(table, seat), key: isFar ? 'far-strip' : 'near-strip' },
    chosenAt(table).aim?.kind === 'arrow'
      ? h('button', { type: 'button', class: 'daim', key: 'aim', onclick: () => hit(table, seatNumbers[seat]) }, plate(table, player, side))
      : plate(table, player, side),
    h('div', { class: 'dlife', role: 'group', 'aria-label': `Life of ${nameAt(table, seat)}` },
      isOurs && lifeButton(table, -1, mayOpen),
      h(isOurs ? 'button' : 'strong', { class: 'dlife-number', ...(isOurs ? { type: 'button', title: 'Set life (l)', disabled: !mayOpen, onclick: () => doing.life(table) } : {}) }, h('span', { class: 'visually-hidden' }, 'Life '), h('span', null, view.life ?? 0)),
      isOurs && lifeButton(table, 1, mayOpen)),
    (priority !== '' || counters.length > 0) && h('span', { class: 'dcounters', key: 'counters' },
      priority && h('span', { class: 'dplayer-counter', key: 'priority' }, priority),
      counters.map((one) => h('span', { class: 'dplayer-counter', key: 'of ' + one.name }, h('b', null, one.value), ' ', h('bdi', null, one.name)))),
    h('div', { class: 'dpiles' },
      (isFar || !table.seat) && pile(table, { name: 'hand', label: 'Hand', count: view.hand ?? 0, shown: back(), ...(view.opened ? { list: /** @type {const} */ ('far-hand') } : {}) }),
      library(table, isFar, player),
      pile(table, { name: 'graveyard', label: 'Graveyard', count: size('graveyard'), list: list('graveyard'), drop: isFar ? undefined : 'graveyard', shown: topOf(table, list('graveyard'), player) }),
      pile(table, { name: 'exile', label: 'Exile', count: size('exile'), list: list('exile'), drop: isFar ? undefined : 'exile', shown: topOf(table, list('exile'), player) }),
      (size('command') > 0 || isOurs) && pile(table, { name: 'command', label: 'Command', count: size('command'), list: list('command'), drop: isFar ? undefined : 'command', note: taxWords(table, list('command')), shown: topOf(table, list('command'), player) })));
}

/**
 * @param {Table} table
 * @param {number} by
 * @param {boolean} isOpen
 */
const lifeButton = (table, by, isOpen) => h('button', {
  type: 'button', class: 'dlife-button', 'aria-label': by < 0 ? 'Lose 1 life' : 'Gain 1 life', 'aria-keyshortcuts': by < 0 ? '-' : '+', disabled: !isOpen,
  onclick: () => make(table, { counter: { name: 'life', by } }),
}, icon(by < 0 ? 'less' : 'plus'));
