// @ts-check
// The dialogs of a duel: one card, large, with everything that can be done with it, and the cards of a pile.
import { h } from '../view.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { kindOf, factsOf } from '../decks/facts.js';
import { icon } from '../pictures.js';
import { searched, searchField } from '../parts.js';
import { state } from '../state.js';
import { plural } from '../texts.js';
import { actsOf, place } from './acts.js';
import { mark, chosenAt, choose } from './chosen.js';
import { inside, spoken } from './card.js';
import { itemOf, itemsOf, listTitle } from './lists.js';
import { make, mayAct } from './moves.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {import('./lists.js').Item} Item */
/** @typedef {import('./lists.js').List} List */

/**
 * Opens a card: what it is, and what can be done with it. A marked one stands for all that are marked.
 * @param {Table} table
 * @param {string} key
 */
export function openSheet(table, key) {
  choose(table, key);
  const first = itemOf(table, key);
  if (!first) return;
  openDialog(first.title || 'A hidden card', () => {
    const now = state.tables.get(table.id ?? '') ?? table;
    const item = itemOf(now, key);
    if (!item) return h('p', { class: 'note' }, 'It is not there any more.');
    const { marked } = chosenAt(now);
    const isOfMany = marked.has(key) && marked.size > 1;
    const items = isOfMany ? [...marked].flatMap((one) => itemOf(now, one) ?? []) : [item];
    return h('div', { class: 'dsheet' },
      h('div', { class: 'dsheet-card', 'aria-hidden': 'true' }, h('span', { class: 'dcard large' }, inside(item, (item.view?.owner === 'SEAT_JOINER' ? now.joiner : now.host) ?? {}))),
      h('div', { class: 'dsheet-side' },
        item.name && kindOf(factsOf([item]).get(item.name)),
        item.notes.length > 0 && h('p', { class: 'second' }, h('bdi', null, item.notes.join(', '))),
        isOfMany && h('p', null, `For ${plural(items.length, 'marked card')}:`),
        buttons(now, items)));
  });
}

/**
 * The acts of some cards as buttons; each closes the dialog.
 * @param {Table} table
 * @param {Item[]} items
 */
function buttons(table, items) {
  const found = actsOf(table, items);
  const key = items[0]?.key ?? '';
  const isMarked = chosenAt(table).marked.has(key);
  return h('div', { class: 'dacts' }, found.map((act, index) => h('button', {
    type: 'button', class: index === 0 ? 'primary' : 'button', key: act.name, disabled: !mayAct(table), autofocus: index === 0 ? true : null,
    onclick: () => {
      closeDialog();
      act.act(table, items);
    },
  }, act.icon && icon(act.icon), h('span', null, act.label), act.key && h('kbd', { 'aria-hidden': 'true' }, act.key === 'Delete' ? 'Del' : act.key))),
  !!table.seat && found.length > 0 && h('button', {
    type: 'button', class: 'button', key: 'mark', onclick: () => {
      closeDialog();
      mark(table, items.length > 1 ? items.map((item) => item.key) : [key]);
    },
  }, icon('check'), h('span', null, isMarked ? 'No longer marked' : 'Mark it, to act on several'), h('kbd', { 'aria-hidden': 'true' }, 'x')));
}

/**
 * A card of a pile as a line, which opens the card.
 * @param {Table} table
 * @param {Item} item
 * @param {Child} [more]
 */
function line(table, item, more) {
  return h('li', { key: item.key },
    h('button', { type: 'button', class: 'button plain dline', onclick: () => openSheet(table, item.key) },
      h('span', { class: 'what' }, h('bdi', null, item.title), kindOf(factsOf([item]).get(item.name)), item.notes.length > 0 && h('span', { class: 'note' }, h('bdi', null, item.notes.join(', '))))),
    more);
}

/** @typedef {import('../view.js').Child} Child */

/**
 * Opens a pile: its cards with what they are, to choose one. A library has a search.
 * @param {Table} table
 * @param {List} list
 */
export function openPile(table, list) {
  openDialog(listTitle(table, list), () => {
    const now = state.tables.get(table.id ?? '') ?? table;
    const items = itemsOf(now, list);
    const at = `duel/${table.id}/${list}`;
    const isLong = items.length > 12 || ['library', 'search'].includes(list);
    const words = isLong ? searched(at).toLowerCase() : '';
    const found = words ? items.filter((item) => item.title.toLowerCase().includes(words)) : items;
    const isPile = ['graveyard', 'exile', 'far-graveyard', 'far-exile'].includes(list);
    return h('div', { class: 'form' },
      isLong && searchField(at, 'Search these cards'),
      h('p', { class: 'note' }, plural(items.reduce((sum, item) => sum + item.count, 0), 'card'), isPile && items.length > 1 && ', the top one first'),
      found.length ? h('ul', { class: 'lines dpile', 'aria-label': listTitle(now, list) }, (isPile ? [...found].reverse() : found).map((item) => line(now, item)))
        : h('p', { class: 'empty' }, words ? 'No card has that name.' : 'It is empty.'));
  });
}

/** The places of cards that are looked at, with their words. */
const places = /** @type {[string, string, Record<string, any>][]} */ ([
  ['top', 'Top', { top: 0 }], ['bottom', 'Bottom', { bottom: 0 }], ['hand', 'Hand', { hand: true }], ['graveyard', 'Graveyard', { spot: { zone: 'ZONE_GRAVEYARD' } }],
]);

/**
 * Opens the cards that are looked at, each with the places to which it may go.
 * @param {Table} table
 */
export function openLooked(table) {
  openDialog('Cards that you look at', () => {
    const now = state.tables.get(table.id ?? '') ?? table;
    const items = itemsOf(now, 'looked');
    if (!items.length) return h('div', { class: 'form' }, h('p', null, 'All of them are placed.'), h('div', { class: 'actions' }, h('button', { type: 'button', class: 'button', autofocus: true, onclick: closeDialog }, 'Close')));
    return h('div', { class: 'form' },
      h('p', { class: 'note' }, 'The last one that you put on top is the first one that you draw. Open a card for further places.'),
      h('ul', { class: 'lines dpile' }, items.map((item) => line(now, item, h('span', { class: 'actions', role: 'group', 'aria-label': `Where ${spoken(item)} goes` },
        places.map(([name, label, to]) => h('button', { type: 'button', class: 'button', key: name, 'aria-label': `${label}: ${item.title}`, disabled: !mayAct(now), onclick: () => place(now, [item], to) }, label)))))),
      items.length > 1 && h('div', { class: 'actions' },
        h('button', { type: 'button', class: 'button', disabled: !mayAct(now), onclick: () => place(now, items, { bottom: 0, random: true }) }, 'The rest to the bottom, in random order'),
        h('button', { type: 'button', class: 'button', disabled: !mayAct(now), onclick: () => make(now, { show: { cards: items.map((item) => item.card) } }) }, 'Show them to all')));
  });
}

/**
 * Opens the sideboard before a game: which cards change places.
 * @param {Table} table
 */
export function openSideboard(table) {
  openDialog('Sideboard', () => {
    const now = state.tables.get(table.id ?? '') ?? table;
    const { own } = /** @type {parlor.DuelView} */ (now.game_view ?? {});
    if (!own?.may_begin) return h('ul', { class: 'lines dpile' }, itemsOf(now, 'side').map((item) => line(now, item)));
    const { swaps } = chosenAt(now);
    const count = (/** @type {parlor.DuelCountView[] | undefined} */ cards, /** @type {'out' | 'in'} */ leaves, /** @type {'out' | 'in'} */ comes) => {
      const counts = new Map((cards ?? []).map((one) => [one.name ?? '', one.count ?? 1]));
      for (const swap of swaps) {
        counts.set(swap[leaves], (counts.get(swap[leaves]) ?? 0) - 1);
        counts.set(swap[comes], (counts.get(swap[comes]) ?? 0) + 1);
      }
      return [...counts].filter(([, number]) => number > 0).sort(([a], [b]) => (a < b ? -1 : 1));
    };
    const [main, side] = [count(own.next_main, 'out', 'in'), count(own.next_side, 'in', 'out')];
    const choices = (/** @type {'out' | 'in'} */ name, /** @type {string} */ label, /** @type {[string, number][]} */ cards) => h('div', { class: 'field', key: name },
      h('label', { for: 'swap-' + name }, label),
      h('select', { id: 'swap-' + name, name }, cards.map(([card, number]) => h('option', { value: card, key: card }, `${card}, ${number}`))));
    return h('form', {
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        const { out, in: into } = Object.fromEntries(new FormData(event.target));
        if (out && into) swaps.push({ out: String(out), in: String(into) });
        choose(now, 'swap-' + swaps.length);
      },
    },
    h('p', { class: 'note' }, 'Nobody else sees it. It counts for the next game and those after it.'),
    h('div', { class: 'fields' }, choices('out', 'Out of the main part', main), choices('in', 'In from the sideboard', side)),
    swaps.length > 0 && h('ul', { class: 'lines', 'aria-label': 'Changes before the next game' }, swaps.map((swap, index) => h('li', { key: index }, h('span', { class: 'what' }, h('span', null, h('bdi', null, swap.out), ' goes out for ', h('bdi', null, swap.in)))))),
    h('div', { class: 'actions' },
      h('button', { type: 'submit', class: 'button', disabled: !side.length }, icon('swap'), 'Swap them'),
      swaps.length > 0 && h('button', {
        type: 'button', class: 'button plain', onclick: () => {
          swaps.length = 0;
          choose(now, 'swap-none');
        },
      }, 'Undo all'),
      h('button', { type: 'button', class: 'button', onclick: closeDialog }, 'Done')));
  });
}
