// @ts-check
// Tables that no node has: they are played in this window alone.
import { state } from '../state.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {{ table: Table, tap: (tap: parlor.Tap) => Promise<void> }} Apart a table as it is now, and what plays there */

/**
 * These tables, by their ids.
 * @type {Map<string, Apart>}
 */
export const apart = new Map();

/**
 * A table as it is now, whoever has it; the one that is given where nobody does, as a moment of a replay.
 * @param {Table} table
 * @returns {Table}
 */
export const nowOf = (table) => state.tables.get(table.id ?? '') ?? apart.get(table.id ?? '')?.table ?? table;
