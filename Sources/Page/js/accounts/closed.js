// @ts-check
// What is seen of a locked home: how to open it, and what to do when the password is forgotten (rows ).
import { h } from '../view.js';
import { mark, wordmark } from '../pictures.js';
import { changed } from '../state.js';
import { newPassword, secret, secretForm } from './secrets.js';

/** @typedef {'unlock' | 'ask' | 'reset'} Step */

/** @type {Step} */
let step = 'unlock';
/** What came of the last step, for people. */
let said = '';
/** The token of a link in a mail. */
let token = '';

/** @param {Step} next */
function go(next) {
  step = next;
  said = '';
  changed();
}

/**
 * Goes to the form of a new password, for somebody who has followed the link of a mail.
 * @param {string} found
 */
export function resetWith(found) {
  token = found;
  step = 'reset';
}

/** The screen of a locked home. */
export function closedScreen() {
  const forms = { unlock, ask, reset };
  return h('main', { class: 'door closed', key: 'closed', id: 'main' }, mark([]), wordmark(),
    h('div', { class: 'panel', key: step }, forms[step](), said && h('p', { role: 'status' }, said)));
}

function unlock() {
  return [
    h('h1', null, 'This home is locked'),
    secretForm('profiles/unlock', { send: 'Unlock', look: 'primary', done: () => {}, more: leadTo('ask', 'Forgot the password?') },
      secret('account', 'E-mail or name', { type: 'text', autocomplete: 'username', hint: 'Leave it empty for the person of this home.' }),
      secret('password', 'Password', { autofocus: true })),
  ];
}

function ask() {
  return [
    h('h1', null, 'A new password'),
    h('p', null, 'Parlor sends a mail with a link that works once, within 30 minutes.'),
    secretForm('profiles/ask-reset', { send: 'Send the mail', done: (answer) => { said = answer.text ?? ''; changed(); }, more: leadTo('unlock', 'Back') },
      secret('email', 'E-mail', { type: 'email', autocomplete: 'email' })),
    h('p', null, leadTo('reset', 'I have the code of the mail, or recovery words')),
  ];
}

function reset() {
  return [
    h('h1', null, 'A new password'),
    secretForm('profiles/reset', { send: 'Set the password', look: 'primary', fixed: token ? { token } : {}, done: () => { token = ''; step = 'unlock'; }, more: leadTo('unlock', 'Back') },
      !token && secret('token', 'Code of the mail', { type: 'text', autocomplete: 'one-time-code' }),
      !token && secret('words', 'Or the twelve recovery words', { type: 'text', autocomplete: 'off' }),
      newPassword()),
  ];
}

/**
 * A button that leads to another step.
 * @param {Step} next
 * @param {string} label
 */
function leadTo(next, label) {
  return h('button', { type: 'button', class: 'button plain', key: next, onclick: () => go(next) }, label);
}
