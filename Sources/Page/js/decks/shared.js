// @ts-check
// What people share with rooms: lists, commitments, requests, shown collections (rows D-31, D-32, D-52, D-54, D-57).

import { cardItem } from '../chat/item.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { historyItem } from '../history.js';
import { action, empty, menu, nothingFound, searched, searchField, tools, whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { colourOfAuthor, nameOf, roleIn, us } from '../people.js';
import { reading } from '../reads.js';
import { go, to } from '../router.js';
import { sharedRooms } from '../shared-rooms.js';
import { command } from '../state.js';
import { dateAndTime, plural } from '../texts.js';
import { h } from '../view.js';
import { exportLibrary, openImportDeck } from './files.js';
import { cardLines, concerns } from './parts.js';
import { helpTopics, texts } from './texts.js';

const listConcerns = {
  views: ['DeckListView', 'CommitmentView', 'CardView', 'LibraryView']
};

export const listsScreen = () =>
  [h('div', { class: 'toolbar', key: 'bar' }, tools({ at: 'lists', label: 'More for lists' }, [
     { label: 'Share a library as a list', icon: 'share', act: () => openShare(false) },
     { label: 'Commit to a library', icon: 'lock', act: () => openShare(true) },
     { label: 'Import a deck', icon: 'clip', act: openImportDeck },
   ])),
   whenRead(
     reading('deck-lists/list', {}, listConcerns),
     ({ lists = [] }) => (lists.length === 0 ? empty(texts.noLists) : h('ul', { class: 'panel lines', key: 'lists' }, lists.map(listLine)))),
   whenRead(
     reading('deck-lists/commitments', {}, listConcerns),
     ({ commitments = [] }) => commitments.length > 0 &&
       h('section', { class: 'panel', key: 'commitments' }, h('h2', null, 'Commitments'),
         h('ul', { class: 'lines' }, commitments.map(commitmentLine)))),
];

/**
 * Who made something, and where.
 * @param {{ author?: string, author_name?: string, room_name?: string }} one
 */
const byWhom = (one) => [nameOf(one.author_name, colourOfAuthor(one.author)), ' in ', h('bdi', null, one.room_name)];

/** @param {parlor.DeckListView} one */
function listLine(one) {
  const build = async () => {
    const made = await command('deck-lists/build', { room: one.room, list: one.id });
    go(to('cards', made.id));
  };
  return h(
    'li', { key: one.id },
    h('button', { type: 'button', class: 'what as-link', onclick: () => openList(one.id ?? '') }, h('strong', null, h('bdi', null, one.name)),
      h('span', null, plural(one.count ?? 0, 'card'), ', by ', byWhom(one))),
    one.hash && h('code', null, one.hash), menu({ at: 'list/' + one.id, label: `Options for ${one.name}` }, [
      { label: 'Build it', icon: 'cards', act: build },
      { label: 'Export', icon: 'download', act: () => exportLibrary(one.id ?? '', one.name ?? '') },
      cardItem({ room: one.room, id: one.id, title: one.name }), historyItem(one.room, one.id),
      one.own && { label: 'Delete', icon: 'trash', isBad: true, act: () => command('deck-lists/delete', { room: one.room, list: one.id }) },
    ]));
}

/** @param {parlor.CommitmentView} one */
const commitmentLine = (one) => h(
  'li', { key: one.id },
  h('span', { class: 'what' },
    h('strong', null, nameOf(one.author_name, colourOfAuthor(one.author)), ' is bound to ', plural(one.count ?? 0, 'card')),
    h('span', null, dateAndTime(one.wall_milliseconds), ' in ', h('bdi', null, one.room_name), ' · ',
      h('code', null, (one.digest ?? '').slice(0, 16)))),
  one.revealed
    ? h('span', { class: 'tag ' + (one.matches ? 'done' : 'bad') }, one.matches ? 'told, and it is what was bound to' : 'told something else')
    : one.own &&
      action({ at: 'commit/' + one.id, label: 'Tell what was in it', act: () => command('deck-lists/reveal', { commitment: one.id }) }));

/** @param {string} id */
function openList(id) {
  openDialog(
    'A list',
    () => whenRead(
      reading('deck-lists/show', { list: id }, listConcerns),
      (one) =>
        h('div', { class: 'form' }, h('h3', null, h('bdi', null, one.name)), cardLines(one.lines),
          one.buildable ? h('p', { class: 'good' }, 'All cards are in the Card Box.') : [
            (one.missing ?? []).length > 0 && [h('h3', null, 'You lack'), cardLines(one.missing)],
            (one.elsewhere ?? []).length > 0 && [h('h3', null, 'In libraries of yours'), cardLines(one.elsewhere)]
          ])));
}

/** @param {boolean} isCommitment */
function openShare(isCommitment) {
  openDialog(
    isCommitment ? 'Commit to a library' : 'Share a library',
    () => whenRead(reading('libraries/list', {}, concerns), ({ libraries = [] }) => {
      const options =
        /** @type {[string, string][]} */ (libraries.filter((one) => !one.card_box).map((one) => [one.id ?? '', one.name ?? '']));
      const form = formOf('lists/share', { library: options[0]?.[0] ?? '', room: sharedRooms()[0]?.[0] ?? '' });
      const body = { library: form.values.library, room: form.values.room };
      return form.form(
        {
          send: isCommitment ? 'Commit' : 'Share',
          disabled: !body.library || !body.room,
          done: closeDialog,
          submit: () => (isCommitment ? command('deck-lists/commit', body) : command('deck-lists/share', body))
        },
        h('p', { class: 'second' },
          isCommitment ? 'Binds you to it as it is now, without telling what is in it.'
                       : 'The names and numbers are shared, never the cards.'),
        form.select('library', { label: 'Library', options }), form.select('room', { label: 'Room', options: sharedRooms() }));
    }));
}

export const requestsScreen = () => whenRead(
  reading('cards/requests', { all: true }, { views: ['CardRequestView'] }),
  ({ requests = [] }) =>
    (requests.length === 0
       ? empty(texts.noRequests)
       : h('ul', { class: 'panel lines', key: 'requests' },
           requests.map(
             (one) => h(
               'li', { key: one.id },
               h('span', { class: 'what' }, h('strong', null, h('bdi', null, one.name)),
                 h('span', null, 'asked by ', nameOf(one.author_name, colourOfAuthor(one.author)), ' in ', h('bdi', null, one.room_name),
                   one.note && [': ', h('bdi', null, one.note)]),
                 one.closed && h('span', null, 'closed by ', h('bdi', null, one.closer_name), one.close_reason && [': ', h('bdi', null, one.close_reason)]),
                 one.answered &&
                   h('span', null, h('bdi', null, one.answerer_name),
                     ' says: ', h('bdi', null, [one.facts?.name, one.facts?.cost, one.facts?.type].filter(Boolean).join(' · ')))),
               one.answered ? h('span', { class: 'tag done' }, 'answered')
                 : one.closed ? h('span', { class: 'tag' }, 'closed')
                 : one.own
                 ? action(
                     { at: 'request/' + one.id, label: 'Take back', act: () => command('cards/withdraw', { room: one.room, request: one.id }) })
                 : h('button', { type: 'button', class: 'button', onclick: () => openAnswer(one) }, 'Answer'),
               !one.answered && !one.closed && mayClose(one) &&
                 h('button', { type: 'button', class: 'button plain', onclick: () => openClose(one) }, texts.closeRequest))))));

/**
 * Whether our person owns the room or is a moderator of it (row A-17).
 * @param {parlor.CardRequestView} one
 */
const mayClose = (one) => roleIn(one.room, us()?.author) !== undefined;

/** @param {parlor.CardRequestView} one */
function openClose(one) {
  openDialog(texts.closeRequest, () => {
    const form = formOf('requests/close/' + one.id, { reason: '' });
    return form.form(
      {
        send: texts.closeRequest,
        done: closeDialog,
        cancel: closeDialog,
        submit: () => command('cards/close-request', { room: one.room, request: one.id, reason: form.values.reason.trim() })
      },
      h('p', { class: 'second' }, texts.closeRequestHint), form.text('reason', { label: 'Why' }));
  });
}

/** @param {parlor.CardRequestView} one */
function openAnswer(one) {
  openDialog(`What is ${one.name}?`, () => {
    const form = formOf('requests/answer/' + one.id, { cost: '', type: '', value: '', unlimited: '' });
    const { values } = form;
    const typed = values.cost || values.type || values.value || values.unlimited;
    return form.form(
      {
        send: typed ? 'Answer' : 'Look it up and answer',
        done: closeDialog,
        submit: () => command('cards/answer', {
          room: one.room,
          request: one.id,
          facts: typed ? {
            name: one.name,
            cost: values.cost,
            type: values.type,
            ...(values.value ? { value: Number(values.value) } : {}),
            unlimited: values.unlimited === 'on'
          }
                       : {}
        })
      },
      h('p', { class: 'second' }, 'Leave all fields empty where your card database has it.'),
      form.text('type', { label: 'Type', placeholder: 'Creature — Elf', maxlength: 100 }),
      h('div', { class: 'fields' }, form.text('cost', { label: 'Cost', placeholder: '{1}{G}', maxlength: 64 }),
        form.number('value', { label: 'What it costs in all', min: 0 })),
      form.check('unlimited', { label: 'Any number of them may be in a deck' }));
  });
}

/** The search in what people show. */
const shownSearch = 'cards/shown';
export const shownScreen = () =>
  [h('div', { class: 'toolbar', key: 'bar' }, searchField(shownSearch, 'Search in what people show'),
     h('button', { type: 'button', class: 'button', onclick: openPresent }, icon('eye'), 'Show my cards to a room')),
   whenRead(
     reading('cards/presented', { text: searched(shownSearch) }, { views: ['CardPresentationView'] }),
     ({ cards = [] }) =>
       (cards.length === 0 ? searched(shownSearch) ? nothingFound(shownSearch, texts.nothingFound) : empty(texts.noShown)
                           : h('ul', { class: 'panel lines', key: 'shown' },
                               cards.slice(0, 200).map(
                                 (one, index) =>
                                   h('li', { key: index }, h('b', null, one.card?.count ?? 1),
                                     h('span', { class: 'what' }, h('strong', null, h('bdi', null, one.card?.name)),
                                       h('span', null, nameOf(one.owner_name, colourOfAuthor(one.owner)), ' in ',
                                         h('bdi', null, one.room_name), ', ', dateAndTime(one.wall_milliseconds)))))))),
];

function openPresent() {
  openDialog('Show my cards', () => {
    const form = formOf('cards/present', { room: sharedRooms()[0]?.[0] ?? '', stop: '' });
    return form.form(
      {
        send: form.values.stop ? 'Stop showing' : 'Show',
        disabled: !form.values.room,
        done: closeDialog,
        submit: () => command('cards/present', { room: form.values.room, stop: form.values.stop === 'on' })
      },
      h('p', { class: 'second' }, 'The room sees all your cards as they are now. Showing them again replaces that.'),
      form.select('room', { label: 'Room', options: sharedRooms() }), form.check('stop', { label: 'Show nothing there any more' }));
  });
}

/** The walk-through (row D-39). */
export const helpScreen = () =>
  h('div', { class: 'page', key: 'help' },
    helpTopics.map(
      ([title, steps]) =>
        h('section', { class: 'panel', key: title }, h('h2', null, title),
          h('ol', { class: 'steps' }, steps.map((step) => h('li', { key: step }, step))))));
