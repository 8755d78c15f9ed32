// @ts-check
// What can be done with copies: changing many at once, and offering them to somebody.

import { closeDialog, openDialog } from '../dialogs.js';
import { keepDraft } from '../drafts.js';
import { formOf } from '../forms.js';
import { personField } from '../many.js';
import { everybody } from '../people.js';
import { read } from '../reads.js';
import { go, to } from '../router.js';
import { command, state } from '../state.js';
import { plural } from '../texts.js';
import { h } from '../view.js';
import { concerns } from './parts.js';
import { conditions, finishes } from './texts.js';

/**
 * Set, number, language, finish and condition of some cards; what is not changed stays.
 * @param {parlor.CardLine[]} lines none: names are typed
 */
export function openEditCards(lines) {
  const [one] = lines;
  openDialog('Set and condition', () => {
    const form = formOf('cards/edit', {
      cards: one ? `${one.count ?? 1} ${one.name}` : '',
      set: one?.set ?? '',
      number: one?.number ?? '',
      language: one?.language ?? '',
      finish: String(one?.finish ?? 'CARD_FINISH_UNSPECIFIED'),
      condition: String(one?.condition ?? 'CARD_CONDITION_UNSPECIFIED')
    });
    const { values } = form;
    const cards = values.cards.split('\n').map((line) => line.trim()).filter(Boolean);
    return form.form(
      {
        send: 'Save',
        edits: !!one,
        disabled: !cards.length,
        done: closeDialog,
        cancel: () => {
          form.drop();
          closeDialog();
        },
        submit: () => command('cards/edit', {
          cards,
          ...(values.set !== (one?.set ?? '') ? { set: values.set } : {}),
          ...(values.number !== (one?.number ?? '') ? { number: values.number } : {}),
          ...(values.language !== (one?.language ?? '') ? { language: values.language } : {}),
          ...(values.finish !== (one?.finish ?? 'CARD_FINISH_UNSPECIFIED') ? { finish: /** @type {any} */ (values.finish) } : {}),
          ...(
            values.condition !== (one?.condition ?? 'CARD_CONDITION_UNSPECIFIED') ? { condition: /** @type {any} */ (values.condition) } : {})
        }),
      },
      form.area('cards', {
        label: `Which cards: ${plural(cards.length, 'line')}`,
        rows: 3,
        hint: 'One a line: a name, behind a number where there are several.'
      }),
      h('div', { class: 'fields' }, form.text('set', { label: 'Set', maxlength: 16 }), form.text('number', { label: 'Number', maxlength: 16 }),
        form.text('language', { label: 'Language', placeholder: 'en', maxlength: 16 }),
        form.select('finish', { label: 'Finish', options: finishes }), form.select('condition', { label: 'Condition', options: conditions })));
  });
}

/**
 * An offer to somebody with whom we are paired.
 * @param {string} given a card that is offered
 */
export function openOffer(given) {
  if (given) keepDraft('trades/offer/gives', given);
  openDialog('Offer a trade', () => {
    const people = everybody().filter((person) => !person.isUs && person.paired);
    const form = formOf('trades/offer', { person: people[0]?.author ?? '', gives: given, wants: '', loan: '', until: '', note: '' });
    const { values } = form;
    const lines = (/** @type {string} */ text) => text.split('\n').map((line) => line.trim()).filter(Boolean);
    const isReady = !!values.person && (lines(values.gives).length > 0 || lines(values.wants).length > 0);
    return form.form(
      {
        send: values.loan === 'on' ? 'Offer to lend' : 'Offer',
        disabled: !isReady,
        cancel: () => {
          form.drop();
          closeDialog();
        },
        done: () => {
          closeDialog();
          go(to('cards', 'trades'));
        },
        submit: async () => command('trades/offer', {
          room: await roomWith(values.person),
          gives: lines(values.gives),
          wants: lines(values.wants),
          loan: values.loan === 'on',
          until: values.loan === 'on' ? values.until : '',
          note: values.note
        }),
      },
      people.length ? personField(form, 'person', 'To whom', people.map((person) => [person.author, person.name]))
                    : h('p', null, 'Trades are between two people who have paired: pair with somebody first.'),
      form.area(
        'gives',
        { label: 'You give', rows: 2, hint: 'One card a line, behind a number where there are several. Nothing leaves the Card Box yet.' }),
      picker('From the Card Box', ownNames(), (name) => form.set('gives', added(values.gives, name))),
      form.area('wants', { label: 'You want', rows: 2, hint: 'Leave it empty to lend or give for nothing.' }),
      picker('From what they show', shownNames(values.person), (name) => form.set('wants', added(values.wants, name))),
      form.check('loan', { label: 'The cards are lent, not given' }),
      values.loan === 'on' && form.text('until', { label: 'Until which day', type: 'date' }),
      form.text('note', { label: 'Note', maxlength: 1024 }));
  });
}

/**
 * A text with one line more.
 * @param {string} text
 * @param {string} line
 */
const added = (text, line) => [...text.split('\n').filter((one) => one.trim()), line].join('\n');

/** What is in the Card Box. */
const ownNames = () =>
  (read('libraries/show', { library: '' }, concerns)?.cards ?? [])
    .filter((line) => !line.held && !line.borrowed)
    .map((line) => line.name ?? '');

/**
 * What somebody shows to a room of ours.
 * @param {string} author
 */
const shownNames = (author) =>
  (read('cards/presented', {}, {})?.cards ?? []).filter((one) => one.owner === author).map((one) => one.card?.name ?? '');

/**
 * A list of names, of which the chosen one is put into a field.
 * @param {string} label
 * @param {string[]} names
 * @param {(name: string) => void} choose
 */
function picker(label, names, choose) {
  if (!names.length) return null;
  const pick = (/** @type {any} */ event) => {
    if (event.target.value) choose(event.target.value);
    event.target.value = '';
  };
  return h(
    'select', { class: 'input', 'aria-label': label, value: '', onchange: pick }, h('option', { value: '' }, `${label} …`),
    [...new Set(names)].sort().map((name) => h('option', { value: name, key: name }, name)));
}

/**
 * The room of two people; made on first use.
 * @param {string} author
 */
async function roomWith(author) {
  const found =
    [...state.rooms.values()].find((room) => room.kind === 'ROOM_KIND_DIRECT' && room.members?.some((member) => member.author === author));
  return found?.id ?? (await command('rooms/make', { direct: true, people: [author] })).id;
}
