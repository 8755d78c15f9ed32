// @ts-check
// What waits for our person, in the order in which `parlor` says it, each line with where it is dealt with.
import { h } from '../view.js';
import { action, linkButton } from '../parts.js';
import { nameOf, us } from '../people.js';
import { read } from '../reads.js';
import { go, to } from '../router.js';
import { command, state } from '../state.js';
import { plural } from '../texts.js';
import { tradesThatWait } from '../decks/waiting.js';
import { introductionsThatWait } from '../peers/introduce.js';
import { pairingsThatWait } from '../peers/peers.js';
import { concerns } from '../events/concerns.js';
import { concerns as cupConcerns, isOurs } from '../tournaments/parts.js';
import { conflictsBadge } from '../search/conflicts.js';

/**
 * Something that waits: with a way to it, or with a button that does it. `all` is where all of its kind are.
 * @typedef {{ key: string, text: import('../view.js').Child, label: string, href?: string, act?: () => any, all: string }} Waiting
 */

/** So many of one kind are listed; the rest is one line. */
const most = 2;

/** What waits, or nothing where nothing does. */
export function waitingCard() {
  const lines = [asks(), pairings(), trades(), introductions(), contradictions(), conflicts(), toDos(), lost()].flatMap(folded);
  return lines.length > 0 && h('section', { class: 'panel waiting-list', key: 'waiting', 'aria-labelledby': 'home-waiting' },
    h('h2', { id: 'home-waiting' }, 'Waiting for you'),
    h('ul', { class: 'lines' }, lines.map((one) => h('li', { key: one.key }, h('span', { class: 'what' }, h('span', null, one.text)),
      one.act ? action({ at: 'waiting-' + one.key, label: one.label, act: one.act }) : linkButton({ label: one.label, href: one.href ?? '#/' })))));
}

/**
 * The first ones of a kind; the others are counted in one line.
 * @param {Waiting[]} all
 * @returns {Waiting[]}
 */
function folded(all) {
  if (all.length <= most) return all;
  const [first] = all;
  return [first, { key: 'more-' + first.key, text: `${all.length - 1} more of these`, label: 'See all', href: first.all, all: first.all }];
}

/** @returns {Waiting[]} */
function asks() {
  return [...state.tables.values()].filter((table) => table.seat === 'SEAT_HOST' && table.phase === 'TABLE_PHASE_OPEN')
    .flatMap((table) => (table.asks ?? []).map((one) => ({
      key: `ask-${table.id}-${one.author}`, all: to('war', table.id), label: 'Add',
      text: [nameOf(one.name), ' asks to join ', h('a', { href: to('war', table.id) }, 'your table')],
      act: async () => {
        await command('tables/answer', { table: table.id, asker: one.author, accept: true });
        go(to('war', table.id));
      },
    })));
}

/** @returns {Waiting[]} */
function pairings() {
  return pairingsThatWait().map((one) => ({ key: 'pair-' + one.peer, text: [nameOf(one.name), ' asks to pair'], label: 'Compare words', href: to('peers', 'pair', one.peer), all: to('peers') }));
}

/** @returns {Waiting[]} */
function trades() {
  return tradesThatWait().map((one) => ({ key: 'trade-' + one.id, text: [nameOf(one.other_name), ' offers a trade'], label: 'See the offer', href: to('cards', 'trades'), all: to('cards', 'trades') }));
}

/** @returns {Waiting[]} */
function introductions() {
  return introductionsThatWait().map((one) => ({ key: `meet-${one.node}-${one.author}`, text: [nameOf(one.by), ' introduces ', nameOf(one.name), one.name_is_taken && ' (somebody else has this name)'], label: 'See who it is', href: to('peers'), all: to('peers') }));
}

/** So many tournaments that are being played are looked at. */
const mostCups = 8;

/**
 * Matches with reports that contradict each other, which our person has played or may decide.
 * @returns {Waiting[]}
 */
function contradictions() {
  return (read('tournaments/list', {}, cupConcerns)?.tournaments ?? [])
    .filter((one) => one.phase === 'TOURNAMENT_PHASE_PLAYED' || one.phase === 'TOURNAMENT_PHASE_KNOCKOUT').slice(0, mostCups)
    .flatMap((one) => {
      const view = read('tournaments/show', { tournament: one.id }, cupConcerns);
      const matches = [...(view?.matches ?? []), ...(view?.bracket ?? []).flatMap((round) => round.matches ?? [])];
      return matches.filter((match) => view && match.state === 'MATCH_STATE_DISPUTED' && (match.may_score || view.may_rule || isOurs(view, match))).map((match) => ({
        key: `match-${one.id}-${match.name}`, all: to('tournaments', one.id), label: 'See the match',
        text: ['The scores of ', h('bdi', null, match.name), ' in ', h('bdi', null, one.name), ' contradict each other'],
        act: async () => {
          const { openMatch } = await import('../tournaments/match.js');
          go(to('tournaments', one.id));
          openMatch(one.id ?? '', match.name ?? '');
        },
      }));
    });
}

/** How much of what waits is among events. */
export const eventsBadge = () => toDos().length + lost().length;

/** How much of what waits is in tournaments. */
export const tournamentsBadge = () => contradictions().length;

/** @returns {Waiting[]} */
function conflicts() {
  const count = conflictsBadge();
  return count > 0 ? [{ all: to('conflicts'), key: 'conflicts', text: `${plural(count, 'thing was', 'things were')} changed by two at once`, label: 'Choose', href: to('conflicts') }] : [];
}

/** What is late, and what is due within a day: ours, or nobody's. */
function toDos() {
  const soon = Date.now() + 86_400_000;
  return (read('to-dos/list', {}, concerns)?.to_dos ?? [])
    .filter((one) => (one.assignee ? one.assignee === us()?.author : one.own))
    .map((one) => ({ one, next: one.this_time ?? one }))
    .filter(({ one, next }) => !one.done && next.status !== 'TO_DO_STATUS_CANCELLED' && next.due && Number(next.due.milliseconds) <= soon)
    .map(({ one, next }) => ({
      key: 'todo-' + one.id, text: [h('bdi', null, next.text), Number(next.due?.milliseconds) < Date.now() ? ' is late' : ' is due'],
      label: 'Done', all: to('events', 'to-do'), act: () => (one.event ? command('events/edit-to-do', { room: one.room, to_do: one.id, change: { done: true } }) : command('to-dos/edit', { room: one.room, to_do: one.id, change: { done: true } })),
    }));
}

/** @returns {Waiting[]} */
function lost() {
  return (read('events/lost', {}, concerns)?.lost ?? [])
    .map((one) => ({ key: 'lost-' + one.id, text: one.deleter ? [nameOf(one.deleter_name || 'Somebody'), ' deleted ', h('bdi', null, one.name), ', with parts of yours'] : ['You moved ', h('bdi', null, one.name), ', and dates that somebody else had changed stay'], label: 'Keep them or not', href: to('events', 'lost'), all: to('events', 'lost') }));
}
