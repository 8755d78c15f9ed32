// @ts-check
// The place of tournaments: competitions of any kind.

import { isLeaving } from '../attempt.js';
import { whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { to } from '../router.js';
import { h } from '../view.js';
import { listScreen, newScreen } from './list.js';
import { tournamentReading } from './parts.js';
import { playScreen } from './play.js';
import { setupScreen } from './setup.js';
import { texts } from './texts.js';

/** @param {import('../router.js').Context} context */
export function tournamentsScreen({ path: [id, part = ''] }) {
  if (!id) return listScreen();
  if (id === 'new') return newScreen();
  if (isLeaving(id)) return null;
  return [
    h('p', { class: 'back-link', key: 'back' }, h('a', { href: to('tournaments') }, icon('back'), texts.title)),
    whenRead(
      tournamentReading(id),
      (view) => {
        if (view.deleted) return h('p', { role: 'alert' }, 'This tournament was deleted.');
        return (view.phase ?? 'TOURNAMENT_PHASE_DRAFT') === 'TOURNAMENT_PHASE_DRAFT' ? setupScreen(view, part) : playScreen(view, part);
      }),
  ];
}

/**
 * The name of the open tournament, for the window's title.
 * @param {import('../router.js').Context} context
 */
export const tournamentTitle = ({ path: [id] }) => (id && id !== 'new' && !isLeaving(id) ? tournamentReading(id).answer?.name ?? '' : '');
