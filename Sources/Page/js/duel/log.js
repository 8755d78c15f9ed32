// @ts-check
// The log of a duel: one sentence for each action, said by a screen reader as it comes. A line of ours can be taken back, if the other player lets it.
import { h } from '../view.js';
import { ask } from '../dialogs.js';
import { icon } from '../pictures.js';
import { changed } from '../state.js';
import { make, mayAct } from './moves.js';
import { duelOf } from './seats.js';

/** @typedef {parlor.TableView} Table */

/**
 * The lines to choose from, by their kinds: name, words, and what belongs there; nothing where all lines do.
 * @type {[string, string, string[]?][]}
 */
const filters = [
  ['all', 'Everything'], ['talk', 'What was said', ['KIND_TALK']], ['cards', 'Cards', ['KIND_CARD', 'KIND_DRAW', 'KIND_SHOW', 'KIND_SHUFFLE']],
  ['numbers', 'Life and counters', ['KIND_LIFE', 'KIND_COUNTER']], ['chance', 'Dice and picks', ['KIND_DICE']], ['turns', 'Turns and games', ['KIND_TURN', 'KIND_GAME', 'KIND_UNDO']],
];
let filter = 'all';

/**
 * The look of a line: its kind, and whether it is taken back.
 * @param {parlor.DuelLineView} line
 */
export const lineLook = (line) => (line.kind ?? '').toLowerCase().replace('_', '-') + (line.undone ? ' is-undone' : '');

/**
 * A line: its number and its sentence, which runs as English does whatever the name at its beginning.
 * @param {parlor.DuelLineView} line
 */
export const lineWords = (line) => [
  h('span', { class: 'number' }, line.number), h('span', { class: 'what' }, h('bdi', { dir: 'ltr' }, line.text), line.undone && h('span', { class: 'note' }, ' (taken back)')),
];

/**
 * Asks the other player for an undo, once our person is sure: the game waits for the answer.
 * @param {Table} table
 * @param {parlor.DuelLineView} line
 */
async function askBack(table, line) {
  const text = `The other player is asked to take back everything from line ${line.number} on: “${line.text}”. The game waits for the answer.`;
  if (await ask({ title: 'Take back', text, yes: 'Ask for it', no: 'Keep playing' })) await make(table, { ask_undo: { line: line.number } });
}

/** What people say most at a table. */
const phrases = ['In response', 'Wait', 'Go on', 'Yes', 'No', 'Thank you'];

/**
 * The lines of the log, the choice of them, and phrases to say there.
 * @param {Table} table
 */
export function log(table) {
  const { log: all = [], own, game_over: over } = duelOf(table);
  const from = over ? 0 : own?.undo_from ?? 0;
  const kinds = filters.find(([name]) => name === filter)?.[2];
  const lines = kinds ? all.filter((line) => kinds.includes(line.kind ?? '')) : all;
  return [
    h('select', {
      class: 'input dlog-filter', 'aria-label': 'Lines of the log', key: 'filter', onchange: (/** @type {any} */ event) => {
        filter = event.target.value;
        changed();
      },
    }, filters.map(([name, words]) => h('option', { value: name, key: name, selected: name === filter }, words))),
    h('div', { class: 'dlog-lines', tabindex: 0, role: 'log', 'aria-label': 'Log of the duel', key: 'lines', made: follow },
      h('ol', null, lines.map((line) => h('li', { key: line.number, class: lineLook(line) },
        lineWords(line),
        from > 0 && (line.number ?? 0) >= from && !line.undone && mayAct(table) && line.seat === table.seat && line.kind !== 'KIND_UNDO' && h('button', {
          type: 'button', class: 'button plain dundo', 'aria-label': `Ask to take back from here on: ${line.text}`, title: 'Ask to take back from here on',
          onclick: () => askBack(table, line),
        }, icon('undo')))))),
    mayAct(table) && h('div', { class: 'dphrases', role: 'group', 'aria-label': 'Say in the log', key: 'phrases' }, phrases.map((words) => h('button', {
      type: 'button', class: 'button', key: words, onclick: () => make(table, { say: words }),
    }, words))),
  ];
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
  const follows = () => {
    if (isAtEnd) node.scrollTop = node.scrollHeight;
  };
  new MutationObserver(follows).observe(node, { childList: true, subtree: true });
  // Lines that get another width, or another place to be seen, move the end as well.
  const sizes = new ResizeObserver(follows);
  sizes.observe(node);
  if (node.firstElementChild) sizes.observe(node.firstElementChild);
}
