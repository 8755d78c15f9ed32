// @ts-check
// The next round of a Swiss tournament, and the matches of a free one (rows T-02, T-39).

import { formOf } from '../forms.js';
import { action } from '../parts.js';
import { command } from '../state.js';
import { h } from '../view.js';

/** @param {parlor.TournamentView} view */
export function nextRound(view) {
  if (!view.may_edit || view.phase === 'TOURNAMENT_PHASE_FINISHED') return null;
  if (view.format === 'TOURNAMENT_FORMAT_SWISS') {
    return h(
      'div', { class: 'panel', key: 'next-round' }, h('p', { class: 'second' }, 'In each round those meet who stand alike and have not met.'),
      h('div', { class: 'actions' }, action({
          at: `tournament/${view.id}/round`,
          label: 'Pair the next round',
          icon: 'plus',
          act: () => command('tournaments/set-round', { tournament: view.id, pair: true })
        })));
  }
  if (view.format !== 'TOURNAMENT_FORMAT_FREE') return null;
  // By their places: names may be anything.
  /** @type {[string, string][]} */
  const options = (view.entrants ?? []).filter((entrant) => !entrant.out && !entrant.refused).map((entrant) => [`#${entrant.number ?? 0}`, entrant.name ?? '']);
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
        form.select('away', { label: 'Away', options: [...options, ['--bye--', '--bye--']] }))));
}
