// @ts-check
// A month as a grid of days (row E-72), with every date of what comes again.

import { h } from '../view.js';
import { reading } from '../reads.js';
import { icon } from '../pictures.js';
import { whenRead } from '../parts.js';
import { concerns } from './concerns.js';
import { eventColour } from './cover.js';
import { dayText, hourText, monthDays, monthText, timing, weekdayTexts } from './dates.js';
import { occurrences } from './repeat.js';
import { texts } from './texts.js';
import { instant, midnight, ownZone, wall } from './zones.js';

/**
 * @param {string} [which] as 2026-12; this month without it
 */
export const monthScreen = (which) => whenRead(reading('events/details', {}, concerns), (answer) => month(answer, which ?? ''));

/**
 * @param {parlor.EventViews} answer
 * @param {string} which
 */
function month(answer, which) {
  const today = midnight(wall(Date.now(), ownZone));
  const match = /^(\d{4})-(\d\d)$/.exec(which);
  const [year, number] =
    match ? [Number(match[1]), Number(match[2]) - 1] : [new Date(today).getUTCFullYear(), new Date(today).getUTCMonth()];
  const days = monthDays(year, number);
  const { dates, isWhole } = daysOf(answer.events ?? [], days);
  const name = monthText(Date.UTC(year, number, 1));
  return h(
    'section', { class: 'month', key: 'month', 'aria-labelledby': 'month-name' },
    h('div', { class: 'toolbar' },
      h('a', { class: 'button', href: monthLink(year, number - 1), 'aria-label': 'The month before', title: 'The month before' },
        icon('back')),
      h('h2', { id: 'month-name', 'aria-live': 'polite' }, name),
      h('a', { class: 'button turned', href: monthLink(year, number + 1), 'aria-label': 'The next month', title: 'The next month' },
        icon('back')),
      match && h('a', { class: 'button', href: '#/events/month' }, 'Today')),
    h('div', { class: 'panel flush grid-scroll', tabindex: 0, role: 'group', 'aria-label': `${name}, scrolls sideways` },
      h('table', { class: 'month-grid' }, h('thead', null, h('tr', null, weekdayTexts().map((day) => h('th', { scope: 'col' }, day)))),
        h('tbody', null,
          Array.from(
            { length: days.length / 7 },
            (_, week) =>
              h('tr', { key: days[week * 7] },
                days.slice(week * 7, week * 7 + 7).map((day) => dayCell(day, number, today, dates.get(day) ?? []))))))),
    !isWhole && h('p', { class: 'hint' }, texts.cannotFollow));
}

/**
 * @param {number} year
 * @param {number} month from 0, also outside of the year
 */
function monthLink(year, month) { return '#/events/month/' + new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 7); }

/** @typedef {{ view: parlor.EventView, start: number, end: number, name: string, isFirst: boolean }} Shown */

/**
 * What is on which day.
 * @param {parlor.EventView[]} views
 * @param {number[]} days
 */
export function daysOf(views, days) {
  const [from, to] = [instant(days[0], ownZone), instant(days[days.length - 1] + 864e5, ownZone)];
  /** @type {Map<number, Shown[]>} */
  const dates = new Map();
  let isWhole = true;
  for (const view of views) {
    const when = timing(view);
    const found = occurrences(when, from, to);
    if (!found) isWhole = false;
    for (const one of found ?? [{ start: when.start, end: when.start + when.minutes * 6e4, name: undefined }]) {
      const zone = when.isAllDay ? when.zone : ownZone;
      const first = midnight(wall(one.start, zone));
      const last = midnight(wall(Math.max(one.start, one.end - 1), zone));
      for (let day = first; day <= last && day <= days[days.length - 1]; day += 864e5) {
        const list = dates.get(day);
        const shown = { view, start: one.start, end: one.end, name: one.name ?? view.name ?? '', isFirst: day === first };
        if (list) list.push(shown);
        else dates.set(day, [shown]);
      }
    }
  }
  for (const list of dates.values()) list.sort((a, b) => a.start - b.start);
  return { dates, isWhole };
}

/**
 * @param {number} day
 * @param {number} month
 * @param {number} today
 * @param {Shown[]} shown
 */
function dayCell(day, month, today, shown) {
  const number = new Date(day).getUTCDate();
  return h(
    'td', { class: (new Date(day).getUTCMonth() === month ? '' : 'outside') + (day === today ? ' today' : '') },
    h('span', { class: 'date', 'aria-hidden': 'true' }, number),
    h('span', { class: 'visually-hidden' }, dayText(day) + (day === today ? ', today' : '')),
    shown.length > 0 &&
      h('ul', null,
        shown.slice(0, 4).map(
          ({ view, start, name, isFirst }) => h(
            'li', { key: `${view.id}${start}` },
            h('a', {
              href: `#/events/${view.id}`,
              class: `c-${eventColour(view)}` + (view.status === 'EVENT_STATUS_CANCELLED' ? ' cancelled' : '')
            },
              h('i', { class: 'swatch' }), !timing(view).isAllDay && isFirst && h('span', { class: 'hour' }, hourText(start)),
              h('bdi', null, name))))),
    shown.length > 4 && h('span', { class: 'hint' }, `${shown.length - 4} more`));
}
