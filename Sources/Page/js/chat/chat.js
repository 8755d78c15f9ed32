// @ts-check
// Chat: the rooms on the left, one of them open, and the lobby on the home screen.
import { h } from '../view.js';
import { coming, head, linkButton } from '../parts.js';
import { avatar, colourOf, wallpaper } from '../pictures.js';
import { namesOf } from '../many.js';
import { colourOfAuthor, nameOf, said } from '../people.js';
import { read } from '../reads.js';
import { changed, state } from '../state.js';
import { moment, plural } from '../texts.js';
import { to } from '../router.js';
import { messageLine } from './message.js';
import { byNews, isQuiet } from './news.js';
import { makeRoomScreen } from './make.js';
import { roomScreen } from './room.js';

/** @typedef {parlor.RoomView} Room */

/**
 * What a room is called: a room of two by the other person.
 * @param {Room} room
 */
export function roomName(room) {
  if (room.kind === 'ROOM_KIND_DIRECT') return (room.members ?? []).find((member) => !member.own)?.name || room.name || 'Somebody';
  if (room.kind === 'ROOM_KIND_LOBBY') return 'Lobby';
  if (room.kind === 'ROOM_KIND_PERSONAL') return 'Personal';
  return room.name || 'A room';
}

/** The rooms in the order in which they are listed: by news. */
export function roomsInOrder() {
  return byNews(state.rooms.values(), Date.now());
}

/** The room that is open where none was chosen: the lobby. */
function firstRoom() {
  const rooms = roomsInOrder();
  return rooms.find((room) => room.kind === 'ROOM_KIND_LOBBY') ?? rooms[0];
}

/**
 * The room of an address: an id, the beginning of one, or a name.
 * @param {string | undefined} name
 */
export function roomOf(name) {
  if (!name) return undefined;
  const rooms = [...state.rooms.values()];
  return state.rooms.get(name) ?? rooms.find((room) => room.name === name) ?? rooms.find((room) => room.id?.startsWith(name));
}

/** @param {import('../router.js').Context} context */
export function chatScreen(context) {
  const [name] = context.path;
  const isMaking = name === 'new';
  const room = isMaking ? undefined : roomOf(name) ?? (name ? undefined : firstRoom());
  return h('div', { class: 'chat' + (name ? ' is-open' : '') },
    h('nav', { class: 'rooms', 'aria-label': 'Rooms' },
      h('header', { class: 'head' }, h(name ? 'h2' : 'h1', { class: 'rooms-title' }, 'Chat'),
        h('div', { class: 'actions' }, linkButton({ label: 'New room', icon: 'plus', href: to('chat', 'new'), look: 'button plain' }))),
      roomList(isMaking ? undefined : room)),
    h('div', { class: 'open-room', key: 'open' }, isMaking ? makeRoomScreen() : room ? roomScreen(room, context, !!name) : missing(name)));
}

/** So many quiet rooms are listed like others. */
const fewQuiet = 3;

/**
 * The rooms, the quiet ones folded where they are many.
 * @param {Room | undefined} open
 */
function roomList(open) {
  const rooms = roomsInOrder();
  const isFolded = (/** @type {Room} */ room) => isQuiet(room, Date.now()) && room.id !== open?.id && room.kind !== 'ROOM_KIND_LOBBY';
  const quiet = rooms.filter(isFolded);
  if (quiet.length <= fewQuiet) return h('ul', null, rooms.map((one) => roomLink(one, one.id === open?.id)));
  return [h('ul', { key: 'lively' }, rooms.filter((room) => !isFolded(room)).map((one) => roomLink(one, one.id === open?.id))),
    h('details', { key: 'quiet', class: 'quiet-rooms' }, h('summary', null, plural(quiet.length, 'quiet room')), h('ul', null, quiet.map((one) => roomLink(one, false))))];
}

/** @param {string | undefined} name */
function missing(name) {
  if (state.connection === 'starting') return coming();
  return h('div', { class: 'quiet' }, head('No such room'), h('p', null, `You are not in a room ${name ?? ''}.`), linkButton({ label: 'To the lobby', href: to('chat') }));
}

/**
 * @param {Room} room
 * @param {boolean} isOpen
 */
function roomLink(room, isOpen) {
  const unread = room.unread ?? 0;
  const other = (room.members ?? []).find((member) => !member.own);
  const isDirect = room.kind === 'ROOM_KIND_DIRECT';
  const here = (room.members ?? []).filter((member) => member.here && !member.own).length;
  const last = Number(room.last_milliseconds ?? 0);
  return h('li', { key: room.id }, h('a', { href: to('chat', room.id), 'aria-current': isOpen ? 'page' : null },
    isDirect ? avatar({ name: other?.name, author: other?.author, colour: colourOfAuthor(other?.author, other?.colour), online: other?.online })
      : h('span', { class: 'cover room-cover c-' + colourOf('', room.id), 'aria-hidden': 'true' }, wallpaper(room.id ?? '', 'rooms', 18)),
    h('span', { class: 'what' }, h('strong', null, said(roomName(room))),
      h('span', { class: 'note' }, here ? `${here} here` : last ? moment(last) : 'Nothing said yet')),
    unread > 0 && h('span', { class: 'badge', 'aria-label': `${unread} new` }, unread)));
}

/** How many messages nobody here has read. */
export function chatBadge() {
  let sum = 0;
  for (const room of state.rooms.values()) sum += room.unread ?? 0;
  return sum;
}

/** @param {import('../router.js').Context} context */
export function chatTitle({ path: [name] }) {
  const room = name ? roomOf(name) : firstRoom();
  return room ? roomName(room) : 'Chat';
}

const narrow = matchMedia('(max-width: 45.99rem)');
narrow.addEventListener('change', changed);

/**
 * Whether the lines of a room are on the screen: a narrow window shows the list of rooms until one is chosen. What is not seen
 * is not read, and nobody is there.
 * @param {string | undefined} name the room of the address
 */
export const isSeen = (name) => !document.hidden && (!!name || !narrow.matches);

/** @param {import('../router.js').Context} context */
export function chatAttends({ path: [name] }) {
  if (!isSeen(name)) return '';
  const room = name === 'new' ? undefined : name ? roomOf(name) : firstRoom();
  return room ? `room=${room.id}` : '';
}

/** The lobby on the home screen. */
export function chatCard() {
  const lobby = [...state.rooms.values()].find((room) => room.kind === 'ROOM_KIND_LOBBY');
  if (!lobby) return null;
  const list = read('chat/list', { room: lobby.id, limit: 8 }, { room: lobby.id });
  const unread = lobby.unread ?? 0;
  return h('section', { class: 'panel lobby-card', 'aria-label': 'Lobby', key: 'lobby' },
    h('h2', null, h('a', { href: to('chat', lobby.id) }, 'Lobby'), unread > 0 && h('span', { class: 'badge' }, `${unread} new`)),
    linkButton({ label: 'Open the lobby', icon: 'chat', href: to('chat', lobby.id) }),
    list && h('ul', { class: 'bubbles' }, (list.messages ?? []).length
      ? (list.messages ?? []).map((message) => messageLine(message, { room: lobby.id ?? '', isBrief: true }))
      : h('li', { class: 'note' }, 'Nobody has said anything yet.')));
}

/**
 * The people of a room who are here, as a line.
 * @param {Room} room
 */
export function whoIsHere(room) {
  const here = (room.members ?? []).filter((member) => member.here && !member.own);
  return here.length > 0 && h('span', { class: 'note' }, 'here: ', namesOf(here, (member) => nameOf(member.name, colourOfAuthor(member.author, member.colour))));
}
