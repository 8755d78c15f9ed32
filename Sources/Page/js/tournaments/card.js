// @ts-check
// The tournament that is being played, on the home screen.

import { icon } from '../pictures.js';
import { read } from '../reads.js';
import { to } from '../router.js';
import { h } from '../view.js';
import { concerns, isOurs } from './parts.js';
import { decided, texts } from './texts.js';

/** The newest tournament that is being played, and our own matches in it; nothing where none is. */
export function tournamentsCard() {
  const running = (read('tournaments/list', {}, concerns)?.tournaments ?? [])
                    .find((one) => one.phase === 'TOURNAMENT_PHASE_PLAYED' || one.phase === 'TOURNAMENT_PHASE_KNOCKOUT');
  const view = running && read('tournaments/show', { tournament: running.id }, concerns);
  if (!running || !view) return null;
  const all = [...(view.matches ?? []), ...(view.bracket ?? []).flatMap((round) => round.matches ?? [])];
  const ours = all.find((match) => match.state === 'MATCH_STATE_DUE' && isOurs(view, match));
  return h(
    'section', { class: 'panel cup-card', key: 'cup-card', 'aria-labelledby': 'home-cup' },
    h('h2', { id: 'home-cup' }, h('a', { href: to('tournaments', view.id) }, h('bdi', null, view.name))),
    h('a', { class: 'button', href: to('tournaments', view.id) }, icon('cup'), 'Open the tournament'),
    ours ? [h('p', { class: 'lit' }, 'Your match can be played'), h('p', { class: 'second' }, ours.name, ': ', h('bdi', null, ours.home?.name), ' and ', h('bdi', null, ours.away?.name))]
         : h('p', { class: 'second' }, view.total ? decided(view) : texts.noMatches),
    !!view.total && h('progress', { max: view.total, value: view.played ?? 0, 'aria-label': 'Matches decided' }));
}
