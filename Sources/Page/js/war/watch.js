// @ts-check
// Watching: who watches a match, and how one asks to (row G-49).
import { h } from '../view.js';
import { action, head, linkButton } from '../parts.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { command } from '../state.js';
import { go, to } from '../router.js';
import { gameOf } from '../games/games.js';
import { trust } from './players.js';

/** @typedef {parlor.TableView} Table */

/**
 * A match of others that we may ask to watch.
 * @param {Table} table
 */
export function watchableTable(table) {
  const host = table.host ?? {};
  return h('div', { class: 'page narrow-page' },
    head([nameOf(host.name), '’s Game']),
    h('section', { class: 'panel', role: 'status' }, h('div', { class: 'form' },
      table.description && h('p', null, said(table.description)),
      h('p', { class: 'note' }, `${host.words ?? ''} · ${trust(host)}`),
      table.watching ? h('p', null, 'You have asked to watch. The match is shown as soon as the host lets you in.') : h('p', null, 'You may ask to watch this match.'),
      h('div', { class: 'actions' },
        !table.watching && action({ at: 'watch', label: 'Watch', icon: 'eye', act: () => command('tables/watch', { table: table.id }) }),
        linkButton({ label: 'Back to the menu', icon: 'back', href: '#/war' })))));
}

/**
 * Those who watch a match; its host can dismiss them.
 * @param {Table} table
 */
export function watchers(table) {
  const people = table.watchers ?? [];
  return people.length > 0 && h('section', { class: 'panel', 'aria-label': 'Watching', key: 'watchers' }, h('h2', null, 'Watching'),
    h('ul', { class: 'lines' }, people.map((one) => h('li', { key: one.author },
      h('span', { class: 'what' }, h('strong', null, nameOf(one.name, colourOfAuthor(one.author))), h('span', null, one.words)),
      table.seat === 'SEAT_HOST' && action({
        at: 'dismiss-' + one.author, label: 'Dismiss', look: 'button plain', act: () => command('tables/dismiss', { table: table.id, person: one.author }),
      })))));
}

/**
 * The way to the wall screen of a match, for a projector. It is a window of its own: who plays leaves a table that is not seen.
 * @param {Table} table
 */
export const wallItem = (table) => gameOf(table).wall && {
  label: 'Wall screen', icon: 'eye', act: () => {
    open(to('war', table.id, 'wall'), '_blank', 'popup,width=1280,height=720');
  },
};

/**
 * What somebody can do who watches.
 * @param {Table} table
 */
export function watcherDoings(table) {
  const wall = wallItem(table);
  return h('div', { class: 'menu', key: 'doings' }, wall && action({ at: 'wall', ...wall }), action({
    at: 'stop-watching', label: 'Stop watching', icon: 'back', act: async () => {
      await command('tables/watch', { table: table.id, stop: true });
      go(to('war'));
    },
  }));
}
