// @ts-check
// About a tournament: its rules, its entrants, who takes part no more, and its files (rows T-37, T-47, T-48, T-50, T-52).

import { attemptDelete, hasLeft } from '../attempt.js';
import { ask, closeDialog, openDialog, toastUndo } from '../dialogs.js';
import { refused } from '../doing.js';
import { formOf } from '../forms.js';
import { personField } from '../many.js';
import { action, menu, tools } from '../parts.js';
import { go, to } from '../router.js';
import { sharedRooms } from '../shared-rooms.js';
import { command, state } from '../state.js';
import { plural } from '../texts.js';
import { h } from '../view.js';
import { beginDraw } from './draws.js';
import { exportFile } from './list.js';
import { entrant, typedNumber } from './parts.js';
import { lateEntrants } from './rounds.js';
import { rulesForm } from './rules.js';
import { placeOf } from './texts.js';

/** @param {parlor.TournamentView} view */
export const aboutTab = (view) => h(
  'div', { class: 'page', key: 'about' }, files(view),
  h('section', { class: 'panel' }, h('h2', null, 'Entrants'),
    h('ul', { class: 'lines entrant-lines' }, (view.entrants ?? []).map((one) => entrantLine(view, one))), lateEntrants(view)),
  h('section', { class: 'panel' }, h('h2', null, 'Rules'), view.may_edit ? rulesForm(view) : rulesText(view)), view.may_edit && whole(view));

/** @type {[import('./list.js').ExportFormat, string][]} */
const formats = [
  ['svg', 'Picture (SVG)'], ['html', 'Page for print (HTML)'], ['sheets', 'Score sheets (HTML)'], ['csv', 'Table (CSV)'], ['text', 'Text'],
  ['json', 'All of it (JSON)'], ['brackets', 'brackets-model (JSON)'], ['trf26', 'Report for FIDE (TRF)'],
];

/** @param {parlor.TournamentView} view */
function files(view) {
  const hasBracket = (view.bracket ?? []).length > 0;
  return h(
    'section', { class: 'panel' }, h('h2', null, 'Files'),
    h('div', { class: 'actions cup-files' },
      formats.filter(([format]) => format !== 'svg' || hasBracket)
        .map(([format,
               label]) => action({ at: `tournament/${view.id}/${format}`, label, icon: 'download', act: () => exportFile(view, format) }))),
    h('p', { class: 'note' }, 'The program is not as you want it? ', h('a', { href: feedback(view) }, 'Write what you think'), '. Your mail program opens, and nothing is sent by itself.'),
    h('p', { class: 'note' }, 'Everybody who has the same records sees the same: ', h('code', null, (view.hash ?? '').slice(0, 16))));
}

/**
 * A mail that names the format and the numbers, but no people and no scores (row T-49).
 * @param {parlor.TournamentView} view
 */
function feedback(view) {
  const facts = [view.style?.phrase ?? '', plural((view.entrants ?? []).length, 'entrant')].join(', ');
  return `mailto:?subject=${encodeURIComponent('Parlor tournaments')}&body=${encodeURIComponent(`(What do you think?)\r\n\r\n${facts}\r\n`)}`;
}

/**
 * @param {parlor.TournamentView} view
 * @param {parlor.EntrantView} one
 */
function entrantLine(view, one) {
  const notes = [one.rating ? `rating ${one.rating}` : '', one.club, one.person && `is ${one.person}`].filter(Boolean).join(', ');
  const comeBack = () => command('tournaments/withdraw', { tournament: view.id, entrant: placeOf(one), undo: true });
  return h(
    'li', { key: one.id }, h('span', { class: 'ordinal' }, placeOf(one)),
    h('span', { class: 'what' }, h('strong', null, entrant(view, one.name)), h('span', null, h('bdi', null, notes))),
    one.refused && h('span', { class: 'tag' }, 'does not take part'),
    view.may_edit && menu({ at: 'entrant/' + one.id, label: `Options for ${one.name}` }, [
      { label: 'Who it is', icon: 'people', act: () => editEntrant(view, one) },
      !one.out && { label: 'Withdraw', icon: 'leave', act: () => withdraw(view, one, false) },
      !one.out && { label: 'Disqualify', icon: 'block', isBad: true, act: () => withdraw(view, one, true) },
      one.out && { label: 'Back into the tournament', icon: 'undo', act: comeBack },
    ]));
}

/**
 * What is done with the tournament as a whole.
 * @param {parlor.TournamentView} view
 */
function whole(view) {
  const at = `tournament/${view.id}/about`;
  const matches = [...(view.matches ?? []), ...(view.bracket ?? []).flatMap((round) => round.matches ?? [])];
  const hasScore = matches.some((match) => (match.reports ?? []).length);
  return h(
    'section', { class: 'panel' }, h('h2', null, 'The tournament'),
    tools({ at, label: 'More about the tournament' }, [
      { label: 'Draw lots for ties', icon: 'swap', act: () => drawLots(view) },
      { label: 'Back to set-up', icon: 'undo', disabled: hasScore, why: hasScore ? 'There is a score already.' : '', act: () => command('tournaments/start', { tournament: view.id, back: true }) },
      shareTool(view),
      { label: 'Delete', icon: 'trash', isBad: true, act: () => remove(view) },
    ]),
    refused('tournament/delete'));
}

/**
 * Draws lots; where some were drawn before, everybody sees why it is done again.
 * @param {parlor.TournamentView} view
 */
async function drawLots(view) {
  if (!(view.draws ?? []).some((draw) => draw.purpose === 'DRAW_PURPOSE_LOTS' && draw.state === 'DRAW_STATE_DONE')) return beginDraw(view, { lots: true });
  openDialog('Draw lots again', () => {
    const form = formOf(`tournament/${view.id}/lots`, { reason: '' });
    return form.form(
      {
        send: 'Draw again',
        disabled: !form.values.reason.trim(),
        submit: () => beginDraw(view, { lots: true, reason: form.values.reason }),
        done: closeDialog
      },
      h('p', null, 'The first draw counts unless there is a reason for another one. Everybody sees the reason.'),
      form.text('reason', { label: 'Reason', maxlength: 1024 }));
  });
}

/** @param {parlor.TournamentView} view */
function rulesText({ rules }) {
  return h('dl', { class: 'facts' }, [
    ['Points', rules?.points], ['Ties are decided by', [rules?.ties, (rules?.tie_breaks ?? []).join(', ')].filter(Boolean).join(': ')],
    [
      rules?.all_places ? 'Every place' : 'Third place',
      rules?.third_place ? 'is played for' : 'is not played for'
    ],
    ...(rules?.reseed ? [['Next round', 'the best seed of those left meets the last']] : []), ['Scores are reported by', rules?.scorers],
    ['A score counts', rules?.confirm ? 'once two have reported it' : 'once it is reported']
  ].map(([name, value]) => [h('dt', null, name), h('dd', null, value)]));
}

/** @param {parlor.TournamentView} view */
export async function remove(view) {
  if (!await ask({ title: `Do you really want to delete ${view.name}?`, text: 'All its scores go with it.', yes: 'Delete', isBad: true }))
    return;
  if (!await attemptDelete('tournament/delete', view.id ?? '', () => command('tournaments/delete', { tournament: view.id }))) return;
  go(to('tournaments'));
  hasLeft(view.id ?? '');
  toastUndo('The tournament is deleted.');
}

/**
 * Shares a tournament that nobody else sees yet.
 * @param {parlor.TournamentView} view
 */
export const shareTool = (view) => view.room_name === 'personal' && {
  label: 'Share with a room',
  icon: 'share',
  act: () => openDialog(
    'Share with a room',
    () => {
      const rooms = sharedRooms();
      const form = formOf(`tournament/${view.id}/share`, { room: rooms[0]?.[0] ?? '' });
      return form.form(
        {
          send: 'Share',
          disabled: !rooms.length,
          submit: () => command('rooms/move', { room: view.room, record: view.id, to: form.values.room }),
          done: closeDialog
        },
        form.select('room', { label: 'Room', options: rooms }));
    })
};

/**
 * @param {parlor.TournamentView} view
 * @param {parlor.EntrantView} one
 * @param {boolean} disqualify
 */
function withdraw(view, one, disqualify) {
  openDialog(disqualify ? `Disqualify ${one.name}` : `Withdraw ${one.name}`, () => {
    const form = formOf(`entrant/${one.id}/out`, { reason: '' });
    return form.form(
      {
        send: disqualify ? 'Disqualify' : 'Withdraw',
        look: 'button bad',
        submit: () =>
          command('tournaments/withdraw', { tournament: view.id, entrant: placeOf(one), disqualify, reason: form.values.reason }),
        done: closeDialog
      },
      h('p', null, 'All it has not played is lost by forfeit.'), form.text('reason', { label: 'Reason', maxlength: 1024 }));
  });
}

/**
 * @param {parlor.TournamentView} view
 * @param {parlor.EntrantView} one
 */
export function editEntrant(view, one) {
  openDialog(`Entrant ${placeOf(one)}`, () => {
    const members = state.rooms.get(view.room ?? '')?.members ?? [];
    const form = formOf(
      `entrant/${one.id}/edit`, { name: one.name ?? '', rating: String(one.rating ?? 0), club: one.club ?? '', person: one.person ?? '' });
    const { values } = form;
    return form.form(
      {
        send: 'Save',
        edits: true,
        submit: () => command('tournaments/edit-entrant', {
          tournament: view.id,
          entrant: placeOf(one),
          name: values.name,
          rating: typedNumber(values.rating),
          club: values.club,
          person: values.person
        }),
        done: closeDialog
      },
      form.text('name', { label: 'Name', maxlength: 100 }), form.number('rating', { label: 'Rating', min: 0 }),
      form.text('club', { label: 'Club', maxlength: 100 }), personField(form, 'person', 'Who it is', [
        ['', 'nobody of the room'], .../** @type {[string, string][]} */ (members.map((member) => [member.name ?? '', member.name ?? '']))
      ]));
  });
}
