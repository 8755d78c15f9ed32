// @ts-check
// Settings: each is saved at once, and can be taken back. What starts a program or names a folder is set in a terminal alone.
import { h } from '../view.js';
import { action, tools } from '../parts.js';
import { formOf } from '../forms.js';
import { secret, secretForm } from '../accounts/secrets.js';
import { ask, toast } from '../dialogs.js';
import { choose, present, refused } from '../doing.js';
import { dropAllDrafts } from '../drafts.js';
import { colours } from '../pictures.js';
import { nameOf } from '../people.js';
import { command, leave, state } from '../state.js';
import { to } from '../router.js';
import { showKeys } from '../keys.js';
import { backSettings } from './backs.js';
import { browserSettings } from './browser.js';
import { otherSettings } from './field.js';
import { peopleSettings } from './privacy.js';
import { terminalSettings } from './terminal.js';

/** The settings of this home and of this browser. */
export function settingsScreen() {
  const { settings } = state;
  if (!settings) return null;
  return h('div', { class: 'page narrow-page settings' },
    h('header', { class: 'head' }, h('h1', null, 'Settings'), tools({ at: 'settings/tools', label: 'More of the settings' }, [
      { label: 'Account', icon: 'people', href: to('account') }, { label: 'Doctor', icon: 'health', href: to('doctor') },
      { label: 'Keys', icon: 'key', act: showKeys },
    ])),
    h('section', { class: 'panel', 'aria-label': 'You' }, h('h2', null, 'You'), nameForm(settings), colourChoice(settings), toggle('bell', 'Sounds and vibration at the table', settings.bell)),
    backSettings(settings), peopleSettings(settings), otherSettings(settings), browserSettings(), terminalSettings(settings), session());
}

/**
 * A new name needs two characters; the present one is the placeholder (row G-21).
 * @param {parlor.SettingsView} settings
 */
function nameForm(settings) {
  const form = formOf('settings/name', { name: '' });
  const name = form.values.name.trim();
  return form.form({
    send: 'Update', disabled: [...name].length <= 1, submit: () => change('name', name, settings.name ?? ''),
  }, form.text('name', { label: 'Display name', placeholder: settings.name, hint: ['You are ', nameOf(settings.name), '. Saved games keep working: who you are is a key, and the name is its label.'] }));
}

/** @param {parlor.SettingsView} settings */
function colourChoice(settings) {
  return h('fieldset', { class: 'field' }, h('legend', null, 'Colour'),
    h('div', { class: 'colours' }, colours.map((colour) => h('label', { class: `colour c-${colour}`, key: colour },
      h('input', { type: 'radio', name: 'colour', value: colour, checked: present('set-colour', settings.colour) === colour, disabled: state.connection !== 'live', onchange: () => save('colour', colour, settings.colour ?? 'blue') }),
      h('span', { class: 'swatch' }), h('span', null, colour)))),
    refused('set-colour'));
}

/**
 * Saves a setting and offers to take it back.
 * @param {string} key
 * @param {string} value
 * @param {string} before
 */
export async function change(key, value, before) {
  await command('node/set', { key, value });
  toast('Saved', () => command('node/set', { key, value: before }));
}

/**
 * As `change`; a refusal stands at the setting.
 * @param {string} key
 * @param {string} value
 * @param {string} before
 */
export function save(key, value, before) {
  return choose('set-' + key, value, () => change(key, value, before));
}

/**
 * A setting that is on or off.
 * @param {string} key
 * @param {string} label
 * @param {boolean | undefined} isOn
 * @param {string} [hint]
 */
export function toggle(key, label, isOn, hint) {
  return h('div', { key },
    h('label', { class: 'choice' },
      h('input', {
        type: 'checkbox', role: 'switch', checked: present('set-' + key, isOn ? 'on' : 'off') === 'on', disabled: state.connection !== 'live',
        onchange: (/** @type {any} */ event) => save(key, event.target.checked ? 'on' : 'off', isOn ? 'on' : 'off'),
      }), h('span', null, label, hint && h('span', { class: 'hint' }, ' ', hint))),
    refused('set-' + key));
}

/**
 * A secret: it is typed and never shown, kept nowhere on the page, and cannot be had back.
 * @param {string} key
 * @param {string} label
 * @param {string | undefined} isSet
 */
export function keySetting(key, label, isSet) {
  return secretForm('node/set', {
    at: 'set-' + key, send: 'Update', fixed: { key }, done: () => toast('Saved'),
    more: isSet && action({ at: 'remove-' + key, label: 'Remove the key', look: 'button plain', act: () => command('node/set', { key, value: 'off' }) }),
  }, secret('value', label, { autocomplete: 'off', placeholder: isSet ? 'A key is set' : 'No key is set', required: true }));
}

/** The session of this browser. */
function session() {
  return h('section', { class: 'panel', 'aria-label': 'This browser' }, h('h2', null, 'This browser'), h('div', { class: 'form' },
    h('p', { class: 'note' }, 'This browser has a key to Parlor. ', h('code', null, 'parlor page list'), ' shows all that have one, and ', h('code', null, 'parlor page close'), ' takes all of them back.'),
    h('div', { class: 'actions' }, action({
      at: 'leave', label: 'Give the key back', icon: 'leave', act: async () => {
        const isSure = await ask({ title: 'Give the key back?', text: 'This browser sees nothing more until you open a new link. What was typed and not sent is deleted here.', yes: 'Give it back', isBad: true });
        if (!isSure) return;
        await leave();
        dropAllDrafts();
      },
    }))));
}

