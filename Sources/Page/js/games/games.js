// @ts-check
// The games that are played at tables: the one list of the page. The table around a game is the same for all (js/war).
import { duel } from './duel.js';
import { hands } from './rock-paper-scissors.js';
import { unknown } from './unknown.js';
import { war } from './war.js';

/**
 * One game as the page shows and plays it.
 * @typedef {object} Game
 * @property {string} title
 * @property {(table: parlor.TableView) => import('../view.js').Child} board
 * @property {(table: parlor.TableView) => import('../view.js').Child} score the panel beside the board
 * @property {boolean} [scoreHasTalk] the talk is in that panel
 * @property {(player: parlor.PlayerView) => string} holding what a player holds, in words; empty for nothing
 * @property {string} awaited what a list says of a table where our move is awaited
 * @property {(event: KeyboardEvent, table: parlor.TableView) => boolean} key makes a move by a key; false for another key
 * @property {(event: KeyboardEvent, table: parlor.TableView) => boolean} [chord] the same with Ctrl or Alt
 * @property {boolean} [takesLetters] the letters are the game's own, also `t`, and its cards take keys though they are buttons
 * @property {boolean} hasReplay
 * @property {(table: parlor.TableView) => import('../view.js').Child} [replay] a replay of its own; that of War where it is left out
 * @property {(event: KeyboardEvent, table: parlor.TableView) => boolean} [replayKey] its keys
 * @property {() => import('../view.js').Child} [solo] a match against nobody
 * @property {(table: parlor.TableView) => import('../view.js').Child} [wall] the match for a projector, without a hand and without anything to do
 * @property {boolean} [mayBeWatched]
 * @property {(table: parlor.TableView) => boolean} [needsUs] whether a match waits for our person; where a move is awaited if it is left out
 * @property {(table: parlor.TableView) => string} [progress] how a match stands, as one line
 * @property {(table: parlor.TableView) => string} [terms] what was agreed before the match, in words
 * @property {{ values: Record<string, string>, fields: (form: any) => import('../view.js').Child, terms: (values: any) => Promise<{ terms?: string, choice?: string }> }} [host] what its host chooses
 * @property {(table: parlor.TableView) => import('../view.js').Child} [ended] what is still to be done for a match that is over
 * @property {(table: parlor.TableView) => void} [join] asks what a person must choose who sits down
 */

/**
 * The games by their names at tables.
 * @type {Record<string, Game>}
 */
const games = { '': war, duel, 'rock-paper-scissors': hands };

/** @param {parlor.TableView} table */
export const gameOf = (table) => games[table.game ?? ''] ?? unknown;

/**
 * The first values of what the hosts of all games choose.
 * @type {Record<string, string>}
 */
export const hostValues = Object.assign({}, ...Object.values(games).map(({ host }) => host?.values));

/**
 * The games to choose from: name and title.
 * @type {[string, string][]}
 */
export const gameChoices = Object.entries(games).map(([name, game]) => [name, game.title]);
