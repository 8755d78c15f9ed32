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
          titles('Player', 'Rounds', 'Wars', 'Longest'),
          h('tbody', null, people.map((one) => line(one, nameOf(one.name, colourOfAuthor(one.author)), war)),
            people.length > 1 && answer.total && line(answer.total, 'All together', war)))),
        !!answer.unverified && h('p', { class: 'note' }, `${plural(answer.unverified, 'match', 'matches')} ${answer.unverified === 1 ? 'is' : 'are'} left out: the logs of both sides do not prove ${answer.unverified === 1 ? 'it' : 'them'}.`),
      ];
    }), duels());
}

/** @param {parlor.HeadToHead} one */
const war = (one) => [one.rounds, one.wars, one.longest];

/** @param {parlor.HeadToHead} one */
const duel = (one) => [one.rounds, one.longest];

/**
 * The duels that count, by the other player, by library and by format (row V-45); nothing before the first.
 */
function duels() {
  return whenRead(reading('duels/statistics', {}, { kinds: ['table'], views: [] }), (answer) => {
    const people = answer.people ?? [];
    /**
     * @param {string} title
     * @param {parlor.HeadToHead[]} all
     * @param {(one: parlor.HeadToHead) => import('../view.js').Child} name
     */
    const group = (title, all, name) => all.length > 0 && h('table', { class: 'statistics', key: title },
      h('caption', { class: 'visually-hidden' }, `Duels by ${title.toLowerCase()}`), titles(title, 'Games', 'Longest'),
      h('tbody', null, all.map((one) => line(one, name(one), duel))));
    const named = (/** @type {parlor.HeadToHead} */ one) => h('bdi', null, one.name);
    return [
      people.length > 0 && h('section', { 'aria-label': 'Duels' }, h('h2', null, 'Duels'),
        h('div', { class: 'panel flush grid-scroll', tabindex: 0, role: 'group', 'aria-label': 'Duels by player, library and format' },
          group('Player', people, (one) => nameOf(one.name, colourOfAuthor(one.author))),
          group('Library', answer.libraries ?? [], named), group('Format', answer.formats ?? [], named))),
      !!answer.unverified && h('p', { class: 'note' }, `${plural(answer.unverified, 'duel', 'duels')} ${answer.unverified === 1 ? 'is' : 'are'} left out: not opened by the winner, or not proven.`),
    ];
  });
}

/**
 * @param {string} first
 * @param {...string} last
 */
function titles(first, ...last) {
  return h('thead', null, h('tr', null, [first, 'Played', 'Won', 'Lost', 'Drawn', ...last].map((title) => h('th', { scope: 'col', key: title }, title))));
}

/**
 * @param {parlor.HeadToHead} one
 * @param {import('../view.js').Child} name
 * @param {(one: parlor.HeadToHead) => (number | string | undefined)[]} last
 */
function line(one, name, last) {
  return h('tr', { key: one.author || one.name || 'all' }, h('th', { scope: 'row' }, name),
    [one.played, one.won, one.lost, one.drawn, ...last(one)].map((value, index) => h('td', { key: index }, Number(value ?? 0).toLocaleString(locale))));
}
