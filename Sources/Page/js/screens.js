// @ts-check
// The places of the page, each registered by one line.
import { area } from './area.js';
import { chatAttends, chatBadge, chatCard, chatScreen, chatTitle } from './chat/chat.js';
import { homeScreen } from './home/home.js';
import { eventsBadge, tournamentsBadge } from './home/waiting.js';
import { peersBadge, peersScreen } from './peers/peers.js';
import { conflictsBadge, conflictsScreen } from './search/conflicts.js';
import { warAttends, warBadge, warCard, warChord, warKey, warScreen, warTitle } from './war/war.js';
import { tradesWaiting } from './decks/waiting.js';
import { eventsCard } from './events/card.js';
import { drawingAttends, drawingKey, drawingsScreen, drawingTitle } from './drawings/screen.js';
import { tournamentsCard } from './tournaments/card.js';

/**
 * A place of the page.
 * @typedef {object} Place
 * @property {string} place its name in the address; empty for home
 * @property {string} title
 * @property {string} icon
 * @property {string} [key] goes there after `g`
 * @property {(context: import('./router.js').Context) => import('./view.js').Child} screen
 * @property {boolean} [inBar] stands in the bar of narrow windows
 * @property {boolean} [isHidden] is reached from other screens alone
 * @property {() => number} [badge] how many things wait there
 * @property {(context: import('./router.js').Context) => string} [titleOf] the title of what is open there
 * @property {string | (() => any)} [make] where a new thing is made, or what makes it: the key `n`
 * @property {(event: KeyboardEvent, context: import('./router.js').Context) => boolean | void} [keydown] keys of its own; true when used
 * @property {(event: KeyboardEvent, context: import('./router.js').Context) => boolean} [chord] the same with Ctrl or Alt
 * @property {(context: import('./router.js').Context) => string} [attends] where our person is while it is seen: `table=ID` or `room=ID`
 * @property {() => import('./view.js').Child} [card] its part of the home screen
 */

const account = area(() => import('./accounts/account.js'));
const cards = area(() => import('./decks/screen.js'));
const doctor = area(() => import('./settings/doctor.js'));
const events = area(() => import('./events/screen.js'));
const search = area(() => import('./search/search.js'));
const settings = area(() => import('./settings/settings.js'));
const tournaments = area(() => import('./tournaments/screen.js'));

/** @type {Place[]} */
export const screens = [
  { place: '', title: 'Home', icon: 'home', key: 'h', inBar: true, screen: homeScreen },
  { place: 'war', title: 'War', icon: 'war', key: 'w', inBar: true, screen: warScreen, badge: warBadge, titleOf: warTitle, keydown: warKey, chord: warChord, attends: warAttends, make: '#/war/new', card: warCard },
  { place: 'chat', title: 'Chat', icon: 'chat', key: 'c', inBar: true, screen: chatScreen, badge: chatBadge, titleOf: chatTitle, attends: chatAttends, make: '#/chat/new', card: chatCard },
  { place: 'events', title: 'Events', icon: 'events', key: 'e', make: '#/events/new', screen: events.screen('eventsScreen'), badge: eventsBadge, card: eventsCard },
  { place: 'cards', title: 'Cards', icon: 'cards', key: 'k', make: () => import('./decks/collections.js').then(({ openNewLibrary }) => openNewLibrary()), screen: cards.screen('cardsScreen'), badge: tradesWaiting },
  { place: 'tournaments', title: 'Tournaments', icon: 'cup', key: 't', inBar: true, make: '#/tournaments/new', screen: tournaments.screen('tournamentsScreen'), badge: tournamentsBadge, titleOf: tournaments.title('tournamentTitle'), card: tournamentsCard },
  { place: 'drawings', title: 'Drawings', icon: 'drawings', key: 'd', make: '#/drawings/new', screen: drawingsScreen, titleOf: drawingTitle, keydown: drawingKey, attends: drawingAttends },
  { place: 'peers', title: 'People', icon: 'people', key: 'p', screen: peersScreen, badge: peersBadge, make: '#/peers/add' },
  { place: 'search', title: 'Search', icon: 'search', key: 's', screen: search.screen('searchScreen') },
  { place: 'settings', title: 'Settings', icon: 'gear', key: ',', screen: settings.screen('settingsScreen') },
  { place: 'account', title: 'Account', icon: 'people', screen: account.screen('accountScreen'), isHidden: true },
  { place: 'doctor', title: 'Doctor', icon: 'health', screen: doctor.screen('doctorScreen'), isHidden: true },
  { place: 'conflicts', title: 'Conflicts', icon: 'swap', screen: conflictsScreen, badge: conflictsBadge, isHidden: true },
];

/**
 * The place of an address; home where there is none.
 * @param {string} name
 */
export function placeOf(name) {
  return screens.find((one) => one.place === name) ?? screens[0];
}
