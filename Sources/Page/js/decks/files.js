// @ts-check
// Deck and collection files (rows D-40 to D-51): read with a report of every line that was not taken, and written.

import { saveFile } from '../attempt.js';
import { fileButton } from '../choose-file.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { whenRead } from '../parts.js';
import { us } from '../people.js';
import { reading } from '../reads.js';
import { go, to } from '../router.js';
import { changed, command, keepBytes, Refused } from '../state.js';
import { plural } from '../texts.js';
import { h } from '../view.js';
import { showReport } from './parts.js';
import { collectionFormats } from './texts.js';

/**
 * The deck file that was chosen.
 * @type {File | null}
 */
let chosen = null;

/**
 * Adds the cards of a collection file to the Card Box.
 * @param {File} file
 */
export async function takeCollection(file) {
  const answer = await command('cards/add-file', { blob: await keepBytes(file) });
  showReport(`${plural(answer.count ?? 0, 'card')} added`, answer);
}

/** Asks for a deck file and what to make of it. */
export function openImportDeck() {
  chosen = null;
  openDialog('Import a deck', () => {
    const form = formOf('decks/import', { name: '', as: 'library', owned: '' });
    const { values } = form;
    return form.form(
      {
        send: 'Import',
        disabled: !chosen,
        submit: async () => {
          if (!chosen) throw new Refused('Choose a file first.');
          const body = { blob: await keepBytes(chosen), name: values.name, file: chosen.name };
          return values.as === 'list'
            ? { list: await command('deck-lists/keep', body) }
            : { library: await command('libraries/make-of', { ...body, owned: values.owned === 'on' }) };
        },
        done: ({ list, library }) => {
          const address = list ? to('cards', 'lists') : to('cards', library.id);
          const report = () => showReport(list ? `${list.name} is kept as a list` : `${library.name} is made`, list ?? library);
          // Going elsewhere closes what is open.
          if (location.hash === address) return report();
          addEventListener('hashchange', report, { once: true });
          go(address);
        },
      },
      h('div', { class: 'actions' },
        fileButton(
          'Choose a file', endings(),
          (file) => {
            chosen = file;
            changed();
          }),
        h('span', { class: 'note' }, chosen ? h('bdi', null, chosen.name) : 'No file is chosen.')),
      form.text('name', { label: 'What to call it', placeholder: 'as in the file', maxlength: 100 }), form.radio('as', {
        label: 'What to make of it',
        options: [['library', 'A library, out of the cards in the Card Box'], ['list', 'A list without the cards']]
      }),
      values.as === 'library' && form.check('owned', { label: 'I own these cards: add the missing ones' }));
  });
}

/** The formats of deck files: they are the same as long as the daemon runs. */
const formats = () => reading('libraries/formats', {}, { views: [] });

/** The files among which one is chosen. */
function endings() {
  const all = (formats().answer?.formats ?? []).flatMap((format) => format.endings ?? []);
  return [...new Set(all.map((ending) => '.' + ending)), 'text/plain'].join();
}

/**
 * A format in the list of those that can be written.
 * @param {parlor.DeckFormatView} format
 * @returns {[string, string]}
 */
function option({ name = '', title = '', endings: [ending] = [] }) {
  return [name, ending === 'txt' ? title : `${title} (.${ending})`];
}

/**
 * Asks for a format and saves a library, or a list, as a file.
 * @param {string} library
 * @param {string} name
 */
export function exportLibrary(library, name) {
  openDialog(`Export ${name}`, () => whenRead(formats(), (answer) => {
    const form = formOf('decks/export', { format: 'text' });
    return form.form(
      { send: 'Save', done: (saved) => finish(saved), submit: () => command('libraries/export', { library, format: form.values.format }) },
      form.select('format', { label: 'Format', options: (answer.formats ?? []).map(option) }));
  }));
}

/**
 * Asks what stands on the registration sheet of a library, or a list, and saves it as a page for print.
 * @param {string} library
 * @param {string} name
 */
export function printLibrary(library, name) {
  openDialog(`Print ${name}`, () => {
    const form = formOf('decks/print', { player: us()?.name ?? '', event: '', date: '' });
    return form.form(
      { send: 'Save', done: (answer) => finish(answer, 'text/html'), submit: () => command('libraries/print', { library, ...form.values }) },
      form.text('player', { label: 'Player', maxlength: 100 }), form.text('event', { label: 'Event', maxlength: 100 }),
      form.text('date', { label: 'Date', maxlength: 100 }),
      h('p', { class: 'note' }, 'The sheet is saved as a page: open it and print it. What is left empty has a line to write on.'));
  });
}

/** Asks for a dialect and saves all cards as a file. */
export function exportCards() {
  openDialog('Export all cards', () => {
    const form = formOf('cards/export', { format: 'moxfield' });
    return form.form(
      { send: 'Save', done: (answer) => finish(answer), submit: () => command('cards/export', { format: form.values.format }) },
      form.select('format', { label: 'Dialect', options: collectionFormats }));
  });
}

/**
 * @param {parlor.DeckText} answer
 * @param {string} [type]
 */
function finish(answer, type = 'text/plain') {
  saveFile(answer.text ?? '', answer.name || 'cards.txt', type);
  if ((answer.notes ?? []).length) showReport('What the format cannot say', { messages: answer.notes }, 'The file is saved.');
  else closeDialog();
}
