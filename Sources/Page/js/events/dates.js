// @ts-check
// Dates and spans of time as people read them, in the language of the page.

import { locale } from '../texts.js';
import { nextOf } from './repeat.js';
import { midnight, ownZone, wall } from './zones.js';

/** @typedef {{ start: number, zone: string, minutes: number, isAllDay: boolean, repeats: string, changes: string }} Timing */

/**
 * When an event is, in numbers.
 * @param {parlor.EventView} view
 * @returns {Timing}
 */
export const timing = (view) => ({
  start: Number(view.start?.milliseconds ?? 0),
  zone: view.start?.zone || ownZone,
  minutes: view.minutes ?? 120,
  isAllDay: view.all_day ?? false,
  repeats: view.repeats ?? '',
  changes: view.changes ?? '',
});

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
/**
 * @param {Intl.DateTimeFormatOptions} options
 */
function format(options) {
  const name = JSON.stringify(options);
  let found = formats.get(name);
  if (!found) formats.set(name, (found = new Intl.DateTimeFormat(locale, options)));
  return found;
}

/**
 * A day and an hour in the zone of this browser; a whole day in the zone in which it was meant.
 * @param {number} start
 * @param {{ isAllDay?: boolean, zone?: string }} [how]
 */
export function dateText(start, how = {}) {
  const { isAllDay = false, zone = ownZone } = how;
  const thisYear = new Date(wall(start, ownZone)).getUTCFullYear() === new Date(wall(Date.now(), ownZone)).getUTCFullYear();
  /** @type {Intl.DateTimeFormatOptions} */
  const day = { weekday: 'short', day: 'numeric', month: 'long', ...(thisYear ? {} : { year: 'numeric' }) };
  // The days of an all-day event are those of its zone.
  if (isAllDay) return format({ ...day, timeZone: 'UTC' }).format(wall(start, zone));
  return format({ ...day, hour: 'numeric', minute: '2-digit' }).format(start);
}

/**
 * The hour alone.
 * @param {number} start
 */
export const hourText = (start) => format({ hour: 'numeric', minute: '2-digit' }).format(start);

/**
 * A month: December 2026.
 * @param {number} time a wall time
 */
export const monthText = (time) => format({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(time);

/**
 * A whole day: Friday, 25 December 2026.
 * @param {number} time a wall time
 */
export const dayText = (time) => format({ dateStyle: 'full', timeZone: 'UTC' }).format(time);

/** The short names of the weekdays, from Monday on. */
export const weekdayTexts = () =>
  Array.from({ length: 7 }, (_, index) => format({ weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + index)));

/**
 * How far away something is, in the largest unit that fits: "in 5 days", "3 hours ago".
 * @param {number} start
 * @param {number} now
 */
export function distance(start, now) {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const days = Math.round((midnight(wall(start, ownZone)) - midnight(wall(now, ownZone))) / 864e5);
  if (Math.abs(days) >= 1) return relative.format(days, 'day');
  const minutes = Math.round((start - now) / 6e4);
  return Math.abs(minutes) >= 60 ? relative.format(Math.round(minutes / 60), 'hour') : relative.format(minutes, 'minute');
}

/**
 * The days of a month, with those of its first and last week: midnights as wall times, weeks from Monday.
 * @param {number} year
 * @param {number} month from 0
 */
export function monthDays(year, month) {
  const first = Date.UTC(year, month, 1);
  const weekday = (new Date(first).getUTCDay() + 6) % 7;
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const count = Math.ceil((weekday + length) / 7) * 7;
  return Array.from({ length: count }, (_, index) => first + (index - weekday) * 864e5);
}

/**
 * The seven days of a week from Monday: midnights as wall times.
 * @param {number} day any midnight of it
 */
export function weekDays(day) {
  const monday = day - (new Date(day).getUTCDay() + 6) % 7 * 864e5;
  return Array.from({ length: 7 }, (_, index) => monday + index * 864e5);
}

/**
 * A span of days: 21 – 27 December 2026.
 * @param {number} first a wall time
 * @param {number} last
 */
export const spanText = (first, last) => format({ dateStyle: 'long', timeZone: 'UTC' }).formatRange(first, last);

/** @type {WeakMap<parlor.EventView, import('./repeat.js').Occurrence & { asked: number }>} */
const known = new WeakMap();

/**
 * The date of an event that comes next. It is worked out once for each answer of the daemon and each date: lists are long.
 * @param {parlor.EventView} view
 * @param {number} now
 */
export function nextDate(view, now) {
  const kept = known.get(view);
  if (kept && now >= kept.asked && (now < kept.end || !view.repeats)) return kept;
  const next = { ...nextOf(timing(view), now), asked: now };
  known.set(view, next);
  return next;
}

/**
 * How many days from Monday to Friday come until a day, with it and without today (row E-58).
 * @param {number} start an instant
 * @param {number} now
 */
export function businessDays(start, now) {
  const [first, last] = [midnight(wall(now, ownZone)), midnight(wall(start, ownZone))];
  const days = Math.round((last - first) / 864e5);
  if (days <= 0) return 0;
  const weekday = (new Date(first).getUTCDay() + 6) % 7;
  const rest = Array.from({ length: days % 7 }, (_, index) => (weekday + 1 + index) % 7).filter((day) => day < 5).length;
  return Math.floor(days / 7) * 5 + rest;
}
