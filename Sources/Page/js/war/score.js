// @ts-check
// The score beside the table: who holds how many cards, and the last rounds.
import { h } from '../view.js';
import { cardFace } from '../cards.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { plural } from '../texts.js';
import { nearSeat, playerName, players, warOf } from './players.js';

/** @typedef {parlor.TableView} Table */

/**
 * The panel with round, tally and last rounds.
 * @param {Table} table
 */
export function score(table) {
  const { us, them } = players(table);
  const war = warOf(table);
  return h('section', { class: 'panel score', 'aria-label': 'Score', key: 'score' },
    h('h2', { class: 'head' }, war.battle ? `Round ${table.round}, war ${war.battle}` : `Round ${table.round ?? 0}`,
      h('span', { class: 'note' }, plural(war.wars, 'war'))),
    tally(table, us, them, war.pot ?? 0),
    h('ol', { class: 'rounds', reversed: true, 'aria-label': 'Last rounds' }, [...(war.last_rounds ?? [])].reverse().map((round) => roundLine(table, round))));
}

/**
 * Who holds how many of the 52.
 * @param {Table} table
 * @param {parlor.PlayerView} us
 * @param {parlor.PlayerView} them
 * @param {number} pot
 */
export function tally(table, us, them, pot) {
  const [our, their] = [us, them].map((player) => colourOfAuthor(player.author, player.colour));
  const part = (/** @type {number} */ cards, /** @type {string} */ look) => h('span', { class: 'part ' + look, style: { 'flex-grow': String(cards) } });
  const label = `${table.seat ? 'You' : playerName(table, us)} ${us.cards ?? 0}, ${playerName(table, them)} ${them.cards ?? 0}, in the pot ${pot}`;
  return h('div', { class: 'tally', role: 'img', 'aria-label': label },
    h('b', { class: 'c-' + our }, us.cards ?? 0),
    h('span', { class: 'bar' }, part(us.cards ?? 0, 'c-' + our), part(pot, 'lamp'), part(them.cards ?? 0, 'c-' + their)),
    h('b', { class: 'c-' + their }, them.cards ?? 0));
}

/**
 * @param {Table} table
 * @param {parlor.RoundView} round
 */
function roundLine(table, round) {
  const { us, them } = players(table);
  const isHost = nearSeat(table) === 'SEAT_HOST';
  const ours = (isHost ? round.host : round.joiner) ?? [];
  const theirs = (isHost ? round.joiner : round.host) ?? [];
  const isWon = round.winner === nearSeat(table);
  const winner = isWon ? us : them;
  const small = (/** @type {parlor.Card} */ card) => h('span', { class: 'small' }, cardFace(card));
  return h('li', { key: round.round },
    h('span', { class: 'number' }, round.round),
    h('span', { class: 'pair' }, ours.map(small), h('i', { 'aria-hidden': 'true' }, !round.winner ? '=' : isWon ? '›' : '‹'), theirs.map(small)),
    h('span', { class: 'took c-' + colourOfAuthor(winner.author, winner.colour) },
      !round.winner ? 'Nobody' : [isWon && table.seat ? 'You' : nameOf(playerName(table, winner)), ` +${round.cards ?? 0}`]));
}
