// @ts-check
// The face of a card in a duel: a frame of our own with what is known of the card, and what lies on it.
import { h } from '../view.js';
import { cardBack } from '../cards.js';
import { costOf, factsOf, toneOf } from '../decks/facts.js';
import { colourOf, icon, wallpaper } from '../pictures.js';
import { countersOf, strength } from './lists.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */

/**
 * The card and its notes in one line, as a screen reader says it.
 * @param {Item} item
 */
export const spoken = (item) => [item.title || 'a hidden card', ...item.notes].join(', ');

/**
 * The sheet of a card: name, cost, a picture that its name picks, type, power and toughness.
 * @param {string} name
 * @param {string} place where on the page it stands
 * @param {parlor.DuelObjectView} [view]
 */
export function face(name, place, view) {
  const facts = factsOf([{ name }]).get(name);
  return [
    h('span', { class: 'dname' }, h('bdi', null, name)),
    facts?.cost && h('span', { class: 'dcost', 'aria-hidden': 'true' }, costOf(facts)),
    h('span', { class: `dart c-${colourOf(undefined, name)} ${toneOf(facts)}`, 'aria-hidden': 'true' }, wallpaper(name, `duel-${place}`)),
    facts?.type && h('span', { class: 'dtype' }, h('bdi', null, facts.type)),
    view && strength(view) && h('span', { class: 'dstrength' }, strength(view)),
  ];
}

/**
 * The signs on a card of the table: counters, a note, and what is not as usual.
 * @param {parlor.DuelObjectView} view
 */
function signs(view) {
  const counters = countersOf(view);
  return h('span', { class: 'dsigns', 'aria-hidden': 'true' },
    counters.slice(0, 3).map((one) => h('span', { class: 'dcounter', key: one.name, title: one.name }, one.value, h('small', null, one.name))),
    view.stays_tapped && h('span', { class: 'dsign' }, icon('lock')),
    view.note && h('span', { class: 'dsign' }, icon('edit')),
    view.flipped && h('span', { class: 'dsign' }, icon('swap')));
}

/**
 * The inside of a card, face up or face down.
 * @param {Item} item
 * @param {parlor.PlayerView} owner whose back it has
 */
export function inside(item, owner) {
  const { view } = item;
  const isDown = view ? !!view.down || !view.name : !item.name;
  return [
    isDown ? [cardBack(owner, 'duel-' + item.key), item.name && h('span', { class: 'dpeek' }, h('bdi', null, item.name))] : face(item.name, item.key, view),
    view && signs(view),
  ];
}
