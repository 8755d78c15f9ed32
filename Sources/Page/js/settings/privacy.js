// @ts-check
// Settings about other people: who sees our name and our lobby, what calls our person, and how much of this disk is theirs.
import { h } from '../view.js';
import { action } from '../parts.js';
import { present, refused } from '../doing.js';
import { peopleList } from '../many.js';
import { everybody, nameOf, namesIn } from '../people.js';
import { command, state } from '../state.js';
import { save } from './settings.js';
import { field } from './field.js';

/** @type {[string, string, string][]} */
const lobbies = [['open', 'Everybody', 'on this network'], ['paired', 'People you have paired with', ''], ['off', 'Nobody', '']];

/** @param {parlor.SettingsView} settings */
export function peopleSettings(settings) {
  return [
    h('section', { class: 'panel', 'aria-label': 'Others' }, h('h2', null, 'Others'),
      h('fieldset', { class: 'field' }, h('legend', null, 'The lobby is shared with'),
        lobbies.map(([value, label, hint]) => h('label', { class: 'choice', key: value },
          h('input', { type: 'radio', name: 'lobby', value, checked: present('set-lobby', settings.lobby) === value, disabled: state.connection !== 'live', onchange: () => save('lobby', value, settings.lobby ?? 'open') }),
          h('span', null, label, h('span', { class: 'hint' }, ' ', hint))))), refused('set-lobby'),
      ['quiet', 'mention-all', 'notify-text', 'notify-limit'].map((key) => field(settings, key))),
    h('section', { class: 'panel', 'aria-label': 'Disk' }, h('h2', null, 'Disk'),
      h('p', { class: 'note' }, 'How much of this disk another node may fill, in MiB.'),
      ['share-stranger', 'share-member', 'share-paired'].map((key) => field(settings, key))),
    muted(settings),
  ];
}

/** @param {parlor.SettingsView} settings */
function muted(settings) {
  const ignored = settings.muted ?? [];
  const people = everybody();
  const all = ignored.map((author) => people.find((one) => one.author === author) ?? { author, name: author.slice(0, 8), words: '' });
  return all.length > 0 && h('section', { class: 'panel', 'aria-label': 'Ignored' }, h('h2', null, 'Ignored'), peopleList('ignored', all, namesIn, (shown) => h('ul', { class: 'lines' },
    shown.map(({ author, name, words }) => h('li', { key: author }, h('span', { class: 'what' }, h('strong', null, nameOf(name)), h('span', null, words)),
      action({ at: 'unmute-' + author, label: 'No longer ignore', act: () => command('rooms/mute', { person: author, muted: false }) }))))));
}
