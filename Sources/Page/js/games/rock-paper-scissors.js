// @ts-check
// Rock, paper, scissors on the page: one button for each hand, and who has chosen.
import { h } from '../view.js';
import { refuse } from '../doing.js';
import { command, Refused, state } from '../state.js';
import { plate } from '../war/piles.js';
import { players, theirName } from '../war/players.js';

/** @typedef {parlor.TableView} Table */

/** The hands, with their keys; the number of a hand is its place here, from 1. */
const all = [{ name: 'Rock', key: 'r', sign: '✊' }, { name: 'Paper', key: 'p', sign: '✋' }, { name: 'Scissors', key: 's', sign: '✌' }];

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
    h('p', { class: 'verdict', role: 'status' }, words(table, us, them)),
    plate(table, us, 'us'),
    !isOver && !!table.seat && h('div', { class: 'do choices' }, all.map((hand, index) => h('button', {
      type: 'button', class: 'hand', onclick: () => play(table, index + 1), disabled: !mayPlay(table), 'aria-keyshortcuts': hand.key, key: hand.name,
    }, h('span', { class: 'sign', 'aria-hidden': 'true' }, hand.sign), hand.name, h('kbd', { 'aria-hidden': 'true' }, hand.key.toUpperCase())))));
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
