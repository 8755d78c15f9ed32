// @ts-check
// How much people have drawn, and for how long (row W-21).
import { told } from '../doing.js';
import { locale } from '../texts.js';
import { h } from '../view.js';
import { empty, whenRead } from '../parts.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { reading } from '../reads.js';
import { texts } from './texts.js';

/** Everybody whose drawings are in the gallery, with what they have drawn. */
export const artists = () => whenRead(reading('drawings/stats', {}, { views: ['DrawingView'] }), ({ artists: people = [], problem = '', remedy }) => [
  problem && h('p', { key: 'problem' }, told(problem, remedy)),
  people.length === 0 ? !problem && empty(texts.empty)
    : h('div', { class: 'panel flush grid-scroll', tabindex: 0, role: 'group', 'aria-label': texts.artists }, h('table', { class: 'statistics' },
      h('caption', { class: 'visually-hidden' }, texts.artists),
      h('thead', null, h('tr', null, texts.artistColumns.map((title) => h('th', { scope: 'col', key: title }, title)))),
      h('tbody', null, people.map(line)))),
]);

/** @param {parlor.Artist} one */
const line = (one) => h('tr', { key: one.author }, h('th', { scope: 'row' }, nameOf(one.name, colourOfAuthor(one.author, one.colour))),
  [one.drawings, one.strokes].map((value) => h('td', null, Number(value ?? 0).toLocaleString(locale))), h('td', null, one.time_spent),
  h('td', null, Number(one.likes ?? 0).toLocaleString(locale)));
