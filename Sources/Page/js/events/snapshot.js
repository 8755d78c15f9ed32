// @ts-check
// A picture of a countdown as it is now, without the tools around it (rows E-11, E-12): an SVG file to keep, send or print.

import { h } from '../view.js';
import { patch } from '../view.js';
import { saveFile } from '../attempt.js';
import { parts, unitName } from './countdown.js';
import { eventColour } from './cover.js';
import { dateText, timing } from './dates.js';
import { nextOf } from './repeat.js';
import { texts } from './texts.js';
import { wallpaper } from '../pictures.js';

/**
 * Saves the picture as a file.
 * @param {parlor.EventView} view
 * @param {import('./countdown.js').Countdown} time
 * @param {boolean} isPast
 */
export async function snapshot(view, time, isPast) {
  const place = document.createElement('div');
  const dye =
    getComputedStyle(document.querySelector(`.c-${eventColour(view)}`) ?? document.body).getPropertyValue('--dye').trim() || '#1D6B3E';
  const when = timing(view);
  patch(place, [
    h('svg', {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: '0 0 960 540',
      width: 960,
      height: 540,
      'font-family': 'system-ui, sans-serif',
      fill: '#fff',
      'text-anchor': 'middle'
    },
      h('rect', { width: 960, height: 540, fill: dye }),
      h('g', { fill: 'none', stroke: '#fff', 'stroke-width': 1.1, color: '#fff', opacity: 0.3 }, wallpaper(view.id ?? '', 'snapshot', 48)),
      h('rect', { y: 150, width: 960, height: 250, fill: '#000', opacity: 0.42 }),
      isPast ? h('text', { x: 480, y: 265, 'font-size': 64, 'font-weight': 700 }, texts.past)
             : parts(time)
                 .map(
                   ({ unit, count }, index) =>
                     h('g', { transform: `translate(${160 + index * 160} 250)` }, h('text', { 'font-size': 72, 'font-weight': 700 }, count),
                       h('text', { y: 34, 'font-size': 20 }, unitName(unit, count)))),
      h('text', { x: 480, y: 345, 'font-size': fitting(view.name ?? ''), 'font-weight': 600 }, `${texts.until} ${view.name}`),
      h('text', { x: 480, y: 380, 'font-size': 20 }, dateText(nextOf(when, Date.now()).start, when)))
  ]);
  const text = new XMLSerializer().serializeToString(/** @type {Element} */ (place.firstElementChild));
  saveFile(text, (view.name || 'event') + '.svg', 'image/svg+xml');
}

/**
 * A size in which a name fits onto the picture.
 * @param {string} name
 */
const fitting = (name) => Math.max(12, Math.min(36, 1500 / (name.length + 6)));
