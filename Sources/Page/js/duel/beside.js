// @ts-check
// The panel beside the table of a duel: the log and the talk, one at a time. The other one says how much of it is new, and a screen reader hears it.
import { h } from '../view.js';
import { talk } from '../chat/talk.js';
import { messagesOf } from '../chat/window.js';
import { walk } from '../parts.js';
import { prefer, preference } from '../preferences.js';
import { mayTalk } from '../war/players.js';
import { log } from './log.js';
import { duelOf, nameAt, seatOf } from './seats.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {'log' | 'talk'} Part */

/**
 * What is new in a part: how many lines, and the last of them in words.
 * @typedef {{ count: number, last: string }} News
 */

/** The last line of the log and the last message that were there when their part was shown, at the table that is shown; no message is newer while none is here. */
let seen = { table: '', line: 0, order: Infinity };

/**
 * Shows the log or the talk.
 * @param {Part} part
 */
export function turnTo(part) {
  const panel = /** @type {HTMLElement | null} */ (document.querySelector('.dbeside'));
  // At once: what is typed next belongs there.
  if (panel) panel.dataset.shown = part;
  prefer('beside', part);
}

/**
 * The games that each player has won; nothing in a match of one game.
 * @param {Table} table
 */
const wins = (table) => (duelOf(table).games ?? 1) > 1 && h('p', { class: 'note dwins', key: 'wins' },
  (/** @type {const} */ (['SEAT_HOST', 'SEAT_JOINER'])).map((seat, index) => [index ? ', ' : '', h('bdi', null, nameAt(table, seat)), ` ${seatOf(table, seat).wins ?? 0}`]));

/**
 * The log by itself, where nobody can be talked to.
 * @param {Table} table
 */
export const logAlone = (table) => h('section', { class: 'panel duel-log', 'aria-label': 'Log', key: 'log' },
  h('div', { class: 'dlog-head' }, h('h2', null, 'Log'), wins(table)), h('div', { class: 'dpart of-log' }, log(table)));

/**
 * The log and the talk, as tabs.
 * @param {Table} table
 */
export function beside(table) {
  if (!mayTalk(table)) return logAlone(table);
  const shown = /** @type {Part} */ (preference('beside'));
  const news = newsOf(table, shown);
  return h('section', { class: 'panel duel-log dbeside', 'aria-label': 'Log and talk', 'data-shown': shown, key: 'beside' },
    h('div', { class: 'dlog-head' },
      h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Log and talk', onkeydown: walk }, tab('log', 'Log', shown, news), tab('talk', 'Talk', shown, news)), wins(table)),
    h('div', { class: 'dparts' }, part('log', log(table)), part('talk', talk(table.id ?? ''))),
    h('p', { class: 'visually-hidden', role: 'status', key: 'news' }, h('bdi', null, news.last)));
}

/**
 * @param {Part} name
 * @param {string} title
 * @param {Part} shown
 * @param {News} news
 */
const tab = (name, title, shown, { count }) => h('button', {
  type: 'button', role: 'tab', id: 'dtab-' + name, key: name, 'aria-selected': String(name === shown), 'aria-controls': 'dpart-' + name, tabindex: name === shown ? 0 : -1, onclick: () => turnTo(name),
}, title, name !== shown && count > 0 && h('span', { class: 'badge', 'aria-label': `${count} new` }, count > 99 ? '99+' : count));

/**
 * @param {Part} name
 * @param {import('../view.js').Child} inside
 */
const part = (name, inside) => h('div', { class: 'dpart of-' + name, role: 'tabpanel', id: 'dpart-' + name, 'aria-labelledby': 'dtab-' + name, key: name }, inside);

/**
 * What is new in the part that is not shown. What was there before the table was opened is not.
 * @param {Table} table
 * @param {Part} shown
 * @returns {News}
 */
function newsOf(table, shown) {
  const { log: lines = [] } = duelOf(table);
  const { list } = messagesOf(table.id ?? '');
  const messages = list?.messages ?? [];
  const orderOf = (/** @type {parlor.MessageView | undefined} */ one) => Number(one?.order ?? 0);
  const now = { table: table.id ?? '', line: lines.at(-1)?.number ?? 0, order: list ? orderOf(messages.at(-1)) : Infinity };
  if (seen.table !== now.table) seen = now;
  if (shown === 'log') seen.line = now.line;
  if (shown === 'talk' || seen.order === Infinity) seen.order = now.order;
  const fresh = shown === 'log'
    ? messages.filter((one) => orderOf(one) > seen.order && !one.own && !one.muted).map((one) => `${one.name}: ${one.text}`)
    : lines.filter((one) => (one.number ?? 0) > seen.line).map((one) => one.text ?? '');
  return { count: fresh.length, last: fresh.at(-1) ?? '' };
}
