// @ts-check
// One room: what is said in it, what is searched, its files and its people.
import { h } from '../view.js';
import { linkButton, menu, whenRead } from '../parts.js';
import { ask, openDialog } from '../dialogs.js';
import { doing, told } from '../doing.js';
import { icon } from '../pictures.js';
import { said } from '../people.js';
import { reading } from '../reads.js';
import { changed, command, state } from '../state.js';
import { go, replaceAddress, to } from '../router.js';
import { sharesFiles } from './box.js';
import { isSeen, roomName, whoIsHere } from './chat.js';
import { filesList } from './files.js';
import { addPeople, editRoom, membersList } from './members.js';
import { messageLine } from './message.js';
import { noteNews, talk } from './talk.js';
import { saveBundle, saveMessages } from './versions.js';
import { ticketMaker } from '../peers/ticket.js';

/** @typedef {parlor.RoomView} Room */

/**
 * @param {Room} room
 * @param {import('../router.js').Context} context
 * @param {boolean} isNamed whether the address names it: then its name is the heading of the screen
 */
export function roomScreen(room, { path: [name, what], query }, isNamed) {
  const find = query.get('find');
  const id = room.id ?? '';
  if (!what && find === null && isSeen(name)) {
    noteNews(id, room.unread ?? 0);
    markRead(room);
  }
  const isOwner = (room.members ?? []).some((member) => member.own && member.owner);
  return [
    h('header', { class: 'room-head', key: 'head' },
      h('a', { class: 'button plain back-to-rooms', href: what || find !== null ? to('chat', id) : '#/chat?rooms', 'aria-label': what || find !== null ? 'Back to the messages' : 'All rooms' }, icon('back')),
      h('div', { class: 'what' }, h(isNamed ? 'h1' : 'h2', { class: 'room-title' }, said(roomName(room))),
        h('p', { class: 'note' }, room.topic ? said(room.topic) : null, ' ', whoIsHere(room))),
      h('div', { class: 'actions' },
        h('a', { class: 'button plain', href: to('chat', id) + '?find=', 'aria-label': 'Search in this room', title: 'Search in this room' }, icon('search')),
        h('a', { class: 'button plain', href: to('chat', id, 'files'), 'aria-label': 'Files', title: 'Files' }, icon('clip')),
        h('a', { class: 'button plain', href: to('chat', id, 'people'), 'aria-label': 'People', title: 'People' }, icon('people')),
        menu({ at: 'room-' + id, label: 'What to do with the room' }, roomDoings(room, isOwner)))),
    room.notice && h('p', { class: 'bad room-notice', key: 'notice' }, told(room.notice, room.notice_remedy)),
    room.waiting && h('p', { class: 'note room-notice', key: 'waiting' }, told(room.waiting)),
    h('div', { class: 'room-body' + (what || find !== null ? ' scrolls' : ''), key: `${id} ${what ?? ''} ${find !== null}`, ...sharesFiles(id) },
      find !== null ? searchIn(room, find) : what === 'files' ? filesList(room) : what === 'people' ? membersList(room, isOwner)
        : talk(id, { files: true, unread: document.hidden ? room.unread ?? 0 : 0, placeholder: `Write to ${roomName(room)}` })),
  ];
}

/**
 * The messages of a room are read when its screen is seen.
 * @param {Room} room
 */
function markRead(room) {
  if (!room.unread || document.hidden || state.connection !== 'live') return;
  // Not while the screen is drawn: the command draws it again.
  queueMicrotask(() => doing('mark-read', () => command('rooms/mark-read', { room: room.id })));
}

/**
 * @param {Room} room
 * @param {boolean} isOwner
 */
function roomDoings(room, isOwner) {
  const isPrivate = room.kind === 'ROOM_KIND_PRIVATE';
  const isAlone = (room.members ?? []).length === 1;
  return [
    { label: 'Save the messages as text', icon: 'download', act: () => saveMessages(room, true) },
    { label: 'Save the messages as JSON', icon: 'download', act: () => saveMessages(room, false) },
    { label: 'Save everything as a file', icon: 'download', act: () => saveBundle(room) },
    isPrivate && (isOwner || room.members_invite) && { label: 'Add people', icon: 'plus', act: () => openDialog('Add people', () => addPeople(room)) },
    isPrivate && (isOwner || room.members_invite) && { label: 'Invite with a ticket', icon: 'key', act: () => openDialog('Invite with a ticket', () => ticketMaker(room.id)) },
    isPrivate && isOwner && { label: 'Edit', icon: 'edit', act: () => openDialog('Edit the room', () => editRoom(room)) },
    isPrivate && !isOwner && (room.members ?? []).some((member) => member.own && member.heir) && { label: 'Take the room over', icon: 'star', act: () => takeOver(room) },
    isPrivate && !isAlone && { label: 'Leave the room', icon: 'leave', isBad: true, act: () => leave(room) },
    isPrivate && isAlone && { label: 'Delete the room', icon: 'trash', isBad: true, act: () => remove(room) },
  ];
}

/** @param {Room} room */
async function takeOver(room) {
  const isSure = await ask({ title: 'Take the room over?', text: ['You own ', said(room.name), ' from then on, and whoever owns it now does not.'], yes: 'Take over' });
  if (isSure) await command('rooms/take-over', { room: room.id });
}

/** @param {Room} room */
async function leave(room) {
  const isSure = await ask({ title: 'Leave the room?', text: ['You leave ', said(room.name), ' for good. Somebody in it has to add you again.'], yes: 'Leave', isBad: true });
  if (!isSure) return;
  await command('rooms/leave', { room: room.id });
  go(to('chat'));
}

/** @param {Room} room */
async function remove(room) {
  const isSure = await ask({ title: 'Delete the room?', text: ['Everything in ', said(room.name), ' is deleted with it.'], yes: 'Delete', isBad: true });
  if (!isSure) return;
  await command('rooms/delete', { room: room.id });
  go(to('chat'));
}

/**
 * The messages of a room that say some words.
 * @param {Room} room
 * @param {string} find
 */
function searchIn(room, find) {
  const list = find.trim() ? reading('chat/search', { room: room.id, text: find }, { room: room.id }) : null;
  return h('section', { class: 'page room-search', 'aria-label': 'Search' },
    h('input', {
      type: 'search', class: 'input', value: find, placeholder: 'Search in this room', 'aria-label': 'Search in this room',
      made: (/** @type {HTMLElement} */ node) => node.focus(),
      oninput: (/** @type {any} */ event) => {
        replaceAddress(`${to('chat', room.id)}?find=${encodeURIComponent(event.target.value)}`);
        changed();
      },
    }),
    list && whenRead(list, (answer) => ((answer.messages ?? []).length
      ? h('ul', { class: 'bubbles' }, (answer.messages ?? []).map((message) => messageLine(message, { room: room.id ?? '' })))
      : h('p', { class: 'empty', role: 'status' }, `Nothing says “${find}” here.`))),
    linkButton({ label: 'Search in all rooms', icon: 'search', href: `${to('search')}?find=${encodeURIComponent(find)}` }));
}
