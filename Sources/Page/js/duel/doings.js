// @ts-check
// The acts at a duel beside those on cards: begin, draw, the turn, dice, tokens and all that is seldom wanted, in one row and its menu.
import { h } from '../view.js';
import { ask, closeDialog } from '../dialogs.js';
import { menu } from '../parts.js';
import { askCount, askFor } from './ask.js';
import { count, counterShape, token } from './acts.js';
import { chosenAt } from './chosen.js';
import { askAlways, askUntil } from './library.js';
import { showKeys } from './help.js';
import { keyOf } from './key-list.js';
import { itemsOf } from './lists.js';
import { make, mayAct } from './moves.js';
import { askRandom, markPicked, pickedOf } from './random.js';
import { duelOf, farSeat, needsHand, otherSeat, ownSeat } from './seats.js';
import { openPile, openSideboard } from './sheet.js';
import { openStops } from './stops.js';

/** @typedef {parlor.TableView} Table */

const firstHandCards = 7;
/** Dice as people write them. */
const diceShape = /^(\d{0,3})d(\d{1,7})$/i;

/**
 * The acts of our person at a table, by names that keys use too.
 * @type {Record<string, (table: Table) => any>}
 */
export const table = {
  begin: (at) => askCount('Begin the game', 'Cards of the first hand', firstHandCards, (draw) => begin(at, draw)),
  draw: (at) => make(at, { draw: { count: 1 } }),
  'draw-several': (at) => askCount('Draw', 'Cards', 2, (number) => make(at, { draw: { count: number } })),
  'draw-bottom': (at) => askCount('Draw from the bottom', 'Cards', 1, (number) => make(at, { draw: { count: number, bottom: true } })),
  london: (at) => make(at, { mulligan: { draw: firstHandCards, london: true } }),
  pass: (at) => make(at, { priority: 'PRIORITY_PASS' }),
  hold: (at) => make(at, { priority: 'PRIORITY_HOLD' }),
  stops: openStops,
  always: askAlways,
  mulligan: (at) => askCount('Mulligan', 'Put the hand back, shuffle, and draw so many', ownSeat(at).hand || firstHandCards, (draw) => make(at, { mulligan: { draw } })),
  shuffle: (at) => make(at, { shuffle: true }),
  look: (at) => askCount('Look at the top', 'Cards', 1, (number) => make(at, { draw: { count: number, goal: 'GOAL_LOOK' } })),
  'look-bottom': (at) => askCount('Look at the bottom', 'Cards', 1, (number) => make(at, { draw: { count: number, bottom: true, goal: 'GOAL_LOOK' } })),
  reveal: (at) => askCount('Turn up the top', 'Cards that all see', 1, (number) => make(at, { draw: { count: number, goal: 'GOAL_OPEN' } })),
  mill: (at) => askCount('Mill', 'Cards from the top into the graveyard', 1, (number) => make(at, { draw: { count: number, goal: 'GOAL_MILL' } })),
  'mill-one': (at) => make(at, { draw: { count: 1, goal: 'GOAL_MILL' } }),
  'mill-bottom': (at) => askCount('Mill from the bottom', 'Cards from the bottom into the graveyard', 1, (number) => make(at, { draw: { count: number, bottom: true, goal: 'GOAL_MILL' } })),
  until: askUntil,
  bury: (at) => askCount('Into exile, face down', 'Cards from the top', 1, (number) => make(at, { draw: { count: number, goal: 'GOAL_DOWN' } })),
  peek: (at) => make(at, { draw: { count: 1, goal: 'GOAL_STAY' } }),
  'show-top': (at) => make(at, { show: { cards: [{ slot: 0 }] } }),
  'show-hand': (at) => make(at, { show: { hand: true } }),
  'show-hand-one': (at) => make(at, { show: { hand: true, to: farSeat(at) } }),
  untap: (at) => make(at, { tap: { untap: true, all: true } }),
  token: (at) => askFor({ title: 'Token', label: 'Its name', value: chosenAt(at).lastToken, hint: '2 Goblin makes two, 2 1/1 Goblin makes two with power and toughness.', then: (text) => token(at, text) }),
  again: (at) => (chosenAt(at).lastToken ? token(at, chosenAt(at).lastToken) : table.token(at)),
  die: (at) => askFor({ title: 'Dice', label: 'Dice, as in 2d6', value: 'd6', shape: diceShape, then: (text) => {
    const found = text.match(diceShape);
    make(at, { dice: { count: Number(found?.[1] || 1), sides: Number(found?.[2]) } });
  } }),
  coin: (at) => make(at, { dice: { count: 1, sides: 2 } }),
  life: (at) => askFor({ title: 'Life', label: 'Life', value: String(ownSeat(at).life ?? 0), least: -99_999, most: 99_999, then: (text) => make(at, { counter: { name: 'life', value: Number(text) } }) }),
  less: (at) => make(at, { counter: { name: 'life', by: -1 } }),
  more: (at) => make(at, { counter: { name: 'life', by: 1 } }),
  counter: (at) => askFor({ title: 'A counter of yours', label: 'How many, and of what', value: '+1 poison', hint: '3 poison sets, +1 poison and -1 poison change.', shape: counterShape, then: (text) => count(at, [], text) }),
  phase: (at) => duelOf(at).phases?.length && make(at, { phase: Math.min((duelOf(at).phase ?? 0) + 1, (duelOf(at).phases ?? []).length - 1) }),
  turn: (at) => make(at, { pass_turn: true }),
  undo: (at) => {
    const mine = (duelOf(at).log ?? []).filter((line) => line.seat === at.seat && !line.undone).at(-1);
    return make(at, { ask_undo: { line: mine?.number ?? 0 } });
  },
  yes: (at) => duelOf(at).own?.asked_undo && make(at, { answer_undo: true }),
  no: (at) => duelOf(at).own?.asked_undo && make(at, { answer_undo: false }),
  'no-arrows': (at) => make(at, { arrow: { clear: true } }),
  say: (at) => askFor({ title: 'Into the log', label: 'A phrase', value: 'in response', then: (text) => make(at, { say: text }) }),
  secret: (at) => askFor({ title: 'A secret choice', label: 'It stays hidden until you open it', then: (text) => make(at, { secret: true }, { secret: text }) }),
  'open-secret': (at) => {
    const secret = (duelOf(at).own?.secrets ?? []).at(-1);
    return secret && make(at, { open_choice: { number: secret.number, text: secret.text } });
  },
  random: askRandom,
  'mark-picked': markPicked,
  'let-search': (at) => make(at, { let_search: farSeat(at) }),
  'seal-hand': (at) => make(at, { seal_hand: true }),
  'choose-hand': (at) => askCount('Choose a card of the sealed hand', 'Its place', 1, (number) => make(at, { choose: { seat: farSeat(at), position: number - 1 } })),
  'offer-draw': (at) => make(at, { end: 'END_OFFER_DRAW' }),
  async concede(at) {
    if (await ask({ title: 'Concede the game', text: 'The other player wins this game. A match of several games goes on.', yes: 'Concede the game', no: 'Keep playing', isBad: true })) await make(at, { end: 'END_CONCEDE' });
  },
  library: (at) => openPile(at, 'library', libraryActs),
  graveyard: (at) => openPile(at, 'graveyard'),
  sideboard: (at) => openSideboard(at),
  exile: (at) => openPile(at, 'exile'),
  command: (at) => openPile(at, 'command'),
  keys: showKeys,
  'far-graveyard': (at) => openPile(at, 'far-graveyard'),
  'far-exile': (at) => openPile(at, 'far-exile'),
  search: (at) => openPile(at, 'search'),
  shown: (at) => openPile(at, 'shown'),
};

/** The acts that open a pile, and so change nothing. */
export const piles = ['library', 'graveyard', 'sideboard', 'exile', 'command', 'far-graveyard', 'far-exile', 'search', 'shown'];

/**
 * Begins a game, with the cards that change places with the sideboard.
 * @param {Table} at
 * @param {number} draw
 */
async function begin(at, draw) {
  const { swaps } = chosenAt(at);
  const isNext = !!duelOf(at).own?.may_begin;
  const choice = isNext && swaps.length ? { game: (ownSeat(at).game ?? 0) + 1, out: swaps.map((one) => one.out), in: swaps.map((one) => one.in) } : undefined;
  if (await make(at, { begin: { draw } }, choice)) swaps.length = 0;
}

/**
 * What is done with our own library as a whole, above its cards.
 * @param {Table} at
 */
const libraryActs = (at) => at.phase === 'TABLE_PHASE_PLAYING' && !duelOf(at).own?.may_begin && h('div', { class: 'actions dlibrary-acts', key: 'acts', role: 'group', 'aria-label': 'The whole library' },
  [['draw', 'Draw'], ['shuffle', 'Shuffle'], ['look', 'Look at the top …'], ['mill', 'Mill …']].map(([name, label]) => h('button', {
    type: 'button', class: 'button', key: name, disabled: !mayAct(at), onclick: () => {
      closeDialog();
      table[name](at);
    },
  }, label)));

/** The button of the row that was clicked last. */
let clickedLast = '';

/**
 * Whether a click is meant for a button of the row: the second half of a double click is not for one that has come there meanwhile.
 * @param {MouseEvent} event
 * @param {string} name
 */
function isForIt({ detail }, name) {
  const isOther = detail > 1 && clickedLast !== name;
  clickedLast = name;
  return !isOther;
}

/**
 * The row below our hand.
 * @param {Table} at
 */
export function doings(at) {
  if (!at.seat || at.phase !== 'TABLE_PHASE_PLAYING') return null;
  const { own, active, phases = [], phase = 0, turn = 0, objects = [] } = duelOf(at);
  const isOpen = mayAct(at);
  const button = (/** @type {string} */ name, /** @type {string} */ label, look = 'button', why = '') => h('button', {
    type: 'button', class: look, key: name, disabled: !isOpen, title: why || null, 'aria-keyshortcuts': keyOf(name) || null, onclick: (/** @type {MouseEvent} */ event) => isForIt(event, name) && table[name](at),
  }, label, keyOf(name) && h('kbd', { 'aria-hidden': 'true' }, keyOf(name)));
  const isOurTurn = active === at.seat;
  const putBack = ownSeat(at).put_back ?? 0;
  const isBefore = !!own?.may_begin || needsHand(at);
  // Nothing of ours was played yet: the hand may still be another one.
  const isFresh = turn <= 2 && !objects.some((one) => one.owner === at.seat && one.zone !== 'ZONE_COMMAND');
  return h('div', { class: 'ddo', key: 'do' },
    isBefore && h('button', { type: 'button', class: 'primary', key: 'begin', disabled: !isOpen, 'aria-keyshortcuts': 'B', onclick: (/** @type {MouseEvent} */ event) => isForIt(event, 'begin') && event.detail < 2 && begin(at, firstHandCards) }, own?.may_begin ? 'Begin the next game' : 'Draw your hand', h('kbd', { 'aria-hidden': 'true' }, 'B')),
    own?.may_begin && (own.next_side ?? []).length > 0 && button('sideboard', 'Sideboard'),
    own?.search && button('search', 'Search their library', 'primary'),
    !isBefore && button('draw', 'Draw', 'button', own?.no_draw),
    putBack > 0 && h('span', { key: 'put-back', role: 'status' }, `Choose ${putBack === 1 ? 'a card' : `${putBack} cards`} of your hand for the bottom of the library.`),
    !isBefore && isFresh && button('london', 'Mulligan'),
    !isBefore && !isFresh && button('untap', 'Untap all'),
    !isBefore && isOurTurn && phase < phases.length - 1 && button('phase', 'Next phase'),
    !isBefore && isOurTurn && button('turn', 'End turn', 'primary'),
    menu({ at: 'duel-menu', label: 'More to do', look: 'button', icon: 'options' }, items(at).map(([name, label, isShown = true]) => isShown && { label, key: keyOf(name), act: () => table[name](at) })),
    h('button', { type: 'button', class: 'button dhelp', key: 'help', 'aria-keyshortcuts': '?', 'aria-label': 'Keys, mouse and finger', title: 'Keys, mouse and finger (?)', onclick: showKeys }, '?'));
}

/**
 * The acts in the menu of the row: name, words, and whether they are shown.
 * @param {Table} at
 * @returns {[string, string, boolean?][]}
 */
const items = (at) => {
  const { own } = duelOf(at);
  const isPlaying = !own?.may_begin;
  return [
    ['token', 'Token …', isPlaying], ['look', 'Look at the top …', isPlaying], ['library', 'Search the library …', isPlaying], ['shuffle', 'Shuffle', isPlaying], ['die', 'Dice …', isPlaying], ['coin', 'Coin', isPlaying],
    ['life', 'Set life …', isPlaying], ['counter', 'A counter of yours …', isPlaying], ['london', 'Mulligan', isPlaying], ['mulligan', 'Mulligan to so many cards …', isPlaying],
    ['no-arrows', 'Remove your arrows', (duelOf(at).arrows ?? []).some((one) => one.seat === at.seat)], ['undo', 'Ask to undo', isPlaying && !!own?.undo_from],
    ['draw-several', 'Draw several …', isPlaying], ['draw-bottom', 'Draw from the bottom …', isPlaying], ['look-bottom', 'Look at the bottom …', isPlaying], ['peek', 'Look at the top card, which stays', isPlaying],
    ['show-top', 'Show the top card, once you know it', isPlaying], ['always', 'The top card always …', isPlaying], ['reveal', 'Turn up the top …', isPlaying],
    ['mill', 'Mill …', isPlaying], ['mill-bottom', 'Mill from the bottom …', isPlaying], ['until', 'Mill until a card comes …', isPlaying], ['bury', 'Into exile, face down …', isPlaying],
    ['show-hand', 'Show the hand', isPlaying], ['show-hand-one', 'Show the hand to the other player alone', isPlaying], ['stops', 'Stop in the other’s turns …', isPlaying && (duelOf(at).phases ?? []).length > 0],
    ['pass', 'Pass: nothing to answer', isPlaying], ['hold', 'Hold: the other player waits', isPlaying],
    ['random', 'Pick at random …', isPlaying], ['mark-picked', 'Mark what was picked', pickedOf(at).length > 0],
    ['say', 'Say in the log …', isPlaying], ['secret', 'A secret choice …', isPlaying], ['open-secret', 'Open the secret choice', (own?.secrets ?? []).length > 0],
    ['let-search', 'Let the other player search your library', isPlaying], ['seal-hand', 'Seal the hand, to be chosen from', isPlaying], ['choose-hand', 'Choose of their sealed hand …', !!otherSeat(at).sealed_hand],
    ['sideboard', 'Sideboard', (ownSeat(at).side ?? 0) > 0], ['shown', 'Cards that you were shown', itemsOf(at, 'shown').length > 0],
    ['offer-draw', 'Offer a draw of the game', isPlaying], ['concede', 'Concede the game', isPlaying], ['keys', 'Keys, mouse and finger'],
  ];
};
