// @ts-check
// A judge of a duel: the field that names one, what a guest agrees to, and what the judge has signed at the end.
import { h } from '../view.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { action } from '../parts.js';
import { encode, partsOf, toBase64 } from '../protobuf.js';
import { reading } from '../reads.js';
import { command, Refused } from '../state.js';
import { moveFields } from './fields.js';
import { bytesOf, judgeNamed } from './judge-line.js';
import { duelOf } from './seats.js';

/** @typedef {parlor.TableView} Table */

/**
 * What our node says of a judge: the name and words of the key, or why it is none.
 * @param {parlor.DuelJudge} judge
 * @param {string} library one of ours
 */
function checked(judge, library) {
  const { answer, refused } = reading('duels/choose', { library, format: 'none', judge }, { views: [] });
  return { title: answer?.judge || judge.name || '', refused };
}

/**
 * The field of a host's form in which a judge is named.
 * @param {any} form
 * @param {string} library the one that is chosen
 */
export function judgeField(form, library) {
  return form.text('judge', { label: 'Judge', placeholder: 'nobody', maxlength: 800, spellcheck: 'false', hint: judgeHint(form.values.judge, library) });
}

/**
 * @param {string} line
 * @param {string} library
 */
function judgeHint(line, library) {
  try {
    const judge = judgeNamed(line);
    if (!judge) return 'The line of somebody who sees both lists and hands at the end, in place of the players, and signs the result.';
    const { title, refused } = checked(judge, library);
    return refused ? refused.message : [h('bdi', null, title), ' sees both lists and hands at the end, and signs the result. Without that the match counts for nothing.'];
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}

/**
 * What a guest agrees to at a table with a judge.
 * @param {any} form
 * @param {parlor.DuelJudge} judge
 * @param {string} library the one that is chosen
 */
export function agreement(form, judge, library) {
  const { title, refused } = checked(judge, library);
  return [
    h('p', { key: 'judge' }, h('bdi', null, title), ' is the judge of this table, who sees your list and hands at the end. The host never does. Without the judge’s word the match counts for nothing.'),
    refused && h('p', { class: 'bad', key: 'no-judge' }, refused.message),
    form.check('agreed', { label: 'I agree to this judge' }),
  ];
}

/**
 * What a judge has signed of a match that is over, or what is to be done for that; nothing at a table without a judge.
 * @param {Table} table
 */
export function judgement(table) {
  const { judge, judged, verdict, seats = [] } = duelOf(table);
  if (!judge) return null;
  const isOpened = seats.some((seat) => seat.opened_to_judge);
  return [
    judged ? h('p', { key: 'verdict' }, h('bdi', null, verdict)) : h('p', { key: 'waits' }, 'The match counts once the judge ', h('bdi', null, judge), ' has signed that it holds.'),
    !judged && !!table.seat && [
      h('p', { class: 'note', key: 'how' }, isOpened ? 'Save it as a file, which is behind the three dots, for the judge, and bring what comes back.' : 'Neither player has opened it to the judge yet.'),
      isOpened && h('div', { class: 'actions', key: 'bring' }, action({ at: 'verdict', label: 'Bring what the judge has signed', icon: 'check', act: () => openVerdict(table) })),
    ],
  ];
}

/**
 * Asks for the line that the judge has given to the players, and brings it to the table.
 * @param {Table} table
 */
function openVerdict(table) {
  openDialog('Bring what the judge has signed', () => {
    const form = formOf('duel/verdict/' + table.id, { line: '' });
    return form.form({
      send: 'Bring it', look: 'primary', cancel: closeDialog, done: closeDialog, disabled: !form.values.line.trim(),
      submit: () => {
        const verdict = bytesOf(form.values.line);
        if (!partsOf(verdict).has(5)) throw new Refused('That is nothing that a judge has signed: copy the whole line.');
        return command('tables/tap', { table: table.id, move: toBase64(encode(moveFields, { verdict: toBase64(verdict) })) });
      },
    }, form.area('line', { label: 'The line that the judge has given you', rows: 6, spellcheck: 'false', autofocus: true }));
  });
}
