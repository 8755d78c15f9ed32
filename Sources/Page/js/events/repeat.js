// @ts-check
// The dates of what comes again: the rules of RFC 5545 that count years, months, weeks and days, with added, left out and
// changed dates. Times are wall times (zones.js). A rule with other parts is not guessed: `occurrences` answers undefined then,
// and the page shows the first date and the daemon's words for the rule.

import { instant, wall } from './zones.js';

/**
 * @typedef {object} Rule
 * @property {'YEARLY' | 'MONTHLY' | 'WEEKLY' | 'DAILY'} frequency
 * @property {number} interval
 * @property {number} [count]
 * @property {number} [until] a wall time, or an instant where `untilIsInstant`
 * @property {boolean} untilIsInstant
 * @property {number} weekStart 0 for Monday
 * @property {{ day: number, place: number }[]} weekdays
 * @property {number[]} monthDays
 * @property {number[]} months
 * @property {number[]} positions
 */

const day = 864e5;
const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS']);
/** No rule is followed for longer than so many periods: one that gives no date would never end. */
const mostPeriods = 20000;

/**
 * Reads 20261224T180000Z, 20261224T180000 or 20261224.
 * @param {string} text
 */
export function calendarTime(text) {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(text.trim());
  if (!match) return undefined;
  const [year, month, date, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  return { time: Date.UTC(year, month - 1, date, hour, minute, second), isInstant: match[7] === 'Z', isDay: match[4] == null };
}

/**
 * Reads the value of an RRULE line; undefined for a rule that this module does not follow.
 * @param {string} text
 * @returns {Rule | undefined}
 */
export function readRule(text) {
  /** @type {Map<string, string>} */
  const fields = new Map(text.toUpperCase().split(';').map((part) => /** @type {[string, string]} */ (part.split('='))));
  if ([...fields.keys()].some((name) => !known.has(name))) return undefined;
  const frequency = fields.get('FREQ') ?? '';
  if (!['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'].includes(frequency)) return undefined;
  const numbers = (/** @type {string} */ name) => (fields.get(name) ?? '').split(',').filter(Boolean).map(Number);
  const weekdays =
    (fields.get('BYDAY') ?? '')
      .split(',')
      .filter(Boolean)
      .map((word) => ({ day: weekdayNames.indexOf(word.slice(-2)), place: Number(word.slice(0, -2)) }));
  const end = calendarTime(fields.get('UNTIL') ?? '');
  return {
    frequency: /** @type {Rule['frequency']} */ (frequency),
    interval: Number(fields.get('INTERVAL') ?? 1) || 1,
    count: fields.has('COUNT') ? Number(fields.get('COUNT')) : undefined,
    until: end && (end.isDay ? end.time + day - 1 : end.time),
    untilIsInstant: end?.isInstant ?? false,
    weekStart: Math.max(0, weekdayNames.indexOf(fields.get('WKST') ?? 'MO')),
    weekdays,
    monthDays: numbers('BYMONTHDAY'),
    months: numbers('BYMONTH'),
    positions: numbers('BYSETPOS'),
  };
}

const weekdayOf = (/** @type {number} */ time) => ((Math.floor(time / day) + 3) % 7 + 7) % 7;
const daysIn = (/** @type {number} */ year, /** @type {number} */ month) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * The days of one month that a rule names, as wall midnights.
 * @param {Rule} rule
 * @param {number} year
 * @param {number} month from 0, also above 11
 * @param {number} startDay the day of the month of the first date
 */
function monthDates(rule, year, month, startDay) {
  const first = Date.UTC(year, month, 1);
  const length = daysIn(year, month);
  const all = Array.from({ length }, (_, index) => index + 1);
  let dates = all;
  if (rule.monthDays.length) dates = dates.filter((date) => rule.monthDays.includes(date) || rule.monthDays.includes(date - length - 1));
  if (rule.weekdays.length) {
    dates = dates.filter(
      (date) => rule.weekdays.some(
        ({ day: weekday, place }) => weekdayOf(first + (date - 1) * day) === weekday &&
          (place === 0 || place === Math.ceil(date / 7) || place === -Math.ceil((length - date + 1) / 7))));
  }
  if (!rule.monthDays.length && !rule.weekdays.length) dates = dates.filter((date) => date === startDay);
  return dates.map((date) => first + (date - 1) * day);
}

/**
 * The midnights of one period, in order.
 * @param {Rule} rule
 * @param {number} start the wall midnight of the first date
 * @param {number} index which period, from 0
 */
function period(rule, start, index) {
  const at = new Date(start);
  const [year, month, date] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const step = index * rule.interval;
  const inMonths = (/** @type {number} */ time) => !rule.months.length || rule.months.includes(new Date(time).getUTCMonth() + 1);
  /** @type {number[]} */
  let dates;
  if (rule.frequency === 'DAILY') {
    const time = start + step * day;
    const length = daysIn(new Date(time).getUTCFullYear(), new Date(time).getUTCMonth());
    const number = new Date(time).getUTCDate();
    const fits = (!rule.weekdays.length || rule.weekdays.some((weekday) => weekday.day === weekdayOf(time))) &&
      (!rule.monthDays.length || rule.monthDays.includes(number) || rule.monthDays.includes(number - length - 1));
    dates = fits ? [time] : [];
  } else if (rule.frequency === 'WEEKLY') {
    const begin = start - ((weekdayOf(start) - rule.weekStart + 7) % 7) * day + step * 7 * day;
    const wanted = rule.weekdays.length ? rule.weekdays.map((weekday) => weekday.day) : [weekdayOf(start)];
    dates = [0, 1, 2, 3, 4, 5, 6].map((number) => begin + number * day).filter((time) => wanted.includes(weekdayOf(time)));
  } else if (rule.frequency === 'MONTHLY') {
    const number = month + step;
    dates = monthDates(rule, year + Math.floor(number / 12), number % 12, date);
  } else if (rule.weekdays.some(({ place }) => place !== 0) && !rule.months.length) {
    // The second Monday of a year.
    const first = Date.UTC(year + step, 0, 1);
    const length = (Date.UTC(year + step + 1, 0, 1) - first) / day;
    dates =
      Array.from({ length }, (_, number) => number)
        .filter(
          (number) => rule.weekdays.some(
            ({ day: weekday, place }) => weekdayOf(first + number * day) === weekday &&
              (place === 0 || place === Math.floor(number / 7) + 1 || place === -(Math.floor((length - 1 - number) / 7) + 1))))
        .map((number) => first + number * day);
  } else {
    const wanted = rule.months.length ? rule.months.map((number) => number - 1)
      : rule.weekdays.length || rule.monthDays.length
      ? [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
      : [month];
    dates = [...wanted].sort((a, b) => a - b).flatMap((number) => monthDates(rule, year + step, number, date));
  }
  dates = dates.filter(inMonths);
  if (!rule.positions.length) return dates;
  return dates.filter((_, place) => rule.positions.includes(place + 1) || rule.positions.includes(place - dates.length));
}

/**
 * The wall times of a rule up to an end, in order, the first date among them.
 * @param {Rule} rule
 * @param {number} start
 * @param {number} end
 * @param {string} zone
 */
export function ruleDates(rule, start, end, zone) {
  const midnight = Math.floor(start / day) * day;
  /** @type {number[]} */
  const found = [start];
  let count = 1;
  for (let index = 0; index < mostPeriods; index++) {
    const dates = period(rule, midnight, index);
    for (const date of dates) {
      const time = date + start - midnight;
      if (time <= start) continue;
      if (rule.count !== undefined && count >= rule.count) return found;
      if (rule.until !== undefined && (rule.untilIsInstant ? instant(time, zone) : time) > rule.until) return found;
      if (time > end) return found;
      found.push(time);
      count++;
    }
    if (!dates.length && midnight + index * day > end) return found;
  }
  return found;
}

/**
 * @typedef {{ start: number, end: number, name?: string, cancelled?: boolean }} Occurrence one date, in instants
 */

/**
 * The lines of a calendar property with that name: their parameters and values.
 * @param {string} text
 * @param {string} name
 */
function lines(text, name) {
  return text.split(/\r?\n/).filter((line) => line.startsWith(name + ':') || line.startsWith(name + ';')).map((line) => {
    const colon = line.indexOf(':');
    return { parameters: line.slice(name.length, colon), value: line.slice(colon + 1) };
  });
}

/**
 * When something is, within a span: once, or as often as its rule says. Undefined where the rule is not followed here.
 * @param {{ start: number, zone: string, minutes?: number, repeats?: string, changes?: string }} what
 * @param {number} from an instant
 * @param {number} to an instant
 * @returns {Occurrence[] | undefined}
 */
export function occurrences(what, from, to) {
  const length = (what.minutes ?? 120) * 6e4;
  const zone = what.zone || 'UTC';
  const inSpan = (/** @type {Occurrence} */ one) => one.end >= from && one.start <= to;
  if (!what.repeats) return [{ start: what.start, end: what.start + length }].filter(inSpan);
  const first = wall(what.start, zone);
  const last = wall(to, zone) + day;
  /** @type {Set<number>} */
  const times = new Set([first]);
  for (const { value } of lines(what.repeats, 'RRULE')) {
    const rule = readRule(value);
    if (!rule) return undefined;
    for (const time of ruleDates(rule, first, last, zone)) times.add(time);
  }
  if (lines(what.repeats, 'EXRULE').length) return undefined;
  const local = (/** @type {string} */ word) => {
    const found = calendarTime(word.split('/')[0]);
    return found && (found.isInstant ? wall(found.time, zone) : found.isDay ? found.time + (first % day) : found.time);
  };
  for (const { value } of lines(what.repeats, 'RDATE'))
    for (const word of value.split(',')) {
      const time = local(word);
      if (time !== undefined) times.add(time);
    }
  for (const { value } of lines(what.repeats, 'EXDATE'))
    for (const word of value.split(',')) {
      const time = local(word);
      if (time !== undefined) times.delete(time);
    }
  /** @type {Occurrence[]} */
  const found = [];
  for (const component of (what.changes ?? '').split(/BEGIN:VEVENT\r?\n/).slice(1)) {
    const of = local(lines(component, 'RECURRENCE-ID')[0]?.value ?? '');
    if (of === undefined) continue;
    times.delete(of);
    const begin = local(lines(component, 'DTSTART')[0]?.value ?? '') ?? of;
    const end = local(lines(component, 'DTEND')[0]?.value ?? '');
    const start = instant(begin, zone);
    const cancelled = lines(component, 'STATUS')[0]?.value.trim() === 'CANCELLED';
    const name = lines(component, 'SUMMARY')[0]?.value.replace(/\\n/gi, ' ').replace(/\\(.)/g, '$1');
    if (!cancelled) found.push({ start, end: end === undefined ? start + length : instant(end, zone), name });
  }
  for (const time of times) {
    const start = instant(time, zone);
    found.push({ start, end: start + length });
  }
  return found.filter(inSpan).sort((a, b) => a.start - b.start);
}

/**
 * The next date from an instant on, or the last one before it: what a countdown counts to.
 * @param {{ start: number, zone: string, minutes?: number, repeats?: string, changes?: string }} what
 * @param {number} now
 * @returns {Occurrence}
 */
export function nextOf(what, now) {
  const once = { start: what.start, end: what.start + (what.minutes ?? 120) * 6e4 };
  if (!what.repeats || what.start > now) return once;
  for (const years of [0.1, 1.1, 9]) {
    const found = occurrences(what, now, now + years * 366 * day);
    if (!found) return once;
    const next = found.find((one) => one.end > now);
    if (next) return next;
  }
  return occurrences(what, 0, now)?.pop() ?? once;
}
