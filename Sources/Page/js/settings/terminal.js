// @ts-check
// Settings that start a program or name a folder or an address: the page shows them, and a terminal changes them.
import { h } from '../view.js';
import { said } from '../people.js';
import { keySetting } from './settings.js';

/** @param {parlor.SettingsView} settings */
export function terminalSettings(settings) {
  /** @type {[string, string, string | undefined][]} */
  const rows = [
    ['notify-command', 'The program that is started when somebody writes to you', settings.notify_command],
    ['mail-command', 'The program that sends mails of the account', settings.mail_command],
    ['calendar-folder', 'The folder of calendar files', settings.calendar_folder],
    ['picture-folder', 'The folder of pictures', settings.picture_folder],
    ['picture-search-url', 'Where pictures are searched for', settings.picture_search_url],
    ['weather-url', 'Where the weather is asked for: it answers as OpenWeatherMap does', settings.weather_url],
  ];
  return h('section', { class: 'panel', 'aria-label': 'Set in a terminal' }, h('h2', null, 'Set in a terminal'),
    h('p', { class: 'note' }, 'No page can change what starts a program or names a folder or an address.'),
    h('ul', { class: 'lines' }, rows.map(([key, label, value]) => h('li', { key }, h('span', { class: 'what' },
      h('strong', null, label), h('span', null, value ? said(value) : 'off'), h('span', null, h('code', null, `parlor settings set ${key} …`)))))),
    keySetting('picture-search-key', 'Your key for the search for pictures', settings.picture_search_key));
}
