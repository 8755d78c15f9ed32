// @ts-check
// Draws a screen again when the clock has gone on. A screen asks for it each time it is drawn, so nothing ticks once another
// screen is shown.

import { changed } from '../state.js';

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
let due = Infinity;

/**
 * Draws again when the clock shows the next whole second or minute that a countdown needs.
 * @param {number} length of a step in milliseconds
 * @param {number} [target] an instant from which whole steps are counted
 */
export function tick(length, target = 0) {
  const now = Date.now();
  const rest = (((target - now) % length) + length) % length || length;
  if (now + rest >= due && due > now) return;
  clearTimeout(timer);
  due = now + rest;
  timer = setTimeout(() => {
    due = Infinity;
    changed();
  }, rest);
}
