// @ts-check
// Filling an area: what comes of it is a stroke that goes round the area, as in Domain/Drawings/Flood.swift, so it looks alike everywhere.
import { paint, side } from './ink.js';

/** @typedef {import('./ink.js').Point} Point */
/** @typedef {import('./ink.js').Ink} Ink */

/** The paper is looked at in so many cells from left to right. */
const cells = 500;
const cell = side / cells;
const mostPoints = 10000;

/** A cell whose colour differs by so little, as at the edge of a line, belongs to the area. */
const near = 40;

/**
 * The stroke that fills all round a place that has one colour; null where the area is too jagged to go round.
 * @param {Point} place
 * @param {string} colour
 * @param {Ink[]} inks what is on the paper
 * @returns {Ink | null}
 */
export function flood(place, colour, inks) {
  const canvas = document.createElement('canvas');
  canvas.width = cells;
  canvas.height = cells;
  paint(canvas, inks);
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  // The paper lies behind the strokes.
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.globalCompositeOperation = 'destination-over';
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, cells, cells);
  const at = (/** @type {number} */ value) => Math.min(cells - 1, Math.floor(value / cell));
  const points = wayRound(area(pen.getImageData(0, 0, cells, cells).data, at(place.x), at(place.y)));
  if (points.length < 3 || points.length > mostPoints) return null;
  return { tool: 'fill', colour, width: 450, points, start: 0, hasTimes: false, hasPressure: false };
}

/** @param {number} place @param {(next: number) => void} each */
function neighbours(place, each) {
  if (place % cells > 0) each(place - 1);
  if (place % cells < cells - 1) each(place + 1);
  if (place >= cells) each(place - cells);
  if (place < cells * (cells - 1)) each(place + cells);
}

/**
 * The cells of one colour that are connected, and a margin of one cell, which lies below the line around them.
 * @param {Uint8ClampedArray} colours
 * @param {number} column
 * @param {number} row
 */
function area(colours, column, row) {
  const found = new Uint8Array(cells * cells);
  const first = row * cells + column;
  const isAlike = (/** @type {number} */ place) => [0, 1, 2].every((part) => Math.abs(colours[4 * place + part] - colours[4 * first + part]) < near);
  const queue = [first];
  found[first] = 1;
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    neighbours(place, (next) => {
      if (found[next] || !isAlike(next)) return;
      found[next] = 1;
      queue.push(next);
    });
  }
  const wider = found.slice();
  found.forEach((is, place) => { if (is) neighbours(place, (next) => { wider[next] = 1; }); });
  return wider;
}

/**
 * One closed line round an area and round what is left out of it: what lies between is inside of it once.
 * @param {Uint8Array} found
 * @returns {Point[]}
 */
function wayRound(found) {
  const all = loops(found).map(smooth);
  if (all.length === 0) return [];
  const anchor = all[0][0];
  return all.flatMap((loop) => [...loop, loop[0], anchor]).slice(0, -2);
}

/**
 * The edges of an area as closed lines along the corners of cells, the longest first.
 * @param {Uint8Array} found
 */
function loops(found) {
  const wide = cells + 1;
  /** @type {Map<number, number[]>} */
  const next = new Map();
  const edge = (/** @type {number} */ from, /** @type {number} */ to) => {
    const known = next.get(from);
    if (known) known.push(to);
    else next.set(from, [to]);
  };
  const isIn = (/** @type {number} */ column, /** @type {number} */ row) => column >= 0 && row >= 0 && column < cells && row < cells && found[row * cells + column];
  for (let row = 0; row < cells; row += 1) {
    for (let column = 0; column < cells; column += 1) {
      if (!found[row * cells + column]) continue;
      const corner = row * wide + column;
      if (!isIn(column, row - 1)) edge(corner, corner + 1);
      if (!isIn(column + 1, row)) edge(corner + 1, corner + 1 + wide);
      if (!isIn(column, row + 1)) edge(corner + 1 + wide, corner + wide);
      if (!isIn(column - 1, row)) edge(corner + wide, corner);
    }
  }
  /** @type {number[][]} */
  const made = [];
  for (const start of [...next.keys()].sort((a, b) => a - b)) {
    for (let here = next.get(start)?.pop(); here !== undefined; here = next.get(start)?.pop()) {
      const loop = [start];
      while (here !== undefined && here !== start) {
        loop.push(here);
        here = next.get(here)?.pop();
      }
      made.push(loop);
    }
  }
  return made.sort((a, b) => b.length - a.length);
}

/**
 * The middles of the edges: steps become straight lines. Points on a straight line are left out.
 * @param {number[]} loop
 * @returns {Point[]}
 */
function smooth(loop) {
  const wide = cells + 1;
  const middles = loop.map((corner, place) => {
    const other = loop[(place + 1) % loop.length];
    return { x: (corner % wide + other % wide) * cell / 2, y: (Math.floor(corner / wide) + Math.floor(other / wide)) * cell / 2, time: 0, pressure: 500 };
  });
  return middles.filter((here, place) => {
    const before = middles[(place + middles.length - 1) % middles.length];
    const after = middles[(place + 1) % middles.length];
    return (here.x - before.x) * (after.y - here.y) !== (here.y - before.y) * (after.x - here.x);
  });
}
