// @ts-check
// A week day by day (row E-72), with every date of what comes again.

import { h } from '../view.js';
import { reading } from '../reads.js';
import { icon } from '../pictures.js';
import { whenRead } from '../parts.js';
import { concerns } from './concerns.js';
import { eventColour } from './cover.js';
import { dayText, hourText, spanText, timing, weekDays } from './dates.js';
import { daysOf } from './month.js';
import { texts } from './texts.js';
import { midnight, ownZone, wall } from './zones.js';

/**
 * @param {string} [which] a day of it, as 2026-12-24; this week without it
 */
export const weekScreen = (which) => whenRead(reading('events/details', {}, concerns), (answer) => week(answer, which ?? ''));

/**
 * @param {parlor.EventViews} answer
 * @param {string} which
 */
function week(answer, which) {
  const today = midnight(wall(Date.now(), ownZone));
  const asked = /^\d{4}-\d\d-\d\d$/.test(which) ? Date.parse(which) : NaN;
  const days = weekDays(isNaN(asked) ? today : asked);
  const { dates, isWhole } = daysOf(answer.events ?? [], days);
  return h(
    'section', { class: 'week', key: 'week', 'aria-labelledby': 'week-name' },
    h('div', { class: 'toolbar' },
      h('a', { class: 'button', href: weekLink(days[0] - 7 * 864e5), 'aria-label': texts.week.before, title: texts.week.before }, icon('back')),
      h('h2', { id: 'week-name', 'aria-live': 'polite' }, spanText(days[0], days[6])),
      h('a', { class: 'button turned', href: weekLink(days[0] + 7 * 864e5), 'aria-label': texts.week.next, title: texts.week.next }, icon('back')),
      !isNaN(asked) && h('a', { class: 'button', href: '#/events/week' }, texts.week.today)),
    h('div', { class: 'panel flush' }, days.map((day) => dayPart(day, today, dates.get(day) ?? []))),
    !isWhole && h('p', { class: 'hint' }, texts.cannotFollow));
}

/** @param {number} day */
const weekLink = (day) => '#/events/week/' + new Date(day).toISOString().slice(0, 10);

/**
 * @param {number} day
 * @param {number} today
 * @param {import('./month.js').Shown[]} shown
 */
const dayPart = (day, today, shown) => h(
  'section', { key: day, class: day === today ? 'today' : '' },
  h('h3', null, dayText(day), day === today && h('span', { class: 'tag' }, texts.week.today)),
  shown.length > 0 ? h('ul', { class: 'rows' }, shown.map((one) => eventRow(one, day))) : h('p', { class: 'hint' }, texts.week.free));

/**
 * @param {import('./month.js').Shown} shown
 * @param {number} day
 */
const eventRow = (shown, day) => h(
  'li', { key: `${shown.view.id}${shown.start}` },
  h('a', {
    href: `#/events/${shown.view.id}`,
    class: `c-${eventColour(shown.view)}` + (shown.view.status === 'EVENT_STATUS_CANCELLED' ? ' cancelled' : '')
  },
    h('i', { class: 'swatch' }), h('span', { class: 'hour' }, hoursText(shown, day)), h('bdi', null, shown.name),
    shown.view.place && h('bdi', { class: 'hint' }, shown.view.place)));

/**
 * From when to when something is on one of its days.
 * @param {import('./month.js').Shown} shown
 * @param {number} day
 */
function hoursText({ view, start, end, isFirst }, day) {
  if (timing(view).isAllDay) return texts.week.allDay;
  const isLast = midnight(wall(Math.max(start, end - 1), ownZone)) === day;
  if (isFirst) return isLast && end > start ? `${hourText(start)} – ${hourText(end)}` : hourText(start);
  return isLast ? texts.week.until(hourText(end)) : texts.week.allDay;
}
