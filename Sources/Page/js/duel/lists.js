// @ts-check
// A duel as one person sees it: its lists of cards, and how a card is named there and in moves.
import { typeOf, types } from '../decks/card-order.js';
import { factsOf } from '../decks/facts.js';
import { preference } from '../preferences.js';
import { nearSeat } from '../war/players.js';
import { duelOf, farSeat, nameAt, otherSeat, ownSeat, seatOf } from './seats.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {'far-field' | 'stack' | 'field' | 'looked' | 'hand' | 'library' | 'graveyard' | 'exile' | 'command' | 'side' | 'far-graveyard' | 'far-exile' | 'far-command' | 'search' | 'shown' | 'known' | 'far-known' | 'far-hand' | 'far-looked' | 'far-deck'} List */

/**
 * A card or token in a list. `card` is how a move names it, where a move can.
 * @typedef {object} Item
 * @property {string} key unique at the table
 * @property {List} list
 * @property {string} name empty for a hidden card
 * @property {string} title what a list says: "a face-down card" for a hidden one
 * @property {string[]} notes further words: "tapped", "3 charge"
 * @property {number} count for how many cards it stands
 * @property {Record<string, any>} [card]
 * @property {number} [object]
 * @property {number} [label] of a library that we search
 * @property {boolean} [isPicked] the last random pick of ours has hit it
 * @property {boolean} [isPublic] everybody knows it
 * @property {number} [tax] of a card in the command zone that was played from there
 * @property {parlor.DuelObjectView} [view]
 */

/**
 * An object by its number.
 * @param {Table} table
 * @param {number} number
 */
export const objectOf = (table, number) => (duelOf(table).objects ?? []).find((one) => one.number === number);

/** @type {Partial<Record<List, { zone: string, isFar: boolean }>>} */
const zones = {
  'far-field': { zone: 'ZONE_BATTLEFIELD', isFar: true }, field: { zone: 'ZONE_BATTLEFIELD', isFar: false },
  graveyard: { zone: 'ZONE_GRAVEYARD', isFar: false }, 'far-graveyard': { zone: 'ZONE_GRAVEYARD', isFar: true },
  exile: { zone: 'ZONE_EXILE', isFar: false }, 'far-exile': { zone: 'ZONE_EXILE', isFar: true },
  command: { zone: 'ZONE_COMMAND', isFar: false }, 'far-command': { zone: 'ZONE_COMMAND', isFar: true },
};

/**
 * Whether an object lies on a player's part of the table.
 * @param {parlor.DuelObjectView} object
 * @param {parlor.Seat} seat
 */
const isInField = (object, seat) => object.zone === 'ZONE_BATTLEFIELD' && object.controller === seat;

/**
 * The cards of a list, in the order in which they are shown.
 * @param {Table} table
 * @param {List} list
 * @returns {Item[]}
 */
export function itemsOf(table, list) {
  const duel = duelOf(table);
  const { own } = duel;
  const seat = zones[list]?.isFar ? farSeat(table) : nearSeat(table);
  switch (list) {
    case 'field': case 'far-field': return placed((duel.objects ?? []).filter((one) => isInField(one, seat)))
      .map((one) => objectItem(table, one, list));
    case 'stack': return (duel.objects ?? []).filter((one) => one.zone === 'ZONE_STACK').map((one) => objectItem(table, one, list));
    case 'far-hand': return sorted((otherSeat(table).opened_hand ?? []).map((name, index) => plain(list, `far-hand-${index}`, name)));
    case 'far-deck': return counted(otherSeat(table).opened_main, list, () => ({})).map(({ card, ...item }) => item);
    case 'hand': return sorted(hidden(own?.hand, own?.picked, list)).concat(opened(table));
    case 'looked': return own ? hidden(own.looked, [], list) : lookedAt(table, nearSeat(table), list);
    case 'far-looked': return lookedAt(table, farSeat(table), list);
    case 'known': return known(table.seat ? own?.slots : ownSeat(table).known, list, ownSeat(table).library);
    case 'far-known': return known(otherSeat(table).known, list, otherSeat(table).library);
    case 'library': return counted(own?.cards, list, (name) => ({ library: name }));
    case 'side': return counted(own?.may_begin ? own.next_side : own?.side, list, (name) => ({ side: name }));
    case 'search': return (own?.search?.cards ?? []).map((one) => ({ ...plain(list, `label-${one.label ?? 0}`, one.name), label: one.label ?? 0 }))
      .sort((a, b) => compare(a.name, b.name));
    case 'shown': return (own?.shown ?? []).flatMap((one) => one.names ?? []).map((name, index) => plain(list, `shown-${index}`, name));
    default: return (duel.objects ?? []).filter((one) => one.zone === zones[list]?.zone && one.controller === seat).map((one) => objectItem(table, one, list));
  }
}

/** The lists in which a card can be, those of the table first. */
export const lists = /** @type {List[]} */ ([
  'far-field', 'stack', 'field', 'looked', 'hand', 'graveyard', 'exile', 'command', 'far-graveyard', 'far-exile', 'far-command', 'library', 'known', 'far-known', 'side', 'search', 'shown', 'far-hand', 'far-looked', 'far-deck',
]);

/**
 * The card with a key, wherever it is now.
 * @param {Table} table
 * @param {string} key
 */
export function itemOf(table, key) {
  for (const list of lists) for (const item of itemsOf(table, list)) if (item.key === key) return item;
  return undefined;
}

/**
 * @param {string} a
 * @param {string} b
 */
const compare = (a, b) => (a < b ? -1 : Number(a > b));

/**
 * Objects from the middle of the table and from the left; the order in which they came decides between those of one place.
 * @param {parlor.DuelObjectView[]} objects
 */
const placed = (objects) => objects.map((one, index) => ({ one, index }))
  .sort((a, b) => (a.one.y ?? 0) - (b.one.y ?? 0) || (a.one.x ?? 0) - (b.one.x ?? 0) || a.index - b.index).map(({ one }) => one);

/**
 * @param {List} list
 * @param {string} key
 * @param {string | undefined} name
 * @returns {Item}
 */
const plain = (list, key, name = '') => ({ key, list, name, title: name, notes: [], count: 1 });

/**
 * @param {parlor.DuelCardView[] | undefined} cards
 * @param {parlor.DuelCardView[] | undefined} picked
 * @param {List} list
 * @returns {Item[]}
 */
const hidden = (cards = [], picked = [], list) => cards.map((card) => {
  const isPicked = picked.some((one) => one.handle === card.handle);
  return {
    ...plain(list, `handle-${card.handle}`, card.name), card: { handle: card.handle ?? 0 }, isPicked,
    notes: [...(card.public ? ['known to all'] : []), ...(isPicked ? ['picked'] : [])],
  };
});

/**
 * Cards of a library whose place is known, the top one first.
 * @param {parlor.DuelSlotView[] | undefined} slots
 * @param {List} list
 * @param {number | undefined} count cards of the library
 * @returns {Item[]}
 */
const known = (slots = [], list, count = 0) => slots.map(({ place = 0, handle, name, public: isPublic }) => ({
  ...plain(list, `${list}-${handle}`, name), card: { slot: place }, isPublic: !!isPublic, notes: [placeWords(place, count), ...(isPublic ? ['known to all'] : [])],
}));

/**
 * A place of a library in words, from the nearer end.
 * @param {number} place from the top, from 0
 * @param {number} count cards of the library
 */
function placeWords(place, count) {
  const below = count - 1 - place;
  if (place === 0) return 'on top';
  if (below === 0) return 'at the bottom';
  return place <= below ? `number ${place + 1} from the top` : `number ${below + 1} from the bottom`;
}

/**
 * The hand as this browser sorts it: by cost with lands first, by type, or by name. What is not known comes last.
 * @param {Item[]} items
 */
function sorted(items) {
  const facts = factsOf(items);
  const order = preference('hand');
  const rank = (/** @type {Item} */ item) => {
    const known = facts.get(item.name);
    if (order === 'name') return 0;
    if (!known?.type) return unknownRank;
    return order === 'type' ? types.indexOf(typeOf(known.type)) : known.type.includes('Land') ? 0 : 1 + (known.value ?? 0);
  };
  return [...items].sort((a, b) => rank(a) - rank(b) || compare(a.name, b.name));
}

const unknownRank = 1_000_000;

/**
 * The hand of who has opened the match, for those who only watch.
 * @param {Table} table
 */
const opened = (table) => (duelOf(table).own ? [] : (ownSeat(table).opened_hand ?? []).map((name, index) => plain('hand', `opened-${index}`, name)));

/**
 * What a player looked at who has opened the match.
 * @param {Table} table
 * @param {parlor.Seat} seat
 * @param {List} list
 */
const lookedAt = (table, seat, list) => (seatOf(table, seat).opened_looked ?? []).map((name, index) => plain(list, `${list}-${index}`, name));

/**
 * @param {parlor.DuelCountView[] | undefined} cards
 * @param {List} list
 * @param {(name: string) => Record<string, any>} card
 * @returns {Item[]}
 */
const counted = (cards = [], list, card) => cards.map((one) => ({
  ...plain(list, `${list}-${one.name}`, one.name), count: one.count ?? 1, card: card(one.name ?? ''), notes: (one.count ?? 1) > 1 ? [`${one.count} of them`] : [],
}));

/**
 * @param {Table} table
 * @param {parlor.DuelObjectView} view
 * @param {List} list
 * @returns {Item}
 */
function objectItem(table, view, list) {
  const number = view.number ?? 0;
  const own = (duelOf(table).own?.face_down ?? []).find((one) => one.object === number);
  const name = view.name || own?.name || '';
  const title = !view.name || view.down ? (name ? `${name}, face down` : 'a face-down card') : name;
  const isPicked = (duelOf(table).own?.picked_objects ?? []).includes(number);
  const tax = taxOf(table, view);
  const notes = [...(isPicked ? ['picked'] : []), ...(tax ? [`tax ${tax}`] : []), ...notesOf(table, view)];
  return { key: `object-${number}`, list, name, title, notes, count: 1, card: { object: number }, object: number, view, isPicked, tax };
}

/**
 * The tax of a card in the command zone, which its owner has as a counter; 0 for none.
 * @param {Table} table
 * @param {parlor.DuelObjectView} view
 */
function taxOf(table, view) {
  const counters = (view.zone === 'ZONE_COMMAND' && view.owner && seatOf(table, view.owner).counters) || [];
  return counters.find((one) => one.name === `tax of ${view.name}`)?.value ?? 0;
}

/**
 * Power and toughness as people write them, where both were set; empty for none.
 * @param {parlor.DuelObjectView} view
 */
export function strength(view) {
  const value = (/** @type {string} */ name) => view.counters?.find((one) => one.name === name);
  const [power, toughness] = [value('power'), value('toughness')];
  return power && toughness ? `${power.value ?? 0}/${toughness.value ?? 0}` : '';
}

/**
 * The counters that stand on a card beside power and toughness.
 * @param {parlor.DuelObjectView} view
 */
export const countersOf = (view) => (view.counters ?? []).filter((one) => one.value && !['power', 'toughness'].includes(one.name ?? ''));

/**
 * @param {Table} table
 * @param {parlor.DuelObjectView} view
 */
function notesOf(table, view) {
  const name = (/** @type {number} */ number) => {
    const object = objectOf(table, number);
    return object ? object.name || 'a face-down card' : 'a card that is gone';
  };
  const target = (/** @type {number} */ number) => (number < 8 ? nameAt(table, number === 2 ? 'SEAT_JOINER' : 'SEAT_HOST') : name(number));
  return [
    view.zone === 'ZONE_STACK' && `of ${nameAt(table, view.controller)}`,
    view.owner !== view.controller && `owned by ${nameAt(table, view.owner)}`,
    view.token && 'token', view.tapped && 'tapped', view.stays_tapped && 'stays tapped', view.flipped && 'other face', strength(view),
    ...countersOf(view).map((one) => `${one.value} ${one.name}`),
    view.attached_to && `attached to ${name(view.attached_to)}`,
    view.note && `note: ${view.note}`,
    ...(duelOf(table).arrows ?? []).filter((one) => one.from === view.number).map((one) => `arrow to ${target(one.to ?? 0)}`),
  ].filter((one) => typeof one === 'string' && one !== '').map(String);
}

/**
 * The first free place of a row of our part of the table.
 * @param {Table} table
 * @param {number} row
 * @param {number} [from]
 * @param {number} [passing] an object that is there and counts for nothing
 */
export function freeColumn(table, row, from = 0, passing = 0) {
  const taken = new Set((duelOf(table).objects ?? []).filter((one) => isInField(one, nearSeat(table)) && (one.y ?? 0) === row && one.number !== passing).map((one) => one.x ?? 0));
  let column = from;
  while (taken.has(column)) column += 1;
  return column;
}

/**
 * The title of a list.
 * @param {Table} table
 * @param {List} list
 */
export function listTitle(table, list) {
  const [near, far] = [table.seat ? 'Your' : `${nameAt(table, nearSeat(table))}’s`, `${nameAt(table, farSeat(table))}’s`];
  return {
    'far-field': `${far} table`, stack: 'The stack, the top last', field: `${near} table`, looked: table.seat ? 'Cards that you look at' : `Cards that ${nameAt(table, nearSeat(table))} looks at`, 'far-looked': `Cards that ${nameAt(table, farSeat(table))} looks at`, hand: `${near} hand`,
    library: `${near} library, in no order`, graveyard: `${near} graveyard`, exile: `${near} exile`, command: `${near} command zone`, side: `${near} sideboard`,
    'far-graveyard': `${far} graveyard`, 'far-exile': `${far} exile`, 'far-command': `${far} command zone`, search: 'The library that you search', shown: 'Cards that you were shown',
    known: `${near} library: places that ${table.seat ? 'you know' : 'everybody knows'}`, 'far-known': `${far} library: places that everybody knows`, 'far-hand': `${far} hand`, 'far-deck': `${far} main part`,
  }[list];
}
