// @ts-check
// A duel for a projector: both halves of the table, life, turn and the last lines, large. Nobody's hand is shown, and nothing can be done.
import { h } from '../view.js';
import { avatar } from '../pictures.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { state } from '../state.js';
import { to } from '../router.js';
import { linkButton } from '../parts.js';
import { players } from '../war/players.js';
import { field } from './field.js';
import { itemsOf, listTitle } from './lists.js';
import { bare } from './moments.js';
import { cardRow } from './place.js';
import { duelOf, farSeat, nameAt, seatOf, tableWith } from './seats.js';

/** @typedef {parlor.TableView} Table */

/** So many of the last lines are shown. */
const lastLines = 8;

/** @param {Table} whole */
export function wall(whole) {
  // It is nobody's: no hand is below, and nothing is called ours.
  const table = tableWith({ ...whole, seat: undefined }, bare(duelOf(whole)));
  const [near, far] = [itemsOf(table, 'field'), itemsOf(table, 'far-field')];
  const part = (/** @type {boolean} */ isFar) => h('section', { class: 'wall-half ' + (isFar ? 'far' : 'near'), key: isFar ? 'far' : 'near', 'aria-label': nameAt(table, isFar ? farSeat(table) : 'SEAT_HOST') },
    person(table, isFar),
    h('div', { class: 'wall-field', inert: true }, isFar
      ? field(table, far, near, { list: 'far-field', label: listTitle(table, 'far-field'), isFar })
      : field(table, near, far, { list: 'field', label: listTitle(table, 'field'), isFar })));
  return h('div', { class: 'wall', key: 'wall' },
    h('h1', { class: 'visually-hidden' }, `Wall screen: Duel, ${nameAt(table, 'SEAT_HOST')} against ${nameAt(table, 'SEAT_JOINER')}`),
    part(true), middle(table), part(false), beside(table));
}

/**
 * Who it is, life, and how many cards lie where.
 * @param {Table} table
 * @param {boolean} isFar
 */
function person(table, isFar) {
  const seat = isFar ? farSeat(table) : 'SEAT_HOST';
  const player = players(table)[isFar ? 'them' : 'us'];
  const view = seatOf(table, seat);
  const colour = colourOfAuthor(player.author, player.colour);
  const size = (/** @type {string} */ name) => itemsOf(table, /** @type {import('./lists.js').List} */ (isFar ? 'far-' + name : name)).length;
  const counts = /** @type {[string, number][]} */ ([['Hand', view.hand ?? 0], ['Library', view.library ?? 0], ['Graveyard', size('graveyard')], ['Exile', size('exile')], ['Command', size('command')]]);
  return h('div', { class: `wall-person c-${colour}` + (duelOf(table).active === seat ? ' is-active' : '') },
    h('p', { class: 'wall-name' }, avatar({ name: player.name, author: player.author, colour, online: true }), h('strong', null, nameOf(nameAt(table, seat)))),
    h('p', { class: 'wall-life' }, h('span', { class: 'visually-hidden' }, 'Life '), view.life ?? 0),
    h('ul', { class: 'wall-counters' }, (view.counters ?? []).filter((one) => one.value).slice(0, 3).map((one) => h('li', { key: one.name }, h('b', null, one.value), ' ', h('bdi', null, one.name)))),
    h('dl', { class: 'wall-counts' }, counts.filter(([label, count]) => count || label !== 'Command').map(([label, count]) => h('div', { key: label }, h('dt', null, label), h('dd', null, count)))));
}

/**
 * Turn and phase, the stack, and what the match waits for.
 * @param {Table} table
 */
function middle(table) {
  const { turn = 0, active, phases = [], phase = 0, game = 0, games = 1, game_over: over } = duelOf(table);
  const stack = itemsOf(table, 'stack');
  const isOver = table.phase === 'TABLE_PHASE_FINISHED';
  const words = isOver ? table.result?.text : table.paused || over || (game ? '' : 'The first game has not begun.');
  const wins = (/** @type {parlor.Seat} */ seat) => seatOf(table, seat).wins ?? 0;
  return h('div', { class: 'wall-middle', key: 'middle' },
    h('div', { class: 'wall-turn' },
      games > 1 && h('p', { class: 'wall-score' }, `Game ${Math.max(game, 1)} of ${games}, ${wins(farSeat(table))} to ${wins('SEAT_HOST')}`),
      words ? h('p', { class: 'wall-words', role: 'status' }, h('bdi', null, words))
        : turn > 0 && h('p', { class: 'wall-phase' }, h('span', null, `Turn ${turn} `, h('bdi', null, active ? nameAt(table, active) : '')), phases[phase] && h('strong', null, h('bdi', null, phases[phase])))),
    stack.length > 0 && h('div', { class: 'wall-stack', inert: true }, h('span', { class: 'wall-label' }, 'Stack'), cardRow(table, stack, { list: 'stack', label: listTitle(table, 'stack'), look: 'of-wall' })));
}

/**
 * The last lines, and the way out.
 * @param {Table} table
 */
function beside(table) {
  const lines = (duelOf(table).log ?? []).filter((line) => !line.undone).slice(-lastLines);
  const isAway = state.connection !== 'live';
  return h('aside', { class: 'wall-beside', 'aria-label': 'Log', key: 'beside' },
    h('ol', { class: 'wall-lines', 'aria-label': 'The last lines of the log' }, lines.map((line) => h('li', { key: line.number }, h('bdi', null, line.text)))),
    isAway && h('p', { class: 'wall-words', role: 'status' }, 'Parlor stopped on this machine; waiting for it to come back.'),
    h('div', { class: 'wall-do' },
      h('button', { type: 'button', class: 'button', onclick: () => document.documentElement.requestFullscreen?.() }, 'Full screen'),
      linkButton({ label: 'To the table', icon: 'back', href: to('war', table.id) })));
}
