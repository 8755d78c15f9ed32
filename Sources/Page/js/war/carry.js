// @ts-check
// A match between two homes that never meet: each side takes a file and gives one back (row G-70).
import { h } from '../view.js';
import { saveFile } from '../attempt.js';
import { fileButton, takesFiles } from '../choose-file.js';
import { doing, isBusy, refused } from '../doing.js';
import { action, head, linkButton } from '../parts.js';
import { nameOf, said } from '../people.js';
import { command, keepBytes, state } from '../state.js';
import { to } from '../router.js';
import { playerName, players, progress, tablesIn } from './players.js';

/**
 * What the last file has brought, and the bytes that were sent of it, for the answer to a question.
 * @type {{ blob: string, answer: parlor.CarriedMatch } | null}
 */
let taken = null;

/** A file is taken, what is due is done, and the file for the other side is saved. */
export function carryGame() {
  return h('div', { class: 'page narrow-page' }, head('Play by files', linkButton({ label: 'New Game', icon: 'back', href: to('war', 'new') })),
    h('section', { class: 'panel', 'aria-label': 'Play by files', ...takesFiles('carry', ([file]) => takeFile(file)) }, h('div', { class: 'form' },
      h('p', null, 'Play with somebody whose machine yours never meets: one of you hosts, and you carry a file to and fro, on a stick or in a mail.'),
      h('p', null, 'Each file brings a round, until all cards have been seen: after at most 26 files the rest is played at once.'),
      h('div', { class: 'actions' },
        action({ at: 'carry-host', label: 'Host a match', icon: 'plus', act: host }),
        fileButton(isBusy('carry') ? 'Reading…' : 'Take a file', '.war', takeFile)),
      refused('carry'),
      h('div', { role: 'status' }, taken && outcome(taken)))),
    waitingTables());
}

/** The matches of ours whose other side is not connected: their files can be saved again. */
function waitingTables() {
  const tables = tablesIn(state.tables.values(), 'TABLE_PHASE_PLAYING', 'TABLE_PHASE_SEATED', 'TABLE_PHASE_OPEN', 'TABLE_PHASE_ASKED').filter((table) => !players(table).them.online);
  return tables.length > 0 && h('section', { class: 'panel', 'aria-label': 'Matches to carry' }, h('h2', null, 'Matches to carry'),
    h('ul', { class: 'lines' }, tables.map((table) => {
      const { them } = players(table);
      return h('li', { key: table.id },
        h('span', { class: 'what' },
          h('strong', null, h('a', { href: to('war', table.id) }, them.name ? ['vs. ', nameOf(playerName(table, them))] : 'nobody yet')),
          h('span', null, table.phase === 'TABLE_PHASE_PLAYING' ? progress(table) : said(table.description))),
        action({ at: 'carry-' + table.id, label: 'Save its file', icon: 'download', act: () => save(table.id ?? '') }));
    })));
}

/** Opens a table for it and saves its first file. */
async function host() {
  const table = await command('tables/host', { paired_only: true, description: 'by carried files' });
  taken = { blob: '', answer: { table, text: 'A table is open.' } };
  await save(table.id ?? '');
}

/** @param {File} file */
function takeFile(file) {
  taken = null;
  return doing('carry', async () => {
    const blob = await keepBytes(file);
    taken = { blob, answer: await command('tables/carry', { blob }) };
  });
}

/** @param {{ blob: string, answer: parlor.CarriedMatch }} last */
function outcome({ blob, answer }) {
  const { asks, table } = answer;
  const id = table?.id ?? '';
  const accept = async () => {
    taken = { blob, answer: await command('tables/carry', { blob, accept: true }) };
  };
  return [
    h('p', null, h('strong', null, said(answer.text))),
    asks
      ? h('div', { class: 'actions' }, action({ at: 'carry-accept', look: 'primary', label: id ? 'Give the other chair' : 'Ask for the other chair', act: accept }))
      : [h('p', null, 'Save the file, and carry it to the other side.'),
        h('div', { class: 'actions' },
          action({ at: 'carry-save', look: 'primary', label: 'Save the file', icon: 'download', act: () => save(id) }),
          linkButton({ label: 'To the table', icon: 'war', href: to('war', id) }))],
  ];
}

/** @param {string} table */
async function save(table) {
  const { file = '' } = await command('tables/carry', { table });
  saveFile(Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)), 'match.war', 'application/octet-stream');
}
