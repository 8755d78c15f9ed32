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

/** @typedef {{ x: number, y: number }} Point */

const wingLength = 15;

/**
 * The path of an arrow: bent, so that two between the same cards lie beside each other.
 * @param {Point} a
 * @param {Point} b
 */
export function arrowPath(a, b) {
  const bend = { x: (a.x + b.x) / 2 + (b.y - a.y) * .14, y: (a.y + b.y) / 2 - (b.x - a.x) * .14 };
  const turn = Math.atan2(b.y - bend.y, b.x - bend.x);
  const wing = (/** @type {number} */ by) => `${b.x - wingLength * Math.cos(turn + by)} ${b.y - wingLength * Math.sin(turn + by)}`;
  return `M${a.x} ${a.y}Q${bend.x} ${bend.y} ${b.x} ${b.y}M${wing(.5)}L${b.x} ${b.y}L${wing(-.5)}`;
}

/** So much of the way from the middle of a box to its side an arrow leaves free, so that what stands there can be read. */
const freeOfBox = .7;

/**
 * The point of a box at which an arrow from elsewhere ends.
 * @param {Point & { wide: number, high: number }} box
 * @param {Point} from
 */
function endAt({ x, y, wide, high }, from) {
  const [dx, dy] = [from.x - x, from.y - y];
  const part = Math.min(wide * freeOfBox / Math.abs(dx || 1), high * freeOfBox / Math.abs(dy || 1), 1);
  return { x: x + dx * part, y: y + dy * part };
}

function draw() {
  if (!latest) return;
  const { table, list } = latest;
  const picture = document.querySelector('.darrows');
  const board = picture?.parentElement;
  if (!picture || !board) return;
  const outer = board.getBoundingClientRect();
  /** @param {number} number */
  const place = (number) => {
    const name = number < 8 ? `.dstrip.${(nearSeat(table) === 'SEAT_HOST') === (number === 1) ? 'near' : 'far'} .plate .avatar` : `[data-card="object-${number}"]`;
    const box = board.querySelector(name)?.getBoundingClientRect();
    return box && { x: box.left + box.width / 2 - outer.left - board.clientLeft, y: box.top + box.height / 2 - outer.top - board.clientTop, wide: box.width / 2, high: box.height / 2 };
  };
  const paths = list.flatMap(({ from = 0, to = 0, seat }) => {
    const [a, b] = [place(from), place(to)];
    if (!a || !b) return [];
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', arrowPath(a, endAt(b, a)));
    path.setAttribute('class', seat === nearSeat(table) ? 'ours' : 'theirs');
    return [path];
  });
  picture.replaceChildren(...paths);
}
