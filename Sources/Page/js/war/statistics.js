// @ts-check
// What came of all matches that the logs of both sides prove, by the other player (row G-67).
import { h } from '../view.js';
import { empty, head, linkButton, whenRead } from '../parts.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { reading } from '../reads.js';
import { plural, locale } from '../texts.js';
import { to } from '../router.js';

/** The matches won and lost against everybody. */
export function statisticsScreen() {
  return h('div', { class: 'page narrow-page' }, head('Statistics', linkButton({ label: 'Load Game', icon: 'back', href: to('war', 'load') })),
    whenRead(reading('tables/statistics', {}, { kinds: ['table'], views: [] }), (answer) => {
      const people = answer.people ?? [];
      if (!people.length) return empty('No Games', linkButton({ label: 'New Game', icon: 'plus', href: to('war', 'new') }));
      return [
        h('div', { class: 'panel flush grid-scroll', tabindex: 0, role: 'group', 'aria-label': 'Matches by player' }, h('table', { class: 'statistics' },
          h('caption', { class: 'visually-hidden' }, 'Matches by player'),
          h('thead', null, h('tr', null, ['Player', 'Played', 'Won', 'Lost', 'Drawn', 'Rounds', 'Wars', 'Longest'].map((title) => h('th', { scope: 'col', key: title }, title)))),
          h('tbody', null, people.map((one) => line(one, nameOf(one.name, colourOfAuthor(one.author)))),
            people.length > 1 && answer.total && line(answer.total, 'All together')))),
        !!answer.unverified && h('p', { class: 'note' }, `${plural(answer.unverified, 'match', 'matches')} ${answer.unverified === 1 ? 'is' : 'are'} left out: the logs of both sides do not prove ${answer.unverified === 1 ? 'it' : 'them'}.`),
      ];
    }));
}

/**
 * @param {parlor.HeadToHead} one
 * @param {import('../view.js').Child} name
 */
function line(one, name) {
  return h('tr', { key: one.author || 'all' }, h('th', { scope: 'row' }, name),
    [one.played, one.won, one.lost, one.drawn, one.rounds, one.wars, one.longest].map((value) => h('td', null, Number(value ?? 0).toLocaleString(locale))));
}
