// @ts-check
// Importing a card by its name (rows D-27 to D-32), and asking people for one that nobody here knows.

import { attempt } from '../attempt.js';
import { fileButton } from '../choose-file.js';
import { closeDialog, openDialog, toastUndo } from '../dialogs.js';
import { doing, isBusy, refused } from '../doing.js';
import { formOf } from '../forms.js';
import { action } from '../parts.js';
import { said } from '../people.js';
import { read } from '../reads.js';
import { sharedRooms } from '../shared-rooms.js';
import { changed, command, keepBytes, Refused } from '../state.js';
import { h } from '../view.js';
import { conditions, finishes, texts } from './texts.js';

/** Opens the question for the name of a card. */
export function openImportCard() {
  openDialog(texts.importCard, () => {
    const form = formOf(
      'cards/add', { name: '', count: '1', set: '', number: '', finish: 'CARD_FINISH_UNSPECIFIED', condition: 'CARD_CONDITION_UNSPECIFIED' });
    const { values } = form;
    const known = values.name.trim() ? read('cards/search', { text: values.name, limit: 8 }, { views: ['CardRequestView'] }) : undefined;
    return form.form(
      {
        send: texts.addCard,
        look: 'primary',
        disabled: !values.name.trim(),
        cancel: closeDialog,
        submit: () => add(values, false),
        done: (answer) => {
          if (answer) {
            closeDialog();
            toastUndo(answer.message ?? '');
          }
        },
      },
      form.text('name', { label: 'Which card do you have?', list: 'known-cards', maxlength: 200, autofocus: true }),
      h('datalist', { id: 'known-cards' }, (known?.cards ?? []).map((card) => h('option', { value: card.name, key: card.name }, card.type))),
      h('div', { class: 'fields' }, form.number('count', { label: 'How many', min: 1, max: 999 }),
        form.text('set', { label: 'Set', maxlength: 16 }), form.text('number', { label: 'Number', maxlength: 16 })),
      h('div', { class: 'fields' }, form.select('finish', { label: 'Finish', options: finishes }),
        form.select('condition', { label: 'Condition', options: conditions })));
  });
}

/**
 * What a photo may show.
 * @type {{ name: string, found: parlor.RecognizedCards } | null}
 */
let scanned = null;

/** Opens the question for photos of cards, each with one card (row D-33): the person says which of the likeliest it is. */
export function openScan() {
  scanned = null;
  openDialog(texts.scan, () => h('div', { class: 'form' },
    h('p', { class: 'second' }, 'A photo shows one card, upright or nearly so, from its upper to its lower edge. Its name is read on this machine.'),
    h('div', { class: 'actions' }, fileButton(isBusy('cards/scan') ? 'Reading…' : 'Choose a photo', 'image/png,image/jpeg,image/webp', scan)),
    refused('cards/scan'),
    h('div', { role: 'status' }, scanned && likely(scanned))));
}

/** @param {File} file */
function scan(file) {
  scanned = null;
  return doing('cards/scan', async () => {
    scanned = { name: file.name, found: await command('cards/scan', { blob: await keepBytes(file) }) };
  });
}

/** @param {{ name: string, found: parlor.RecognizedCards }} photo */
function likely({ name, found }) {
  const matches = found.matches ?? [];
  if (!matches.length) return h('p', null, h('bdi', null, name), ': ', texts.noneLikely);
  return [
    h('p', null, 'Which one is ', h('bdi', null, name), '?'),
    h('ul', { class: 'lines' }, matches.map((match) => h('li', { key: match.facts?.name }, h('span', { class: 'what' }, h('strong', null, said(match.facts?.name)), h('span', null, `${match.percent ?? 0} %`)),
      action({
        at: 'cards/scan-add/' + match.facts?.name, label: 'Add', icon: 'plus', act: async () => {
          const answer = await command('cards/add', { card: match.facts?.name, count: 1 });
          scanned = null;
          changed();
          toastUndo(answer.message ?? '');
        },
      })))),
  ];
}

/**
 * @param {Record<string, string>} values
 * @param {boolean} anyway
 */
async function add(values, anyway) {
  try {
    return await command('cards/add', {
      card: values.name,
      count: Number(values.count) || 1,
      set: values.set,
      number: values.number,
      finish: /** @type {any} */ (values.finish),
      condition: /** @type {any} */ (values.condition),
      anyway
    });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'REFUSAL_CODE_NOT_FOUND') throw error;
    const found = await command('cards/search', { text: values.name, limit: 8 });
    // A part of a name, as “Spilled” for “Spilled Ember”, is near as well.
    openNotFound({ ...values }, [...new Set([...(found.cards ?? []).map((card) => card.name ?? ''), ...(found.near ?? [])])]);
    return undefined;
  }
}

/**
 * The card is not known: it can be another one that is near, be requested, or be taken as it was typed.
 * @param {Record<string, string>} values
 * @param {string[]} near
 */
function openNotFound(values, near) {
  const rooms = sharedRooms();
  const take = (/** @type {string} */ name, /** @type {boolean} */ anyway) => attempt('cards/request', async () => {
    const answer = await add({ ...values, name }, anyway);
    closeDialog();
    if (answer) toastUndo(answer.message ?? '');
  });
  openDialog(texts.notAvailable(values.name), () => {
    const form = formOf('cards/request', { room: rooms[0]?.[0] ?? '', note: '' });
    return [
      near.length > 0 &&
        h('div', { class: 'form near', key: 'near' }, h('p', null, 'Did you mean one of these?'),
          h('div', { class: 'actions' },
            near.map((name) => h('button', { type: 'button', class: 'button', key: name, onclick: () => take(name, false) }, name)))),
      form.form(
        {
          send: 'Yes',
          disabled: !rooms.length,
          submit: () => command('cards/request', { room: form.values.room, name: values.name, note: form.values.note }),
          done: closeDialog,
          more: [
            h('button', { type: 'button', class: 'button', onclick: closeDialog }, 'No'),
            h('button', { type: 'button', class: 'button plain', onclick: () => take(values.name, true) }, 'Add it as I typed it')
          ],
        },
        h('p', null, texts.requestIt), form.select('room', { label: 'Whom to ask', options: rooms }),
        form.text('note', { label: 'What else there is to say', maxlength: 1024 })),
    ];
  });
}
