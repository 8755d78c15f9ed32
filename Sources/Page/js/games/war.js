// @ts-check
// War on the page: piles, the cards of the battle, the pot, and one sentence.
import { h } from '../view.js';
import { state } from '../state.js';
import { plural } from '../texts.js';
import { hasGuest } from '../war/beside.js';
import { isTapped, mayPlay, mayPlayGuest, play, playGuest } from '../war/play.js';
import { lane, pile, plate, sentence } from '../war/piles.js';
import { playerName, players, theirName } from '../war/players.js';
import { score } from '../war/score.js';

/** @typedef {parlor.TableView} Table */

/** @type {import('./games.js').Game} */
export const war = {
  title: 'War',
  board,
  score: (table) => score(withOurTap(table)),
  holding: (player) => plural(player.cards, 'card'),
  awaited: 'Your card is awaited',
  key(event, table) {
    if (event.key !== ' ' && event.key !== 'Enter') return false;
    if (event.key === 'Enter' && hasGuest(table)) playGuest(table.id ?? '');
    else play(table.id ?? '');
    return true;
  },
  hasReplay: true,
};

/** @param {Table} table */
function board(table) {
  const id = table.id ?? '';
  const isOpen = mayPlay(table);
  const isGuestOpen = mayPlayGuest(table);
  const isGuests = hasGuest(table);
  return felt(withOurTap(table), isOpen ? () => play(id) : null, h('div', { class: 'do' },
    table.phase === 'TABLE_PHASE_FINISHED' || !table.seat ? null : h('button', {
      type: 'button', class: 'primary', onclick: () => play(id), disabled: !isOpen, 'aria-keyshortcuts': isGuests ? 'Space' : 'Space Enter', key: 'ours',
    }, 'Play a card', h('kbd', { 'aria-hidden': 'true' }, 'Space')),
    isGuests && h('button', {
      type: 'button', class: 'button', onclick: () => playGuest(id), disabled: !isGuestOpen, 'aria-keyshortcuts': 'Enter', key: 'guest',
    }, `Play for ${theirName(table)}`, h('kbd', { 'aria-hidden': 'true' }, 'Return'))), undefined, isGuests ? { tap: isGuestOpen ? () => playGuest(id) : null } : undefined);
}

/**
 * The table as it looks once our tap is answered: our card lies face down.
 * @param {Table} table
 * @returns {Table}
 */
function withOurTap(table) {
  if (!isTapped(table)) return table;
  const ours = (/** @type {parlor.PlayerView | undefined} */ player) => ({ ...player, played: true, up: undefined, down: 0 });
  const theirs = (/** @type {parlor.PlayerView | undefined} */ player) => (player?.played ? player : { ...player, up: undefined, down: 0 });
  return table.seat === 'SEAT_JOINER'
    ? { ...table, joiner: ours(table.joiner), host: theirs(table.host) }
    : { ...table, host: ours(table.host), joiner: theirs(table.joiner) };
}

/**
 * The green table itself.
 * @param {Table} table
 * @param {(() => void) | null} tap plays a card; null while none can be played
 * @param {import('../view.js').Child} [below] what stands below our cards
 * @param {string} [words] the sentence, instead of the one that says how the battle stands
 * @param {{ tap: (() => void) | null }} [guest] plays a card of the other side, where a guest has it at this screen
 */
export function felt(table, tap, below = null, words, guest) {
  const { us, them } = players(table);
  const last = (table.last_rounds ?? []).at(-1);
  const battle = { last, isDecided: !us.played && !them.played && !table.battle };
  return h('section', { class: 'felt-table', 'aria-label': `War against ${playerName(table, them)}`, key: 'felt' },
    plate(table, them, 'them'),
    pile(table, them, 'them', guest?.tap ?? null, !!guest),
    h('div', { class: 'battle' },
      lane(table, them, 'them', battle),
      h('div', { class: 'between' }, !!table.pot && h('span', { class: 'pot', key: 'pot' }, h('b', null, table.pot), 'in the pot')),
      lane(table, us, 'us', battle)),
    h('p', { class: 'verdict' + (table.battle ? ' at-war' : ''), role: 'status' }, words ?? verdict(table, us, them, battle)),
    pile(table, us, 'us', tap, !!table.seat),
    plate(table, us, 'us'),
    below);
}

/**
 * @param {Table} table
 * @param {parlor.PlayerView} us
 * @param {parlor.PlayerView} them
 * @param {{ isDecided: boolean, last: parlor.RoundView | undefined }} battle
 */
function verdict(table, us, them, battle) {
  if (state.connection === 'lost' || state.connection === 'stopped') return 'Parlor stopped on this machine. Your card is safe; waiting for it to come back…';
  if (table.phase === 'TABLE_PHASE_FINISHED') return table.result?.text || 'The match is over.';
  return table.paused || sentence(table, us, them, battle);
}
