// @ts-check
// The table of a duel: the other player's half above, ours below, between them turn, phases and stack, and our hand.
import { h } from '../view.js';
import { icon } from '../pictures.js';
import { prefer, preference } from '../preferences.js';
import { state } from '../state.js';
import { theirName } from '../war/players.js';
import { rightDown } from './arrow-pull.js';
import { arrows } from './arrows.js';
import { bandDown } from './band.js';
import { tiles } from './card.js';
import { chosenAt, unmark } from './chosen.js';
import { doings } from './doings.js';
import { pointerDown } from './drag.js';
import { field, group } from './field.js';
import { itemsOf, listTitle } from './lists.js';
import { make, mayAct } from './moves.js';
import { news } from './news.js';
import { cardRow } from './place.js';
import { pointing } from './pointed.js';
import { duelOf, nameAt, needsHand } from './seats.js';
import { openLooked } from './sheet.js';
import { phaseButton } from './stops.js';
import { strip } from './strip.js';
import { close, zoomed, zooming } from './zoom.js';

/** @typedef {parlor.TableView} Table */

/**
 * @param {Table} table
 * @param {{ above?: import('../view.js').Child, below?: import('../view.js').Child }} [open] further cards, above their half and below ours
 */
export function board(table, open = {}) {
  const [near, far, stack, hand, looked] = [itemsOf(table, 'field'), itemsOf(table, 'far-field'), itemsOf(table, 'stack'), itemsOf(table, 'hand'), itemsOf(table, 'looked')];
  const row = (/** @type {import('./lists.js').List} */ list, /** @type {typeof near} */ items, /** @type {string} */ look, /** @type {string} */ drop) => cardRow(table, items, { list, label: listTitle(table, list), look, drop });
  return h('section', {
    class: 'felt-table duel' + (chosenAt(table).aim ? ' is-aimed' : ''), 'aria-label': `Duel against ${theirName(table)}`, key: 'duel',
    ...zooming(table), onpointermove: pointing, onpointerdown: (/** @type {PointerEvent} */ event) => {
      close(/** @type {Element} */ (event.currentTarget));
      pointerDown(table, event);
      rightDown(table, event);
      bandDown(table, event);
    },
  },
  tiles,
  open.above,
  strip(table, true),
  field(table, far, near, { list: 'far-field', label: listTitle(table, 'far-field'), isFar: true }),
  h('div', { class: 'dmiddle', key: 'middle' }, turnOf(table), sentence(table), arrangement(table)),
  h('div', { class: 'dstack' + (stack.length ? '' : ' is-empty'), 'data-drop': mayAct(table) ? 'stack' : null, key: 'stack' }, h('span', { class: 'dstack-name', 'aria-hidden': 'true' }, 'Stack'), stack.length > 0 && row('stack', stack, 'of-stack', 'stack')),
  field(table, near, far, { list: 'field', label: listTitle(table, 'field'), isFar: false }),
  strip(table, false),
  open.below,
  !!duelOf(table).own && looked.length > 0 && h('div', { class: 'dlooked', key: 'looked' },
    h('p', null, `You look at ${looked.length === 1 ? 'a card' : looked.length + ' cards'}.`),
    row('looked', looked, 'of-looked', 'looked'),
    h('button', { type: 'button', class: 'button', onclick: () => openLooked(table) }, 'Place them')),
  (!!table.seat || hand.length > 0) && row('hand', hand, 'of-hand', 'hand'),
  doings(table),
  news(table),
  arrows(table),
  h('div', { class: 'dghosts', own: true, 'aria-hidden': 'true', key: 'ghosts' }),
  zoomed());
}

/** The orders of the hand, each before the next one. */
const orders = /** @type {Record<string, string>} */ ({ cost: 'type', type: 'name', name: 'cost' });

/**
 * How this browser has the cards: those of the hand by cost, type or name, those of the table as they lie or by type. Nothing moves for the other player.
 * @param {Table} table
 */
function arrangement(table) {
  const [isGrouped, order] = [preference('table') === 'grouped', preference('hand')];
  const sorted = `Your hand is sorted by ${order}`;
  return h('div', { class: 'darrange', key: 'arrange' },
    !!table.seat && h('button', { type: 'button', class: 'darrange-button', key: 'sort', 'aria-label': sorted, title: `${sorted}: click for ${orders[order]}`, onclick: () => prefer('hand', orders[order] ?? 'cost') }, icon('filter'), h('span', { 'aria-hidden': 'true' }, order)),
    h('button', { type: 'button', class: 'darrange-button', key: 'group', 'aria-pressed': String(isGrouped), 'aria-keyshortcuts': 'G', 'aria-label': 'Cards by type', title: 'Cards by type (G)', onclick: group }, icon('grid')));
}

/**
 * Turn and phases.
 * @param {Table} table
 */
function turnOf(table) {
  const { turn = 0, active, phases = [], phase = 0, game = 0 } = duelOf(table);
  if (!game || !turn) return h('div', { class: 'dturn', key: 'turn' });
  const isOurs = !!table.seat && active === table.seat;
  return h('div', { class: 'dturn', key: 'turn' },
    h('p', { class: 'dturn-of' + (isOurs ? ' is-ours' : '') }, h('strong', null, `Turn ${turn}`), ' ', isOurs ? 'yours' : h('bdi', null, active ? nameAt(table, active) : ''), phases[phase] ? [' · ', h('bdi', null, phases[phase])] : null),
    phases.length > 0 && h('ol', { class: 'dphases', 'aria-label': 'Phases' }, phases.map((_, index) => h('li', { key: index }, phaseButton(table, index)))));
}

/** @param {Table} table */
function haveBothPassed(table) {
  const { seats = [] } = duelOf(table);
  return seats.length > 1 && seats.every((one) => one.priority === 'PRIORITY_PASS');
}

/** So many letters of a sentence have room beside the turn, and so many beside a button too. */
const mostWords = { alone: 26, withButtons: 12 };

/**
 * One sentence: what is asked, what is awaited, or how the game ended.
 * @param {Table} table
 */
function sentence(table) {
  const { own, undo, game_over: over, judge } = duelOf(table);
  const { aim, marked } = chosenAt(table);
  const answer = (/** @type {boolean} */ yes) => make(table, { answer_undo: yes });
  const isOpen = mayAct(table);
  const waits = (duelOf(table).seats ?? []).map((one) => one.waiting).find((one) => one);
  const offer = (duelOf(table).seats ?? []).find((one) => one.offers_draw);
  let words = '';
  /** @type {import('../view.js').Child} */
  let buttons = null;
  if (state.connection === 'lost' || state.connection === 'stopped') words = 'Parlor stopped on this machine. Your cards are safe; waiting for it to come back…';
  else if (table.phase === 'TABLE_PHASE_FINISHED') {
    words = table.result?.text || 'The match is over.';
    if (own?.may_open) buttons = h('button', { type: 'button', class: 'button', key: 'open', onclick: () => make(table, { open_match: true }) }, judge ? 'Open it to the judge' : 'Open all hands');
  } else if (table.paused) words = table.paused;
  else if (aim) {
    words = `${aim.kind === 'arrow' ? 'An arrow from' : 'Attach'} ${aim.from.title}: choose a card${aim.kind === 'arrow' ? ' or a player' : ''}.`;
    buttons = h('button', { type: 'button', class: 'button', key: 'no-aim', onclick: () => unmark(table) }, 'Cancel');
  } else if (undo) {
    words = undo.text ?? '';
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
  else if (own?.until) {
    words = `Your node goes on until ${own.until} comes.`;
    buttons = h('button', { type: 'button', class: 'button', key: 'enough', disabled: !isOpen, onclick: () => make(table, { say: 'enough' }) }, 'Enough');
  } else if (marked.size) {
    words = `${marked.size} marked.`;
    buttons = h('button', { type: 'button', class: 'button', key: 'unmark', onclick: () => unmark(table) }, 'Unmark');
  } else if (own?.no_draw) words = own.no_draw;
  else if (waits) words = waits;
  else if (haveBothPassed(table)) words = 'Both players have passed.';
  else if (over) words = over;
  return h('div', { class: 'dsays' + (words.length > (buttons ? mostWords.withButtons : mostWords.alone) ? ' is-long' : ''), key: 'says' }, h('p', { class: 'dsentence', role: 'status' }, h('bdi', { dir: 'ltr' }, words)), h('div', { class: 'actions' }, buttons));
}
