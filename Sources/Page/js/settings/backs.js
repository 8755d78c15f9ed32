// @ts-check
// The back of our cards: the pattern of our key, or the weather where we are (row G-26).
import { h } from '../view.js';
import { cardBack } from '../cards.js';
import { present, refused } from '../doing.js';
import { said, us } from '../people.js';
import { state } from '../state.js';
import { field } from './field.js';
import { save } from './settings.js';

const weathers = ['clear', 'clouds', 'rain', 'thunder', 'snow', 'fog'];
const backs = ['plain', ...weathers.flatMap((weather) => [`${weather}-day`, `${weather}-night`])];

/** @param {parlor.SettingsView} settings */
export function backSettings(settings) {
  const now = present('set-card-back', settings.card_back ?? 'plain');
  return h('section', { class: 'panel', 'aria-label': 'Cards' }, h('h2', null, 'Cards'),
    h('fieldset', { class: 'field' }, h('legend', null, 'The back of your cards'),
      h('div', { class: 'backs' }, backs.map((name) => h('label', { class: 'back-choice', key: name },
        h('input', {
          type: 'radio', name: 'card-back', value: name, checked: now === name, disabled: state.connection !== 'live',
          onchange: () => save('card-back', name, settings.card_back ?? 'plain'),
        }),
        cardBack({ author: us()?.author, colour: settings.colour, back: backOf(name) }, 'choice-' + name),
        h('span', null, name.replace('-', ', '))))),
      refused('set-card-back')),
    h('p', { class: 'note' }, 'With an address, a key and a place the weather is asked for once for each table, and never delays a game. Others are told which back it is and nothing else.'),
    field(settings, 'weather-place', 'Oslo, or 59.9,10.7'),
    h('p', { class: 'note' }, settings.weather_url ? ['The weather is asked for at ', said(settings.weather_url), '.'] : 'No address is set yet.', ' See “Set in a terminal” below.'),
    field(settings, 'weather-key'));
}

/**
 * As a player's view has it: `clear-day` is `CARD_BACK_CLEAR_DAY`.
 * @param {string} name
 */
function backOf(name) {
  return name === 'plain' ? undefined : 'CARD_BACK_' + name.toUpperCase().replace('-', '_');
}
