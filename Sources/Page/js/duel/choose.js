// @ts-check
// Sitting down to a duel with a library: its list is checked and made the choice that only the own node keeps.
import { h } from '../view.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { read } from '../reads.js';
import { command } from '../state.js';
import { plural } from '../texts.js';
import { go, to } from '../router.js';
import { fromBase64, partsOf, utf8Text } from '../protobuf.js';
import { agreement, judgeField } from './judge.js';
import { judgeNamed, judgeOf } from './judge-line.js';

/** @typedef {parlor.TableView} Table */

/** The first values of a form for a duel against nobody; a host may name a judge as well. */
export const soloValues = { library: '', format: '', games: '1', life: '' };
export const duelValues = { ...soloValues, judge: '' };

/**
 * Our libraries to choose from: id and name with the number of cards.
 * @returns {[string, string][]}
 */
function libraries() {
  const found = (read('libraries/list', {}, { views: ['LibraryView'] })?.libraries ?? []).filter((one) => !one.card_box && !one.deleted);
  return found.map((one) => [one.id ?? '', `${one.name ?? ''}, ${plural(one.count, 'card')}`]);
}

const noLibrary = () => h('p', { class: 'note', key: 'no-library' }, 'You have no library yet: a duel is played with cards of your own. ', h('a', { href: to('cards') }, 'Make one'), '.');

/**
 * The library that a form names; the first one where nobody has chosen.
 * @param {{ library: string }} values
 */
const libraryOf = (values) => values.library || (libraries()[0]?.[0] ?? '');

/**
 * Where one of them is chosen.
 * @param {any} form
 * @param {[string, string][]} options
 */
const librarySelect = (form, options) => form.select('library', { label: 'Your library', options, value: libraryOf(form.values) });

/**
 * The fields of a host's form that a duel has.
 * @param {any} form
 */
export function hostFields(form) {
  const options = libraries();
  return [
    options.length ? librarySelect(form, options) : noLibrary(),
    form.select('games', { label: 'Games', options: [['1', 'one game'], ['3', 'the best of three'], ['5', 'the best of five']] }),
    h('details', { key: 'rules' }, h('summary', null, 'Rules'), h('div', { class: 'form rules' },
      form.text('format', { label: 'Format whose rules both lists keep', placeholder: 'that of your library', maxlength: 32, hint: 'none allows all cards.' }),
      form.number('life', { label: 'Life at the beginning', min: 1, max: 99999, placeholder: 'that of the format' }),
      form.values.judge !== undefined && judgeField(form, libraryOf(form.values)))),
  ];
}

/**
 * Makes the terms and the choice of a host's table.
 * @param {typeof soloValues & { judge?: string }} values
 */
export async function hostTerms(values) {
  const judge = judgeNamed(values.judge ?? '');
  const chosen = await command('duels/choose', {
    library: libraryOf(values), format: values.format.trim(), games: Number(values.games), ...(values.life ? { life: Number(values.life) } : {}), ...(judge ? { judge } : {}),
  });
  return { terms: chosen.terms, choice: chosen.choice };
}

/**
 * The terms of a table that stand in the offer.
 * @param {Table} table
 */
export function termsOf(table) {
  const fields = partsOf(fromBase64(table.terms ?? ''));
  const [format, judge] = [fields.get(6), fields.get(8)];
  return {
    games: Number(fields.get(1) ?? 1), life: Number(fields.get(2) ?? 0), format: Array.isArray(format) ? utf8Text(format) : '', judge: Array.isArray(judge) ? judgeOf(judge) : null,
  };
}

/**
 * The terms of a table in words; empty for none.
 * @param {Table} table
 */
export function termsWords(table) {
  const { games, life, format, judge } = termsOf(table);
  return [games > 1 && `The best of ${games} games.`, life > 0 && `${life} life.`, format && `Format ${format}.`, judge && `Opened to a judge, ${judge.name}, alone.`].filter(Boolean).join(' ');
}

/**
 * Asks with which library our person sits down, and for the password of the table.
 * @param {Table} table
 */
export function openJoin(table) {
  openDialog('Sit down to the duel', () => {
    const form = formOf('duel/ask/' + table.id, { library: '', password: '', agreed: '' });
    const options = libraries();
    const { format, judge } = termsOf(table);
    return form.form({
      send: 'Ask to join', look: 'primary', cancel: closeDialog, disabled: !options.length || (table.needs_password && !form.values.password) || (!!judge && !form.values.agreed),
      submit: async () => {
        const { choice } = await command('duels/choose', { library: libraryOf(form.values), format: format || 'none', ...(judge ? { judge } : {}) });
        await command('tables/ask', { table: table.id, choice, ...(form.values.password ? { password: form.values.password } : {}) });
      },
      done: () => {
        closeDialog();
        go(to('war', table.id));
      },
    },
    termsWords(table) && h('p', null, termsWords(table)),
    options.length ? librarySelect(form, options) : noLibrary(),
    !!judge && options.length > 0 && agreement(form, judge, libraryOf(form.values)),
    table.needs_password && form.text('password', { label: 'Password', hint: 'The host has told it to those who are wanted at the table.' }));
  });
}
