// @ts-check
// The account of this home: a name, an e-mail and a password for whoever wants them (rows ).
import { h } from '../view.js';
import { doing, refused } from '../doing.js';
import { action, head, linkButton, whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { said } from '../people.js';
import { moment, ownWords } from '../texts.js';
import { command } from '../state.js';
import { reading, refresh } from '../reads.js';
import { toast } from '../dialogs.js';
import { newPassword, secret, secretForm } from './secrets.js';

/** The recovery words, which are shown once. */
let words = '';

/** @param {parlor.ProfileView} view what a method has answered */
function took(view) {
  if (view.recovery_words) words = view.recovery_words;
  if (view.awaits === 'AWAITED_CONFIRMATION_NONE') words = '';
  refresh('profiles/show');
  toast(ownWords(view.mail_problem || view.text || 'Done.'));
}

/** The screen of the account. */
export function accountScreen() {
  return h('div', { class: 'page narrow-page account' },
    head('Account', linkButton({ label: 'Settings', icon: 'gear', href: '#/settings' })),
    whenRead(reading('profiles/show', {}, { views: [], kinds: ['settings'] }), (profile) => (
      profile.has_password ? [who(profile), confirmation(profile), lock(), password(), removal()] : create(profile))));
}

/** @param {parlor.ProfileView} profile */
function create(profile) {
  return h('section', { class: 'panel', 'aria-label': 'Create an account' }, h('h2', null, 'Create an account'),
    h('p', { class: 'note' }, 'Everything works without one. A password keeps other people at this keyboard out of Parlor. It encrypts nothing: anybody who can read the files of this home can read all that is in it.'),
    secretForm('profiles/create', { send: 'Create the account', look: 'primary', done: took },
      secret('name', 'Name', { type: 'text', autocomplete: 'name', placeholder: profile.name }),
      secret('email', 'E-mail', { type: 'email', autocomplete: 'email', hint: 'A label. Nobody receives it.' }),
      secret('password', 'Password', { autocomplete: 'new-password', hint: 'At least 8 characters.' }),
      secret('password_confirmation', 'The same again', { autocomplete: 'new-password' })));
}

/** @param {parlor.ProfileView} profile */
function who(profile) {
  return h('section', { class: 'panel', 'aria-label': 'You' }, h('h2', null, said(profile.name)),
    h('dl', { class: 'facts' }, h('dt', null, 'E-mail'), h('dd', null, said(profile.email || 'none'), profile.email_confirmed ? ', confirmed' : ''),
      h('dt', null, 'Locks'), h('dd', null, profile.lock_after ? `after ${profile.lock_after} min without use` : 'when you lock it')),
    secretForm('profiles/edit', { send: 'Change the e-mail', done: took },
      secret('email', 'New e-mail', { type: 'email', autocomplete: 'email' }),
      secret('password', 'Your password')));
}

/** @param {parlor.ProfileView} profile */
function confirmation(profile) {
  if (words) {
    return h('section', { class: 'panel', 'aria-label': 'Recovery words' }, h('h2', null, 'Recovery words'),
      h('p', null, 'Write these twelve words down. They are shown this once, and replace a forgotten password.'),
      h('ol', { class: 'twelve' }, words.split(/\s+/).map((word) => h('li', { key: word }, word))),
      h('div', { class: 'actions no-print' },
        h('button', { type: 'button', class: 'button', onclick: () => doing('account/copy', () => navigator.clipboard.writeText(words).then(() => toast('The words are copied.'))) }, icon('copy'), 'Copy'),
        h('button', { type: 'button', class: 'button', onclick: () => print() }, icon('print'), 'Print')),
      refused('account/copy'),
      secretForm('profiles/confirm', { send: 'I have written them down', look: 'primary', done: took },
        secret('words', 'Type them again', { type: 'text', autocomplete: 'off' })));
  }
  if (profile.awaits === 'AWAITED_CONFIRMATION_MAIL') {
    return h('section', { class: 'panel', 'aria-label': 'Confirm the e-mail' }, h('h2', null, 'Confirm the e-mail'),
      h('p', null, `A mail was sent. Its link and its code work once, until ${moment(Number(profile.confirm_until ?? 0))}.`),
      secretForm('profiles/confirm', { send: 'Confirm', done: took }, secret('token', 'Code of the mail', { type: 'text', autocomplete: 'one-time-code' })),
      action({ at: 'account/again', label: 'Send it again', act: async () => took(await command('profiles/ask-confirmation', {})) }));
  }
  return h('section', { class: 'panel', 'aria-label': 'If you forget the password' }, h('h2', null, 'If you forget the password'),
    h('p', null, profile.recovery === 'RECOVERY_WAY_MAIL' ? 'A mail to your e-mail brings a link for a new one.'
      : profile.recovery === 'RECOVERY_WAY_WORDS' ? 'The recovery words that you have written down replace it.' : 'There is no way to replace it yet.'),
    secretForm('profiles/ask-confirmation', { send: 'Make new recovery words', fixed: { words: true }, done: took }, secret('password', 'Your password')));
}

function lock() {
  return h('section', { class: 'panel', 'aria-label': 'Lock' }, h('h2', null, 'Lock'),
    h('p', { class: 'note' }, 'While this home is locked you are away for everybody else. Messages and moves of others still arrive.'),
    action({ at: 'account/lock', label: 'Lock this home', act: () => command('profiles/lock', {}) }));
}

function password() {
  return h('section', { class: 'panel', 'aria-label': 'Password' }, h('h2', null, 'Another password'),
    secretForm('profiles/change-password', { send: 'Change the password', done: took }, secret('password', 'Present password'), newPassword()));
}

function removal() {
  return h('section', { class: 'panel', 'aria-label': 'Without a password' }, h('h2', null, 'Without a password'),
    secretForm('profiles/remove-password', { send: 'Remove the password', look: 'button bad', done: took }, secret('password', 'Present password')),
    h('p', { class: 'note' }, 'The whole home is deleted in a terminal: ', h('code', null, 'parlor profile delete')));
}
