// @ts-check
// Load Game: the saved matches, those in progress and the completed ones (rows G-16 and G-17).
import { h } from '../view.js';
import { fileButton, takesFiles } from '../choose-file.js';
import { doing, isBusy, refused } from '../doing.js';
import { head, linkButton } from '../parts.js';
import { avatar, icon } from '../pictures.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { command, keepBytes, state } from '../state.js';
import { plural } from '../texts.js';
import { to } from '../router.js';
import { gameOf } from '../games/games.js';
import { created } from './menu.js';
import { playerName, players, progress, tablesIn, verdictOf } from './players.js';

/** @typedef {parlor.TableView} Table */

/** The saved games. */
export function loadGame() {
  const going = tablesIn(state.tables.values(), 'TABLE_PHASE_PLAYING', 'TABLE_PHASE_SEATED', 'TABLE_PHASE_OPEN', 'TABLE_PHASE_ASKED');
  const completed = tablesIn(state.tables.values(), 'TABLE_PHASE_FINISHED');
  return h('div', { class: 'page narrow-page' }, head('Load Game', linkButton({ label: 'Statistics', icon: 'list', href: to('war', 'statistics') }), linkButton({ label: 'Verify a file', icon: 'check', href: to('war', 'verify') })),
    going.length + completed.length === 0 && h('div', { class: 'quiet' }, h('p', null, 'No Games'), linkButton({ label: 'New Game', icon: 'plus', href: to('war', 'new') })),
    section('Games in Progress', going, progress, (table) => to('war', table.id)),
    section('Completed Games', completed, (table) => [h('strong', null, verdictOf(table)), ' ', table.result?.text], (table) => (gameOf(table).hasReplay ? to('war', table.id, 'replay') : to('war', table.id))));
}

/**
 * @param {string} title
 * @param {Table[]} tables
 * @param {(table: Table) => import('../view.js').Child} state
 * @param {(table: Table) => string} address
 */
function section(title, tables, state, address) {
  return tables.length > 0 && h('section', { class: 'panel', 'aria-label': title, key: title }, h('h2', null, title),
    h('ul', { class: 'lines games' }, tables.map((table) => {
      const { them } = players(table);
      return h('li', { key: table.id }, h('a', { class: 'game', href: address(table) },
        avatar({ name: them.name || '?', colour: colourOfAuthor(them.author, them.colour), online: !!them.online }),
        h('span', { class: 'what' },
          h('strong', null, them.name ? ['vs. ', nameOf(playerName(table, them))] : 'nobody yet'),
          h('span', null, table.game && `${gameOf(table).title} · `, created(table)), h('span', null, state(table)))));
    })));
}

/**
 * The file that was verified last.
 * @type {{ name: string, report: parlor.VerifyReport } | null}
 */
let verified = null;

/** A file of a match is chosen or dropped, and the daemon computes all of it again (row G-44). */
export function verifyGame() {
  return h('div', { class: 'page narrow-page' }, head('Verify a match', linkButton({ label: 'Load Game', icon: 'back', href: to('war', 'load') })),
    h('section', { class: 'panel', 'aria-label': 'Verify a match', ...takesFiles('verify', ([file]) => verify(file)) }, h('div', { class: 'form' },
      h('p', null, 'Every match can be saved as a file that anybody can verify, without a network: each card, signature and step is computed again.'),
      h('p', null, 'Choose such a file, or drop it here.'),
      h('div', { class: 'actions' }, fileButton(isBusy('verify') ? 'Verifying…' : 'Choose a file', '.war,.duel', verify)),
      refused('verify'),
      h('div', { role: 'status' }, verified && findings(verified)))));
}

/** @param {File} file */
function verify(file) {
  verified = null;
  return doing('verify', async () => {
    verified = { name: file.name, report: await command('tables/verify', { blob: await keepBytes(file) }) };
  });
}

/** @param {{ name: string, report: parlor.VerifyReport }} found */
function findings({ name, report }) {
  const { valid, steps = 0, step = 0, text = '', host, joiner, rounds = 0, claims = [], result } = report;
  const where = step && !text.includes(String(step)) ? `step ${step} does not follow. ` : '';
  return [
    h('p', { class: valid ? 'right' : 'refused' }, icon(valid ? 'check' : 'warning'), h('span', null,
      h('strong', null, h('bdi', null, name)), ': ', valid ? `Valid: all ${steps} steps follow.` : ['Not valid: ', where, said(text)])),
    valid && !claims.length && !['', 'Every step follows.'].includes(text) && h('p', null, said(text)),
    (host || joiner) && h('p', null, nameOf(host), ' (host) against ', nameOf(joiner), `, ${plural(rounds, 'round')} decided.`),
    claims.map((claim, index) => h('p', { key: index }, said(claim.text), ' Claimed, not confirmed.')),
    result?.text && h('p', null, said(result.text)),
  ];
}

/**
 * Whether there is any table of ours.
 * @returns {boolean}
 */
export function hasGames() {
  return [...state.tables.values()].some((table) => table.phase !== 'TABLE_PHASE_OFFERED' && table.phase !== 'TABLE_PHASE_CLOSED');
}
