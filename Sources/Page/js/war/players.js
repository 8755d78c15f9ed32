// @ts-check
// Who sits where at a table, and how a table stands, in words.
import { gameOf } from '../games/games.js';
import { plural } from '../texts.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {parlor.PlayerView} Player */

/**
 * The seat at the bottom of the table: ours, the one that we ask for, or else the host's.
 * @param {Table} table
 * @returns {parlor.Seat}
 */
export function nearSeat(table) {
  const isAskers = table.phase === 'TABLE_PHASE_OFFERED' || table.phase === 'TABLE_PHASE_ASKED' || (table.phase === 'TABLE_PHASE_CLOSED' && !table.seat);
  return table.seat === 'SEAT_JOINER' || isAskers ? 'SEAT_JOINER' : 'SEAT_HOST';
}

/**
 * The part of a table that is War's own; empty where nothing is played yet.
 * @param {Table} table
 * @returns {parlor.WarView}
 */
export function warOf(table) {
  return /** @type {parlor.WarView} */ (table.game_view ?? {});
}

/**
 * The players: we, and the other one.
 * @param {Table} table
 * @returns {{ us: Player, them: Player }}
 */
export function players(table) {
  const host = table.host ?? {};
  const joiner = table.joiner ?? {};
  return nearSeat(table) === 'SEAT_JOINER' ? { us: joiner, them: host } : { us: host, them: joiner };
}

/**
 * What a player is called; words of the key stand behind it where both have the same name.
 * @param {Table} table
 * @param {Player} player
 */
export function playerName(table, player) {
  const name = player.name || (player === table.joiner ? 'Joiner' : 'Host');
  const other = player === table.joiner ? table.host : table.joiner;
  const isShared = other?.name && other.name.toLowerCase() === name.toLowerCase() && player.words && other.words;
  return isShared ? `${name} (${player.words})` : name;
}

/** @param {Table} table */
export function theirName(table) {
  return playerName(table, players(table).them);
}

/**
 * Whether a seat is ours.
 * @param {Table} table
 * @param {parlor.Seat | undefined} seat
 */
export function isOurs(table, seat) {
  return seat === nearSeat(table) && !!table.seat;
}

/**
 * "You Won!", "You Lost!", "It's a Draw!", or who won for those who only looked on.
 * @param {Table} table
 */
export function verdictOf(table) {
  const winner = table.result?.winner;
  if (!winner) return 'It’s a Draw!';
  if (!table.seat) return `${playerName(table, (winner === 'SEAT_HOST' ? table.host : table.joiner) ?? {})} Won!`;
  return winner === table.seat ? 'You Won!' : 'You Lost!';
}

/**
 * Whether a player is trusted, in words.
 * @param {{ paired?: boolean, name_is_taken?: boolean }} player
 */
export function trust(player) {
  if (player.paired) return 'paired';
  return player.name_is_taken ? 'not paired, and somebody else has this name' : 'not paired';
}

/**
 * Where a player is now.
 * @param {Player} player
 */
export function presence(player) {
  return player.here ? 'here' : player.online ? 'away' : 'not connected';
}

/**
 * How a game that is not over stands, as one line.
 * @param {Table} table
 */
export function progress(table) {
  const { us, them } = players(table);
  switch (table.phase) {
    case 'TABLE_PHASE_OPEN': return 'waiting for players';
    case 'TABLE_PHASE_ASKED': return 'request sent';
    case 'TABLE_PHASE_SEATED': return 'not started';
    case 'TABLE_PHASE_PLAYING': {
      const said = gameOf(table).progress?.(table);
      if (said !== undefined) return said + (table.paused ? ', paused' : '');
      if (table.game) return `round ${table.round}` + (table.paused ? ', paused' : '');
      if (table.watching) return `round ${table.round}, ${us.cards ?? 0} to ${plural(them.cards, 'card')}; you watch`;
      const score = `round ${table.round}, ${us.cards ?? 0} to ${plural(them.cards, 'card')}`;
      return (table.claims ?? []).length ? `${score}; claimed, not confirmed` : table.paused ? `${score}, paused` : score;
    }
    default: return '';
  }
}

/**
 * The other player's claim, which we can accept or undo with our next card.
 * @param {Table} table
 */
export function theirClaim(table) {
  return table.seat ? (table.claims ?? []).find((claim) => claim.seat !== table.seat) : undefined;
}

/**
 * Whether something can be said to the other player.
 * @param {Table} table
 */
export function mayTalk(table) {
  return (!!table.seat || (!!table.watching && !!table.spectators_talk)) && !table.no_chat && ['TABLE_PHASE_SEATED', 'TABLE_PHASE_PLAYING', 'TABLE_PHASE_FINISHED'].includes(table.phase ?? '');
}

/**
 * The tables in the order of a list, newest first.
 * @param {Iterable<Table>} tables
 * @param {...parlor.TablePhase} phases
 */
export function tablesIn(tables, ...phases) {
  return [...tables].filter((table) => table.phase && phases.includes(table.phase))
    .sort((a, b) => Number(b.created_milliseconds ?? 0) - Number(a.created_milliseconds ?? 0));
}
