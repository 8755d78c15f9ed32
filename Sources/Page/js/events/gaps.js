// @ts-check
// The months and years in which a repetition has no date, said while it is typed. The same words as
// Sources/Domain/Events/RepeatGaps.swift, which says them of what is saved.

import { wall } from './zones.js';

/** @param {number} number */
const ordinal = (number) => number + ({ 1: 'st', 2: 'nd', 3: 'rd' }[number === 11 || number === 12 || number === 13 ? 0 : number % 10] ?? 'th');

/**
 * What is to be said of a repetition as people type it; empty where it has its dates everywhere, or is not understood here.
 * @param {string} words
 * @param {number | undefined} start an instant; undefined where it is not known yet
 * @param {string} zone
 */
export function gaps(words, start, zone) {
  const typed = words.trim().toLowerCase().replace(/\s+/g, ' ');
  const first = start === undefined ? undefined : new Date(wall(start, zone));
  const isMonthly = /^(monthly|(every|each) ((other|\d+) )?months?)\b/.test(typed);
  const isYearly = /^(yearly|annually|(every|each) ((other|\d+) )?years?)\b/.test(typed);
  if (isYearly) return first?.getUTCMonth() === 1 && first.getUTCDate() === 29 ? 'Not in years without February 29.' : '';
  if (!isMonthly) return '';
  const on = / on (?:the )?(\w+)/.exec(typed)?.[1];
  const day = on === undefined ? first?.getUTCDate() ?? 0 : Number(/^(\d+)(st|nd|rd|th)$/.exec(on)?.[1] ?? 0);
  // The 5th monday is a weekday of the month.
  if (day < 29 || day > 31) return '';
  return `Not in months without a ${ordinal(day)}.`;
}
