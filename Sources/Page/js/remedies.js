// @ts-check
// The buttons behind the daemon's sentences: what a person can do about one of them, in place of the command that it names.

import { changed, command, state } from './state.js';
import { here, to } from './router.js';

/**
 * A button: the way to a place of the page, or an act.
 * @typedef {{ label: string, href?: string, act?: () => any }} Remedy
 */

/**
 * A row of the table: the words of a sentence, the label of its button, and where that leads or what it does. The row's function is
 * given what the words found, and returns nothing where the button would do nothing here.
 * @typedef {[RegExp, string, (found: RegExpMatchArray) => string | (() => any) | null | undefined | '']} Row
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
 * The node of a person, by the name or the beginning of an id; undefined where nobody or more than one is so called.
 * @param {string | undefined} name
 */
function nodeOf(name) {
  if (!name) return undefined;
  const found = [...state.peers.values()].filter((peer) => peer.id && (peer.name === name || (name.length >= 8 && peer.id.startsWith(name))));
  return found.length === 1 ? found[0].id : undefined;
}

/**
 * Where one pairs with somebody: with the one that is named, where that is one of our peers.
 * @param {string | undefined} name
 */
const pairWith = (name) => (nodeOf(name) ? to('peers', 'pair', nodeOf(name)) : to('peers'));

const openDatabase = () => import('./decks/database.js').then((cards) => cards.openDatabase());
const openImportDeck = () => import('./decks/files.js').then((decks) => decks.openImportDeck());

/** Shows how this home is opened. */
function showUnlock() {
  state.connection = 'closed';
  changed();
}

/** Begins to manage the library that is open, so that what is done to it can be taken back. */
async function manage() {
  const library = openAt('cards');
  await command('libraries/begin', { library });
  location.hash = to('cards', library, 'manage');
}

/** Whether a library is open, and not another part of Cards. */
const hasLibrary = () => !['', 'box', 'trades', 'market', 'lists', 'requests', 'shown', 'help'].includes(openAt('cards'));

/**
 * The table; the first row that fits counts. An act stands only where its words are the whole sentence around it: a name that
 * somebody has chosen may contain anything.
 * @type {Row[]}
 */
const rows = [
  // People.
  [/^[^`]* is blocked: `parlor peer unblock (\w{8,52})` first\.$/, 'Unblock', ([, id]) => nodeOf(id) && (() => command('peers/unblock', { peer: nodeOf(id) }))],
  [/^You have blocked (.+), who gets nothing that you write here/, 'Unblock', ([, name]) => nodeOf(name) && to('peers', nodeOf(name))],
  [/^You have not paired with anybody called (.+): pair first with `parlor peer pair/, 'Pair', ([, name]) => pairWith(name)],
  [/because you have not paired with (.+): run `parlor peer pair/, 'Pair', ([, name]) => pairWith(name)],
  [/^Another pairing is in progress.*`parlor peer pair ([^`]+)`/, 'Compare words', ([, id]) => pairWith(id)],
  // The other machine makes the ticket.
  [/`parlor peer pair --ticket`/, '', () => null],
  [/`parlor peer pair ([^`]+)`/, 'Pair', ([, name]) => pairWith(name)],
  [/`parlor peer pair`/, 'Pair', () => to('peers')],
  [/`parlor peer (list|introductions)/, 'People', () => to('peers')],
  // This home.
  [/`parlor profile unlock`/, 'Unlock', () => showUnlock],
  [/`parlor profile change-password`/, 'Set a password', () => to('account')],
  [/`parlor profile (edit|reset)/, 'Account', () => to('account')],
  [/^The lobby is off, so nobody gets what you write there: switch it on with `parlor settings set lobby open`\.$/, 'Switch it on', () => () => command('node/set', { key: 'lobby', value: 'open' })],
  [/`parlor settings set (lobby|share-)/, 'Settings', () => to('settings')],
  [/`parlor settings` shows the people you ignore/, 'Settings', () => to('settings')],
  [/`parlor status` shows the shares/, 'Shares', () => to('doctor')],
  // What another machine's doctor finds cannot be seen here.
  [/[Rr]un `parlor doctor` there/, '', () => null],
  [/`parlor doctor`/, 'Doctor', () => to('doctor')],
  // Rooms.
  [/`parlor room (show|owner)/, 'People', () => partOf('chat', 'people')],
  [/`parlor room list`/, 'Rooms', () => to('chat')],
  // War.
  [/`parlor war verify`/, 'Check a file', () => to('war', 'verify')],
  [/`parlor war (list|cancel)`|(play|go on) with `parlor war resume`/, 'War', () => to('war')],
  // Cards.
  [/there is no card database here|the card database here was made without them/, 'Get card database', () => openDatabase],
  [/^The file is a deck: /, 'Import the deck', () => openImportDeck],
  [/^Nobody manages the library: `parlor library manage` begins, so that it can be taken back\.$/, 'Manage Library', () => (hasLibrary() ? manage : null)],
  [/`parlor library (lands|show|take)`/, 'Manage Library', () => (hasLibrary() ? to('cards', openAt('cards'), 'manage') : to('cards'))],
  [/`parlor trade (list|show|take-back|answer)/, 'Trades', () => to('cards', 'trades')],
  [/`parlor card (add|import|list)/, 'Card Box', () => to('cards')],
  // Events.
  [/`parlor event lost/, 'Look at it', () => to('events', 'lost')],
  [/`parlor event todo`/, 'To-dos', () => to('events', 'to-do')],
  [/`parlor event picture set`/, 'Add a picture', () => openAt('events') && to('events', openAt('events'), 'picture')],
  [/`parlor event (list|show)/, 'Events', () => to('events')],
  // Drawings.
  [/`parlor drawing stats`/, 'Artists', () => to('drawings', 'artists')],
  [/`parlor drawing list/, 'Drawings', () => to('drawings')],
  // Tournaments.
  [/`parlor tournament (enter|groups|remove|edit --format)/, 'Entrants and groups', () => openAt('tournaments') && partOf('tournaments', 'groups')],
  [/`parlor tournament knockout/, 'The knockout', () => openAt('tournaments') && partOf('tournaments', 'knockout')],
  [/`parlor tournament start` starts it/, 'The set-up', () => openAt('tournaments') && partOf('tournaments', 'knockout')],
  [/`parlor tournament (draw --lots|edit|start --back|entrant)/, 'About', () => openAt('tournaments') && partOf('tournaments', 'about')],
  [/`parlor tournament rule`/, 'Matches', () => openAt('tournaments') && partOf('tournaments', 'group')],
  [/`parlor tournament list`/, 'Tournaments', () => to('tournaments')],
];

/**
 * The button behind a sentence of the daemon; undefined where there is none, or where it would lead to where one is.
 * @param {string} sentence as the daemon has said it, with the commands in it
 * @returns {Remedy | undefined}
 */
export function remedyOf(sentence) {
  for (const [words, label, does] of rows) {
    const found = sentence.match(words);
    if (!found) continue;
    const what = does(found);
    if (!what || what === here().address) return undefined;
    return typeof what === 'string' ? { label, href: what } : { label, act: what };
  }
  return undefined;
}
