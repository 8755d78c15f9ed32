// @ts-check
// How long it is until an instant: made anew for each look at the clock, never counted down (row E-20). The same rules as
// Sources/Domain/Events/Countdown.swift.

import { instant, ownZone, wall } from './zones.js';

/** @typedef {{ name: string, length: number }} Unit a unit of time in seconds, called "Weeks" */
/**
 * @typedef {object} Countdown
 * @property {number} seconds whole seconds that are left
 * @property {boolean} isPast
 * @property {number} elapsed whole seconds since then
 * @property {number} days whole days between the same times of day, that are left or have gone since then
 * @property {number} rest seconds beside the days
 */

/**
 * The units in which people wait, the longest first (row E-19).
 * @type {Unit[]}
 */
export const units = [
  { name: 'Weeks', length: 604800 },
  { name: 'Days', length: 86400 },
  { name: 'Hours', length: 3600 },
  { name: 'Minutes', length: 60 },
  { name: 'Seconds', length: 1 },
];

/** What the Magic Wand takes away: two days, in seconds (row E-24). */
export const wandLength = 172800;

/**
 * How long it is from one instant to a later one as people count: a day in which clocks are changed is one day.
 * @param {number} from
 * @param {number} to
 * @param {string} zone
 */
export function daysAndRest(from, to, zone) {
  const start = wall(from, zone);
  let days = Math.max(0, Math.floor((wall(to, zone) - start) / 864e5));
  while (days > 0 && instant(start + days * 864e5, zone) > to) days--;
  return { days, rest: Math.floor((to - (days > 0 ? instant(start + days * 864e5, zone) : from)) / 1000) };
}

/**
 * How long it is.
 * @param {number} target milliseconds since 1970
 * @param {number} now milliseconds since 1970
 * @param {string} [zone] of the person who waits
 * @returns {Countdown}
 */
export function countdown(target, now, zone = ownZone) {
  const left = target - now;
  if (left <= 0) {
    const elapsed = Math.floor((now - target) / 1000);
    return { seconds: 0, isPast: true, elapsed, ...daysAndRest(target, target + elapsed * 1000, zone) };
  }
  // The second that has begun counts as a whole one.
  const seconds = Math.ceil(left / 1000);
  return { seconds, isPast: false, elapsed: 0, ...daysAndRest(target - seconds * 1000, target, zone) };
}

/**
 * Each unit with what there is of it beside the longer ones: together they are all the days and seconds.
 * @param {Countdown} time
 * @returns {{ unit: Unit, count: number }[]}
 */
export function parts(time) {
  let rest = time.rest;
  return units.map((unit) => {
    if (unit.length >= 86400) return { unit, count: unit.name === 'Weeks' ? Math.floor(time.days / 7) : time.days % 7 };
    const count = Math.floor(rest / unit.length);
    rest %= unit.length;
    return { unit, count };
  });
}

/**
 * How often a unit fits into what is left; it can be chosen while that is at least once (row E-21).
 * @param {Countdown} time
 * @param {Unit} unit
 */
export function whole(time, unit) {
  if (unit.length < 86400) return Math.floor(time.seconds / unit.length);
  return time.isPast ? 0 : Math.floor(time.days / (unit.length / 86400));
}

/**
 * The unit itself, or the longest shorter one that is not used up.
 * @param {Countdown} time
 * @param {string} name
 * @returns {Unit}
 */
export function usable(time, name) {
  const first = Math.max(0, units.findIndex((unit) => unit.name === name));
  return units.slice(first).find((unit) => whole(time, unit) > 0) ?? units[units.length - 1];
}

/**
 * "Week" below two, and "Weeks".
 * @param {Unit} unit
 * @param {number} count
 */
export const unitName = (unit, count) => (count < 2 ? unit.name.slice(0, -1) : unit.name);

/**
 * "Only 3 + Weeks", "Only 1 Second" (row E-22).
 * @param {Countdown} time
 * @param {Unit} unit
 */
export function only(time, unit) {
  const count = whole(time, unit);
  return `Only ${count} ${unit.length === 1 ? '' : '+ '}${unitName(unit, count)}`;
}

/**
 * What the Magic Wand shows: without the first and the last day, or undefined where less than two days are left (row E-25).
 * @param {Countdown} time
 * @returns {Countdown | undefined}
 */
export function withoutEnds(time) {
  if (time.seconds < wandLength) return undefined;
  const seconds = time.seconds - wandLength;
  // Two days that have 49 hours may be one and its rest.
  const left = time.days >= 2 ? { days: time.days - 2, rest: time.rest } : { days: 0, rest: seconds };
  return { seconds, isPast: false, elapsed: 0, ...left };
}
