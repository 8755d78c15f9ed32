// @ts-check
// The first date of what comes again, where its rule has none on the day that was picked. The same words as
// Sources/parlor/Event/FirstDate.swift.

import { wall } from './zones.js';

/**
 * The sentence that says it; empty where the first date is on the day that was picked, or nothing comes again.
 * @param {{ start?: { milliseconds?: unknown } } | undefined} event as it was saved
 * @param {string} words how often it comes, as it was typed
 * @param {number | undefined} picked an instant; undefined where none was picked
 * @param {string} zone
 */
export function firstDate(event, words, picked, zone) {
  if (!words.trim() || picked === undefined || !event?.start) return '';
  const [first, wanted] = [Number(event.start.milliseconds ?? 0), picked].map((time) => dayText(wall(time, zone)));
  return first === wanted ? '' : `The first date is ${first}, as the rule has none on ${wanted}.`;
}

/** @param {number} time a wall time */
function dayText(time) {
  const date = new Date(time);
  return `${['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][date.getUTCDay()]} ${date.toISOString().slice(0, 10)}`;
}
