// @ts-check
// The buttons behind the daemon's refusals and notices: what a person can do about one of them, in the words of the page. The daemon
// gives it as a value, for which a terminal has a command.

import { changed, command, state } from './state.js';
import { here, to } from './router.js';

/**
 * A button: the way to a place of the page, or an act.
 * @typedef {{ label: string, href?: string, act?: () => any }} Button
 */

/**
 * A row of a table: the label of the button, and where that leads or what it does; nothing where the button would do nothing here.
 * @typedef {[string, (remedy: parlor.Remedy) => string | (() => any) | null | undefined | '']} Row
 */

/**
 * The id of what is open at a place of the page; empty where another place is shown.
 * @param {string} place
 */
const openAt = (place) => (here().place === place ? here().path[0] ?? '' : '');

/**
 * A part of what is open at a place, or the place itself.
 * @param {string} place
 * @param {string} [part]
 */
const partOf = (place, part) => (openAt(place) ? to(place, openAt(place), part) : to(place));

/**
 * The node of a person, by the name; undefined where nobody or more than one is so called.
 * @param {string | undefined} name
 */
function nodeOf(name) {
  if (!name) return undefined;
  const found = [...state.peers.values()].filter((peer) => peer.id && peer.name === name);
  return found.length === 1 ? found[0].id : undefined;
}

/**
 * Where one pairs with somebody: with the one whom a remedy is about, where that is one of our peers.
 * @param {parlor.Remedy} remedy
 */
const pairWith = (remedy) => (peerOf(remedy) ? to('peers', 'pair', peerOf(remedy)) : to('peers'));

/**
 * The node that a remedy is about, where it is one of our peers.
 * @param {parlor.Remedy} remedy
 */
const peerOf = (remedy) => (remedy.node && state.peers.get(remedy.node)?.id) || nodeOf(remedy.name);

const openDatabase = () => import('./decks/database.js').then((cards) => cards.openDatabase());
const openImportDeck = () => import('./decks/files.js').then((decks) => decks.openImportDeck());

/** Shows how this home is opened. */
function showUnlock() {
  state.connection = 'closed';
  changed();
}

/**
 * Begins to manage a library, so that what is done to it can be taken back.
 * @param {string} library
 */
async function manage(library) {
  await command('libraries/begin', { library });
  location.hash = to('cards', library, 'manage');
}

/** Whether a library is open, and not another part of Cards. */
const hasLibrary = () => !['', 'box', 'trades', 'market', 'lists', 'requests', 'shown', 'help'].includes(openAt('cards'));

/** A part of the tournament that is open; nothing elsewhere, as a remedy may be about another one. */
const inTournament = (/** @type {string} */ part) => () => openAt('tournaments') && partOf('tournaments', part);
const inLibrary = () => (hasLibrary() ? to('cards', openAt('cards'), 'manage') : to('cards'));
const nowhere = () => null;

/**
 * The buttons by the codes of remedies. Without a label there is none: a terminal alone can do it, the person at another machine, or
 * the screen with the words has what does it.
 * @type {Record<Exclude<parlor.RemedyCode, 'REMEDY_CODE_UNSPECIFIED' | 'REMEDY_CODE_SEE'>, Row>}
 */
export const rows = {
  // People.
  REMEDY_CODE_PAIR: ['Pair', pairWith],
  REMEDY_CODE_PAIR_AGAIN: ['Pair', pairWith],
  REMEDY_CODE_START_PAIRING: ['Pair', pairWith],
  REMEDY_CODE_UNBLOCK_AND_PAIR: ['Unblock', (remedy) => peerOf(remedy) && to('peers', peerOf(remedy))],
  REMEDY_CODE_ASK_AND_COMPARE: ['Compare words', pairWith],
  REMEDY_CODE_COMPARE_WORDS: ['Compare words', pairWith],
  REMEDY_CODE_FINISH_PAIRING: ['Compare words', pairWith],
  REMEDY_CODE_UNBLOCK: ['Unblock', (remedy) => peerOf(remedy) && (() => command('peers/unblock', { peer: peerOf(remedy) }))],
  REMEDY_CODE_PRINT_TICKET_THERE: ['', nowhere],
  REMEDY_CODE_READ_STATUS_THERE: ['', nowhere],
  REMEDY_CODE_OFFER_REMATCH_THERE: ['', nowhere],
  REMEDY_CODE_TAKE_REMATCH_THERE: ['', nowhere],
  // This home.
  REMEDY_CODE_UNLOCK: ['Unlock', () => showUnlock],
  REMEDY_CODE_SET_PASSWORD: ['Set a password', () => to('account')],
  // The screen of the reset has the field for the words.
  REMEDY_CODE_RESET_BY_WORDS: ['', nowhere],
  REMEDY_CODE_EDIT_PROFILE: ['Account', () => to('account')],
  REMEDY_CODE_CHANGE_SETTING: ['Switch it on', ({ key, value }) => (key === 'lobby' ? () => command('node/set', { key, value }) : to('settings'))],
  REMEDY_CODE_DOCTOR: ['Doctor', () => to('doctor')],
  // What would be taken back is the last command, whatever it was.
  REMEDY_CODE_UNDO: ['', nowhere],
  REMEDY_CODE_OPEN_PAGE: ['', nowhere],
  REMEDY_CODE_RENEW_PAGE_LINK: ['', nowhere],
  REMEDY_CODE_CHOOSE_PAGE_PORT: ['', nowhere],
  REMEDY_CODE_RENEW_BROWSERS: ['', nowhere],
  REMEDY_CODE_SET_IN_TERMINAL: ['', nowhere],
  REMEDY_CODE_BACK_UP: ['', nowhere],
  REMEDY_CODE_STOP: ['', nowhere],
  REMEDY_CODE_MEND: ['', nowhere],
  REMEDY_CODE_RESTORE: ['', nowhere],
  REMEDY_CODE_BRING_HOME_BACK: ['', nowhere],
  REMEDY_CODE_CHOOSE_BACKUP: ['', nowhere],
  // Rooms.
  REMEDY_CODE_HAND_ROOM_OVER: ['People', ({ item }) => (item ? to('chat', item, 'people') : partOf('chat', 'people'))],
  REMEDY_CODE_LEAVE_ROOM: ['', nowhere],
  REMEDY_CODE_DELETE_ROOM: ['', nowhere],
  REMEDY_CODE_CHOOSE_ROOM_FILE: ['', nowhere],
  // War.
  REMEDY_CODE_ACCEPT_ASK: ['See who asks', ({ item }) => to('war', item)],
  REMEDY_CODE_CANCEL_TABLE: ['War', () => to('war')],
  REMEDY_CODE_RESUME_MATCH: ['Go on', ({ item }) => to('war', item)],
  REMEDY_CODE_VERIFY_MATCH: ['Check a file', () => to('war', 'verify')],
  REMEDY_CODE_CHOOSE_CARRIED_FILE: ['', nowhere],
  // Cards.
  REMEDY_CODE_IMPORT_CARDS: ['Get card database', () => openDatabase],
  REMEDY_CODE_IMPORT_CARD_TEXTS: ['Get card database', () => openDatabase],
  REMEDY_CODE_IMPORT_CARDS_AGAIN: ['Get card database', () => openDatabase],
  REMEDY_CODE_IMPORT_COLLECTION: ['Card Box', () => to('cards')],
  REMEDY_CODE_IMPORT_DECK: ['Import the deck', () => openImportDeck],
  REMEDY_CODE_ADD_CARD: ['Card Box', () => to('cards')],
  REMEDY_CODE_ADD_MORE_CARDS: ['Card Box', () => to('cards')],
  REMEDY_CODE_REQUEST_CARD: ['', nowhere],
  REMEDY_CODE_GIVE_LANDS: ['Manage Library', inLibrary],
  REMEDY_CODE_TAKE_CARDS: ['Manage Library', inLibrary],
  REMEDY_CODE_NAME_PART: ['', nowhere],
  REMEDY_CODE_MANAGE_LIBRARY: ['Manage Library', ({ item }) => item && (() => manage(item))],
  REMEDY_CODE_CHOOSE_CARDS_TO_GIVE: ['', nowhere],
  REMEDY_CODE_TAKE_TRADE_BACK: ['Trades', () => to('cards', 'trades')],
  // Events.
  REMEDY_CODE_ADD_PICTURE: ['Add a picture', () => openAt('events') && to('events', openAt('events'), 'picture')],
  // Drawings.
  REMEDY_CODE_HIDE_DRAWING: ['', nowhere],
  REMEDY_CODE_UNDO_STROKES: ['', nowhere],
  // Tournaments.
  REMEDY_CODE_RETURN_TO_SETUP: ['About', inTournament('about')],
  REMEDY_CODE_START_TOURNAMENT: ['The set-up', inTournament('knockout')],
  REMEDY_CODE_ENTER: ['Entrants and groups', inTournament('groups')],
  REMEDY_CODE_REMOVE_ENTRANT: ['Entrants and groups', inTournament('groups')],
  REMEDY_CODE_NAME_ENTRANT: ['About', inTournament('about')],
  REMEDY_CODE_CHOOSE_GROUPS: ['Entrants and groups', inTournament('groups')],
  REMEDY_CODE_DRAW_GROUPS: ['Entrants and groups', inTournament('groups')],
  REMEDY_CODE_DRAW_GROUPS_AGAIN: ['Entrants and groups', inTournament('groups')],
  REMEDY_CODE_CHOOSE_QUALIFIERS: ['About', inTournament('about')],
  REMEDY_CODE_PROPOSE_KNOCKOUT: ['The knockout', inTournament('knockout')],
  REMEDY_CODE_FILL_KNOCKOUT: ['The knockout', inTournament('knockout')],
  REMEDY_CODE_RULE: ['Matches', inTournament('group')],
  REMEDY_CODE_DRAW_LOTS: ['About', inTournament('about')],
  REMEDY_CODE_CHOOSE_SCORERS: ['About', inTournament('about')],
};

/**
 * The buttons by the lists that show the things among which one is meant.
 * @type {Record<string, Row>}
 */
export const lists = {
  'peer list': ['People', () => to('peers')],
  'peer introductions': ['People', () => to('peers')],
  'peer introductions --json': ['People', () => to('peers')],
  'settings': ['Settings', () => to('settings')],
  'status': ['Shares', () => to('doctor')],
  'page list': ['Settings', () => to('settings')],
  'profile role': ['People', () => partOf('chat', 'people')],
  'room list': ['Rooms', () => to('chat')],
  'room show': ['People', () => partOf('chat', 'people')],
  'chat read --ids': ['', nowhere],
  'file list': ['', nowhere],
  'war list': ['War', () => to('war')],
  'duel list': ['War', () => to('war')],
  'war show': ['', nowhere],
  'card list': ['Card Box', () => to('cards')],
  'card list --all': ['Card Box', () => to('cards')],
  'card requests': ['Requests', () => to('cards', 'requests')],
  'card shown': ['Shown cards', () => to('cards', 'shown')],
  'library list': ['Libraries', () => to('cards')],
  'library lists': ['Lists', () => to('cards', 'lists')],
  'library show': ['Manage Library', inLibrary],
  'library commitments': ['Libraries', () => to('cards')],
  'trade list': ['Trades', () => to('cards', 'trades')],
  'trade show': ['Trades', () => to('cards', 'trades')],
  'trade market': ['Market', () => to('cards', 'market')],
  'conflict list': ['Look at it', () => to('conflicts')],
  'event list': ['Events', () => to('events')],
  'event list --from': ['Events', () => to('events')],
  'event show': ['Events', () => to('events')],
  'event budget list': ['', nowhere],
  'event todo': ['To-dos', () => to('events', 'to-do')],
  'event lost list': ['Look at it', () => to('events', 'lost')],
  'drawing list': ['Drawings', () => to('drawings')],
  'drawing list --mine': ['Drawings', () => to('drawings')],
  'drawing list --papers': ['Drawings', () => to('drawings')],
  'drawing list --hidden': ['Drawings', () => to('drawings')],
  'drawing show': ['Drawings', () => to('drawings')],
  'drawing portraits': ['Drawings', () => to('drawings')],
  'drawing stats': ['Artists', () => to('drawings', 'artists')],
  'tournament list': ['Tournaments', () => to('tournaments')],
  'tournament show': ['', nowhere],
  'tournament draws': ['About', inTournament('about')],
};

/**
 * The button that does something about a refusal or a notice; undefined where there is none, or where it would lead to where one is.
 * A daemon of another version may give a code that is not known here.
 * @param {parlor.Remedy | undefined} remedy
 * @returns {Button | undefined}
 */
export function buttonOf(remedy) {
  if (!remedy) return undefined;
  /** @type {[Record<string, Row>, string]} */
  const [table, name] = remedy.code === 'REMEDY_CODE_SEE' ? [lists, remedy.list ?? ''] : [rows, remedy.code ?? ''];
  const row = Object.hasOwn(table, name) ? table[name] : undefined;
  const what = row?.[1](remedy);
  if (!row || !what || what === here().address) return undefined;
  return typeof what === 'string' ? { label: row[0], href: what } : { label: row[0], act: what };
}
