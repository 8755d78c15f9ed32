// @ts-check
// When each stroke is drawn again: the same as Domain/Drawings/SketchReplay.swift.

/** @typedef {import('./ink.js').Ink} Ink */

const pause = 1000;

/**
 * The plan of a replay: when each stroke begins, and how long it takes, in milliseconds.
 * @param {Ink[]} inks
 * @returns {{ spans: { start: number, duration: number }[], duration: number }}
 */
export function plan(inks) {
  let clock = 0;
  /** @type {number | null} */
  let end = null;
  const spans = inks.map((ink) => {
    const isTimed = ink.hasTimes || ink.points.length === 1;
    const length = ink.points[ink.points.length - 1]?.time ?? 0;
    if (end !== null) clock += isTimed ? Math.min(Math.max(0, ink.start - end), pause) : 120;
    const duration = isTimed ? length : Math.min(2000, ink.points.length * 12);
    const span = { start: clock, duration };
    clock += duration;
    end = Math.max(end ?? 0, ink.start + length);
    return span;
  });
  return { spans, duration: clock };
}

/**
 * What is seen at a moment: so many strokes are whole, and so many points of the next one are there.
 * @param {Ink[]} inks
 * @param {ReturnType<typeof plan>} replay
 * @param {number} time
 */
export function position(inks, replay, time) {
  const begun = firstAbove(replay.spans, time, (span) => span.start);
  if (begun === 0) return { whole: 0, points: 0 };
  const [ink, span] = [inks[begun - 1], replay.spans[begun - 1]];
  const passed = time - span.start;
  let points = ink.points.length;
  if (passed < span.duration) {
    points = ink.hasTimes
      ? firstAbove(ink.points, passed, (point) => point.time)
      : Math.min(points, 1 + Math.floor(passed * points / Math.max(1, span.duration)));
  }
  return points === ink.points.length ? { whole: begun, points: 0 } : { whole: begun - 1, points };
}

/**
 * The first place of a sorted list whose key is above a value.
 * @template T
 * @param {T[]} list
 * @param {number} value
 * @param {(one: T) => number} key
 */
function firstAbove(list, value, key) {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (key(list[middle]) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The strokes that are seen at a moment.
 * @param {Ink[]} inks
 * @param {ReturnType<typeof plan>} replay
 * @param {number} time
 * @returns {Ink[]}
 */
export function seen(inks, replay, time) {
  const { whole, points } = position(inks, replay, time);
  const shown = inks.slice(0, whole);
  if (points > 0) shown.push({ ...inks[whole], points: inks[whole].points.slice(0, points) });
  return shown;
}
