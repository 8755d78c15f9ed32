// @ts-check
// The cards of War, drawn with one round pen: faces, backs, and what a screen reader says of them.
import { h } from './view.js';
import { colourOfAuthor } from './people.js';
import { colourOf, pattern } from './pictures.js';

/**
 * Numerals and letters, in a box of 10 by 14.
 * @type {Record<number, string>}
 */
const ranks = {
  2: 'M1.2 4.3A3.9 3.9 0 1 1 8.9 4.3C8.9 7.6 1 10 1 13.3H9.2',
  3: 'M1.3 .9H8.6L4.5 5.7A3.9 3.9 0 1 1 1 11.4',
  4: 'M7 13.4V.9L.8 9.7H9.5',
  5: 'M8.6 .9H2.3L1.7 6.5A4 4 0 1 1 1 11.6',
  6: 'M7.4 .9C3.8 2.7 1 6 1 9.4A4 4 0 1 0 9 9.4A4 4 0 0 0 1.4 8',
  7: 'M1 .9H9L4.2 13.4',
  8: 'M5 6.7A2.9 2.9 0 1 0 5 .9A2.9 2.9 0 0 0 5 6.7A3.35 3.35 0 1 0 5 13.4A3.35 3.35 0 0 0 5 6.7Z',
  9: 'M2.6 13.4C6.2 11.6 9 8.3 9 4.9A4 4 0 1 0 1 4.9A4 4 0 0 0 8.6 6.3',
  10: 'M-.6 2.6L1.4 .9V13.4M7.3 .9C9.5 .9 10.6 3.6 10.6 7.1S9.5 13.4 7.3 13.4S4 10.7 4 7.1S5.1 .9 7.3 .9Z',
  11: 'M7.6 .9V9.7A3.4 3.4 0 0 1 .9 10.4',
  12: 'M5 .9C7.7 .9 9.2 3.5 9.2 7.1S7.7 13.4 5 13.4S.8 10.8 .8 7.1S2.3 .9 5 .9ZM5.9 9.9L9.5 14',
  13: 'M1.4 .9V13.4M9 .9L1.4 8.3M4.3 5.7L9.3 13.4',
  14: 'M.6 13.4L5 .9L9.4 13.4M2.2 9.2H7.8',
};

/**
 * Pips in a box of 10 by 10.
 * @type {Record<string, string>}
 */
const pips = {
  SUIT_HEARTS: 'M5 9.4C1.6 6.8 .3 5 .3 3.1A2.45 2.45 0 0 1 5 2.1A2.45 2.45 0 0 1 9.7 3.1C9.7 5 8.4 6.8 5 9.4Z',
  SUIT_DIAMONDS: 'M5 .2Q6.6 2.9 8.8 5Q6.6 7.1 5 9.8Q3.4 7.1 1.2 5Q3.4 2.9 5 .2Z',
  SUIT_SPADES: 'M5 .4C6.3 2.6 9.5 4 9.5 6.4A2.15 2.15 0 0 1 5.5 7.5Q5.6 8.8 6.6 9.7H3.4Q4.4 8.8 4.5 7.5A2.15 2.15 0 0 1 .5 6.4'
    + 'C.5 4 3.7 2.6 5 .4Z',
  SUIT_CLUBS: 'M5 .4A2.15 2.15 0 0 1 6.7 3.9A2.15 2.15 0 1 1 5.5 7Q5.6 8.7 6.6 9.7H3.4Q4.4 8.7 4.5 7A2.15 2.15 0 1 1 3.3 3.9'
    + 'A2.15 2.15 0 0 1 5 .4Z',
};

/**
 * Where the pips of 2 to 10 stand: column (-1, 0, 1) and row (0 to 1).
 * @type {Record<number, [number, number][]>}
 */
const places = {
  2: [[0, 0], [0, 1]],
  3: [[0, 0], [0, .5], [0, 1]],
  4: [[-1, 0], [1, 0], [-1, 1], [1, 1]],
  5: [[-1, 0], [1, 0], [0, .5], [-1, 1], [1, 1]],
  6: [[-1, 0], [1, 0], [-1, .5], [1, .5], [-1, 1], [1, 1]],
  7: [[-1, 0], [1, 0], [0, .25], [-1, .5], [1, .5], [-1, 1], [1, 1]],
  8: [[-1, 0], [1, 0], [0, .25], [-1, .5], [1, .5], [0, .75], [-1, 1], [1, 1]],
  9: [[-1, 0], [1, 0], [-1, .33], [1, .33], [0, .5], [-1, .67], [1, .67], [-1, 1], [1, 1]],
  10: [[-1, 0], [1, 0], [0, .17], [-1, .33], [1, .33], [-1, .67], [1, .67], [0, .83], [-1, 1], [1, 1]],
};

/**
 * The court is the room itself: the jack is the teapot, the queen the lamp, the king the armchair. Boxes of 44 by 56.
 * @type {Record<number, string>}
 */
const court = {
  11: 'M12 26C8 30 7 38 11 44C14 48 30 48 33 44C37 38 36 30 32 26ZM12 26H32M17 26C17 20 27 20 27 26M22 20V17M35 31C41 29 43 37 36 41'
    + 'M10 33C5 33 5 27 2 24M12 51H32M17 13C15 10 19 8 17 5M26 13C24 10 28 8 26 5',
  12: 'M14 9H30L38 29H6ZM22 29V46M12 51C12 47 32 47 32 51ZM30 29V36M14 4.5V4.4M22 3V2.9M30 4.5V4.4M9 36L6 40M22 9V29M17.5 9L14 29'
    + 'M26.5 9L30 29',
  13: 'M12 37V17A10 10 0 0 1 32 17V37M12 27H9A5 5 0 0 0 4 32V47H40V32A5 5 0 0 0 35 27H32M12 37H32V47M12 37V47M8 47V52M36 47V52'
    + 'M15 5L18 1L22 4L26 1L29 5M22 15V15.1M18 20V20.1M26 20V20.1M22 25V25.1',
};

/** @type {Record<number, string>} */
const names = { 11: 'jack', 12: 'queen', 13: 'king', 14: 'ace' };

/**
 * What a screen reader says: "jack of hearts".
 * @param {parlor.Card} card
 */
export function spoken(card) {
  return `${names[card.rank ?? 0] ?? card.rank} of ${(card.suit ?? '').slice('SUIT_'.length).toLowerCase()}`;
}

/**
 * @param {parlor.Card} card
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [isTurned]
 */
function pip(card, x, y, size, isTurned = false) {
  return h('path', {
    d: pips[card.suit ?? ''],
    transform: `translate(${x} ${y}) scale(${size / 10})${isTurned ? ' rotate(180)' : ''} translate(-5 -5)`,
  });
}

/**
 * What stands between the corners.
 * @param {parlor.Card} card
 */
function middle(card) {
  const rank = card.rank ?? 0;
  if (rank <= 10) {
    const size = rank > 8 ? 16.5 : 18.5;
    return (places[rank] ?? []).map(([column, row]) => pip(card, 50 + column * 17.5, 26 + row * 88, size, row > .5));
  }
  if (rank === 14) return [h('circle', { cx: 50, cy: 70, r: 25, class: 'pen', 'stroke-width': 1.8 }), pip(card, 50, 70, 30), ...chairs()];
  return [
    h('rect', { x: 25, y: 18, width: 50, height: 104, rx: 8, class: 'pen frame', 'stroke-width': 1.2 }),
    h('path', { d: court[rank], class: 'pen', 'stroke-width': 2.15, transform: 'translate(29 29) scale(.955)' }),
    pip(card, 50, 103, 20),
  ];
}

/** The four chairs around the table of the ace. */
function chairs() {
  return [45, 135, 225, 315].map((turn) =>
    h('path', { d: 'M-9 -34A35 35 0 0 1 9 -34', class: 'pen', 'stroke-width': 4.4, transform: `translate(50 70) rotate(${turn})` }));
}

/**
 * The face of a card. Within `.small` it shows one large rank and one pip, which is all that War needs.
 * @param {parlor.Card} card
 */
export function cardFace(card) {
  const isRed = card.suit === 'SUIT_HEARTS' || card.suit === 'SUIT_DIAMONDS';
  const rank = ranks[card.rank ?? 0];
  const corner = () => h('g', null,
    h('path', { d: rank, class: 'pen', 'stroke-width': 2.05, transform: `translate(${card.rank === 10 ? 7.5 : 8} 9) scale(1.2)` }),
    pip(card, 14, 36, 12));
  const suit = (card.suit ?? '').slice('SUIT_'.length).toLowerCase();
  return h('svg', { class: `card face ${isRed ? 'red' : 'black'} ${suit}`, viewBox: '0 0 100 140', role: 'img', 'aria-label': spoken(card) },
    h('rect', { x: .5, y: .5, width: 99, height: 139, rx: 9.5, class: 'sheet' }),
    h('g', { class: 'wide' }, middle(card), corner(), h('g', { transform: 'rotate(180 50 70)' }, corner())),
    h('g', { class: 'narrow' },
      h('path', { d: rank, class: 'pen', 'stroke-width': 1.75, transform: 'translate(14 16) scale(3.6)' }),
      pip(card, 68, 106, 44)));
}

/**
 * The weathers that can be on the back of cards, each a tile of 24 by 24.
 * @type {Record<string, string>}
 */
const weathers = {
  CLEAR_DAY: 'M12 8.5A3.5 3.5 0 1 1 12 15.5A3.5 3.5 0 0 1 12 8.5ZM12 3.5V5.5M12 18.5V20.5M3.5 12H5.5M18.5 12H20.5M6 6L7.4 7.4M16.6 16.6L18 18M18 6L16.6 7.4M7.4 16.6L6 18',
  CLEAR_NIGHT: 'M14.5 5.5A7 7 0 1 0 19 15.5A6 6 0 0 1 14.5 5.5ZM4 4.5V4.6M20 6V6.1',
  CLOUDS: 'M6.5 16A3.6 3.6 0 0 1 7 8.9A5 5 0 0 1 16.6 9.4A3.4 3.4 0 0 1 17.5 16Z',
  RAIN: 'M7 12A3 3 0 0 1 7.4 6.2A4.4 4.4 0 0 1 16 6.6A2.8 2.8 0 0 1 16.6 12ZM8 15L7 18M12 15L11 18M16 15L15 18',
  THUNDER: 'M7 11.5A3 3 0 0 1 7.4 5.8A4.4 4.4 0 0 1 16 6.2A2.8 2.8 0 0 1 16.6 11.5ZM13 13L10 17H13.5L11 21',
  SNOW: 'M12 4.5V19.5M5.5 8.2L18.5 15.8M18.5 8.2L5.5 15.8',
  FOG: 'M4 8H17M7 12H20M4 16H15',
};

/**
 * The tile of a weather; nothing for plain backs.
 * @param {string | undefined} back
 */
function weatherTile(back) {
  const name = (back ?? '').replace('CARD_BACK_', '');
  return weathers[name] ?? weathers[name.replace(/_(DAY|NIGHT)$/, '')];
}

/**
 * The back of a person's cards: the pattern of their key in their colour, or the weather where they are.
 * @param {{ author?: string, name?: string, colour?: string, back?: string }} person
 * @param {string} place where on the page it stands, so that its pattern has a name of its own
 */
export function cardBack(person, place) {
  const id = person.author || person.name || 'nobody';
  const weather = weatherTile(person.back);
  const name = `b-${place}-${id}` + (weather ? '-' + person.back : '');
  const isNight = !!weather && person.back?.endsWith('_NIGHT');
  const colour = person.author ? colourOfAuthor(person.author, person.colour) : colourOf(person.colour, id);
  return h('svg', { class: `card back c-${colour}` + (isNight ? ' night' : ''), viewBox: '0 0 100 140', 'aria-hidden': 'true' },
    weather ? h('defs', null, h('pattern', { id: name, width: 24, height: 24, patternUnits: 'userSpaceOnUse', patternTransform: 'translate(2 10)' }, h('path', { d: weather, class: 'pen' })))
      : pattern(name, id, 'translate(2 10)'),
    h('rect', { x: .5, y: .5, width: 99, height: 139, rx: 9.5, class: 'sheet' }),
    h('rect', { x: 5, y: 5, width: 90, height: 130, rx: 6, class: 'dye' }),
    h('rect', { x: 5, y: 5, width: 90, height: 130, rx: 6, fill: `url(#${CSS.escape(name)})` }),
    h('rect', { x: 9.5, y: 9.5, width: 81, height: 121, rx: 3.5, class: 'pen', 'stroke-width': 1.4 }));
}
