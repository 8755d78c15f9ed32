// @ts-check
// What a library is made of: bars of our own, legality, odds and an opening hand (rows D-53, D-55).

import { doing, isBusy, refused, told } from '../doing.js';
import { formOf } from '../forms.js';
import { whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { reading } from '../reads.js';
import { changed, command } from '../state.js';
import { plural, locale } from '../texts.js';
import { h } from '../view.js';
import { concerns, coverOf } from './parts.js';
import { texts } from './texts.js';

/**
 * The hand that was drawn last, and from which library.
 * @type {{ library: string, cards: string[] } | null}
 */
let hand = null;
/**
 * What the odds were asked for last.
 * @type {{ library: string, answer: parlor.OddsView } | null}
 */
let odds = null;

/** @param {string} library */
export const statsScreen = (library) => h(
  'div', { class: 'page', key: 'stats' },
  whenRead(
    reading('libraries/stats', { library }, concerns),
    (stats) =>
      [h('header', { class: 'head', key: 'head' }, h('h1', null, h('bdi', null, stats.name)),
         h('span', { class: 'note' }, plural(stats.count ?? 0, 'card'), stats.unknown ? `, of ${stats.unknown} nothing is known` : '')),
       h('div', { class: 'stats', key: 'bars' }, bars('Curve', 'Cards by what they cost', stats.curve ?? []),
         bars('Types', 'Cards by type', stats.types ?? []), bars('Colours', 'Cards by colour', stats.colours ?? [])),
]),
  h('div', { class: 'stats ways' },
    h('section', { class: 'panel', key: 'check' }, h('h2', null, 'Rules of its format'),
      whenRead(
        reading('libraries/check', { library }, concerns),
        (check) =>
          [check.legal ? h('p', { class: 'good' }, icon('check'), check.unknown?.length ? ' It keeps the rules that were checked.' : ' It keeps the rules.')
                       : h('ul', { class: 'cup-messages' },
                           (check.failures ?? []).map((text) => h('li', { key: text }, icon('warning'), h('span', null, told(text))))),
           (check.unknown ?? []).map((text, index) => h('p', { class: 'note', key: text }, told(text, (check.remedies ?? [])[index])))])),
    oddsPanel(library), handPanel(library)));

/**
 * Bars as one picture, and the same as a table for who cannot see it.
 * @param {string} title
 * @param {string} label
 * @param {parlor.StatLine[]} lines
 */
function bars(title, label, lines) {
  const most = Math.max(0, ...lines.map((line) => line.count ?? 0));
  const height = lines.length * 28;
  const width = (/** @type {parlor.StatLine} */ line) => (line.count ?? 0) / most * 165;
  return h(
    'section', { class: 'panel', key: title }, h('h2', null, title), most === 0 ? h('p', { class: 'note' }, texts.nothingCounted) : [
      h('svg', { class: 'bars', viewBox: `0 0 300 ${height}`, 'aria-hidden': 'true' },
        lines.map(
          (line, index) => h(
            'g', { key: line.name, transform: `translate(0 ${index * 28})`, class: line.count ? null : 'none' },
            h('text', { x: 92, y: 18, class: 'bar-name' }, line.name),
            h('line', { x1: 100, x2: 100, y1: 0, y2: 28, class: 'bar-base' }),
            !!line.count && h('path', { d: bar(width(line)), class: 'bar-of' }),
            h('text', { x: 106 + width(line), y: 18, class: 'bar-count' }, line.count ?? 0)))),
      h('table', { class: 'visually-hidden' }, h('caption', null, label),
        h('tbody', null,
          lines.map((line) => h('tr', { key: line.name }, h('th', { scope: 'row' }, line.name), h('td', null, line.count ?? 0)))))
    ]);
}

/**
 * A bar that stands on its line, round at its end.
 * @param {number} width
 */
const bar = (width) => `M100 5H${100 + Math.max(0, width - 3)}Q${100 + width} 5 ${100 + width} 8V20Q${100 + width} 23 ${100 + Math.max(0, width - 3)} 23H100Z`;

/** @param {string} library */
function handPanel(library) {
  return h(
    'section', { class: 'panel wide', key: 'hand' }, h('h2', null, 'Opening hand'),
    hand?.library === library &&
      h('ul', { class: 'card-grid small-tiles', 'aria-live': 'polite' },
        hand.cards.map(
          (name, index) =>
            h('li', { key: index, class: 'card-tile' }, coverOf(name, 'hand-' + index),
              h('span', { class: 'about' }, h('strong', null, h('bdi', null, name)))))),
    refused('stats/hand'),
    h('div', { class: 'actions' },
      h('button', {
        type: 'button',
        class: 'button',
        disabled: isBusy('stats/hand'),
        onclick: () => doing(
          'stats/hand',
          async () => {
            hand = { library, cards: (await command('libraries/hand', { library })).cards ?? [] };
          })
      },
        icon('cards'), hand?.library === library ? 'Draw again' : 'Draw seven cards')));
}

/** @param {string} library */
function oddsPanel(library) {
  const percent = (/** @type {number} */ millionths) =>
    (millionths / 1e6).toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 });
  return h(
    'section', { class: 'panel', key: 'odds' }, h('h2', null, 'Odds'), whenRead(reading('libraries/show', { library }, concerns), (view) => {
      const names =
        [...new Set([...(view.cards ?? []).map((line) => line.name ?? ''), ...(view.lands ?? []).map((land) => land.name ?? '')])];
      const form = formOf(`library/${library}/odds`, { card: names[0] ?? '', draws: '7' });
      return names.length === 0
        ? h('p', { class: 'note' }, 'There is nothing to draw yet.')
        : h('form', {
            onsubmit: (/** @type {SubmitEvent} */ event) => {
              event.preventDefault();
              doing('stats/odds', async () => {
                odds = {
                  library,
                  answer: await command('libraries/odds', { library, card: form.values.card, draws: Number(form.values.draws) || 7 })
                };
                changed();
              });
            }
          },
            h('div', { class: 'fields' }, form.select('card', { label: 'Card', options: names.map((name) => [name, name]) }),
              form.number('draws', { label: 'Cards drawn', min: 1, max: 250 })),
            refused('stats/odds'),
            odds?.library === library &&
              h('p', { role: 'status' }, h('b', null, percent(odds.answer.any ?? 0)),
                ` to have at least one ${odds.answer.card} among ${odds.answer.draws} of ${odds.answer.deck}: `,
                (odds.answer.exactly ?? []).map((part, index) => `${index}: ${percent(part)}`).join(', ')),
            h('div', { class: 'actions' }, h('button', { class: 'button', disabled: isBusy('stats/odds') }, 'Work it out')));
    }));
}
