// @ts-check
// A setting by its key, as the daemon describes it.
import { h } from '../view.js';
import { formOf } from '../forms.js';
import { present, refused } from '../doing.js';
import { state } from '../state.js';
import { change, keySetting, save, toggle } from './settings.js';

/** The settings that have places of their own on the page. */
const placed = [
  'name', 'colour', 'bell', 'quiet', 'lobby', 'muted', 'mention-all', 'notify-text', 'notify-limit', 'picture-search-key', 'weather-key',
  'weather-place', 'card-back', 'lock-after', 'share-stranger', 'share-member', 'share-paired',
];

/** @param {parlor.SettingsView} settings */
export function otherSettings(settings) {
  const others = (settings.settings ?? []).filter((one) => !one.terminal_only && !placed.includes(one.key ?? ''));
  return others.length > 0 && h('section', { class: 'panel', 'aria-label': 'More' }, h('h2', null, 'More'), others.map((one) => field(settings, one.key ?? '')));
}

/**
 * @param {parlor.SettingsView} settings
 * @param {string} key
 * @param {string} [placeholder]
 */
export function field(settings, key, placeholder) {
  const one = (settings.settings ?? []).find((setting) => setting.key === key);
  if (!one) return null;
  const { title = '', value = '' } = one;
  switch (one.form) {
    case 'SETTING_FORM_FLAG': return toggle(key, title, value === 'on');
    case 'SETTING_FORM_SECRET': return keySetting(key, title, value === 'off' ? '' : value);
    case 'SETTING_FORM_CHOICE': return choice(key, title, one.choices ?? [], value);
    default: return line(key, title, value, one.form === 'SETTING_FORM_NUMBER', placeholder);
  }
}

/**
 * @param {string} key
 * @param {string} label
 * @param {string[]} choices
 * @param {string} value
 */
function choice(key, label, choices, value) {
  return h('div', { key }, h('fieldset', { class: 'field' }, h('legend', null, label), choices.map((one) => h('label', { class: 'choice', key: one },
    h('input', {
      type: 'radio', name: key, value: one, checked: present('set-' + key, value) === one, disabled: state.connection !== 'live', onchange: () => save(key, one, value),
    }), h('span', null, one)))), refused('set-' + key));
}

/**
 * @param {string} key
 * @param {string} label
 * @param {string} value
 * @param {boolean} isNumber
 * @param {string} [placeholder]
 */
function line(key, label, value, isNumber, placeholder) {
  const shown = !isNumber && value === 'off' ? '' : value;
  const form = formOf('settings/' + key, { value: shown });
  const typed = form.values.value;
  return form.form({
    send: 'Update', disabled: typed === shown, submit: () => change(key, isNumber ? typed : typed.trim() || 'off', value),
  }, isNumber ? form.number('value', { label, min: 0 }) : form.text('value', { label, placeholder }));
}
