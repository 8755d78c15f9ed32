// @ts-check
// How long it is until an instant: made anew for each look at the clock, never counted down (row E-20). The same rules as
// Sources/Domain/Events/Countdown.swift.

/** @typedef {{ name: string, length: number }} Unit a unit of time in seconds, called "Weeks" */
/** @typedef {{ seconds: number, isPast: boolean, elapsed: number }} Countdown whole seconds that are left, and since then */

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
 * How long it is.
 * @param {number} target milliseconds since 1970
 * @param {number} now milliseconds since 1970
 * @returns {Countdown}
 */
export function countdown(target, now) {
  const left = target - now;
  if (left <= 0) return { seconds: 0, isPast: true, elapsed: Math.floor((now - target) / 1000) };
  return { seconds: Math.ceil(left / 1000), isPast: false, elapsed: 0 };
}

/**
 * Each unit with what is left of it beside the longer ones: together they are all the seconds.
 * @param {number} seconds
 * @returns {{ unit: Unit, count: number }[]}
 */
export function parts(seconds) {
  let rest = seconds;
  return units.map((unit) => {
    const count = Math.floor(rest / unit.length);
    rest %= unit.length;
    return { unit, count };
  });
}

/**
 * How often a unit fits into what is left; it can be chosen while that is at least once (row E-21).
 * @param {number} seconds
 * @param {Unit} unit
 */
export const whole = (seconds, unit) => Math.floor(seconds / unit.length);

/**
 * The unit itself, or the longest shorter one that is not used up.
 * @param {number} seconds
 * @param {string} name
 * @returns {Unit}
 */
export function usable(seconds, name) {
  const first = Math.max(0, units.findIndex((unit) => unit.name === name));
  return units.slice(first).find((unit) => whole(seconds, unit) > 0) ?? units[units.length - 1];
}

/**
 * "Week" below two, and "Weeks".
 * @param {Unit} unit
 * @param {number} count
 */
export const unitName = (unit, count) => (count < 2 ? unit.name.slice(0, -1) : unit.name);

/**
 * "Only 3 + Weeks", "Only 1 Second" (row E-22).
 * @param {number} seconds
 * @param {Unit} unit
 */
export function only(seconds, unit) {
  const count = whole(seconds, unit);
  return `Only ${count} ${unit.length === 1 ? '' : '+ '}${unitName(unit, count)}`;
}

/**
 * What the Magic Wand shows: without the first and the last day, or undefined where less than two days are left (row E-25).
 * @param {Countdown} time
 * @returns {Countdown | undefined}
 */
export const withoutEnds = (time) =>
  (time.seconds >= wandLength ? { seconds: time.seconds - wandLength, isPast: false, elapsed: 0 } : undefined);
