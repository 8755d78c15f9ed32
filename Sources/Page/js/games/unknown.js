// @ts-check
// A game that this page does not know: it is shown and not played.
import { h } from '../view.js';

/** @type {import('./games.js').Game} */
export const unknown = {
  title: 'A game',
  board: (table) => h('section', { class: 'panel', 'aria-label': 'The game' }, h('p', null, `This Parlor does not know the game ${table.game ?? ''}. A newer one does.`)),
  score: () => null,
  holding: () => '',
  awaited: 'Your move is awaited',
  key: () => false,
  hasReplay: false,
};
