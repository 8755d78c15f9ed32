// @ts-check
// Rock, paper, scissors on the page: one button for each hand, who has chosen, the hands of the last round and the score.
import { h } from '../view.js';
import { refuse } from '../doing.js';
import { icon } from '../pictures.js';
import { command, Refused, state } from '../state.js';
import { plate } from '../war/piles.js';
import { nearSeat, playerName, players, theirName } from '../war/players.js';

/** @typedef {parlor.TableView} Table */

/** The hands, with their keys; the number of a hand is its place here, from 1. */
const all = [
  { name: 'Rock', key: 'r', icon: 'rock', value: 'HAND_ROCK' }, { name: 'Paper', key: 'p', icon: 'paper', value: 'HAND_PAPER' },
  { name: 'Scissors', key: 's', icon: 'scissors', value: 'HAND_SCISSORS' },
];

/** @type {import('./games.js').Game} */
export const hands = {
  title: 'Rock, paper, scissors',
  board,
  score: () => null,
  holding: () => '',
  awaited: 'Your hand is awaited',
  key(event, table) {
    const hand = all.findIndex((one) => one.key === event.key.toLowerCase());
    if (hand < 0) return false;
    play(table, hand + 1);
    return true;
  },
  hasReplay: false,
};

/** @param {Table} table */
function mayPlay(table) {
  return !!table.can_play && !table.paused && state.connection === 'live';
}

/**
 * Seals a hand: the other side sees it once both have chosen.
 * @param {Table} table
 * @param {number} hand
 */
function play(table, hand) {
  if (!mayPlay(table)) return;
  command('tables/tap', { table: table.id, round: table.round, move: btoa(String.fromCharCode(hand)) }).catch((error) => {
    if (!(error instanceof Refused)) throw error;
    refuse('play', error);
  });
}

/** @param {Table} table */
function board(table) {
  const { us, them } = players(table);
  const isOver = table.phase === 'TABLE_PHASE_FINISHED';
  return h('section', { class: 'felt-table hands', 'aria-label': `Rock, paper, scissors against ${theirName(table)}`, key: 'hands' },
    plate(table, them, 'them'),
    h('div', { class: 'shown' }, shown(table, us, them), h('p', { class: 'verdict', role: 'status' }, words(table, us, them))),
    plate(table, us, 'us'),
    !isOver && !!table.seat && h('div', { class: 'do choices' }, all.map((hand, index) => h('button', {
      type: 'button', class: 'hand', onclick: () => play(table, index + 1), disabled: !mayPlay(table), 'aria-keyshortcuts': hand.key, key: hand.name,
    }, h('span', { class: 'sign' }, icon(hand.icon)), hand.name, h('kbd', { 'aria-hidden': 'true' }, hand.key.toUpperCase())))));
}

/**
 * The hands of the last round, theirs before ours, and the rounds that each has won; empty places before that.
 * @param {Table} table
 * @param {parlor.PlayerView} us
 * @param {parlor.PlayerView} them
 */
function shown(table, us, them) {
  const [host, joiner] = /** @type {parlor.HandsView} */ (table.game_view ?? {}).players ?? [];
  const [ours, theirs] = nearSeat(table) === 'SEAT_HOST' ? [host, joiner] : [joiner, host];
  const [our, their] = [ours, theirs].map((player) => all.find((hand) => hand.value === player?.last));
  if (!our || !their) {
    // Two empty places before the first round; the sentence below says who has chosen.
    const place = (/** @type {boolean} */ isChosen) => h('span', { class: 'side' }, h('span', { class: 'hand-place' + (isChosen ? ' is-chosen' : '') }, isChosen && icon('check')));
    return h('div', { class: 'last-hands', 'aria-hidden': 'true', key: 'first' }, place(!!them.played), place(!!us.played));
  }
  const round = (table.round ?? 1) - 1;
  const [mine, other] = [table.seat ? 'You' : playerName(table, us), playerName(table, them)];
  const words = `Last round: ${other} showed ${their.name.toLowerCase()}, ${table.seat ? 'you' : mine} showed ${our.name.toLowerCase()}. ${other} ${theirs?.points ?? 0}, ${mine} ${ours?.points ?? 0}.`;
  const side = (/** @type {string} */ look, /** @type {typeof our} */ hand, /** @type {number} */ points) =>
    h('span', { class: 'side ' + look, key: `${look}${round}` }, h('span', { class: 'sign', 'data-hand': hand.icon }, icon(hand.icon)), h('b', null, points));
  return h('div', { class: 'last-hands', role: 'img', 'aria-label': words, key: 'last' },
    side('them', their, theirs?.points ?? 0), side('us', our, ours?.points ?? 0));
}

/**
 * @param {Table} table
 * @param {parlor.PlayerView} us
 * @param {parlor.PlayerView} them
 */
function words(table, us, them) {
  if (state.connection === 'lost' || state.connection === 'stopped') return 'Parlor stopped on this machine. Your hand is safe; waiting for it to come back…';
  if (table.phase === 'TABLE_PHASE_FINISHED') return table.result?.text || 'The match is over.';
  if (table.paused) return table.paused;
  if (us.played) return `You have chosen. Waiting for ${theirName(table)}…`;
  return them.played ? `${theirName(table)} has chosen. Choose your hand.` : 'Choose your hand.';
}
