// @ts-check
// People as the page shows them: names are what somebody typed, so each stands in an element of its own direction.
import { locale } from './texts.js';
import { h } from './view.js';
import { colourOf } from './pictures.js';
import { read } from './reads.js';
import { state } from './state.js';

/**
 * Somebody: from a member, a peer, a player or a message.
 * @typedef {{ author: string, name: string, colour: string, words: string, online: boolean, here: boolean, paired: boolean,
 *   isUs: boolean, nameIsTaken: boolean, peer: parlor.PeerView | undefined }} Person
 */

/** Everybody in our rooms and every peer, once each: ourselves first, then those who are online. */
export function everybody() {
  /** @type {Map<string, Person>} */
  const people = new Map();
  for (const room of state.rooms.values()) {
    for (const member of room.members ?? []) {
      const author = member.author ?? '';
      const known = people.get(author);
      people.set(author, { ...personOf(member), colour: member.colour || known?.colour || '', here: known?.here || !!member.here });
    }
  }
  for (const peer of state.peers.values()) {
    const author = (peer.accounts ?? [])[0] ?? peer.id ?? '';
    if (!peer.id || peer.blocked) continue;
    const known = people.get(author);
    people.set(author, {
      author, name: peer.name || known?.name || 'Somebody', colour: known?.colour || peer.colour || '', words: peer.words ?? '', online: !!peer.online,
      here: !!known?.here, paired: !!peer.paired, isUs: false, nameIsTaken: !!peer.name_is_taken, peer,
    });
  }
  for (const person of people.values()) person.colour ||= colourAtTables(person.author);
  const rank = (/** @type {Person} */ person) => (person.isUs ? 0 : person.online ? 1 : 2);
  return [...people.values()].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, locale));
}

/**
 * @param {parlor.MemberView} member
 * @returns {Person}
 */
function personOf(member) {
  const isUs = !!member.own;
  return {
    author: member.author ?? '', name: (isUs && state.settings?.name) || member.name || 'Somebody',
    colour: (isUs && state.settings?.colour) || member.colour || '', words: member.words ?? '', online: isUs || !!member.online,
    here: !!member.here, paired: !!member.paired, isUs, nameIsTaken: !!member.name_is_taken, peer: undefined,
  };
}

/**
 * What a search for somebody looks at.
 * @param {{ name?: string, words?: string }} one
 */
export const namesIn = (one) => [one.name, one.words];

/** Ourselves; undefined until the stream has brought our rooms. */
export function us() {
  for (const room of state.rooms.values()) {
    const member = (room.members ?? []).find((one) => one.own);
    if (member) return personOf(member);
  }
  return undefined;
}

/**
 * What somebody is in a room (row A-17): owner or moderator; undefined for others, and until the answer is here.
 * @param {string | undefined} room
 * @param {string | undefined} author
 */
export function roleIn(room, author) {
  const role = (read('profiles/roles', { room }, { room, views: ['RoleView'] })?.roles ?? []).find((one) => one.person === author)?.role;
  return role === 'member' ? undefined : role;
}

/**
 * The colour of somebody: the one they chose where that is known, one of their own by their key otherwise.
 * @param {string | undefined} author
 * @param {string} [colour]
 */
export function colourOfAuthor(author, colour) {
  if (colour) return colourOf(colour);
  for (const room of state.rooms.values()) {
    const member = (room.members ?? []).find((one) => one.author === author);
    if (member?.own && state.settings?.colour) return colourOf(state.settings.colour);
    if (member?.colour) return colourOf(member.colour);
  }
  return colourOf(colourAtTables(author) || colourOfPeer(author), author);
}

/**
 * The colour that somebody's node told us; empty for none.
 * @param {string | undefined} author
 */
function colourOfPeer(author) {
  for (const peer of state.peers.values()) if (author && (peer.accounts ?? [])[0] === author && peer.colour) return peer.colour;
  return '';
}

/**
 * The colour that somebody has at a table; empty where they sit at none.
 * @param {string | undefined} author
 */
function colourAtTables(author) {
  for (const table of state.tables.values()) {
    for (const player of [table.host, table.joiner]) if (author && player?.author === author && player.colour) return player.colour;
  }
  return '';
}

/**
 * The name of somebody in their colour.
 * @param {string | undefined} name
 * @param {string} [colour] one of the thirteen, as `colourOfAuthor` gives it; none for plain text
 */
export function nameOf(name, colour) {
  return h('bdi', { class: colour ? `name c-${colour}` : null }, name || 'Somebody');
}

/**
 * Text of somebody, in an element of its own direction.
 * @param {string | undefined} text
 * @param {string} [className]
 */
export function said(text, className) {
  return h('bdi', { class: className }, text ?? '');
}
