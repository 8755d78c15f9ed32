// @ts-check
// Days and hours in a time zone, by the zones that the browser knows. A wall time is milliseconds since 1970 as the clocks of
// the zone show them, as if they were UTC.

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** The time zone of this browser. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** @param {string} zone */
function format(zone) {
  let found = formats.get(zone);
  if (!found) {
    const parts = /** @type {const} */ (
      { hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' });
    try {
      found = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: zone });
    } catch {
      // A zone that only the daemon knows.
      found = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: ownZone });
    }
    formats.set(zone, found);
  }
  return found;
}

/**
 * What the clocks of a zone show at an instant.
 * @param {number} instant
 * @param {string} zone
 */
export function wall(instant, zone) {
  /** @type {Record<string, number>} */
  const at = {};
  for (const { type, value } of format(zone || ownZone).formatToParts(instant)) at[type] = Number(value);
  return Date.UTC(at.year, at.month - 1, at.day, at.hour, at.minute, at.second) + ((instant % 1000) + 1000) % 1000;
}

/**
 * The instant at which the clocks of a zone show a time: where they skip it, as much later; where they show it twice, the first.
 * @param {number} time
 * @param {string} zone
 */
export function instant(time, zone) {
  const offset = (/** @type {number} */ moment) => wall(moment, zone) - moment;
  const [before, after] = [offset(time - 864e5), offset(time + 864e5)];
  if (before === after || offset(time - before) === before) return time - before;
  return offset(time - after) === after ? time - after : time - before;
}

/**
 * The midnight before a wall time.
 * @param {number} time
 */
export const midnight = (time) => Math.floor(time / 864e5) * 864e5;

/**
 * A wall time as a field of the type datetime-local has it, or a date.
 * @param {number} time
 * @param {boolean} [dayOnly]
 */
export const fieldText = (time, dayOnly = false) => new Date(time).toISOString().slice(0, dayOnly ? 10 : 16);
