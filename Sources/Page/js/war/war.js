// @ts-check
// War: which of its screens an address shows, its keys, and its part of the home screen.
import { h } from '../view.js';
import { coming, linkButton } from '../parts.js';
import { reading } from '../reads.js';
import { state } from '../state.js';
import { to } from '../router.js';
import { carryGame } from './carry.js';
import { loadGame, verifyGame } from './load.js';
import { closedTable, hostLobby, joinerWaits } from './lobby.js';
import { statisticsScreen } from './statistics.js';
import { watchableTable } from './watch.js';
import { createGame, joinGame, mainMenu, needsUs, newGame, offersList, waitingLink, warMenu } from './menu.js';
import { duel } from '../games/duel.js';
import { gameOf } from '../games/games.js';
import { apart } from './apart.js';
import { replayKey, replayScreen } from './replay.js';
import { matchScreen } from './table.js';
import { tablesIn, theirName } from './players.js';

/** @typedef {import('../router.js').Context} Context */

/** @type {Record<string, () => import('../view.js').Child>} */
const pages = { new: newGame, create: createGame, join: joinGame, load: loadGame, verify: verifyGame, solo: () => duel.solo?.(), carry: carryGame, statistics: statisticsScreen };

/** @param {Context} context */
export function warScreen({ path: [name, what] }) {
  if (!name) return warMenu();
  if (pages[name]) return pages[name]();
  const table = tableOf(name);
  if (!table) return missing(name);
  const game = gameOf(table);
  if (what === 'replay' && game.hasReplay) return (game.replay ?? replayScreen)(table);
  if (what === 'wall' && game.wall && ['TABLE_PHASE_PLAYING', 'TABLE_PHASE_FINISHED'].includes(table.phase ?? '')) return game.wall(table);
  switch (table.phase) {
    case 'TABLE_PHASE_PLAYING': case 'TABLE_PHASE_FINISHED': return matchScreen(table);
    case 'TABLE_PHASE_OPEN': return hostLobby(table);
    case 'TABLE_PHASE_SEATED': return table.seat === 'SEAT_HOST' ? hostLobby(table) : joinerWaits(table);
    case 'TABLE_PHASE_ASKED': return joinerWaits(table);
    case 'TABLE_PHASE_WATCHABLE': return watchableTable(table);
    default: return closedTable(table);
  }
}

/**
 * The table of an address; its id may be shortened.
 * @param {string} name
 */
function tableOf(name) {
  return state.tables.get(name) ?? [...state.tables.values()].find((table) => table.id?.startsWith(name));
}

/**
 * A table that the state does not have, as the node keeps it.
 * @param {string} name
 */
const keptTable = (name) => reading('tables/show', { table: name }, { kinds: ['table'] });

/**
 * A table that the state has, or one of this window alone.
 * @param {string} name
 */
const playedAt = (name) => apart.get(name)?.table ?? tableOf(name);

/** @param {string} name */
function missing(name) {
  if (state.connection === 'starting') return coming();
  const kept = keptTable(name);
  if (kept.answer?.phase === 'TABLE_PHASE_FINISHED') return matchScreen(kept.answer);
  return h('div', { class: 'quiet' }, h('h1', null, 'No such table'),
    h('p', null, kept.refused ? kept.refused.message : 'It is not offered any more.'), linkButton({ label: 'Back to the menu', icon: 'back', href: '#/war' }));
}

/** @param {Context} context */
export function warTitle({ path: [name] }) {
  const table = name ? tableOf(name) : undefined;
  return table && table.phase !== 'TABLE_PHASE_OPEN' ? `${gameOf(table).title} against ${theirName(table)}` : 'War';
}

/** @param {Context} context */
export function warAttends({ path: [name, what] }) {
  const table = name && !what ? tableOf(name) : undefined;
  const isGoing = table && ['TABLE_PHASE_PLAYING', 'TABLE_PHASE_SEATED'].includes(table.phase ?? '') && table.seat;
  return isGoing ? `table=${table.id}` : '';
}

/**
 * The game's keys make a move, `t` talks where the game has no use for it. After the end those of a game of cards still read.
 * @param {KeyboardEvent} event
 * @param {Context} context
 */
export function warKey(event, { path: [name, what] }) {
  if (!name) return false;
  const table = playedAt(name) ?? (pages[name] ? undefined : keptTable(name).answer);
  if (!table) return false;
  const game = gameOf(table);
  if (what === 'replay') return (game.replayKey ?? replayKey)(event, table);
  if (what === 'wall') return false;
  const isPlaying = table.phase === 'TABLE_PHASE_PLAYING';
  if (event.key === 't' && !(game.takesLetters && isPlaying)) {
    /** @type {HTMLElement | null} */ (document.querySelector('.say textarea'))?.focus();
    return true;
  }
  const control = /** @type {Element} */ (event.target).closest('a, button, summary, input');
  const isShown = isPlaying || (!!game.takesLetters && table.phase === 'TABLE_PHASE_FINISHED');
  if (!isShown || (control && !game.takesLetters)) return false;
  return (!event.repeat || !!game.takesLetters) && game.key(event, table);
}

/**
 * Keys with Ctrl or Alt that are the game's own.
 * @param {KeyboardEvent} event
 * @param {Context} context
 */
export function warChord(event, { path: [name, what] }) {
  const table = name && !what ? playedAt(name) : undefined;
  return table?.phase === 'TABLE_PHASE_PLAYING' && !!gameOf(table).chord?.(event, table);
}

/** How many tables wait for our person. */
export function warBadge() {
  return [...state.tables.values()].filter(needsUs).length;
}

/** War on the home screen. */
export function warCard() {
  const going = tablesIn(state.tables.values(), 'TABLE_PHASE_PLAYING', 'TABLE_PHASE_SEATED', 'TABLE_PHASE_OPEN', 'TABLE_PHASE_ASKED')
    .sort((a, b) => Number(needsUs(b)) - Number(needsUs(a)));
  return h('section', { class: 'panel wide war-card', 'aria-label': 'War', key: 'war' },
    h('h2', null, h('a', { href: '#/war' }, 'War')),
    mainMenu(),
    h('div', { class: 'waitings' }, going.slice(0, 2).map(waitingLink)),
    going.length > 2 && h('p', { class: 'note' }, h('a', { href: to('war') }, `${going.length - 2} more`)),
    offersList());
}
