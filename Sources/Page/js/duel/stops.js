// @ts-check
// The phases of a turn, and the stops at them: where a player stops, the other one's turn does not pass a phase by.
import { h } from '../view.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { nowOf } from '../war/apart.js';
import { nearSeat } from '../war/players.js';
import { make, mayAct } from './moves.js';
import { duelOf, nameAt, ownSeat } from './seats.js';

/** @typedef {parlor.TableView} Table */

/**
 * Stops at a phase of the other player's turns, or does so no longer.
 * @param {Table} table
 * @param {number} phase
 */
const toggle = (table, phase) => make(table, { stop: { phase, on: !(ownSeat(table).stops ?? []).includes(phase) } });

/**
 * The players that stop at a phase.
 * @param {Table} table
 * @param {number} phase
 */
const stoppers = (table, phase) => (duelOf(table).seats ?? []).filter((one) => (one.stops ?? []).includes(phase)).map((one) => one.seat);

/**
 * A phase in the bar: who has the turn goes there, the other one stops there.
 * @param {Table} table
 * @param {number} index
 */
export function phaseButton(table, index) {
  const { active, phases = [], phase = 0 } = duelOf(table);
  const isOurs = active === table.seat;
  const stops = stoppers(table, index);
  const words = [phases[index], ...stops.map((seat) => (seat === table.seat ? 'you stop here' : `${nameAt(table, seat)} stops here`))].join(', ');
  const look = index === phase ? ' is-now' : index < phase ? ' is-past' : '';
  return h('button', {
    type: 'button', class: 'dphase' + look, 'aria-label': words, title: !isOurs && mayAct(table) ? `${words}: stop here, or no longer` : words,
    'aria-current': index === phase ? 'step' : null, 'aria-pressed': isOurs || !table.seat ? null : String((ownSeat(table).stops ?? []).includes(index)),
    disabled: !mayAct(table), onclick: () => (isOurs ? make(table, { phase: index }) : toggle(table, index)),
  }, stops.map((seat) => h('span', { class: 'dstop ' + (seat === nearSeat(table) ? 'near' : 'far'), 'aria-hidden': 'true', key: seat })));
}

/**
 * Opens the phases of the other player's turns, to stop at some of them.
 * @param {Table} table
 */
export function openStops(table) {
  openDialog('Stop in the other’s turns', () => {
    const now = nowOf(table);
    const { phases = [] } = duelOf(now);
    return h('div', { class: 'form' },
      h('p', { class: 'note' }, 'The other player’s turn goes to such a phase first, and no further by itself. Both see it.'),
      phases.map((name, index) => h('label', { class: 'choice', key: index },
        h('input', { type: 'checkbox', checked: (ownSeat(now).stops ?? []).includes(index), disabled: !mayAct(now), onchange: () => toggle(now, index) }),
        h('span', null, h('bdi', null, name)))),
      h('div', { class: 'actions' }, h('button', { type: 'button', class: 'button', onclick: closeDialog }, 'Close')));
  });
}
