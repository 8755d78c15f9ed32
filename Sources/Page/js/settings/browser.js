// @ts-check
// What this browser alone does its own way.
import { h } from '../view.js';
import { prefer, preference } from '../preferences.js';
import { tellMe } from '../notifications.js';

/** @type {[import('../preferences.js').Preference, string, [string, string][]][]} */
const choices = [
  ['theme', 'Theme', [['system', 'As the system'], ['day', 'Day'], ['night', 'Night']]],
  ['suits', 'Suits', [['two', 'Two colours'], ['four', 'Four colours']]],
  ['cards', 'Cards', [['normal', 'Normal'], ['larger', 'Larger']]],
  ['keys', 'Single keys', [['on', 'On'], ['off', 'Off']]],
  ['sounds', 'Sounds of the page', [['on', 'On'], ['off', 'Off']]],
];

/** The preferences of this browser. */
export function browserSettings() {
  return h('section', { class: 'panel', 'aria-label': 'Look of this browser' }, h('h2', null, 'Look of this browser'),
    choices.map(([name, label, options]) => h('fieldset', { class: 'field', key: name }, h('legend', null, label),
      h('div', { class: 'segments' }, options.map(([value, text]) => h('label', { class: 'segment', key: value },
        h('input', { type: 'radio', class: 'visually-hidden', name: 'prefer-' + name, value, checked: preference(name) === value, onchange: () => prefer(name, value) }), text))))),
    notifications());
}

/** Whether the browser tells our person of what comes while the tab is open and not seen. */
function notifications() {
  const isOn = preference('notifications') === 'on' && Notification.permission === 'granted';
  return h('fieldset', { class: 'field' }, h('legend', null, 'When something comes while the page is open and hidden'),
    h('div', { class: 'actions' }, h('button', {
      type: 'button', class: 'button', 'aria-pressed': String(isOn), onclick: () => (isOn ? prefer('notifications', 'off') : tellMe()),
    }, isOn ? 'You are told' : 'Tell me')),
    Notification.permission === 'denied' && h('p', { class: 'hint' }, 'The browser does not allow notifications of this page: its settings change that.'));
}
