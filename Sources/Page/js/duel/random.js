// @ts-check
// Random picks: of our hand, or of what lies open before either player. What was picked is named in its list, and can be marked.
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { plural } from '../texts.js';
import { nowOf } from '../war/apart.js';
import { mark } from './chosen.js';
import { itemsOf, lists } from './lists.js';
import { make } from './moves.js';
import { duelOf, farSeat, nameAt, ownSeat } from './seats.js';

/** @typedef {parlor.TableView} Table */

const zones = /** @type {const} */ ([['ZONE_BATTLEFIELD', 'table'], ['ZONE_STACK', 'cards of the stack'], ['ZONE_GRAVEYARD', 'graveyard'], ['ZONE_EXILE', 'exile'], ['ZONE_COMMAND', 'command zone']]);

/**
 * The places from which cards can be picked now, with their numbers of cards.
 * @param {Table} table
 */
function placesOf(table) {
  const { objects = [] } = duelOf(table);
  const halves = /** @type {[parlor.Seat, string][]} */ ([[table.seat, 'Your'], [farSeat(table), `${nameAt(table, farSeat(table))}’s`]]);
  const open = halves.flatMap(([of, whose]) => zones.map(([zone, words]) => ({
    name: `${of} ${zone}`, words: `${whose} ${words}`, count: objects.filter((one) => one.zone === zone && one.controller === of).length, from: { zone, of },
  })));
  return [{ name: 'hand', words: 'Your hand', count: ownSeat(table).hand ?? 0, from: { hand: true } }, ...open].filter(({ count }) => count > 0);
}

/**
 * Asks how many cards of which place are picked.
 * @param {Table} table
 */
export function askRandom(table) {
  const form = () => formOf('duel/random', { from: '', count: '1' });
  form().drop();
  openDialog('Pick at random', () => {
    const { values, select, number, form: shown } = form();
    const now = nowOf(table);
    const places = placesOf(now);
    const place = places.find(({ name }) => name === values.from) ?? places[0];
    const count = Number(values.count);
    return shown({
      send: 'Do it', disabled: !place || !(Number.isInteger(count) && count > 0 && count <= place.count), cancel: closeDialog,
      submit: () => {
        closeDialog();
        return place && make(now, { pick: { ...place.from, count } });
      },
    },
    select('from', { label: 'From', value: place?.name, options: places.map(({ name, words, count: cards }) => [name, `${words}, ${plural(cards, 'card')}`]) }),
    number('count', { label: 'Cards', min: 1, max: place?.count ?? 0, autofocus: true }));
  });
}

/**
 * The cards that the last pick has hit and that are still where they were.
 * @param {Table} table
 */
export const pickedOf = (table) => lists.flatMap((list) => itemsOf(table, list)).filter((item) => item.isPicked);

/**
 * Marks the cards that were picked, to act on all of them.
 * @param {Table} table
 */
export function markPicked(table) {
  const keys = pickedOf(table).map((item) => item.key);
  if (keys.length) mark(table, keys);
}
