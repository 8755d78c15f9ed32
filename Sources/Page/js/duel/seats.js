// @ts-check
// The two seats of a duel, and how it stands: all that a list of tables needs to know of one.
import { nearSeat, playerName } from '../war/players.js';

/** @typedef {parlor.TableView} Table */

/**
 * The part of a table that is the duel's own; empty where nothing is played yet.
 * @param {Table} table
 * @returns {parlor.DuelView}
 */
export const duelOf = (table) => /** @type {parlor.DuelView} */ (table.game_view ?? {});

/**
 * A table that shows another moment of its duel.
 * @param {Table} table
 * @param {parlor.DuelView} duel
 * @returns {Table}
 */
export const tableWith = (table, duel) => ({ ...table, game_view: { ...duel, '@type': 'type.googleapis.com/parlor.DuelView' } });

/**
 * The seat at the top.
 * @param {Table} table
 * @returns {parlor.Seat}
 */
export const farSeat = (table) => (nearSeat(table) === 'SEAT_HOST' ? 'SEAT_JOINER' : 'SEAT_HOST');

/**
 * The numbers of seats, as an arrow names them.
 * @type {Record<string, number>}
 */
export const seatNumbers = { SEAT_HOST: 1, SEAT_JOINER: 2 };

/**
 * A player as everybody sees them; empty before the first game.
 * @param {Table} table
 * @param {parlor.Seat} seat
 * @returns {parlor.DuelSeatView}
 */
export const seatOf = (table, seat) => (duelOf(table).seats ?? []).find((one) => one.seat === seat) ?? {};

/**
 * Our own player, or the one below for those who watch.
 * @param {Table} table
 */
export const ownSeat = (table) => seatOf(table, nearSeat(table));

/**
 * The other player.
 * @param {Table} table
 */
export const otherSeat = (table) => seatOf(table, farSeat(table));

/**
 * The name of who sits there.
 * @param {Table} table
 * @param {parlor.Seat | undefined} seat
 */
export const nameAt = (table, seat) => playerName(table, (seat === 'SEAT_JOINER' ? table.joiner : table.host) ?? {});

/**
 * Whether our first hand of a game that began by itself is still to be drawn.
 * @param {Table} table
 */
export function needsHand(table) {
  const duel = duelOf(table);
  const us = ownSeat(table);
  return !!duel.own && !duel.game_over && !us.waiting && !!us.game && !us.hand && !!us.library && (duel.turn ?? 0) <= 1
    && !(duel.objects ?? []).some((one) => one.owner === us.seat);
}
