// @ts-check
// Home: the room from above with those who are here, and what waits for our person.
import { h } from '../view.js';
import { state } from '../state.js';
import { screens } from '../screens.js';
import { everybody, nameOf } from '../people.js';
import { plural } from '../texts.js';
import { room } from './room.js';
import { waitingCard } from './waiting.js';

/** Everything that waits for the person, and who is here. */
export function homeScreen() {
  const people = everybody();
  const others = people.filter((person) => person.online && !person.isUs).length;
  return h('div', { class: 'home' },
    h('header', { class: 'greeting' },
      h('h1', null, greeting(), state.settings?.name && [', ', nameOf(state.settings.name)]),
      h('p', null, others === 0 ? 'Nobody else is here yet.' : others === 1 ? 'One person is here with you.' : `${plural(others, 'person', 'people')} are here with you.`)),
    waitingCard(),
    room(people),
    screens.map((place) => place.card?.()));
}

function greeting() {
  const hour = new Date().getHours();
  if (hour < 5) return 'Good night';
  return hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
}
