// @ts-check
// The dialogs of a duel: one card, large, with everything that can be done with it, and the cards of a pile.
import { h } from '../view.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { kindOf, factsOf } from '../decks/facts.js';
import { icon } from '../pictures.js';
import { searched, searchField } from '../parts.js';
import { plural } from '../texts.js';
import { preference } from '../preferences.js';
import { changed } from '../state.js';
import { nowOf } from '../war/apart.js';
import { actsOf, place } from './acts.js';
import { actByKey, takeFocused } from './card-keys.js';
import { mark as markAll, chosenAt, choose } from './chosen.js';
import { inside, spoken } from './card.js';
import { spelled } from './key-list.js';
import { itemOf, itemsOf, listTitle } from './lists.js';
import { make, mayAct } from './moves.js';
import { sheetOf } from './texts.js';
import { duelOf } from './seats.js';

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
    const now = nowOf(table);
    const item = itemOf(now, key);
    if (!item) return h('p', { class: 'note' }, 'It is not there any more.');
    const { marked } = chosenAt(now);
    const isOfMany = marked.has(key) && marked.size > 1;
    const items = isOfMany ? [...marked].flatMap((one) => itemOf(now, one) ?? []) : [item];
    return h('div', { class: 'dsheet' },
      h('div', { class: 'dsheet-card', 'aria-hidden': 'true' }, h('span', { class: 'dcard large' }, inside(now, item, true))),
      h('div', { class: 'dsheet-side' },
        item.name && kindOf(factsOf([item]).get(item.name)),
        item.name && h('p', { class: 'visually-hidden' }, h('bdi', null, sheetOf(item.name, item.view?.flipped).text)),
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
  const [first, ...rest] = actsOf(table, items);
  if (!first) return h('div', { class: 'dacts' });
  const key = items[0]?.key ?? '';
  const isMarked = chosenAt(table).marked.has(key);
  const button = (/** @type {import('./acts.js').Act} */ act) => h('button', {
    type: 'button', class: act === first ? 'primary' : 'button', key: act.name, disabled: !mayAct(table), autofocus: act === first ? true : null, 'aria-keyshortcuts': act.key ?? null,
    onclick: () => {
      closeDialog();
      act.act(table, items);
    },
  }, act.icon && icon(act.icon), h('span', null, act.label), act.key && h('kbd', { 'aria-hidden': 'true' }, spelled(act.key)));
  const mark = h('button', {
    type: 'button', class: 'button', key: 'mark', onclick: () => {
      closeDialog();
      markAll(table, items.length > 1 ? items.map((item) => item.key) : [key]);
    },
  }, h('span', null, isMarked ? 'No longer marked' : 'Mark it, to act on several'), h('kbd', { 'aria-hidden': 'true' }, 'x'));
  const moves = h('div', { class: 'dact-group', key: 'moves', role: 'group', 'aria-label': 'Where it goes' }, rest.filter((act) => act.isMove).map(button));
  const changes = h('div', { class: 'dact-group', key: 'changes', role: 'group', 'aria-label': 'What happens to it' }, rest.filter((act) => !act.isMove).map(button), mark);
  const isOnTable = ['field', 'stack'].includes(items[0]?.list ?? '');
  return h('div', { class: 'dacts' }, button(first), h('div', { class: 'dact-groups' }, isOnTable ? [changes, moves] : [moves, changes]));
}

/**
 * A card of a pile as a line, which opens the card.
 * @param {Table} table
 * @param {Item} item
 * @param {Child} [more]
 */
function line(table, item, more) {
  const isMarked = chosenAt(table).marked.has(item.key);
  const notes = [...item.notes, ...(isMarked ? ['marked'] : [])].join(', ');
  return h('li', { key: item.key },
    h('button', { type: 'button', class: 'button plain dline', 'data-card': item.key, 'data-list': item.list, onfocus: () => choose(table, item.key), onclick: () => openSheet(table, item.key) },
      isMarked && icon('check'),
      h('span', { class: 'what' }, h('bdi', null, item.title), kindOf(factsOf([item]).get(item.name)), notes && h('span', { class: 'note' }, h('bdi', null, notes)))),
    more);
}

/**
 * Cards of a pile as lines. They take the keys of cards at the table; the arrow keys go from line to line.
 * @param {Table} table
 * @param {Item[]} items
 * @param {string} label
 * @param {(item: Item) => Child} [more] what stands behind a card
 */
const lines = (table, items, label, more = () => null) => h('ul', {
  class: 'lines dpile', 'aria-label': label, key: items[0]?.list, onkeydown: (/** @type {KeyboardEvent} */ event) => {
    if (lineKey(event, table)) event.preventDefault();
  },
}, items.map((item) => line(table, item, more(item))));

/**
 * @param {KeyboardEvent} event
 * @param {Table} table
 * @returns {boolean} whether the key means something
 */
function lineKey(event, table) {
  const card = /** @type {Element} */ (event.target).closest('[data-card]');
  if (!card || event.repeat && !event.key.startsWith('Arrow') || event.metaKey) return false;
  const cards = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (event.currentTarget).querySelectorAll('[data-card]')]);
  const at = cards.indexOf(/** @type {HTMLElement} */ (card));
  const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: cards.length - 1 }[event.key];
  if (next !== undefined) {
    cards[next]?.focus();
    return true;
  }
  if (preference('keys') === 'off' && event.key.length === 1 && !event.ctrlKey && !event.altKey) return false;
  takeFocused(table, card);
  return actByKey(event, nowOf(table));
}

/** @typedef {import('../view.js').Child} Child */

/**
 * Opens a pile: its cards with what they are, to choose one. A library has a search.
 * @param {Table} table
 * @param {List} list
 * @param {(table: Table) => Child} [above] what stands above its cards
 */
export function openPile(table, list, above = () => null) {
  openDialog(listTitle(table, list), () => {
    const now = nowOf(table);
    const items = itemsOf(now, list);
    const at = `duel/${table.id}/${list}`;
    const isLong = items.length > 12 || ['library', 'search'].includes(list);
    const words = isLong ? searched(at).toLowerCase() : '';
    const found = words ? items.filter((item) => item.title.toLowerCase().includes(words)) : items;
    const places = list === 'library' && !words ? itemsOf(now, 'known') : [];
    const isPile = ['graveyard', 'exile', 'far-graveyard', 'far-exile'].includes(list);
    return h('div', { class: 'form' },
      above(now),
      isLong && searchField(at, 'Search these cards'),
      h('p', { class: 'note' }, plural(items.reduce((sum, item) => sum + item.count, 0), 'card'), isPile && items.length > 1 && ', the top one first'),
      places.length > 0 && [h('h3', null, 'Places that you know'), lines(now, places, listTitle(now, 'known')), h('h3', null, 'All cards, in no order')],
      found.length ? lines(now, isPile ? [...found].reverse() : found, listTitle(now, list))
        : h('p', { class: 'empty' }, words ? 'No card has that name.' : 'It is empty.'));
  });
}

/** The places of cards that are looked at, with their words. */
const goals = /** @type {[string, string, Record<string, any>][]} */ ([
  ['top', 'Top', { top: 0 }], ['bottom', 'Bottom', { bottom: 0 }], ['hand', 'Hand', { hand: true }], ['graveyard', 'Graveyard', { spot: { zone: 'ZONE_GRAVEYARD' } }],
]);

/**
 * Opens the cards that are looked at, each with the places to which it may go.
 * @param {Table} table
 */
export function openLooked(table) {
  openDialog('Cards that you look at', () => {
    const now = nowOf(table);
    const items = itemsOf(now, 'looked');
    if (!items.length) return h('div', { class: 'form' }, h('p', null, 'All of them are placed.'), h('div', { class: 'actions' }, h('button', { type: 'button', class: 'button', autofocus: true, onclick: closeDialog }, 'Close')));
    return h('div', { class: 'form' },
      h('p', { class: 'note' }, 'The last one that you put on top is the first one that you draw. Open a card for further places.'),
      lines(now, items, listTitle(now, 'looked'), (item) => h('span', { class: 'actions', role: 'group', 'aria-label': `Where ${spoken(item)} goes` },
        goals.map(([name, label, to]) => h('button', { type: 'button', class: 'button', key: name, 'aria-label': `${label}: ${item.title}`, disabled: !mayAct(now), onclick: () => place(now, [item], to) }, label)))),
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
    const now = nowOf(table);
    const { own } = duelOf(now);
    if (!own?.may_begin) return lines(now, itemsOf(now, 'side'), 'Sideboard');
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
        changed();
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
          changed();
        },
      }, 'Undo all'),
      h('button', { type: 'button', class: 'button', onclick: closeDialog }, 'Done')));
  });
}
