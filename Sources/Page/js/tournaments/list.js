// @ts-check
// All tournaments (rows T-04, T-17, T-18), and the form that makes one.

import { saveFile } from '../attempt.js';
import { fileButton } from '../choose-file.js';
import { openDialog } from '../dialogs.js';
import { doing, refused } from '../doing.js';
import { formOf } from '../forms.js';
import { empty, head, linkButton, whenRead } from '../parts.js';
import { said } from '../people.js';
import { icon } from '../pictures.js';
import { reading } from '../reads.js';
import { showReportOf } from '../report.js';
import { go, to } from '../router.js';
import { sharedRooms } from '../shared-rooms.js';
import { command, keepBytes, Refused } from '../state.js';
import { dateAndTime, plural } from '../texts.js';
import { h } from '../view.js';
import { concerns, formatOptions, formats, traits } from './parts.js';
import { phaseNames, texts } from './texts.js';

export const listScreen = () => h(
  'div', { class: 'page cup-list', key: 'list' }, head(texts.title, fileButton(texts.take, '.json,.trf,.trfx,.txt', takeFile), linkButton({ label: texts.add, href: to('tournaments', 'new'), icon: 'plus' })),
  refused('tournaments/take'),
  whenRead(
    reading('tournaments/list', {}, concerns),
    ({ tournaments = [] }) =>
      (tournaments.length === 0 ? empty(texts.none, h('a', { class: 'primary', href: to('tournaments', 'new') }, icon('plus'), texts.add))
                                : h('ul', { class: 'panel lines' }, tournaments.map(line)))));

/**
 * Makes a tournament of a file: Parlor's own, of brackets-model, or a report file of FIDE (rows T-48, T-51).
 * @param {File} file
 */
const takeFile = (file) => doing('tournaments/take', async () => {
  const { id, report } = await command('tournaments/take', { blob: await keepBytes(file) });
  go(to('tournaments', id));
  showReportOf(texts.notKept, report);
});

/** The tournament that was set up last, until something else is opened: it is marked in the list. */
let fresh = '';

/**
 * Leads to the list, where the new tournament is marked.
 * @param {string} id
 */
export function toList(id) {
  fresh = id;
  go(to('tournaments'));
  addEventListener('hashchange', () => addEventListener('hashchange', () => { fresh = ''; }, { once: true }), { once: true });
}

/** @param {parlor.TournamentLine} one */
function line(one) {
  if (one.deleted) {
    return h('li', { key: one.id },
      h('span', { class: 'what' }, h('strong', null, texts.deleted),
        h('span', null, `${dateAndTime(one.made)}, deleted after ${plural(one.draws, 'draw')}, in `, h('bdi', null, one.room_name))));
  }
  const phase = String(one.phase ?? 'TOURNAMENT_PHASE_DRAFT');
  const isDone = phase === 'TOURNAMENT_PHASE_FINISHED';
  return h(
    'li', { key: one.id },
    h('a', { class: 'what', href: to('tournaments', one.id), autofocus: one.id === fresh }, h('strong', null, h('bdi', null, one.name)),
      h('span', null,
        `${dateAndTime(one.made)}, ${one.style?.phrase ?? ''}, ${plural(one.entrants, 'entrant')}, `,
        one.room_name === 'personal' ? texts.onlyYou : ['in ', h('bdi', null, one.room_name)])),
    isDone && one.winner && h('span', { class: 'winner-name' }, icon('cup'), h('bdi', null, one.winner)),
    one.id === fresh && h('span', { class: 'tag' }, 'New'),
    h('span', { class: 'tag' + (isDone ? ' done' : '') }, isDone && icon('check'), phaseNames[phase]));
}

/**
 * The names that are typed, one a line.
 * @param {string} text
 */
export const typedNames = (text) => text.split('\n').filter((one) => one.trim());

/**
 * Makes a tournament. Its groups, or its first round, are there on arrival, and can be placed again.
 * @param {{ name: string, format: string, room: string, entrants: string }} values
 * @returns {Promise<parlor.TournamentView>}
 */
async function make({ name, format, room, entrants }) {
  const view = await command('tournaments/make', { name, format, room, entrants });
  const count = (view.entrants ?? []).length;
  if (count < 2 || !view.may_edit) return view;
  try {
    if (traits(view).plays_groups) return await command('tournaments/set-groups', { tournament: view.id, count: groupCount(count), again: true });
    if (traits(view).plays_knockout) return await command('tournaments/set-knockout', { tournament: view.id, proposed: true });
  } catch (error) {
    // What cannot be placed yet is placed on the next page, which says what is missing.
    if (!(error instanceof Refused)) throw error;
  }
  return view;
}

/**
 * The number of groups that so many entrants make: of four each.
 * @param {number} entrants
 */
export const groupCount = (entrants) => Math.max(1, Math.ceil(entrants / 4));

/** The form of a new tournament. */
export function newScreen() {
  const form = formOf('tournaments/new', { name: '', format: formats()[0]?.name ?? '', room: '', entrants: '' });
  const { values } = form;
  const count = typedNames(values.entrants).length;
  return h(
    'div', { class: 'page', key: 'new' }, head(texts.add),
    h('div', { class: 'panel narrow' },
      form.form(
        {
          send: 'Continue',
          look: 'primary',
          disabled: !values.name.trim(),
          cancel: () => {
            form.drop();
            go(to('tournaments'));
          },
          submit: () => make(values),
          done: (answer) => go(to('tournaments', answer.id)),
        },
        form.text('name', { label: 'Name', maxlength: 100, hint: 'At least one character that is no space.' }),
        form.select('format', { label: 'Format', options: formatOptions(formats()) }),
        form.select('room', { label: 'Who sees it', options: [['', texts.personal], ...sharedRooms()] }), form.area('entrants', {
          label: `Entrants: ${count}`,
          rows: 8,
          hint: 'One a line: a name, or a name, a rating and a club with commas between them. At most 100.'
        }))));
}

/** @typedef {'text' | 'csv' | 'svg' | 'html' | 'sheets' | 'json' | 'brackets' | 'trf26'} ExportFormat */

/**
 * Saves an export of a tournament as a file.
 * @param {parlor.TournamentView} view
 * @param {ExportFormat} format
 */
export async function exportFile(view, format) {
  const { text = '', lost } = await command('tournaments/export', { tournament: view.id, format });
  const kind = {
    text: ['txt', 'text/plain'], csv: ['csv', 'text/csv'], svg: ['svg', 'image/svg+xml'], html: ['html', 'text/html'], sheets: ['html', 'text/html'],
    json: ['json', 'application/json'], brackets: ['json', 'application/json'], trf26: ['trf', 'text/plain'],
  }[format];
  saveFile(text, `${view.name}.${kind[0]}`, kind[1]);
  showLost(lost);
}

/**
 * Names what a file could not keep.
 * @param {string[]} [lost]
 */
function showLost(lost = []) {
  if (lost.length) openDialog(texts.notKept, () => h('ul', { class: 'lines' }, lost.map((one, index) => h('li', { key: index }, said(one)))));
}
