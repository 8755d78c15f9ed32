// @ts-check
// The table of a duel: the other player's half above, ours below, between them turn, phases and stack, and our hand.
import { h } from '../view.js';
import { state } from '../state.js';
import { theirName } from '../war/players.js';
import { arrows } from './arrows.js';
import { chosenAt, unmark } from './chosen.js';
import { doings } from './doings.js';
import { pointerDown } from './drag.js';
import { itemsOf, listTitle } from './lists.js';
import { make, mayAct } from './moves.js';
import { news } from './news.js';
import { cardRow, field } from './place.js';
import { duelOf, nameAt, needsHand } from './seats.js';
import { openLooked } from './sheet.js';
import { strip } from './strip.js';

/** @typedef {parlor.TableView} Table */

/** @param {Table} table */
export function board(table) {
  const [near, far, stack, hand, looked] = [itemsOf(table, 'field'), itemsOf(table, 'far-field'), itemsOf(table, 'stack'), itemsOf(table, 'hand'), itemsOf(table, 'looked')];
  const row = (/** @type {import('./lists.js').List} */ list, /** @type {typeof near} */ items, /** @type {string} */ look, /** @type {string} */ drop) => cardRow(table, items, { list, label: listTitle(table, list), look, drop });
  return h('section', {
    class: 'felt-table duel' + (chosenAt(table).aim ? ' is-aimed' : ''), 'aria-label': `Duel against ${theirName(table)}`, key: 'duel',
    onpointerdown: (/** @type {PointerEvent} */ event) => pointerDown(table, event),
  },
  h('div', { class: 'dhalf far', key: 'far' }, strip(table, true), field(table, far, near, { list: 'far-field', label: listTitle(table, 'far-field'), isFar: true })),
  h('div', { class: 'dmiddle', key: 'middle' },
    turnOf(table),
    sentence(table),
    (stack.length > 0 || mayAct(table)) && h('div', { class: 'dstack' + (stack.length ? '' : ' is-empty'), 'data-drop': 'stack', key: 'stack' }, stack.length ? row('stack', stack, 'of-stack', 'stack') : h('span', { class: 'dstack-name' }, 'Stack'))),
  h('div', { class: 'dhalf near', key: 'near' }, field(table, near, far, { list: 'field', label: listTitle(table, 'field'), isFar: false }), strip(table, false)),
  looked.length > 0 && h('div', { class: 'dlooked', key: 'looked' },
    h('p', null, `You look at ${looked.length === 1 ? 'a card' : looked.length + ' cards'}.`),
    row('looked', looked, 'of-looked', 'looked'),
    h('button', { type: 'button', class: 'button', onclick: () => openLooked(table) }, 'Place them')),
  (!!table.seat || hand.length > 0) && row('hand', hand, 'of-hand', 'hand'),
  doings(table),
  news(table),
  arrows(table),
  h('div', { class: 'dghosts', own: true, 'aria-hidden': 'true', key: 'ghosts', made: (/** @type {HTMLElement} */ node) => {
    const hint = document.createElement('div');
    hint.className = 'dlanding';
    hint.hidden = true;
    node.append(hint);
  } }));
}

/**
 * Turn and phases. Who has the turn sets the phase.
 * @param {Table} table
 */
function turnOf(table) {
  const { turn = 0, active, phases = [], phase = 0, game = 0 } = duelOf(table);
  if (!game || !turn) return h('div', { class: 'dturn', key: 'turn' });
  const isOurs = !!table.seat && active === table.seat;
  return h('div', { class: 'dturn', key: 'turn' },
    h('p', { class: 'dturn-of' + (isOurs ? ' is-ours' : '') }, h('strong', null, `Turn ${turn}`), ' ', isOurs ? 'yours' : h('bdi', null, active ? nameAt(table, active) : ''), phases[phase] ? [' · ', h('bdi', null, phases[phase])] : null),
    phases.length > 0 && h('ol', { class: 'dphases', 'aria-label': 'Phases' }, phases.map((name, index) => h('li', { key: index }, h('button', {
      type: 'button', class: 'dphase' + (index === phase ? ' is-now' : index < phase ? ' is-past' : ''), 'aria-label': name, title: name, 'aria-current': index === phase ? 'step' : null, disabled: !isOurs || !mayAct(table),
      onclick: () => make(table, { phase: index }),
    })))));
}

/**
 * One sentence: what is asked, what is awaited, or how the game ended.
 * @param {Table} table
 */
function sentence(table) {
  const { own, undo, game_over: over } = duelOf(table);
  const { aim, marked } = chosenAt(table);
  const answer = (/** @type {boolean} */ yes) => make(table, { answer_undo: yes });
  const isOpen = mayAct(table);
  const waits = (duelOf(table).seats ?? []).map((one) => one.waiting).find((one) => one);
  const offer = (duelOf(table).seats ?? []).find((one) => one.offers_draw);
  /** @type {import('../view.js').Child} */
  let words = '';
  /** @type {import('../view.js').Child} */
  let buttons = null;
  if (state.connection === 'lost' || state.connection === 'stopped') words = 'Parlor stopped on this machine. Your cards are safe; waiting for it to come back…';
  else if (table.phase === 'TABLE_PHASE_FINISHED') {
    words = table.result?.text || 'The match is over.';
    if (own?.may_open) buttons = h('button', { type: 'button', class: 'button', key: 'open', onclick: () => make(table, { open_match: true }) }, 'Open all hands');
  } else if (table.paused) words = table.paused;
  else if (aim) {
    words = `${aim.kind === 'arrow' ? 'An arrow from' : 'Attach'} ${aim.from.title}: choose a card${aim.kind === 'arrow' ? ' or a player' : ''}.`;
    buttons = h('button', { type: 'button', class: 'button', key: 'no-aim', onclick: () => unmark(table) }, 'Cancel');
  } else if (undo) {
    words = undo.text;
    if (own?.asked_undo) {
      buttons = [
        h('button', { type: 'button', class: 'button', key: 'yes', disabled: !isOpen, 'aria-keyshortcuts': 'y', onclick: () => answer(true) }, 'Allow'),
        h('button', { type: 'button', class: 'button', key: 'no', disabled: !isOpen, 'aria-keyshortcuts': 'N', onclick: () => answer(false) }, 'Refuse'),
      ];
    }
  } else if (own?.may_begin) {
    words = over || 'No game goes on.';
  } else if (needsHand(table)) words = 'Draw your first hand.';
  else if (offer) {
    words = offer.seat === table.seat ? 'You offer a draw of this game.' : `${nameAt(table, offer.seat)} offers a draw of this game.`;
    if (table.seat && offer.seat !== table.seat) buttons = h('button', { type: 'button', class: 'button', key: 'draw', disabled: !isOpen, onclick: () => make(table, { end: 'END_ACCEPT_DRAW' }) }, 'Accept the draw');
  } else if ((own?.faults ?? []).length) {
    const [fault] = own?.faults ?? [];
    words = fault.text ?? '';
    buttons = h('button', { type: 'button', class: 'button', key: 'complain', disabled: !isOpen, onclick: () => make(table, { complain: { shown: fault.shown } }) }, 'Say so in the log');
  } else if (own?.held) words = own.held;
  else if (marked.size) {
    words = `${marked.size} marked.`;
    buttons = h('button', { type: 'button', class: 'button', key: 'unmark', onclick: () => unmark(table) }, 'Unmark');
  } else if (waits) words = waits;
  else if (over) words = over;
  return h('div', { class: 'dsays', key: 'says' }, h('p', { class: 'dsentence', role: 'status' }, h('bdi', null, words)), h('div', { class: 'actions' }, buttons));
}
