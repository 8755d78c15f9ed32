// @ts-check
// The end of a match: who won, and what can be done next.
import { h } from '../view.js';
import { action, linkButton, menu } from '../parts.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { gameOf } from '../games/games.js';
import { sharedRooms } from '../shared-rooms.js';
import { command, keepBytes, state } from '../state.js';
import { to } from '../router.js';
import { besideAgain } from './beside.js';
import { isOurs, playerName, players, theirName, verdictOf } from './players.js';

/**
 * The panel that says how a match ended.
 * @param {parlor.TableView} table
 */
export function ending(table) {
  return h('section', { class: 'panel ending' + (isOurs(table, table.result?.winner) ? ' is-won' : ''), role: 'alert', 'aria-label': 'The end', key: 'ending' },
    h('h2', { class: 'big' }, verdictOf(table)),
    table.result?.text && h('p', null, table.result.text),
    gameOf(table).ended?.(table),
    record(table),
    offers(table),
    takeBack(table),
    h('div', { class: 'actions' },
      besideAgain(table) || rematch(table),
      gameOf(table).hasReplay && linkButton({ label: 'Replay', icon: 'play', href: to('war', table.id, 'replay') }),
      menu({ at: 'after', label: 'More about the match' }, [
        { label: 'Save as a file', icon: 'download', href: `/v1/transcript?table=${table.id}`, download: `${fileWord(table)}-${(table.id ?? '').slice(0, 8)}.parlor` },
        sharedRooms().length > 0 && { label: 'Show it in a chat', icon: 'chat', act: () => openShare(table) },
        { label: 'Back to the menu', icon: 'back', href: '#/war' },
      ])));
}

/**
 * How the name of a match's file begins or ends.
 * @param {parlor.TableView} table
 */
const fileWord = (table) => (table.game === 'duel' ? 'duel' : 'war');

/**
 * Asks for a room, and shares the file of the match there: everybody can verify it (row C-23).
 * @param {parlor.TableView} table
 */
function openShare(table) {
  openDialog('Show it in a chat', () => {
    const rooms = sharedRooms();
    const form = formOf('war/share/' + table.id, { room: rooms[0]?.[0] ?? '' });
    return form.form({
      send: 'Share', disabled: !rooms.length, cancel: closeDialog, done: closeDialog,
      submit: async () => {
        const bytes = await (await fetch(`/v1/transcript?table=${table.id}`)).blob();
        await command('files/share', { room: form.values.room, name: `${gameOf(table).title}, ${playerName(table, table.host ?? {})} vs. ${playerName(table, table.joiner ?? {})}.${fileWord(table)}`, blob: await keepBytes(bytes) });
      },
    }, h('p', null, 'The file has every card and every signature of the match. Load Game verifies it.'), form.select('room', { label: 'Room', options: rooms }));
  });
}

/**
 * Another match of the same two: offered, accepted, taken back. An offer waits until the nodes meet (row G-56).
 * @param {parlor.TableView} table
 */
function rematch(table) {
  if (!table.seat) return null;
  if (table.rematch) return linkButton({ label: 'Go to the rematch', icon: 'play', href: to('war', table.rematch) });
  const offers = table.rematch_offers ?? [];
  const isTheirs = offers.some((seat) => seat !== table.seat);
  const isOurs = offers.some((seat) => seat === table.seat);
  if (isOurs && !isTheirs) return action({ at: 'rematch', label: 'Take the rematch offer back', act: () => command('tables/rematch', { table: table.id, withdraw: true }) });
  return action({ at: 'rematch', label: isTheirs ? 'Accept the rematch' : 'Rematch', icon: 'swap', act: () => command('tables/rematch', { table: table.id }) });
}

/**
 * A concession can be taken back, if the other player lets it (row G-52).
 * @param {parlor.TableView} table
 */
function takeBack(table) {
  if (!table.seat || table.rematch || table.result?.ending !== 'ENDING_CONCEDED') return null;
  if (table.take_back === table.seat) return h('p', { class: 'note' }, `You ask ${theirName(table)} to let you take the concession back.`);
  if (table.take_back) {
    return [h('p', null, `${theirName(table)} asks to take the concession back.`),
      h('div', { class: 'actions' }, action({ at: 'take-back', label: 'Let the match go on', act: () => command('tables/take-back', { table: table.id }) }))];
  }
  return table.result.winner !== table.seat
    && h('div', { class: 'actions' }, action({ at: 'take-back', label: 'Ask to take the concession back', icon: 'undo', act: () => command('tables/take-back', { table: table.id }) }));
}

/**
 * How often each of the two has won against the other, of the finished matches that are kept here.
 * @param {parlor.TableView} table
 */
export function headToHead(table) {
  const author = players(table).them.author;
  const count = { won: 0, lost: 0, drawn: 0 };
  for (const other of state.tables.values()) {
    if (other.phase !== 'TABLE_PHASE_FINISHED' || !other.seat || players(other).them.author !== author) continue;
    if (!other.result?.winner) count.drawn += 1;
    else if (isOurs(other, other.result.winner)) count.won += 1;
    else count.lost += 1;
  }
  return count;
}

/** @param {parlor.TableView} table */
function record(table) {
  if (!table.seat) return null;
  const { won, lost, drawn } = headToHead(table);
  if (won + lost + drawn < 2) return null;
  return h('p', { class: 'note' }, `Against ${theirName(table)} you have won ${won}, lost ${lost}` + (drawn ? ` and drawn ${drawn}.` : '.'));
}

/**
 * What the other player offers, in words.
 * @param {parlor.TableView} table
 */
function offers(table) {
  const isTheirs = !!table.seat && !table.rematch && (table.rematch_offers ?? []).some((seat) => seat !== table.seat);
  return isTheirs && h('p', null, `${theirName(table)} offers a rematch.`);
}
