// @ts-check
// Draws that the members of the room witness (row T-10): nobody can choose what is drawn, and every attempt stays to be seen.

import { action } from '../parts.js';
import { said } from '../people.js';
import { command } from '../state.js';
import { dateAndTime, list } from '../texts.js';
import { h } from '../view.js';
import { texts } from './texts.js';

/**
 * Begins a draw and ends the time to join it ten seconds later, as the terminal does.
 * @param {parlor.TournamentView} view
 * @param {{ lots?: boolean, groups?: number, reason?: string }} what
 */
export async function beginDraw(view, what) {
  const after = await command('tournaments/draw', { tournament: view.id, ...what });
  const draw = (after.draws ?? []).at(-1);
  if (!draw || (draw.state ?? 'DRAW_STATE_OPEN') !== 'DRAW_STATE_OPEN') return;
  // Who leaves the page meanwhile ends the time with the button.
  setTimeout(() => command('tournaments/close-draw', { draw: draw.id }).catch(() => {}), texts.drawSeconds * 1000);
}

/**
 * The result of the last check of all draws of a tournament.
 * @type {{ tournament: string | undefined, found: parlor.TournamentCheck } | null}
 */
let checked = null;

/**
 * Checks all draws again, from the first promise to the order that was drawn.
 * @param {parlor.TournamentView} view
 */
const check = (view) => h('section', { class: 'panel', key: 'check', 'aria-label': 'Check' },
  h('div', { class: 'actions' }, action({
    at: `tournament/${view.id}/check`, label: 'Check all draws', icon: 'check', act: async () => {
      checked = { tournament: view.id, found: await command('tournaments/check', { tournament: view.id }) };
    },
  })),
  h('div', { role: 'status' }, checked?.tournament === view.id && [
    ...(checked?.found.faults ?? []).map((one, place) => h('p', { class: 'bad', key: 'fault' + place }, said(one))),
    ...(checked?.found.checks ?? []).map((one, place) => h('p', { key: 'check' + place }, said(one))),
  ]));

/** @param {parlor.TournamentView} view */
export const drawsTab = (view) => h(
  'div', { class: 'page', key: 'draws' }, check(view),
  (view.draws ?? [])
    .map(
      (draw) => h(
        'section', { key: draw.id, class: 'panel' },
        h('h2', null, `Attempt ${draw.attempt ?? 1}: `,
          { DRAW_PURPOSE_GROUPS: 'groups',
           DRAW_PURPOSE_SEEDS: 'seeds',
           DRAW_PURPOSE_LOTS: 'lots for ties' }[String(draw.purpose ?? 'DRAW_PURPOSE_GROUPS')]),
        h('p', { class: 'second' }, dateAndTime(draw.made), '. ',
          { DRAW_STATE_OPEN: 'Members can join.',
           DRAW_STATE_CLOSED: 'It waits for what was promised.',
           DRAW_STATE_DONE: 'Done.',
           DRAW_STATE_VOID: draw.fault ?? '' }[String(draw.state ?? 'DRAW_STATE_OPEN')]),
        draw.decides && h('p', { class: 'note' }, 'Decides between those who are level.'),
        draw.reason && h('p', { class: 'note' }, 'Drawn again: ', h('bdi', null, draw.reason)),
        h('dl', { class: 'facts' }, h('dt', null, 'Witnesses'),
          h('dd', null, h('bdi', null, (draw.people ?? []).length > 1 ? list(draw.people ?? []) : 'none: it is not witnessed')),
          (draw.missing ?? []).length > 0 && [h('dt', null, 'Withheld'), h('dd', { class: 'bad' }, h('bdi', null, list(draw.missing ?? [])))],
          draw.seed && [h('dt', null, 'Seed'), h('dd', null, h('code', null, draw.seed))],
          (draw.order ?? []).length > 0 && [h('dt', null, 'Order'), h('dd', null, h('bdi', null, (draw.order ?? []).join(', ')))],
          (draw.changed ?? []).length > 0 &&
            [
              h('dt', null, 'Changed since'),
              h('dd', { class: 'bad' }, (draw.changed ?? []).map((one) => h('p', { key: one }, h('bdi', null, one))))
            ]),
        view.may_edit && (draw.state ?? 'DRAW_STATE_OPEN') === 'DRAW_STATE_OPEN' &&
          h('div', { class: 'actions' },
            action(
              { at: 'draw/' + draw.id, label: 'End the time to join', act: () => command('tournaments/close-draw', { draw: draw.id }) })))));
