// @ts-check
// The log of a duel: one sentence for each action, said by a screen reader as it comes. A line of ours can be taken back, if the other player lets it.
import { h } from '../view.js';
import { icon } from '../pictures.js';
import { make, mayAct } from './moves.js';
import { duelOf, seatOf, nameAt } from './seats.js';

/** @typedef {parlor.TableView} Table */

/** @param {Table} table */
export function log(table) {
  const { log: lines = [], own, games = 1, game_over: over } = duelOf(table);
  const from = over ? 0 : own?.undo_from ?? 0;
  const wins = ['SEAT_HOST', 'SEAT_JOINER'].map((seat) => /** @type {parlor.Seat} */ (seat));
  return h('section', { class: 'panel duel-log', 'aria-label': 'Log', key: 'log' },
    h('h2', null, 'Log', games > 1 && h('span', { class: 'note' }, wins.map((seat, index) => [index ? ', ' : ' ', h('bdi', null, nameAt(table, seat)), ` ${seatOf(table, seat).wins ?? 0}`]))),
    h('div', { class: 'dlog-lines', tabindex: 0, role: 'log', 'aria-label': 'Log of the duel', key: 'lines', made: follow },
      h('ol', null, lines.map((line) => h('li', { key: line.number, class: (line.kind ?? '').toLowerCase().replace('_', '-') + (line.undone ? ' is-undone' : '') },
        h('span', { class: 'number' }, line.number), h('span', { class: 'what' }, h('bdi', null, line.text), line.undone && h('span', { class: 'note' }, ' (taken back)')),
        from > 0 && (line.number ?? 0) >= from && !line.undone && mayAct(table) && line.seat === table.seat && h('button', {
          type: 'button', class: 'button plain dundo', 'aria-label': `Ask to take back from here on: ${line.text}`, title: 'Ask to take back from here on',
          onclick: () => make(table, { ask_undo: { line: line.number } }),
        }, icon('undo')))))));
}

/**
 * Keeps the newest line in sight, unless somebody reads further up.
 * @param {HTMLElement} node
 */
function follow(node) {
  let isAtEnd = true;
  node.onscroll = () => {
    isAtEnd = node.scrollHeight - node.clientHeight - node.scrollTop < 24;
  };
  new MutationObserver(() => {
    if (isAtEnd) node.scrollTop = node.scrollHeight;
  }).observe(node, { childList: true, subtree: true });
  node.scrollTop = node.scrollHeight;
}
