// @ts-check
// The moves of a duel: each is sent to the node, which says what it may not be.
import { refuse } from '../doing.js';
import { command, Refused, state } from '../state.js';
import { encode, toBase64 } from '../protobuf.js';
import { apart, nowOf } from '../war/apart.js';
import { choiceFields, moveFields } from './fields.js';

/** @typedef {parlor.TableView} Table */

/**
 * Whether our person can act at a table now.
 * @param {Table} table
 */
export const mayAct = (table) => !!table.seat && table.phase === 'TABLE_PHASE_PLAYING' && !table.paused && state.connection === 'live';

/**
 * The moves that wait for those before them: what a person does one after the other arrives so.
 * @type {Promise<any>}
 */
let last = Promise.resolve();

/**
 * Makes a move; a refusal stands beside the table.
 * @param {Table} table
 * @param {parlor.DuelMove} move
 * @param {parlor.DuelChoice} [choice] goes to our own node alone
 * @returns {Promise<Table | null>} the table after it; null where the node refused
 */
export function make(table, move, choice) {
  const made = last.then(async () => {
    try {
      const tap = { table: table.id, move: toBase64(encode(moveFields, move)), ...(choice ? { choice: toBase64(encode(choiceFields, choice)) } : {}) };
      const alone = apart.get(table.id ?? '');
      const after = alone ? alone.tap(tap).then(() => nowOf(table)) : command('tables/tap', tap);
      await after;
      refuse('play', '');
      return after;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse('play', error);
      return null;
    }
  });
  last = made.catch(() => {});
  return made;
}
