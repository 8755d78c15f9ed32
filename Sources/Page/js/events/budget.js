// @ts-check
// The budget of an event: what is planned, what it did cost, who paid and who owes whom (rows E-47 to E-51). Amounts are text
// from the field to the daemon, never floating-point numbers.

import { h } from '../view.js';
import { changed, command, state } from '../state.js';
import { icon } from '../pictures.js';
import { attempt } from '../attempt.js';
import { isBusy, refused } from '../doing.js';
import { draft, keepDraft } from '../drafts.js';
import { texts } from './texts.js';
import { given } from './to-dos.js';

/** The line that is being changed; empty for none. */
let edited = '';

/** At most five digits, a point, and two decimals (row E-49). */
const price = '[0-9]{0,5}([.][0-9]{0,2})?';

/**
 * The Budget Sheet of an event.
 * @param {parlor.EventView} view
 * @param {boolean} mayChange
 */
export function budgetSection(view, mayChange) {
  const lines = view.budget ?? [];
  const paid = lines.some((line) => line.actual_text || line.payer_name);
  return h(
    'section', { class: 'panel budget', 'aria-labelledby': 'budget' }, h('h2', { id: 'budget' }, texts.budget),
    lines.length === 0
      ? h('p', { class: 'hint' }, texts.noCosts)
      : h('ul', { class: 'items' },
          lines.map((line) => h('li', { key: line.id }, edited === line.id ? editor(line) : row(line), refused('cost/' + line.id)))),
    h('p', { class: 'total', role: 'status' }, `${texts.budgetTotal} ${view.budget_total || '$0.00'}`,
      paid && view.budget_actual && h('span', { class: 'hint' }, ` spent so far: ${view.budget_actual}`)),
    (view.debts ?? []).length > 0 &&
      h('ul', { class: 'debts' },
        (view.debts ?? [])
          .map(
            (debt) =>
              h('li', { key: `${debt.from}${debt.to}` }, h('bdi', null, debt.from_name), ' owes ', h('bdi', null, debt.to_name), ' ',
                h('b', null, debt.amount_text)))),
    mayChange && adder(view));
}

/** @param {parlor.BudgetLineView} line */
function row(line) {
  const notes =
    [
      line.category, line.payer_name && `paid by ${line.payer_name}`,
      (line.sharer_names ?? []).length ? `shared by ${(line.sharer_names ?? []).join(', ')}` : '', line.personal ? 'only you see it' : ''
    ].filter(Boolean)
      .join(', ');
  return [
    h('span', { class: 'item' },
      h('span', null, h('span', { class: 'what' }, h('bdi', null, line.text)), notes && h('small', null, h('bdi', null, notes)))),
    h('span', { class: 'amount' }, h('b', null, line.planned_text), line.actual_text && h('small', null, `cost ${line.actual_text}`)),
    h('button', {
      class: 'tool',
      'aria-label': `Edit ${line.text}`,
      title: 'Edit',
      onclick: () => {
        edited = line.id ?? '';
        changed();
      }
    },
      icon('edit')),
    h('button', {
      class: 'tool',
      'aria-label': `Delete ${line.text}`,
      title: texts.delete,
      onclick: () => attempt('cost/' + line.id, () => command('events/delete-cost', { room: line.room, line: line.id }))
    },
      icon('trash')),
  ];
}

/**
 * An amount as it is typed: 1250 in a currency of two decimals is 12.50.
 * @param {parlor.Money} [money]
 * @param {string} [text] as people read it: it says how many decimals there are
 */
function typed(money, text = '') {
  if (!money) return '';
  const decimals = (/[.,](\d+)\D*$/.exec(text)?.[1] ?? '').length;
  const digits = String(money.minor ?? '0').padStart(decimals + 1, '0');
  return decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits;
}

/** @param {parlor.BudgetLineView} line */
function editor(line) {
  const people = state.rooms.get(line.room ?? '')?.members ?? [];
  return h(
    'form', {
      class: 'item-form',
      key: 'edit',
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
        const text = (/** @type {string} */ name) => String(form.get(name) ?? '');
        const change =
          { text: text('text'), planned: text('planned'), actual: text('actual'), payer: text('payer'), category: text('category') };
        if (await attempt('cost/' + line.id, () => command('events/edit-cost', { room: line.room, line: line.id, change }))) {
          edited = '';
          changed();
        }
      },
    },
    h('label', null, 'What', h('input', { name: 'text', ...given(line.text ?? ''), maxlength: 1024 })),
    h('label', null, 'Planned',
      h('input', { name: 'planned', inputmode: 'decimal', pattern: price, ...given(typed(line.planned, line.planned_text)) })),
    h('label', null, 'Did cost',
      h('input', { name: 'actual', inputmode: 'decimal', pattern: price, ...given(typed(line.actual, line.actual_text)) })),
    h('label', null, 'Category', h('input', { name: 'category', ...given(line.category ?? ''), maxlength: 200 })),
    h('label', null, 'Paid by',
      h('select', { name: 'payer' }, h('option', { value: '' }, 'nobody yet'),
        people.map((person) => h('option', { value: person.author, selected: person.author === line.payer }, person.name)))),
    h('div', { class: 'actions' }, h('button', { class: 'button' }, texts.save),
      h('button', {
        class: 'button',
        type: 'button',
        onclick: () => {
          edited = '';
          changed();
        }
      },
        texts.cancel)));
}

/** @param {parlor.EventView} view */
function adder(view) {
  const key = `cost/${view.id}`;
  const text = (draft(key) ?? '');
  const planned = (draft(key + '/price') ?? '');
  return h(
    'form', {
      class: 'adder',
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
        const line = { text: draft(key) ?? '', planned: draft(key + '/price') ?? '', currency: String(form.get('currency') ?? '') };
        if (await attempt(key, () => command('events/add-cost', { room: view.room, event: view.id, line, shared: !!form.get('shared') }))) {
          keepDraft(key, '');
          keepDraft(key + '/price', '');
          changed();
        }
      },
    },
    h('input', {
      'aria-label': 'What is paid for',
      placeholder: 'What is paid for',
      value: text,
      maxlength: 1024,
      oninput: (/** @type {any} */ event) => keepDraft(key, event.target.value)
    }),
    h('input', {
      class: 'price',
      'aria-label': 'Price',
      placeholder: '12.50',
      inputmode: 'decimal',
      pattern: price,
      title: 'At most five digits, a point and two decimals',
      value: planned,
      oninput: (/** @type {any} */ event) => {
        if (new RegExp(`^${price}$`).test(event.target.value)) keepDraft(key + '/price', event.target.value);
        else event.target.value = draft(key + '/price') ?? '';
      }
    }),
    h('input', {
      class: 'currency',
      name: 'currency',
      'aria-label': 'Currency, three letters',
      placeholder: view.budget?.[0]?.planned?.currency ?? 'USD',
      maxlength: 3,
      size: 4
    }),
    !view.personal && h('label', { class: 'choice' }, h('input', { type: 'checkbox', name: 'shared' }), 'everybody sees it'),
    h('button', { class: 'button', disabled: isBusy(key) }, icon('plus'), texts.save), refused(key));
}
