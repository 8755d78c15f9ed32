// @ts-check
// Parlor's own pictures, drawn from strokes: the mark, icons, wallpapers. No font and no file of anybody else is in them.
import { h } from './view.js';
import { portraitOf } from './portraits.js';

/** @typedef {import('./view.js').Tree} Tree */

/**
 * Icons on a grid of 24, drawn with a pen of 1.8.
 * @type {Record<string, string>}
 */
const icons = {
  back: 'M15 5L8 12L15 19',
  bell: 'M6 16C8 14 7.5 9.5 8.5 7.5C10 4.5 14 4.5 15.5 7.5C16.5 9.5 16 14 18 16ZM10.5 19H13.5',
  block: 'M12 20.5A8.5 8.5 0 1 0 12 3.5A8.5 8.5 0 0 0 12 20.5ZM6 6L18 18',
  book: 'M5 5H10A2 2 0 0 1 12 7A2 2 0 0 1 14 5H19V18H14A2 2 0 0 0 12 20A2 2 0 0 0 10 18H5ZM12 7V20',
  camera: 'M4 8H8L9.5 5.5H14.5L16 8H20V19H4ZM12 16.5A3.3 3.3 0 1 0 12 9.9A3.3 3.3 0 0 0 12 16.5Z',
  cards: 'M4 8H14V20H4ZM8 8V4H18V16H14',
  chat: 'M4 6H20V16H11L7 20V16H4Z',
  check: 'M5 12.5L10 17.5L19 7.5',
  clip: 'M18 11L11.5 17.5A3.9 3.9 0 0 1 6 12L13 5A2.6 2.6 0 0 1 16.7 8.7L10 15.4A1.3 1.3 0 0 1 8.2 13.6L14 7.8',
  clock: 'M12 20.5A8.5 8.5 0 1 0 12 3.5A8.5 8.5 0 0 0 12 20.5ZM12 7.5V12L15 14',
  close: 'M6 6L18 18M18 6L6 18',
  copy: 'M8 8H20V20H8ZM16 8V4H4V16H8',
  cup: 'M7 4H17V10A5 5 0 0 1 7 10ZM7 6H4C4 9 5 10.5 7.4 11M17 6H20C20 9 19 10.5 16.6 11M12 15V19M8.5 20H15.5',
  down: 'M5 9L12 16L19 9',
  download: 'M12 4V15M7 10.5L12 15.5L17 10.5M5 20H19',
  drawings: 'M5 19L6.2 14.4L16 4.6L19.4 8L9.6 17.8ZM14 6.6L17.4 10',
  edit: 'M5 19L6.2 14.4L16 4.6L19.4 8L9.6 17.8Z',
  events: 'M5 6H19V20H5ZM5 10.5H19M9 4V7.5M15 4V7.5M9 15H15',
  eye: 'M2.5 12C6 6.5 18 6.5 21.5 12C18 17.5 6 17.5 2.5 12ZM12 14.6A2.6 2.6 0 1 0 12 9.4A2.6 2.6 0 0 0 12 14.6Z',
  filter: 'M4 6H20M7 12H17M10 18H14',
  flag: 'M6 21V4H17L14.5 8L17 12H6',
  forward: 'M9 5L16 12L9 19',
  gear: 'M12 15.2A3.2 3.2 0 1 0 12 8.8A3.2 3.2 0 0 0 12 15.2ZM12 3.5V6M12 18V20.5M3.5 12H6M18 12H20.5M6 6L7.8 7.8M16.2 16.2L18 18M18 6L16.2 7.8'
    + 'M7.8 16.2L6 18',
  grid: 'M4 4H10V10H4ZM14 4H20V10H14ZM4 14H10V20H4ZM14 14H20V20H14Z',
  health: 'M3 12H7L10 5L14 19L17 12H21',
  home: 'M4 11L12 4L20 11M6 9.5V20H18V9.5M10 20V14H14V20',
  key: 'M8 16.5A4.5 4.5 0 1 0 8 7.5A4.5 4.5 0 0 0 8 16.5ZM12.5 12H21M18 12V16M15 12V15',
  leave: 'M13 4H5V20H13M10 12H20M16.5 8L20.5 12L16.5 16',
  less: 'M5 12H19',
  link: 'M10 14L14 10M9 10.5L6.5 13A3.5 3.5 0 0 0 11 17.5L13.5 15M15 13.5L17.5 11A3.5 3.5 0 0 0 13 6.5L10.5 9',
  list: 'M9 6H20M9 12H20M9 18H20M4.5 6V6.1M4.5 12V12.1M4.5 18V18.1',
  lock: 'M6 11H18V20H6ZM8.5 11V8A3.5 3.5 0 0 1 15.5 8V11',
  more: 'M4 7H20M4 12H20M4 17H20',
  next: 'M6 5L14 12L6 19ZM18 5V19',
  options: 'M12 5.5V5.6M12 12V12.1M12 18.5V18.6',
  paper: 'M6 3.5H14.5L18.5 7.5V20.5H6ZM14.5 3.5V7.5H18.5M9 12H15.5M9 16H15.5',
  pause: 'M8 5V19M16 5V19',
  people: 'M9 11.5A3.5 3.5 0 1 0 9 4.5A3.5 3.5 0 0 0 9 11.5ZM3 20C3 12.5 15 12.5 15 20M16 5A3.5 3.5 0 0 1 16 11.2M18 14.6C20 15.6 21 17.4 21 20',
  picture: 'M4 5H20V19H4ZM4 16L9 11L13 15L16 12.5L20 16.5M15.5 9.2V9.3',
  play: 'M7 5L18 12L7 19Z',
  plus: 'M12 5V19M5 12H19',
  previous: 'M18 5L10 12L18 19ZM6 5V19',
  print: 'M7 9V4H17V9M7 17H4V9H20V17H17M7 14H17V20H7Z',
  reply: 'M10 6L4 12L10 18M4 12H14A6 6 0 0 1 20 18V19',
  rock: 'M3.5 16.5L6 9L12 5L17.5 7.5L20.5 14L18.5 19H6ZM6 9L11 12L17.5 7.5M11 12L10 19',
  scissors: 'M7 9A2.8 2.8 0 1 0 7 3.4A2.8 2.8 0 0 0 7 9ZM7 20.6A2.8 2.8 0 1 0 7 15A2.8 2.8 0 0 0 7 20.6ZM9.2 7.9L20 18.5M9.2 16.1L20 5.5',
  search: 'M10.5 17A6.5 6.5 0 1 0 10.5 4A6.5 6.5 0 0 0 10.5 17ZM15.3 15.3L20.5 20.5',
  send: 'M4 12L20 5L14 20L11 13.5Z',
  share: 'M12 15V4M7.5 8L12 3.5L16.5 8M5 12V20H19V12',
  star: 'M12 3.8L14.5 9.2L20.3 9.9L16 13.9L17.2 19.7L12 16.8L6.8 19.7L8 13.9L3.7 9.9L9.5 9.2Z',
  swap: 'M4 8H19M15 4L19 8L15 12M20 16H5M9 12L5 16L9 20',
  trash: 'M5 7H19M10 7V4H14V7M7 7L8 20H16L17 7M10.5 11V16.5M13.5 11V16.5',
  undo: 'M9 5L4 10L9 15M4 10H14.5A5.5 5.5 0 0 1 14.5 21H9',
  up: 'M5 15L12 8L19 15',
  wand: 'M4 20L14.5 9.5M17 3.5V8.5M14.5 6H19.5M19 12.5V15.5M17.5 14H20.5M9.5 4V6.5M8.2 5.2H10.8',
  war: 'M5 7L12 5L15.5 17L8.5 19ZM13.5 6.5L18.5 8L16.5 17.5',
  warning: 'M12 4L21 20H3ZM12 10V14.5M12 17.3V17.4',
};

/**
 * The trees of icons by their names: an element that shows the same tree as before is left alone.
 * @type {Map<string, Tree>}
 */
const drawnIcons = new Map();

/**
 * An icon beside a word; alone, its button needs an `aria-label`.
 * @param {string} name
 */
export function icon(name) {
  const drawn = drawnIcons.get(name) ?? h('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: icons[name] ?? icons.more }));
  drawnIcons.set(name, drawn);
  return drawn;
}

/**
 * The mark: a round table from above. Each chair has the colour of somebody who is here.
 * @param {string[]} colours
 */
export function mark(colours) {
  const chair = (/** @type {number} */ place) => h('path', {
    d: 'M13.2 5.2A16.3 16.3 0 0 1 26.8 5.2',
    class: 'chair ' + (colours[place] ? 'c-' + colours[place] : 'empty'),
    transform: `rotate(${place * 90} 20 20)`,
  });
  return h('svg', { class: 'mark', viewBox: '0 0 40 40', 'aria-hidden': 'true' },
    h('circle', { cx: 20, cy: 20, r: 10.2, class: 'table' }),
    h('circle', { cx: 20, cy: 20, r: 3.2, class: 'lamp' }),
    [0, 1, 2, 3].map(chair));
}

/** The name, written with the same pen as the cards. */
export function wordmark() {
  const strokes = 'M1 15V1.5H5.6A3.9 3.9 0 0 1 5.6 9.3H1M22.6 6V15M22.6 10.5A4.5 4.5 0 1 1 13.6 10.5A4.5 4.5 0 0 1 22.6 10.5Z'
    + 'M27.4 15V6M27.4 10.6A4.4 4.4 0 0 1 32 6.1M36.2 0V15M49.8 10.5A4.5 4.5 0 1 1 40.8 10.5A4.5 4.5 0 0 1 49.8 10.5Z'
    + 'M54.4 15V6M54.4 10.6A4.4 4.4 0 0 1 58 6.3';
  return h('svg', { class: 'wordmark', viewBox: '-1.5 -1.5 61.5 18', role: 'img', 'aria-label': 'Parlor' },
    h('path', { class: 'pen', 'stroke-width': 2.3, d: strokes }),
    h('circle', { cx: 45.3, cy: 10.5, r: 1.5, class: 'lamp' }));
}

const ring = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  h('circle', { cx: x, cy: y, r, class: 'pen' });
const dot = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ r) =>
  h('circle', { cx: x, cy: y, r, fill: 'currentColor' });
const stroke = (/** @type {string} */ d, /** @type {string} */ transform = '') => h('path', { d, class: 'pen', transform });
/** @type {[number, number][]} */
const corners = [[0, 0], [24, 0], [0, 24], [24, 24]];

/**
 * One tile of each wallpaper, 24 by 24, by the name of its pattern.
 * @type {(() => Tree[])[]}
 */
const tiles = [
  function rings() {
    const middles = /** @type {[number, number][]} */ ([...corners, [12, 12]]);
    return middles.flatMap(([x, y]) => [ring(x, y, 12), ring(x, y, 7), dot(x, y, 2)]);
  },
  function diamonds() {
    return [stroke('M0 12L12 0L24 12L12 24Z'), stroke('M6 12L12 6L18 12L12 18Z'), dot(12, 12, 2), ...corners.map(([x, y]) => dot(x, y, 2.6))];
  },
  function petals() {
    const turns = [0, 90, 180, 270];
    return [
      ...turns.map((turn) => stroke('M12 12C7 8 7 3 12 .8C17 3 17 8 12 12Z', `rotate(${turn} 12 12)`)),
      dot(12, 12, 1.6), ...corners.map(([x, y]) => dot(x, y, 2)),
    ];
  },
  function waves() {
    const radii = [12, 8, 4];
    return [
      ...[0, 24].flatMap((x) => radii.map((r) => ring(x, 24, r))),
      ...radii.map((r) => stroke(`M${12 - r} 12A${r} ${r} 0 0 1 ${12 + r} 12`)),
    ];
  },
  function water() {
    const drops = [[6, 12], [18, 12], [6, 0], [18, 0], [6, 24], [18, 24]];
    return [stroke('M0 6Q6 0 12 6T24 6M0 18Q6 12 12 18T24 18'), ...drops.map(([x, y]) => dot(x, y, 1.8))];
  },
  function leaves() {
    const leaf = 'M12 0V24M12 6C6 6 4 2 4 0M12 6C18 6 20 2 20 0M12 18C6 18 4 14 4 12C9 12 12 15 12 18ZM12 18C18 18 20 14 20 12C15 12 12 15 12 18Z';
    return [stroke(leaf), dot(0, 12, 1.4), dot(24, 12, 1.4)];
  },
];

/**
 * A number that a text always gives: FNV-1a of its characters.
 * @param {string} text
 */
export function seeded(text) {
  let number = 2166136261;
  for (const character of text) number = Math.imul(number ^ (character.codePointAt(0) ?? 0), 16777619);
  return number >>> 0;
}

/** The thirteen colours of people, as the settings name them. */
export const colours = ['blue', 'red', 'green', 'orange', 'purple', 'yellow', 'pink', 'brown', 'cyan', 'magenta', 'gray', 'black', 'white'];

/**
 * A colour of the thirteen; for somebody whose colour is not known, and for things, one that their id picks.
 * @param {string | undefined} colour
 * @param {string} [id]
 */
export function colourOf(colour, id = '') {
  if (colour && colours.includes(colour)) return colour;
  return id ? colours[seeded(id) % 10] : 'gray';
}

/**
 * The pattern that an id picks, to be named by `fill`.
 * @param {string} name unique in the document
 * @param {string} id
 * @param {string} transform
 */
export function pattern(name, id, transform) {
  return h('defs', null,
    h('pattern', { id: name, width: 24, height: 24, patternUnits: 'userSpaceOnUse', patternTransform: transform }, tiles[seeded(id) % tiles.length]()));
}

/**
 * The wallpaper of a thing: its id picks the pattern, the CSS class `c-…` around it the colour.
 * @param {string} id
 * @param {string} place where on the page it stands, so that its pattern has a name of its own
 * @param {number} [size] of a tile in px
 */
export function wallpaper(id, place, size = 24) {
  const name = `w-${place}-${id}`;
  return h('svg', { class: 'wallpaper', 'aria-hidden': 'true', width: '100%', height: '100%' },
    pattern(name, id, `scale(${size / 24})`),
    h('rect', { width: '100%', height: '100%', fill: `url(#${CSS.escape(name)})` }));
}

/**
 * All tiles as patterns of a picture that is not seen: NAME-0, NAME-1 and so on. Many wallpapers of one screen share them.
 * @param {string} name
 */
export const sharedTiles = (name) => h('svg', { class: 'wallpaper shared-tiles', 'aria-hidden': 'true', width: 0, height: 0 },
  h('defs', null, tiles.map((tile, index) => h('pattern', { id: `${name}-${index}`, width: 24, height: 24, patternUnits: 'userSpaceOnUse' }, tile()))));

/**
 * The wallpaper of a thing, drawn with a shared tile.
 * @param {string} id
 * @param {string} name of the shared tiles
 */
export const sharedWallpaper = (id, name) => h('svg', { class: 'wallpaper', 'aria-hidden': 'true', width: '100%', height: '100%' },
  h('rect', { width: '100%', height: '100%', fill: `url(#${name}-${seeded(id) % tiles.length})` }));

/**
 * A person: the drawing that they show beside their name, or their initial, on their colour. `online: false` draws an empty ring.
 * @param {{ name?: string, colour?: string, id?: string, author?: string, online?: boolean }} person
 */
export function avatar(person) {
  const colour = colourOf(person.colour, person.id ?? person.name);
  const portrait = portraitOf(person.author ?? person.id);
  return h('span', { class: `avatar c-${colour}` + (person.online === false ? ' away' : ''), 'aria-hidden': 'true' },
    portrait ? h('img', { class: 'portrait', key: portrait, src: portrait, alt: '' }) : [...(person.name ?? '').trim()][0] ?? '?');
}
