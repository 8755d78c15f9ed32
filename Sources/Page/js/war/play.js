// @ts-check
// One tap: it lays the card face down at once and tells the node, once. What card it is comes by the stream.
import { refuse } from '../doing.js';
import { preference } from '../preferences.js';
import { changed, command, Refused, state, watch } from '../state.js';
import { hasGuest } from './beside.js';
import { players } from './players.js';

/**
 * The step that was tapped last at each table, as round.battle: it is not sent again until it was refused.
 * @type {Map<string, string>}
 */
const tapped = new Map();

/** @param {parlor.TableView} table */
const step = (table) => `${table.round ?? 0}.${table.battle ?? 0}`;

/**
 * Whether our card of this battle was tapped and the stream has not brought it yet.
 * @param {parlor.TableView} table
 */
export function isTapped(table) {
  return !!table.can_play && tapped.get(table.id ?? '') === step(table);
}

/**
 * Whether a tap would count now.
 * @param {parlor.TableView} table
 */
export function mayPlay(table) {
  return !!table.can_play && !table.paused && state.connection === 'live' && !isTapped(table);
}

/**
 * Plays a card at a table.
 * @param {string} id
 */
export function play(id) {
  const table = state.tables.get(id);
  if (table && mayPlay(table)) send(table, id, 'tables/tap', 'play');
}

/** @param {string} id */
const guestOf = (id) => 'guest of ' + id;

/**
 * Whether a card of the guest at this screen could be played now.
 * @param {parlor.TableView} table
 */
export function mayPlayGuest(table) {
  const { them } = players(table);
  return hasGuest(table) && !table.paused && !them.played && state.connection === 'live' && tapped.get(guestOf(table.id ?? '')) !== step(table);
}

/**
 * Plays a card of the guest at this screen.
 * @param {string} id
 */
export function playGuest(id) {
  const table = state.tables.get(id);
  if (table && mayPlayGuest(table)) send(table, guestOf(id), 'war/tap-beside', 'play-guest');
}

/**
 * Sends a tap, once.
 * @param {parlor.TableView} table
 * @param {string} chair whose it is
 * @param {'tables/tap' | 'war/tap-beside'} path
 * @param {string} at where a refusal stands
 */
function send(table, chair, path, at) {
  const now = step(table);
  tapped.set(chair, now);
  changed();
  // Not one at a time: the stream may bring the next battle before the answer to this tap is here.
  command(path, { table: table.id, round: table.round, battle: table.battle }).catch((error) => {
    if (tapped.get(chair) === now) tapped.delete(chair);
    if (!(error instanceof Refused)) throw error;
    refuse(at, error);
  });
}

/** @type {AudioContext | null} */
let sound = null;

/**
 * A short tone, as of a card on a table.
 * @param {number} hertz
 * @param {number} seconds
 */
function tone(hertz, seconds) {
  sound ??= new AudioContext();
  const source = sound.createOscillator();
  const volume = sound.createGain();
  source.frequency.value = hertz;
  source.type = 'triangle';
  volume.gain.setValueAtTime(.08, sound.currentTime);
  volume.gain.exponentialRampToValueAtTime(.0001, sound.currentTime + seconds);
  source.connect(volume).connect(sound.destination);
  source.start();
  source.stop(sound.currentTime + seconds);
}

// What happens at the table can be felt and heard, where the setting "bell" is on.
watch((change) => {
  const decided = change?.table_event?.decided;
  if (!decided || document.hidden || !state.settings?.bell || !location.hash.startsWith('#/war/' + change?.table_event?.table)) return;
  const isWar = decided.result === 'BATTLE_RESULT_WAR';
  if (/** @type {any} */ (navigator).userActivation?.hasBeenActive) {
    navigator.vibrate?.(isWar ? [30, 40, 30] : 12);
    if (preference('sounds') === 'on') tone(isWar ? 196 : 330, isWar ? .5 : .12);
  }
});
