// @ts-check
// Settings that start a program or name a folder or an address: the page shows them, and a terminal changes them.
import { h } from '../view.js';
import { said } from '../people.js';
import { field } from './field.js';

/** @param {parlor.SettingsView} settings */
export function terminalSettings(settings) {
  const rows = (settings.settings ?? []).filter((one) => one.terminal_only);
  return h('section', { class: 'panel', 'aria-label': 'Set in a terminal' }, h('h2', null, 'Set in a terminal'),
    h('p', { class: 'note' }, 'No page can change what starts a program or names a folder or an address.'),
    h('ul', { class: 'lines' }, rows.map(({ key, title, value }) => h('li', { key }, h('span', { class: 'what' },
      h('strong', null, title), h('span', null, said(value)), h('span', null, h('code', null, `parlor settings set ${key} …`)))))),
    field(settings, 'picture-search-key'));
}
