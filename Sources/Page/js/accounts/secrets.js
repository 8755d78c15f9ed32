// @ts-check
// Forms with passwords. What is typed there is kept nowhere: not in drafts, and not in this module. It lives in the fields
// alone, until the form was sent or the screen is left.
import { h } from '../view.js';
import { doing, isBusy, refuse, refused } from '../doing.js';
import { command } from '../state.js';

/** @typedef {import('../view.js').Child} Child */

/** @typedef {(form: string) => Child} Secret a field, once it is known in which form it is: its id begins with the form's name */

/**
 * One field. A password manager knows it by `autocomplete`.
 * @param {string} name
 * @param {string} label
 * @param {{ [attribute: string]: any, hint?: Child }} [attributes]
 * @returns {Secret}
 */
export const secret = (name, label, attributes = {}) => (form) => {
  const { hint, ...props } = attributes;
  const id = `${form}-${name}`.replaceAll(/[^\w-]/g, '-');
  return h('div', { class: 'field', key: name },
    h('label', { for: id }, label),
    h('input', { id, name, type: 'password', autocomplete: 'current-password', 'aria-describedby': hint ? id + '-hint' : null, ...props }),
    hint && h('span', { class: 'hint', id: id + '-hint' }, hint));
};

/** The two fields of a new password (row A-07). */
export function newPassword() {
  return [
    secret('new_password', 'New password', { autocomplete: 'new-password', hint: 'At least 8 characters.' }),
    secret('password_confirmation', 'The same again', { autocomplete: 'new-password' }),
  ];
}

/**
 * A form that calls one method with what stands in its fields.
 * @template {keyof parlor.Methods} P
 * @param {P} path
 * @param {object} how
 * @param {string} how.send the words of its button
 * @param {string} [how.look]
 * @param {string} [how.at] a name that is unique on the screen, where several forms call the method
 * @param {Record<string, any>} [how.fixed] fields of the request that nobody types
 * @param {(answer: parlor.Methods[P]['response']) => void} how.done
 * @param {Child} [how.more] further buttons
 * @param {...(Secret | Secret[] | false)} fields
 */
export function secretForm(path, { send, look = 'button', at = 'accounts/' + path, fixed = {}, done, more }, ...fields) {
  return h('form', {
    key: at,
    onsubmit: async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const missing = /** @type {HTMLInputElement | undefined} */ ([...form.elements].find((one) => one.matches(':required:placeholder-shown')));
      if (missing) {
        missing.focus();
        return refuse(at, 'Type it first.');
      }
      const typed = Object.fromEntries(new FormData(form));
      const answer = await doing(at, () => command(path, /** @type {any} */ ({ ...typed, ...fixed })));
      if (!answer) return;
      form.reset();
      done(answer);
    },
  }, fields.flat().map((field) => field && field(at)), refused(at), h('div', { class: 'actions' }, h('button', { type: 'submit', class: look, disabled: isBusy(at) }, send), more));
}
