// @ts-check
// Arrows on the table of a duel, between cards and players. A list of words says the same: each card has its arrows in its notes.
import { h } from '../view.js';
import { nearSeat } from '../war/players.js';
import { duelOf } from './seats.js';

/** @typedef {parlor.TableView} Table */

/**
 * The arrows that were shown last.
 * @type {{ table: Table, list: parlor.DuelArrowView[] } | null}
 */
let latest = null;

/**
 * The picture of the arrows, drawn once cards are where they lie.
 * @param {Table} table
 */
export function arrows(table) {
  const list = duelOf(table).arrows ?? [];
  latest = { table, list };
  if (list.length) requestAnimationFrame(draw);
  return list.length > 0 && h('svg', { class: 'darrows', 'aria-hidden': 'true', key: 'arrows', own: true, made: (/** @type {Element} */ node) => {
    if (node.parentElement) new ResizeObserver(draw).observe(node.parentElement);
  } });
}

function draw() {
  if (!latest) return;
  const { table, list } = latest;
  const picture = document.querySelector('.darrows');
  const board = picture?.parentElement;
  if (!picture || !board) return;
  const outer = board.getBoundingClientRect();
  /** @param {number} number */
  const middle = (number) => {
    const name = number < 8 ? `.dstrip.${(nearSeat(table) === 'SEAT_HOST') === (number === 1) ? 'near' : 'far'} .plate` : `[data-card="object-${number}"]`;
    const box = board.querySelector(name)?.getBoundingClientRect();
    return box && { x: box.left + box.width / 2 - outer.left - board.clientLeft, y: box.top + box.height / 2 - outer.top - board.clientTop };
  };
  const paths = list.flatMap(({ from = 0, to = 0, seat }) => {
    const [a, b] = [middle(from), middle(to)];
    if (!a || !b) return [];
    const bend = { x: (a.x + b.x) / 2 + (b.y - a.y) * .14, y: (a.y + b.y) / 2 - (b.x - a.x) * .14 };
    const turn = Math.atan2(b.y - bend.y, b.x - bend.x);
    const wing = (/** @type {number} */ by) => `${b.x - 15 * Math.cos(turn + by)} ${b.y - 15 * Math.sin(turn + by)}`;
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}M${wing(.5)}L${b.x} ${b.y}L${wing(-.5)}`);
    path.setAttribute('class', seat === nearSeat(table) ? 'ours' : 'theirs');
    return [path];
  });
  picture.replaceChildren(...paths);
}
