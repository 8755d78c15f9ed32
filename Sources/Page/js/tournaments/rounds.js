// @ts-check
// The next round of a Swiss tournament, the matches of a free one, and who comes when and plays in which round (rows T-02, T-34, T-39,
// T-58, T-59).

import { formOf } from '../forms.js';
import { command } from '../state.js';
import { h } from '../view.js';
import { traits } from './parts.js';
import { placeOf } from './texts.js';

/** @param {parlor.TournamentView} view */
export function nextRound(view) {
  if (!view.may_edit || view.phase === 'TOURNAMENT_PHASE_FINISHED') return null;
  if (traits(view).pairs_rounds) return swissRound(view);
  if (!traits(view).sets_rounds) return schedule(view);
  // By their places: names may be anything.
  /** @type {[string, string][]} */
  const options = (view.entrants ?? []).filter((entrant) => !entrant.out && !entrant.refused).map((entrant) => [placeOf(entrant), entrant.name ?? '']);
  const form = formOf(`tournament/${view.id}/matches`, { home: options[0]?.[0] ?? '', away: options[1]?.[0] ?? '' });
  return h(
    'div', { class: 'panel', key: 'next-round' }, h('h2', null, 'New match'),
    form.form(
      {
        send: 'Add the match',
        disabled: form.values.home === form.values.away,
        submit: () => command('tournaments/set-round', { tournament: view.id, matches: [`${form.values.home} : ${form.values.away}`] }),
      },
      h('div', { class: 'pair-fields' }, form.select('home', { label: 'Home', options }),
        form.select('away', { label: 'Away', options: traits(view).sets_byes ? [...options, ['--bye--', '--bye--']] : options }))));
}

/**
 * Names with commas between them, as the daemon takes them.
 * @param {string} text
 */
const names = (text) => text.split(',').map((name) => name.trim()).filter(Boolean);

/**
 * Pairs the next round, without those who are not there.
 * @param {parlor.TournamentView} view
 */
function swissRound(view) {
  const form = formOf(`tournament/${view.id}/round`, { absent: '', half: '' });
  const hint = 'Names with commas between them, or places as #3.';
  return h(
    'div', { class: 'panel', key: 'next-round' }, h('p', { class: 'second' }, 'In each round those meet who stand alike and have not met.'),
    form.form(
      {
        send: 'Pair the next round',
        submit: () => command('tournaments/set-round', {
          tournament: view.id,
          pair: true,
          absent: names(form.values.absent),
          half: names(form.values.half)
        }),
      },
      h('details', null, h('summary', null, 'Who is not there'), form.text('absent', { label: 'Absent in this round', hint }),
        form.text('half', { label: 'Half-point byes', hint }))));
}

/**
 * Changes the schedule of a league or of groups: two matches without a score exchange who meets in them.
 * @param {parlor.TournamentView} view
 */
function schedule(view) {
  const open = (view.matches ?? []).filter((match) => !(match.reports ?? []).length && match.state !== 'MATCH_STATE_BYE');
  if (open.length < 2) return null;
  /** @type {[string, string][]} */
  const options = open.map((match) => [match.name ?? '', `${match.name}: ${match.home?.name} – ${match.away?.name}`]);
  const form = formOf(`tournament/${view.id}/schedule`, { swap: options[0][0], with: options[1][0] });
  return h(
    'details', { class: 'panel', key: 'schedule' }, h('summary', null, 'Change the schedule'),
    form.form(
      {
        send: 'Exchange the two matches',
        disabled: form.values.swap === form.values.with,
        submit: () => command('tournaments/set-round', { tournament: view.id, swap: form.values.swap, with: form.values.with }),
      },
      h('div', { class: 'pair-fields' }, form.select('swap', { label: 'This match', options }),
        form.select('with', { label: 'changes places with', options }))));
}

/**
 * Adds entrants to a tournament that is being played; null where nobody can come any more.
 * @param {parlor.TournamentView} view
 */
export function lateEntrants(view) {
  const { takes_late: isOpen, names_first_round: hasRounds } = traits(view);
  if (!view.may_edit || !isOpen || view.phase === 'TOURNAMENT_PHASE_FINISHED') return null;
  const form = formOf(`tournament/${view.id}/late`, { lines: '', round: '' });
  return form.form(
    {
      send: 'Add',
      disabled: !form.values.lines.trim(),
      submit: () => command('tournaments/add-entrants', {
        tournament: view.id,
        lines: form.values.lines,
        ...(form.values.round ? { from_round: Number(form.values.round) } : {})
      }),
    },
    form.area('lines', { label: 'New entrants', rows: 2, hint: 'One a line.' }),
    hasRounds && form.number('round', { label: 'From round', min: 1, hint: 'Without a number, from the next one on.' }));
}
