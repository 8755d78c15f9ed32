// @ts-check
// One person: what can be done together, and how far they are trusted.
import { h } from '../view.js';
import { action, linkButton } from '../parts.js';
import { avatar } from '../pictures.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { everybody } from '../people.js';
import { command } from '../state.js';
import { go, to } from '../router.js';

/**
 * Opens what can be done with a person.
 * @param {string} author
 */
export function openPerson(author) {
  const person = everybody().find((one) => one.author === author);
  openDialog(person?.isUs ? 'You' : person?.name ?? 'Somebody', () => inside(author));
}

/** @param {string} author */
function inside(author) {
  const person = everybody().find((one) => one.author === author);
  if (!person) return h('p', null, 'This person is not known any more.');
  return h('div', { class: 'form' },
    h('p', { class: 'person-head' }, avatar({ ...person, id: author }), h('span', null, presence(person), h('br', null), h('span', { class: 'note' }, person.words))),
    person.nameIsTaken && h('p', { class: 'bad' }, 'The name was first seen with another key. Compare the four words before you trust it.'),
    person.isUs ? h('div', { class: 'actions' }, linkButton({ label: 'Settings', href: '#/settings', icon: 'gear' })) : together(person));
}

/**
 * Whether somebody is here. The name is the title of the dialog.
 * @param {import('../people.js').Person} person
 */
const presence = (person) => person.isUs ? 'Others see you like this' : (person.online ? 'Here' : 'Away') + (person.paired ? ', paired' : '');

/** @param {import('../people.js').Person} person */
function together(person) {
  const peer = person.peer?.id ?? '';
  return h('div', { class: 'actions' },
    person.paired && action({
      at: 'write', label: 'Write', icon: 'chat', act: async () => {
        const room = await command('rooms/make', { direct: true, people: [person.author] });
        closeDialog();
        go(to('chat', room.id));
      },
    }),
    peer && !person.paired && linkButton({ label: 'Pair', href: to('peers', 'pair', peer), icon: 'key' }),
    peer && linkButton({ label: 'More about this person', href: to('peers', peer), icon: 'people' }));
}
