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
import { itemsOf } from './lists.js';
import { make, mayAct } from './moves.js';
import { farSeat, nameAt, seatNumbers, seatOf } from './seats.js';
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
 */
function pile(table, { label, count, list, drop, shown, name }) {
  const inside = [
    h('span', { class: 'dpile-top' + (count ? '' : ' is-none') }, count ? shown : null),
    h('span', { class: 'dpile-count' }, count),
    h('span', { class: 'dpile-name' }, label),
  ];
  return list
    ? h('button', { type: 'button', class: 'dpile-button', key: name, 'data-drop': drop ?? null, 'aria-label': `${label}, ${count}`, onclick: () => openPile(table, list) }, inside)
    : h('span', { class: 'dpile-button', key: name, role: 'img', 'aria-label': `${label}, ${count}` }, inside);
}

/**
 * The face of the top card of an open pile.
 * @param {Table} table
 * @param {List} list
 * @param {parlor.PlayerView} player
 */
function topOf(table, list, player) {
  const top = itemsOf(table, list).at(-1);
  if (!top) return null;
  return h('span', { class: 'dcard' }, top.name && !top.view?.down ? face(top.name, 'top-' + list, top.view) : cardBack(player, 'top-' + list));
}

/**
 * @param {Table} table
 * @param {boolean} isFar
 */
export function strip(table, isFar) {
  const seat = isFar ? farSeat(table) : nearSeat(table);
  const player = (isFar ? players(table).them : players(table).us) ?? {};
  const view = seatOf(table, seat);
  const isOurs = !isFar && !!table.seat;
  const mayOpen = isOurs && mayAct(table);
  const list = (/** @type {string} */ name) => /** @type {List} */ (isFar ? 'far-' + name : name);
  const size = (/** @type {string} */ name) => itemsOf(table, list(name)).length;
  const side = isFar ? 'them' : 'us';
  const back = () => cardBack(player, 'pile-' + side);
  const counters = (view.counters ?? []).filter((one) => one.value);
  return h('div', { class: 'dstrip ' + (isFar ? 'far' : 'near'), role: 'group', 'aria-label': nameAt(table, seat), key: isFar ? 'far-strip' : 'near-strip' },
    chosenAt(table).aim?.kind === 'arrow'
      ? h('button', { type: 'button', class: 'daim', key: 'aim', onclick: () => hit(table, seatNumbers[seat]) }, plate(table, player, side))
      : plate(table, player, side),
    h('div', { class: 'dlife', role: 'group', 'aria-label': `Life of ${nameAt(table, seat)}` },
      isOurs && lifeButton(table, -1, mayOpen),
      h('strong', { class: 'dlife-number' }, h('span', { class: 'visually-hidden' }, 'Life '), view.life ?? 0),
      isOurs && lifeButton(table, 1, mayOpen)),
    counters.length > 0 && h('span', { class: 'dcounters' }, counters.map((one) => h('span', { class: 'dplayer-counter', key: one.name }, h('b', null, one.value), ' ', h('bdi', null, one.name)))),
    !!view.priority && view.priority !== 'PRIORITY_UNSPECIFIED' && h('span', { class: 'dcounters', key: 'priority' }, h('span', { class: 'dplayer-counter' }, view.priority === 'PRIORITY_HOLD' ? 'holds' : 'passes')),
    h('div', { class: 'dpiles' },
      (isFar || !table.seat) && pile(table, { name: 'hand', label: 'Hand', count: view.hand ?? 0, shown: back(), ...(view.opened ? { list: /** @type {const} */ ('far-hand') } : {}) }),
      pile(table, { name: 'library', label: 'Library', count: view.library ?? 0, shown: back(), drop: isFar ? undefined : 'library', ...(isOurs ? { list: /** @type {const} */ ('library') } : isFar && view.opened ? { list: /** @type {const} */ ('far-deck') } : {}) }),
      pile(table, { name: 'graveyard', label: 'Graveyard', count: size('graveyard'), list: list('graveyard'), drop: isFar ? undefined : 'graveyard', shown: topOf(table, list('graveyard'), player) }),
      pile(table, { name: 'exile', label: 'Exile', count: size('exile'), list: list('exile'), drop: isFar ? undefined : 'exile', shown: topOf(table, list('exile'), player) }),
      (size('command') > 0 || isOurs) && pile(table, { name: 'command', label: 'Command', count: size('command'), list: list('command'), drop: isFar ? undefined : 'command', shown: topOf(table, list('command'), player) })));
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
