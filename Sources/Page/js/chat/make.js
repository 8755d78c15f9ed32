// @ts-check
// A new room: a private one for the people that are chosen, or the room of two.
import { h } from '../view.js';
import { action, head } from '../parts.js';
import { formOf } from '../forms.js';
import { avatar } from '../pictures.js';
import { most, namesOf, peopleList } from '../many.js';
import { everybody, nameOf, namesIn } from '../people.js';
import { draft, keepDraft, dropDrafts } from '../drafts.js';
import { fileButton } from '../choose-file.js';
import { toast } from '../dialogs.js';
import { doing, isBusy, refused } from '../doing.js';
import { command, send } from '../state.js';
import { plural } from '../texts.js';
import { go, to } from '../router.js';

const chosenName = 'rooms/make-people';

/** The form of a new room. */
export function makeRoomScreen() {
  const form = formOf('rooms/make', { name: '', topic: '', same: '', roster: '' });
  const people = everybody().filter((person) => !person.isUs && person.paired);
  const chosen = (draft(chosenName) ?? '').split(' ').filter((author) => people.some((person) => person.author === author));
  return h('div', { class: 'page narrow-page scrolls' }, head('New room'),
    h('section', { class: 'panel', 'aria-label': 'New room' }, form.form({
      send: 'Make the room', look: 'primary', cancel: () => go(to('chat')), disabled: !form.values.name.trim(),
      submit: () => command('rooms/make', { name: form.values.name.trim(), topic: form.values.topic.trim(), same_name: form.values.same === 'on', roster: form.values.roster === 'on', people: chosen }),
      done: (room) => {
        dropDrafts(chosenName);
        go(to('chat', room.id));
      },
    },
    form.text('name', { label: 'Name', placeholder: 'picnic' }),
    form.text('topic', { label: 'Topic', placeholder: 'Sunday at noon' }),
    h('fieldset', { class: 'field' }, h('legend', null, 'People'),
      people.length ? [peopleList('rooms/make', people, namesIn, (shown) => shown.map((person) => choice(chosen, person))), people.length > most && chosen.length > 0 && h('p', { class: 'note' }, 'Chosen: ', namesOf(people.filter((person) => chosen.includes(person.author)), (person) => nameOf(person.name)), '.')]
        : h('p', { class: 'note' }, 'A private room is for people that you have paired with. ', h('a', { href: to('peers') }, 'Pair with somebody'), '.')),
    form.check('roster', { label: 'Sign who belongs to it', hint: 'It can have an heir, who takes it over if you are gone. People with an older Parlor cannot be in it.' }),
    form.check('same', { label: 'Even if another room of mine has this name' }))),
    fromFile(),
    people.length > 0 && h('section', { class: 'panel', 'aria-label': 'Write to one person' }, h('h2', null, 'Write to one person'),
      peopleList('rooms/write', people, namesIn, (shown) => h('ul', { class: 'lines' }, shown.map((person) => h('li', { key: person.author }, avatar({ ...person, id: person.author }),
        h('span', { class: 'what' }, h('strong', null, nameOf(person.name))),
        action({
          at: 'write-' + person.author, label: 'Write', icon: 'chat', act: async () => {
            const room = await command('rooms/make', { direct: true, people: [person.author] });
            go(to('chat', room.id));
          },
        })))))));
}

/**
 * @param {string[]} chosen
 * @param {import('../people.js').Person} person
 */
const choice = (chosen, person) => h('label', { class: 'choice', key: person.author },
  h('input', { type: 'checkbox', checked: chosen.includes(person.author), onchange: () => toggle(chosen, person.author) }), avatar({ ...person, id: person.author }), h('span', null, nameOf(person.name)));

/** A room out of a file that somebody has saved of it: it takes what is new in it, signed as it was (row P-34). */
const fromFile = () => h('section', { class: 'panel', 'aria-label': 'From a file' }, h('h2', null, 'From a file'), h('div', { class: 'form' },
  h('p', { class: 'note' }, 'Somebody who shares no network with you saves everything of a room as a file. What is new in it is added to the room here.'),
  h('div', { class: 'actions' }, fileButton(isBusy('rooms/bundle') ? 'Reading…' : 'Open a file of a room', '.bundle,application/octet-stream', takeBundle)),
  refused('rooms/bundle')));

/** @param {File} file */
const takeBundle = (file) => doing('rooms/bundle', async () => {
  /** @type {parlor.BundleView} */
  const taken = await send('PUT', '/v1/bundle', file);
  const left = Number(taken.left ?? 0);
  go(to('chat', taken.room));
  toast(`${plural(taken.taken, 'entry is', 'entries are')} new, ${Number(taken.known ?? 0)} were here already${left ? `, ${left} were not taken` : ''}. ${plural(taken.files, 'file')} came with them.`);
});

/**
 * @param {string[]} chosen
 * @param {string} author
 */
function toggle(chosen, author) {
  keepDraft(chosenName, (chosen.includes(author) ? chosen.filter((one) => one !== author) : [...chosen, author]).join(' '));
}
