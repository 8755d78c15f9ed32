// @ts-check
// The place of drawings: a gallery for the network, where every picture knows how it was drawn.
import { h } from '../view.js';
import { command } from '../state.js';
import { icon } from '../pictures.js';
import { doing, refused } from '../doing.js';
import { coming, empty, whenRead } from '../parts.js';
import { replaceAddress } from '../router.js';
import { artists } from './artists.js';
import { close } from './board.js';
import { details } from './details.js';
import { gallery, galleryHead } from './gallery.js';
import { viewOf } from './known.js';
import { newPaper, paperKey, paperScreen } from './paper.js';
import { leavePlayer, playerKey } from './player.js';
import { texts } from './texts.js';

/** @typedef {import('../router.js').Context} Context */

/** @param {Context} context */
export function drawingsScreen({ path: [first = '', second = ''] }) {
  const view = isDrawing(first) ? viewOf(first).answer : undefined;
  if (!view?.paper) close();
  if (!view || view.paper) leavePlayer();
  if (first === '' || first === 'papers') return gallery(first === 'papers');
  if (first === 'artists') return [galleryHead(first), artists()];
  const back = h('p', { class: 'back-link', key: 'back' }, h('a', { href: view?.paper ? '#/drawings/papers' : '#/drawings' }, icon('back'), view?.paper ? texts.papers : texts.gallery));
  if (first === 'new') return [back, newPaper()];
  if (first === 'from') return [back, drawOn(second)];
  return [back, whenRead(viewOf(first), (one) => one.deleted ? empty('This drawing was deleted.') : one.paper ? paperScreen(one) : details(one))];
}

/** @param {string} name */
const isDrawing = (name) => !['', 'papers', 'artists', 'new', 'from'].includes(name);

/** @type {string} the drawing from which a paper is begun now */
let begun = '';

/**
 * Begins a paper with what is on a drawing, once.
 * @param {string} id
 */
function drawOn(id) {
  if (begun !== id) {
    begun = id;
    doing('drawings/from', async () => {
      const paper = await command('drawings/begin', { from: id });
      replaceAddress('#/drawings/' + paper.id);
    }).finally(() => { begun = ''; });
  }
  return [refused('drawings/from'), coming()];
}

/** @param {Context} context */
export function drawingTitle({ path: [first = ''] }) {
  return isDrawing(first) ? viewOf(first).answer?.title ?? '' : '';
}

/** @param {KeyboardEvent} event @param {Context} context */
export function drawingKey(event, { path: [first = ''] }) {
  const view = isDrawing(first) ? viewOf(first).answer : undefined;
  if (!view) return false;
  return view.paper ? paperKey(event, first) : playerKey(event);
}

/**
 * Who draws on a paper of a room is there.
 * @param {Context} context
 */
export function drawingAttends({ path: [first = ''] }) {
  const view = isDrawing(first) ? viewOf(first).answer : undefined;
  return view?.paper && view.together ? 'room=' + view.room : '';
}
