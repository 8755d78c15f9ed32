// @ts-check
// Short questions of a duel: a number, a text.
import { closeDialog, openDialog } from '../dialogs.js';
import { formOf } from '../forms.js';

/**
 * Asks for one line; nothing happens where it is left empty.
 * @param {object} question
 * @param {string} question.title
 * @param {string} question.label
 * @param {string} [question.value] what stands there before anybody types
 * @param {string} [question.send]
 * @param {string} [question.hint]
 * @param {number} [question.most] a number from 1 to this is asked for
 * @param {number} [question.least]
 * @param {number} [question.length] of a text, at most
 * @param {boolean} [question.mayBeEmpty]
 * @param {RegExp} [question.shape] of a text that can be sent
 * @param {(text: string) => any} question.then
 */
export function askFor({ title, label, value = '', send = 'Do it', hint, most, least = 1, length = 200, mayBeEmpty, shape, then }) {
  const form = () => formOf('duel/question', { text: value });
  form().drop();
  openDialog(title, () => {
    const { values, text, number, form: shown } = form();
    const typed = values.text.trim();
    const isRight = most === undefined ? (!!mayBeEmpty || typed !== '') && (shape?.test(typed) ?? true) : /^-?\d+$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
    // What is typed takes the place of what stands there.
    const onfocus = (/** @type {any} */ event) => event.target.select();
    return shown({
      send, disabled: !isRight, cancel: closeDialog,
      submit: () => {
        closeDialog();
        then(typed);
      },
    }, most === undefined ? text('text', { label, hint, maxlength: length, autofocus: true, onfocus }) : number('text', { label, hint, min: least, max: most, autofocus: true, onfocus }));
  });
}

/**
 * Asks for a whole number from 1 on.
 * @param {string} title
 * @param {string} label
 * @param {number} value
 * @param {(count: number) => any} then
 * @param {number} [most]
 */
export const askCount = (title, label, value, then, most = 500) => askFor({ title, label, value: String(value), most, then: (text) => then(Number(text)) });
