// @ts-check
// Forms. What is typed lives in drafts, so it survives a reload and a refusal, and is dropped once the daemon has taken it.
import { h } from './view.js';
import { doing, isBusy, refused } from './doing.js';
import { draft, dropDrafts, keepDraft } from './drafts.js';
import { icon } from './pictures.js';
import { drawDue, state } from './state.js';

/** @typedef {import('./view.js').Child} Child */
/** @typedef {{ label: string, hint?: Child, [attribute: string]: any }} Field */

/**
 * A form with its fields. `values` are what is typed now: text, and 'on' or '' for what is ticked.
 *
 *     const form = formOf('rooms/make', { name: '' });
 *     return form.form({ send: 'Make', submit: () => command('rooms/make', form.values) }, form.text('name', { label: 'Name' }));
 * @template {Record<string, string>} V
 * @param {string} at a name that is unique on the page; the drafts have it
 * @param {V} first what stands in the fields before anybody types
 */
export function formOf(at, first) {
  // A form that opens within a screen takes the focus itself.
  const begin = (/** @type {any} */ field) => {
    field.focus();
    if (field.matches('textarea')) field.setSelectionRange(field.value.length, field.value.length);
  };
  const nameOf = (/** @type {string} */ field) => `${at}/${field}`;
  const idOf = (/** @type {string} */ field) => `${at}-${field}`.replaceAll(/[^\w-]/g, '-');
  // They are read when they are needed: Return can be pressed before the last letter was drawn.
  const values = /** @type {V} */ ({});
  for (const field of Object.keys(first)) Object.defineProperty(values, field, { enumerable: true, get: () => draft(nameOf(field)) ?? first[field] });
  const keep = (/** @type {string} */ field) => (/** @type {any} */ event) => keepDraft(nameOf(field), event.target.value);

  /**
   * @param {string} tag
   * @param {keyof V & string} field
   * @param {Field} props
   * @param {...Child} children
   */
  const control = (tag, field, { label, hint, ...attributes }, ...children) => h('div', { class: 'field', key: field },
    h('label', { for: idOf(field) }, label),
    h(tag, {
      id: idOf(field), name: field, value: values[field], autocomplete: 'off', 'aria-describedby': hint ? idOf(field) + '-hint' : null,
      oninput: keep(field), ...attributes, ...(attributes.autofocus ? { made: begin } : {}),
    }, children),
    hint && h('span', { class: 'hint', id: idOf(field) + '-hint' }, hint));

  return {
    values,
    at,
    /** Forgets what was typed. */
    drop: () => dropDrafts(at + '/'),
    /** Puts something into a field, as a person would type it. */
    set: (/** @type {keyof V & string} */ field, /** @type {string} */ text) => keepDraft(nameOf(field), text),
    text: (/** @type {keyof V & string} */ field, /** @type {Field} */ props) => control('input', field, { type: 'text', ...props }),
    number: (/** @type {keyof V & string} */ field, /** @type {Field} */ props) =>
      control('input', field, { type: 'number', inputmode: 'numeric', ...props }),
    area: (/** @type {keyof V & string} */ field, /** @type {Field} */ props) => control('textarea', field, props),
    /**
     * A choice of a few in a list that opens.
     * @param {keyof V & string} field
     * @param {Field & { options: [string, string][] }} props each option's value and its words
     */
    select: (field, { options, ...props }) =>
      control('select', field, props, options.map(([value, text]) => h('option', { value, key: value, selected: value === values[field] }, text))),
    /** One thing that can be ticked: its value is 'on' or ''. */
    check: (/** @type {keyof V & string} */ field, /** @type {Field} */ { label, hint, ...attributes }) => h('label', { class: 'choice', key: field },
      h('input', {
        type: 'checkbox', name: field, checked: values[field] === 'on', ...attributes,
        onchange: (/** @type {any} */ event) => keepDraft(nameOf(field), event.target.checked ? 'on' : ''),
      }),
      h('span', null, label, hint && h('span', { class: 'hint' }, ' ', hint))),
    /**
     * A choice of a few, all of which are seen.
     * @param {keyof V & string} field
     * @param {{ label: string, options: [string, Child][], class?: string }} props each option's value and what it shows
     */
    radio: (field, { label, options, class: className }) => h('fieldset', { class: 'field', key: field },
      h('legend', null, label),
      h('div', { class: className }, options.map(([value, shown]) => h('label', { class: 'choice', key: value },
        h('input', { type: 'radio', name: idOf(field), value, checked: values[field] === value, onchange: keep(field) }),
        h('span', null, shown))))),
    /**
     * The form itself. Its drafts are dropped when `submit` was done, and kept when it was refused.
     * @param {object} how
     * @param {string} how.send the words of its button
     * @param {() => any} how.submit
     * @param {(answer: any) => void} [how.done] called with what `submit` returned
     * @param {boolean} [how.disabled]
     * @param {boolean} [how.edits] it changes something that there is: where nothing was changed it is done at once, without `submit`
     * @param {() => void} [how.cancel] adds a button that closes the form
     * @param {string} [how.icon]
     * @param {'button' | 'button bad' | 'primary'} [how.look]
     * @param {Child} [how.more] further buttons
     * @param {...Child} children
     */
    form: (how, ...children) => h('form', {
      key: at,
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        // Return can be pressed before the last letter was drawn: what the form does then is that of all letters.
        if (drawDue()) return /** @type {HTMLFormElement} */ (event.currentTarget).onsubmit?.(event);
        if (how.disabled || state.connection !== 'live') return;
        if (how.edits && Object.keys(first).every((field) => values[field] === first[field])) {
          dropDrafts(at + '/');
          how.done?.(undefined);
          return;
        }
        let isDone = false;
        const answer = await doing(at, async () => {
          const result = await how.submit();
          isDone = true;
          return result;
        });
        if (!isDone) return;
        dropDrafts(at + '/');
        how.done?.(answer);
      },
    }, children, refused(at), h('div', { class: 'actions' },
      h('button', { type: 'submit', class: how.look ?? 'button', disabled: how.disabled || isBusy(at) || state.connection !== 'live' },
        how.icon && icon(how.icon), how.send),
      how.cancel && h('button', { type: 'button', class: 'button plain', onclick: how.cancel }, 'Cancel'),
      how.more)),
  };
}
