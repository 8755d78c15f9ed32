// @ts-check
// The people of a room: who they are, and what its owner can do.
import { h } from '../view.js';
import { action, menu } from '../parts.js';
import { ask, closeDialog } from '../dialogs.js';
import { formOf } from '../forms.js';
import { avatar } from '../pictures.js';
import { peopleList } from '../many.js';
import { colourOfAuthor, everybody, nameOf, namesIn, roleIn } from '../people.js';
import { refresh } from '../reads.js';
import { command, state } from '../state.js';
import { go, to } from '../router.js';

/** @typedef {parlor.RoomView} Room */
/** @typedef {parlor.MemberView} Member */

/**
 * @param {Room} room
 * @param {boolean} isOwner
 */
export function membersList(room, isOwner) {
  const rank = (/** @type {Member} */ one) => (one.own ? 0 : one.paired ? 1 : 3) + (one.own || one.online ? 0 : 1);
  const members = [...(room.members ?? [])].sort((a, b) => rank(a) - rank(b));
  return h('section', { class: 'page', 'aria-label': 'People' },
    h('header', { class: 'head' }, h('h2', null, 'People')),
    rivals(room),
    peopleList('members/' + room.id, members, namesIn, (shown) => h('ul', { class: 'lines' }, shown.map((member) => memberLine(room, member, isOwner)))),
    (isOwner || room.members_invite) && room.kind === 'ROOM_KIND_PRIVATE' && h('section', { class: 'panel', 'aria-label': 'Add people' }, h('h2', null, 'Add people'), addPeople(room)));
}

/**
 * To whom a room was given, where that was more than one.
 * @param {Room} room
 */
function rivals(room) {
  const terms = room.rivals ?? [];
  if (!terms.length) return null;
  return h('section', { class: 'panel', key: 'rivals', 'aria-label': 'Whose room is this?' },
    h('h2', null, 'Whose room is this?'),
    h('p', null, 'It was given away more than once. Your Parlor goes by what it heard first, or by what most members heard. Choose if that is wrong: nobody else is bound by it.'),
    h('ul', { class: 'lines' }, terms.map((term) => h('li', { key: term.id },
      h('span', { class: 'what' }, h('strong', null, nameOf(term.owner), ' owns it'), h('span', null, [
        term.sayers?.length ? `say ${term.sayers.join(', ')}` : 'nobody says so', term.followed && 'so it is here', term.chosen && (term.followed ? 'you chose it' : 'you chose it, and it is on its way'),
      ].filter(Boolean).join(' · '))),
      !term.chosen && action({ at: 'choose-' + term.id, label: `Choose ${term.owner}`, act: async () => (await isSure(term)) && command('rooms/choose', { room: room.id, term: term.id }) })))));
}

/** @param {parlor.RivalTermView} term */
function isSure(term) {
  return ask({ title: 'Whose room is this?', text: [nameOf(term.owner), ' owns it here from then on, whatever others say.'], yes: 'Choose' });
}

/**
 * @param {Room} room
 * @param {Member} member
 * @param {boolean} isOwner
 */
function memberLine(room, member, isOwner) {
  const isModerator = roleIn(room.id, member.author) === 'moderator';
  const isMuted = (state.settings?.muted ?? []).includes(member.author ?? '');
  const facts = [
    member.own ? 'you' : member.paired ? 'paired' : member.added_by ? `added by ${member.added_by}` : 'not paired', member.owner && 'owner', member.heir && 'heir', member.here && !member.own ? 'here' : member.online ? 'online' : 'away',
    isModerator && 'moderator', isMuted && 'ignored', member.name_is_taken && 'the name was first seen with another key',
  ].filter(Boolean);
  const change = (/** @type {parlor.MemberChange} */ kind) => command('rooms/change-member', { room: room.id, person: member.author, change: kind });
  const mayManage = isOwner && room.kind === 'ROOM_KIND_PRIVATE';
  return h('li', { key: member.author },
    avatar({ name: member.name, author: member.author, colour: colourOfAuthor(member.author, member.colour), online: member.online || member.own }),
    h('span', { class: 'what' }, h('strong', null, nameOf(member.name)), h('span', null, facts.join(' · ')), h('span', null, member.words)),
    !member.own && menu({ at: 'member-' + member.author, label: `What to do with ${member.name}` }, [
      member.paired && { label: 'Write to this person alone', icon: 'chat', act: () => writeTo(member) },
      { label: isMuted ? 'No longer ignore' : 'Ignore', icon: 'block', act: () => command('rooms/mute', { person: member.author, muted: !isMuted }) },
      mayManage && { label: isModerator ? 'No longer a moderator' : 'Make a moderator', icon: 'star', act: () => setRole(room, member, isModerator ? 'member' : 'moderator') },
      mayManage && room.roster && { label: member.heir ? 'No longer the heir' : 'Make the heir', icon: 'star', act: async () => (member.heir || await sure(member, 'heir')) && command('rooms/change-member', { room: room.id, person: member.heir ? '' : member.author, change: 'MEMBER_CHANGE_HEIR' }) },
      mayManage && { label: 'Make the owner', icon: 'star', act: async () => (await sure(member, 'owner')) && change('MEMBER_CHANGE_OWNER') },
      mayManage && { label: 'Remove', icon: 'trash', isBad: true, act: async () => (await sure(member, 'remove')) && change('MEMBER_CHANGE_REMOVE') },
    ]));
}

/**
 * What a moderator may do, the features say: close requests for cards, rule in tournaments, hide drawings (row A-17).
 * @param {Room} room
 * @param {Member} member
 * @param {string} role
 */
async function setRole(room, member, role) {
  await command('profiles/set-role', { room: room.id, person: member.author, role });
  refresh('profiles/roles');
}

/** @param {Member} member */
async function writeTo(member) {
  const room = await command('rooms/make', { direct: true, people: [member.author ?? ''] });
  go(to('chat', room.id));
}

/**
 * @param {Member} member
 * @param {'owner' | 'heir' | 'remove'} what
 */
function sure(member, what) {
  if (what === 'heir') return ask({ title: 'Name the heir?', text: [nameOf(member.name), ' may take the room over at any time, whether you are there or not.'], yes: 'Name the heir' });
  return what === 'owner'
    ? ask({ title: 'Hand the room over?', text: [nameOf(member.name), ' is its owner from then on, and you are not.'], yes: 'Hand over', isBad: true })
    : ask({ title: 'Remove from the room?', text: [nameOf(member.name), ' gets nothing more that is said here.'], yes: 'Remove', isBad: true });
}

/**
 * Who can be added: the people that we have paired with and that are not in the room.
 * @param {Room} room
 */
export function addPeople(room) {
  const inside = new Set((room.members ?? []).map((member) => member.author));
  const people = everybody().filter((person) => !person.isUs && person.paired && !inside.has(person.author));
  if (!people.length) return h('p', { class: 'note' }, 'Everybody that you have paired with is in the room. ', h('a', { href: to('peers') }, 'Pair with somebody'), '.');
  return peopleList('add/' + room.id, people, namesIn, (shown) => h('ul', { class: 'lines' }, shown.map((person) => h('li', { key: person.author },
    avatar({ ...person, id: person.author }),
    h('span', { class: 'what' }, h('strong', null, nameOf(person.name)), h('span', null, person.words)),
    action({ at: 'add-' + person.author, label: 'Add', icon: 'plus', act: () => command('rooms/change-member', { room: room.id, person: person.author, change: 'MEMBER_CHANGE_ADD' }) })))));
}

/** @param {Room} room */
export function editRoom(room) {
  const form = formOf('rooms/edit/' + room.id, { name: room.name ?? '', topic: room.topic ?? '', members: room.members_invite ? 'on' : '' });
  return form.form({
    send: 'Save', edits: true, done: closeDialog, cancel: closeDialog, disabled: !form.values.name.trim(),
    submit: () => command('rooms/edit', { room: room.id, name: form.values.name, topic: form.values.topic, ...(room.roster && { members_invite: form.values.members === 'on' }) }),
  }, form.text('name', { label: 'Name' }), form.text('topic', { label: 'Topic' }),
  room.roster && form.check('members', { label: 'Members may add people', hint: 'Those with whom they have paired.' }));
}
