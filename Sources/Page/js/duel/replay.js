// @ts-check
// A duel again, line by line, with the hands of those who have opened it.
import { h } from '../view.js';
import { saveFile } from '../attempt.js';
import { icon } from '../pictures.js';
import { linkButton, whenRead } from '../parts.js';
import { reading } from '../reads.js';
import { to } from '../router.js';
import { controls, now, show, slider, stepKey } from '../war/stepping.js';
import { playerName, theirName, verdictOf } from '../war/players.js';
import { board } from './board.js';
import { itemsOf, listTitle } from './lists.js';
import { lineLook, lineWords } from './log.js';
import { jump, momentOf, textOf, turnsOf } from './moments.js';
import { cardRow } from './place.js';
import { duelOf, tableWith } from './seats.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {parlor.DuelLineView} Line */

/** So many tables are asked for at once. */
const atOnce = 25;
/** So far a finger moves for a step, in pixels. */
const swipe = 60;

/**
 * The kinds of lines to which one can jump, with their words and keys. With Shift the key goes back.
 * @type {[parlor.DuelLineView['kind'], string, string][]}
 */
const jumps = [
  ['KIND_TURN', 'Turn', 't'], ['KIND_SHUFFLE', 'Shuffle', 's'], ['KIND_DICE', 'Dice', 'i'], ['KIND_LIFE', 'Life', 'l'], ['KIND_UNDO', 'Undo', 'z'], ['KIND_GAME', 'Game', 'm'],
];

/**
 * The lines of the replay that is open, for its keys.
 * @type {Line[]}
 */
let lines = [];
/**
 * The table that was shown last: it stays while the next one is on its way.
 * @type {{ table: string, view?: parlor.DuelView }}
 */
let kept = { table: '' };

/** @param {Table} table */
export function replay(table) {
  const all = reading('duels/replay', { table: table.id }, concerns(table));
  return h('div', { class: 'war dreplay', key: 'replay' },
    h('h1', { class: 'visually-hidden' }, `Replay: Duel against ${theirName(table)}`),
    whenRead(all, (answer) => {
      lines = answer.lines ?? [];
      return lines.length ? player(table) : h('p', { class: 'quiet' }, 'Nothing was played at this table.');
    }));
}

/**
 * What makes an answer old: until both have opened, each step of the table may.
 * @param {Table} table
 * @returns {import('../reads.js').Concerns}
 */
function concerns(table) {
  const isFixed = table.phase === 'TABLE_PHASE_FINISHED' && (duelOf(table).seats ?? []).every((seat) => seat.opened);
  return { room: table.id, kinds: isFixed ? [] : ['table'], views: [] };
}

/**
 * The table after a line, with what else is shown; undefined before the first answer.
 * @param {Table} table
 * @param {number} number of the line, from 1
 */
function tableAfter(table, number) {
  const first = number - ((number - 1) % atOnce);
  const ask = (/** @type {number} */ line) => reading('duels/replay', { table: table.id, line, count: atOnce }, concerns(table)).answer?.tables;
  const view = ask(first)?.[number - first] ?? (kept.table === table.id ? kept.view : undefined);
  if (number - first >= atOnce / 2 && first + atOnce <= lines.length) ask(first + atOnce);
  kept = { table: table.id ?? '', view };
  const isEnd = number === lines.length && !!table.result;
  const result = isEnd ? table.result : { text: lines[number - 1].text };
  return view && tableWith({ ...table, id: `${table.id}/replay`, phase: 'TABLE_PHASE_FINISHED', paused: '', notice: '', result }, view);
}

/** @param {Table} table */
function player(table) {
  const at = Math.min(now(), lines.length - 1);
  const shown = tableAfter(table, at + 1);
  return [
    shown ? h('div', { class: 'dreplay-table', key: 'table', ...swiped(at) }, board(shown, open(shown))) : h('div', { class: 'felt-table', key: 'none' }),
    h('aside', { class: 'beside', 'aria-label': 'Beside the table', key: 'beside' }, scrubber(table, at), text(table, at)),
  ];
}

/**
 * The open cards above and below the table: the hand of the other player, and what both look at.
 * @param {Table} table
 */
function open(table) {
  const row = (/** @type {import('./lists.js').List} */ list, /** @type {string} */ look) => {
    const items = itemsOf(table, list);
    return items.length > 0 && cardRow(table, items, { list, label: listTitle(table, list), look });
  };
  const looked = (/** @type {import('./lists.js').List} */ list) => itemsOf(table, list).length > 0
    && h('div', { class: 'dlooked', key: list + '-place' }, h('p', null, listTitle(table, list)), row(list, 'of-looked'));
  const part = (/** @type {string} */ where, /** @type {import('../view.js').Child[]} */ rows) => h('div', { class: `dopen ${where}`, key: where }, rows);
  return { above: part('above', [row('far-hand', 'of-hand'), looked('far-looked')]), below: part('below', [looked('looked')]) };
}

/**
 * Listeners for a finger that moves across the table: to the left for the next line.
 * @param {number} at
 */
function swiped(at) {
  let begin = { x: 0, y: 0 };
  return {
    onpointerdown: (/** @type {PointerEvent} */ event) => {
      begin = { x: event.clientX, y: event.clientY };
    },
    onpointerup: (/** @type {PointerEvent} */ event) => {
      const [x, y] = [event.clientX - begin.x, event.clientY - begin.y];
      if (event.pointerType === 'touch' && Math.abs(x) > swipe && Math.abs(x) > 2 * Math.abs(y)) show(Math.min(at - Math.sign(x), lines.length - 1));
    },
  };
}

/**
 * @param {Table} table
 * @param {number} at
 */
function scrubber(table, at) {
  const turns = turnsOf(lines);
  const turn = turns.filter((one) => one <= at).at(-1) ?? 0;
  const isOver = table.phase === 'TABLE_PHASE_FINISHED';
  return h('section', { class: 'panel scrubber', 'aria-label': 'Replay', key: 'scrubber' },
    h('h2', null, 'Replay', h('span', { class: 'note' }, ` ${at + 1} of ${lines.length}`)),
    at === lines.length - 1 && isOver && h('p', null, h('strong', null, verdictOf(table))),
    slider({ length: lines.length, label: 'Line', words: `${momentOf(lines[at])}: ${lines[at].text}`, marks: turns }),
    controls(lines.length),
    h('label', { class: 'choice' }, h('span', null, 'Go to'),
      h('select', { class: 'input', value: String(turn), onchange: (/** @type {any} */ event) => show(Number(event.target.value)) },
        turns.map((one) => h('option', { value: one, key: one, selected: one === turn }, momentOf(lines[one]))))),
    h('div', { class: 'actions dreplay-jumps', role: 'group', 'aria-label': 'The next one' }, h('span', { class: 'note', 'aria-hidden': 'true' }, 'Next'),
      jumps.filter(([kind]) => lines.some((line) => line.kind === kind)).map(([kind, label, key]) => h('button', {
        type: 'button', class: 'button', key: kind, disabled: jump(lines, at, kind) === at, 'aria-keyshortcuts': key, onclick: () => show(jump(lines, at, kind)),
      }, label, h('kbd', { 'aria-hidden': 'true' }, key)))),
    h('div', { class: 'actions' },
      linkButton({ label: 'To the table', icon: 'back', href: to('war', table.id) }),
      h('button', { type: 'button', class: 'button', onclick: () => saveFile(textOf([table.host, table.joiner].map((one) => playerName(table, one ?? {})), lines, table.result?.text), `duel-${(table.id ?? '').slice(0, 8)}.txt`, 'text/plain') }, icon('download'), 'Save as text')));
}

/**
 * All lines; each is a way to its moment.
 * @param {Table} table
 * @param {number} at
 */
function text(table, at) {
  return h('section', { class: 'panel duel-log', 'aria-label': 'Log', key: 'log' }, h('h2', null, 'Log'),
    h('div', { class: 'dlog-lines', key: 'lines', made: keepSeen }, h('ol', null, lines.map((line, index) => h('li', { key: line.number, class: lineLook(line) },
      h('button', { type: 'button', class: 'dline-to', 'aria-current': index === at ? 'step' : null, onclick: () => show(index) }, lineWords(line)))))));
}

/**
 * Keeps the line of the moment in sight.
 * @param {HTMLElement} node
 */
function keepSeen(node) {
  const look = () => {
    const line = /** @type {HTMLElement | null} */ (node.querySelector('[aria-current]'));
    if (!line) return;
    const [box, outer] = [line.getBoundingClientRect(), node.getBoundingClientRect()];
    if (box.top < outer.top) node.scrollTop -= outer.top - box.top;
    if (box.bottom > outer.bottom) node.scrollTop += box.bottom - outer.bottom;
  };
  new MutationObserver(look).observe(node, { attributes: true, attributeFilter: ['aria-current'], subtree: true });
  // It is laid out by then.
  requestAnimationFrame(look);
}

/**
 * The keys of War's replay, and a letter for each kind of line.
 * @param {KeyboardEvent} event
 */
export function replayKey(event) {
  const found = jumps.find(([, , key]) => key === event.key.toLowerCase());
  if (!found) return stepKey(event, lines.length);
  show(jump(lines, Math.min(now(), lines.length - 1), found[0], event.key !== found[2]));
  return true;
}
