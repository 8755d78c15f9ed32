// @ts-check
// What waits for our person, in the order in which `parlor` says it, each line with where it is dealt with.
import { h } from '../view.js';
import { linkButton } from '../parts.js';
import { nameOf, us } from '../people.js';
import { read } from '../reads.js';
import { to } from '../router.js';
import { state } from '../state.js';
import { plural } from '../texts.js';
import { tradesThatWait } from '../decks/waiting.js';
import { introductionsThatWait } from '../peers/introduce.js';
import { pairingsThatWait } from '../peers/peers.js';
import { concerns } from '../events/concerns.js';
import { conflictsBadge } from '../search/conflicts.js';

/** @typedef {{ key: string, text: import('../view.js').Child, label: string, href: string }} Waiting */

/** So many of one kind are listed; the rest is one line. */
const most = 2;

/** What waits, or nothing where nothing does. */
export function waitingCard() {
  const lines = [asks(), pairings(), trades(), introductions(), conflicts(), toDos(), lost()].flatMap(folded);
  return lines.length > 0 && h('section', { class: 'panel waiting-list', key: 'waiting', 'aria-labelledby': 'home-waiting' },
    h('h2', { id: 'home-waiting' }, 'Waiting for you'),
    h('ul', { class: 'lines' }, lines.map((one) => h('li', { key: one.key }, h('span', { class: 'what' }, h('span', null, one.text)), linkButton({ label: one.label, href: one.href })))));
}

/**
 * The first ones of a kind; the others are counted in one line.
 * @param {Waiting[]} all
 * @returns {Waiting[]}
 */
function folded(all) {
  if (all.length <= most) return all;
  const [first] = all;
  return [first, { ...first, key: 'more-' + first.key, text: `${all.length - 1} more of these`, label: 'See all' }];
}

/** @returns {Waiting[]} */
function asks() {
  return [...state.tables.values()].filter((table) => table.seat === 'SEAT_HOST' && table.phase === 'TABLE_PHASE_OPEN' && table.asks?.length)
    .map((table) => ({ key: 'ask-' + table.id, text: [nameOf(table.asks?.[0]?.name), (table.asks?.length ?? 0) > 1 ? ' and others ask to join your table' : ' asks to join your table'], label: 'See who asks', href: to('war', table.id) }));
}

/** @returns {Waiting[]} */
function pairings() {
  return pairingsThatWait().map((one) => ({ key: 'pair-' + one.peer, text: [nameOf(one.name), ' asks to pair'], label: 'Compare words', href: to('peers', 'pair', one.peer) }));
}

/** @returns {Waiting[]} */
function trades() {
  return tradesThatWait().map((one) => ({ key: 'trade-' + one.id, text: [nameOf(one.other_name), ' offers a trade'], label: 'See the offer', href: to('cards', 'trades') }));
}

/** @returns {Waiting[]} */
function introductions() {
  return introductionsThatWait().map((one) => ({ key: `meet-${one.node}-${one.author}`, text: [nameOf(one.by), ' introduces ', nameOf(one.name), one.name_is_taken && ' (somebody else has this name)'], label: 'See who it is', href: to('peers') }));
}

/** @returns {Waiting[]} */
function conflicts() {
  const count = conflictsBadge();
  return count > 0 ? [{ key: 'conflicts', text: `${plural(count, 'thing was', 'things were')} changed by two at once`, label: 'Choose', href: to('conflicts') }] : [];
}

/** What is late, and what is due within a day: ours, or nobody's. */
function toDos() {
  const soon = Date.now() + 86_400_000;
  return (read('to-dos/list', {}, concerns)?.to_dos ?? [])
    .filter((one) => (one.assignee ? one.assignee === us()?.author : one.own))
    .map((one) => ({ one, next: one.this_time ?? one }))
    .filter(({ one, next }) => !one.done && next.status !== 'TO_DO_STATUS_CANCELLED' && next.due && Number(next.due.milliseconds) <= soon)
    .map(({ one, next }) => ({ key: 'todo-' + one.id, text: [h('bdi', null, next.text), Number(next.due?.milliseconds) < Date.now() ? ' is late' : ' is due'], label: 'To-dos', href: to('events', 'to-do') }));
}

/** @returns {Waiting[]} */
function lost() {
  return (read('events/lost', {}, concerns)?.lost ?? [])
    .map((one) => ({ key: 'lost-' + one.id, text: [nameOf(one.deleter_name || 'Somebody'), ' deleted ', h('bdi', null, one.name), ', with parts of yours'], label: 'Keep them or not', href: to('events', 'lost') }));
}
