// @ts-check
// The face of a card in a duel: a frame of our own with what is known of the card, and what lies on it.
import { h } from '../view.js';
import { cardBack } from '../cards.js';
import { typeOf } from '../decks/card-order.js';
import { photo, placeOf } from '../decks/card-pictures.js';
import { costOf, toneOf, withSymbols } from '../decks/facts.js';
import { wrapping } from '../hyphens.js';
import { colourOf, icon, sharedTiles, sharedWallpaper } from '../pictures.js';
import { nearSeat } from '../war/players.js';
import { countersOf, strength } from './lists.js';
import { sheetOf } from './texts.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */

/**
 * The card and its notes in one line, as a screen reader says it.
 * @param {Item} item
 */
export const spoken = (item) => [item.title || 'a hidden card', ...item.notes].join(', ');

const tilesName = 'duel-tile';

/** The tiles that the pictures of all cards share. It stands once on the screen. */
export const tiles = sharedTiles(tilesName);

/**
 * What a card is, at a glance, on a grid of 24.
 * @type {Record<string, string>}
 */
const kinds = {
  Creature: 'M12 12.6C9 12.6 6.8 15.4 7.2 17.8C7.6 19.8 9.8 19 12 19S16.4 19.8 16.8 17.8C17.2 15.4 15 12.6 12 12.6ZM5.4 13.4A1.5 2 0 1 0 5.4 9.4A1.5 2 0 0 0 5.4 13.4ZM9.6 9.4A1.5 2.2 0 1 0 9.6 5A1.5 2.2 0 0 0 9.6 9.4ZM14.4 9.4A1.5 2.2 0 1 0 14.4 5A1.5 2.2 0 0 0 14.4 9.4ZM18.6 13.4A1.5 2 0 1 0 18.6 9.4A1.5 2 0 0 0 18.6 13.4Z',
  Land: 'M2.5 19L8.5 9L12.5 15.5L16 11L21.5 19ZM16.5 7.4A1.6 1.6 0 1 0 16.5 4.2A1.6 1.6 0 0 0 16.5 7.4Z',
  Artifact: 'M12 3.5L19.5 7.8V16.2L12 20.5L4.5 16.2V7.8ZM12 15.5A3.5 3.5 0 1 0 12 8.5A3.5 3.5 0 0 0 12 15.5Z',
  Enchantment: 'M12 3.5C12.6 9 15 11.4 20.5 12C15 12.6 12.6 15 12 20.5C11.4 15 9 12.6 3.5 12C9 11.4 11.4 9 12 3.5Z',
  Instant: 'M13.6 3.5L6.5 13.4H11.6L10.4 20.5L17.5 10.6H12.4Z',
  Sorcery: 'M5 5H10A2 2 0 0 1 12 7A2 2 0 0 1 14 5H19V18H14A2 2 0 0 0 12 20A2 2 0 0 0 10 18H5ZM12 7V20',
  Token: 'M12 19.5A7.5 7.5 0 1 0 12 4.5A7.5 7.5 0 0 0 12 19.5ZM12 15.5A3.5 3.5 0 1 0 12 8.5A3.5 3.5 0 0 0 12 15.5Z',
  Planeswalker: 'M12 11A3.5 3.5 0 1 0 12 4A3.5 3.5 0 0 0 12 11ZM5 20C5 15.5 8 13.5 12 13.5S19 15.5 19 20',
};

/** The colour of the lands that everybody has. */
const landTones = /** @type {[string, string][]} */ ([['Plains', 'w'], ['Island', 'u'], ['Swamp', 'b'], ['Mountain', 'r'], ['Forest', 'g']]);

/**
 * The CSS class of a card by its colours; that of a basic land by its kind.
 * @param {parlor.CardFacts | null | undefined} facts
 */
function frameOf(facts) {
  const land = facts?.type?.includes('Basic') && landTones.find(([kind]) => facts.type?.includes(kind));
  return land ? `tone-${land[1]}` : toneOf(facts);
}

/**
 * The pictures by names and tones: a card that lies there twice, or is drawn again, is the same tree.
 * @type {Map<string, import('../view.js').Tree>}
 */
const drawn = new Map();
const mostDrawn = 500;

/**
 * The picture of a card: a wallpaper that its name picks, and the sign of its type.
 * @param {string} name
 * @param {string} kind
 */
function picture(name, kind) {
  const key = `${kind} ${name}`;
  let found = drawn.get(key);
  if (!found) {
    found = h('span', { class: 'dpicture' }, sharedWallpaper(name, tilesName), kinds[kind] && h('svg', { class: 'icon', viewBox: '0 0 24 24' }, h('path', { d: kinds[kind] })));
    if (drawn.size >= mostDrawn) drawn.clear();
    drawn.set(key, found);
  }
  return found;
}

/**
 * Where the picture of a card may be that lies face up; empty where it has none. Of one whose other face is up it is that of the other face.
 * @param {string} name
 * @param {parlor.DuelObjectView} [view]
 */
export function photoOf(name, view) {
  if (!name || view && isDown(view)) return '';
  const shown = sheetOf(name, view?.flipped).name;
  return view?.flipped && shown === name ? '' : placeOf({ name: shown });
}

/**
 * Whether an object of the table lies face down.
 * @param {parlor.DuelObjectView} view
 */
const isDown = (view) => !!view.down || !view.name;

/**
 * The sheet of a card: name, cost, a picture, type, power and toughness; by its name alone where nothing is known. Its picture lies over it.
 * @param {string} name
 * @param {parlor.DuelObjectView} [view]
 * @param {boolean} [isLarge] with its text
 */
export function face(name, view, isLarge = false) {
  const { name: shown, facts, text, strength: printed } = sheetOf(name, view?.flipped);
  const type = facts?.type || (view?.token ? 'Token' : '');
  const given = view && strength(view);
  const strong = given || printed;
  return h('span', { class: `dface c-${colourOf(undefined, name)} ${frameOf(facts)}` + (facts ? '' : ' is-unknown') + (strong ? ' has-strength' : '') },
    photo(photoOf(name, view), isLarge ? 'large' : 'small'),
    h('span', { class: 'dname' }, h('bdi', null, wrapping(shown))),
    h('span', { class: 'dart', 'aria-hidden': 'true' }, picture(name, type === 'Token' ? type : typeOf(type)), facts?.cost && h('span', { class: 'dcost' }, costOf(facts))),
    type && h('span', { class: 'dtype' }, h('bdi', null, type)),
    isLarge && text && h('span', { class: 'dtext' }, text.split('\n').map((line, index) => h('span', { key: index }, h('bdi', null, withSymbols(line))))),
    strong && h('span', { class: 'dstrength' + (given ? ' is-given' : '') }, strong));
}

/** So many counters have room on a card; the others are a number. */
const mostCounters = 3;

/**
 * The signs on a card of the table: counters, a note, and what is not as usual.
 * @param {parlor.DuelObjectView} view
 * @param {number} tax
 */
function signs(view, tax) {
  const counters = [...(tax ? [{ name: 'tax', value: tax }] : []), ...countersOf(view)];
  return h('span', { class: 'dsigns', 'aria-hidden': 'true' },
    counters.slice(0, mostCounters).map((one) => h('span', { class: 'dcounter', key: one.name }, one.value, h('small', null, h('bdi', null, one.name)))),
    counters.length > mostCounters && h('span', { class: 'dcounter', key: '' }, `+${counters.length - mostCounters}`),
    view.stays_tapped && h('span', { class: 'dsign' }, icon('lock')),
    view.note && h('span', { class: 'dsign' }, icon('edit')),
    view.flipped && h('span', { class: 'dsign' }, icon('swap')));
}

/**
 * The player whose card it is: a card that is not on the table is that of the half below.
 * @param {Table} table
 * @param {Item} item
 */
export const ownerOf = (table, { view }) => ((view ? view.owner : nearSeat(table)) === 'SEAT_JOINER' ? table.joiner : table.host) ?? {};

/**
 * The inside of a card, face up or face down.
 * @param {Table} table
 * @param {Item} item
 * @param {boolean} [isLarge] with its text
 */
export function inside(table, item, isLarge) {
  const { view } = item;
  return [
    (view ? isDown(view) : !item.name) ? [cardBack(ownerOf(table, item), 'duel-' + item.key), item.name && h('span', { class: 'dpeek' }, h('bdi', null, wrapping(item.name)))] : face(item.name, view, isLarge),
    view && signs(view, item.tax ?? 0),
  ];
}
