// @ts-check
// The place of cards: what people own, what they build of it, and what they trade.

import { icon } from '../pictures.js';
import { to } from '../router.js';
import { h } from '../view.js';
import { collectionsScreen } from './collections.js';
import { manageScreen } from './manage.js';
import { helpScreen, listsScreen, requestsScreen, shownScreen } from './shared.js';
import { statsScreen } from './stats.js';
import { texts } from './texts.js';
import { marketScreen, tradesScreen } from './trades.js';
import { tradesWaiting } from './waiting.js';

/**
 * The parts of the place beside the collections.
 * @type {Record<string, [string, () => import('../view.js').Child]>}
 */
const parts = {
  trades: ['Trades', tradesScreen],
  market: ['Want and have', marketScreen],
  lists: ['Lists', listsScreen],
  requests: ['Requests', requestsScreen],
  shown: ['Shown', shownScreen],
  help: ['Help', helpScreen],
};

/** @param {import('../router.js').Context} context */
export function cardsScreen({ path: [first = '', second = ''] }) {
  if (second === 'manage') return [back(first), manageScreen(first)];
  if (second === 'stats') return [back(first), statsScreen(first)];
  const part = parts[first];
  const waiting = tradesWaiting();
  return [
    h('header', { class: 'place-head', key: 'head' }, h('h1', null, texts.title),
      h('nav', { class: 'tabs', 'aria-label': 'Parts of cards' },
        h('a', { href: to('cards'), 'aria-current': part ? null : 'page' }, 'Collections'),
        Object.entries(parts).map(
          ([name, [label]]) =>
            h('a', { key: name, href: to('cards', name), 'aria-current': name === first ? 'page' : null }, label,
              name === 'trades' && waiting > 0 && h('span', { class: 'badge' }, waiting))))),
    h('div', { class: 'page', key: first || 'box' }, part ? part[1]() : collectionsScreen(first === 'box' ? '' : first)),
  ];
}

/** @param {string} id */
const back = (id) => h('p', { class: 'back-link', key: 'back' }, h('a', { href: to('cards', id) }, icon('back'), 'Collections'));
