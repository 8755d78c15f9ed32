// @ts-check
// One tap: it lays the card face down at once and tells the node, once. What card it is comes by the stream.
import { refuse } from '../doing.js';
import { preference } from '../preferences.js';
import { changed, command, Refused, state, watch } from '../state.js';

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
  if (!table || !mayPlay(table)) return;
  const now = step(table);
  tapped.set(id, now);
  changed();
  // Not one at a time: the stream may bring the next battle before the answer to this tap is here.
  command('war/tap', { table: id, round: table.round, battle: table.battle }).catch((error) => {
    if (tapped.get(id) === now) tapped.delete(id);
    if (!(error instanceof Refused)) throw error;
    refuse('play', error.message);
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
