// @ts-check
// People: who is nearby, paired or blocked, and how they are added.
import { h } from '../view.js';
import { action, empty, head, linkButton } from '../parts.js';
import { avatar } from '../pictures.js';
import { finder, firstOf, wanted } from '../many.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { command, state } from '../state.js';
import { locale, moment, ownWords } from '../texts.js';
import { to } from '../router.js';
import { addScreen } from './add.js';
import { introduced, introductionsThatWait } from './introduce.js';
import { pairScreen } from './pair.js';
import { peerScreen } from './peer.js';

/** @typedef {parlor.PeerView} Peer */

/** @param {import('../router.js').Context} context */
export function peersScreen({ path: [name, peer] }) {
  if (name === 'pair') return pairScreen(peer);
  if (name === 'add') return addScreen();
  if (name) return peerScreen(name);
  const all = [...state.peers.values()].sort((a, b) => Number(!!b.online) - Number(!!a.online) || (a.name ?? '').localeCompare(b.name ?? '', locale));
  const peers = wanted('peers', all, (one) => [one.name, one.words, (one.addresses ?? [])[0]]);
  const blocked = peers.filter((one) => one.blocked);
  const paired = peers.filter((one) => one.paired && !one.blocked);
  const nearby = peers.filter((one) => !one.paired && !one.blocked && (one.online || one.discovered));
  const others = peers.filter((one) => !one.paired && !one.blocked && !one.online && !one.discovered);
  return h('div', { class: 'page narrow-page' },
    head('People', linkButton({ label: 'Add by address', icon: 'plus', href: to('peers', 'add') }), linkButton({ label: 'Pair', icon: 'key', href: to('peers', 'pair') })),
    pairings(),
    introduced(),
    all.length === 0 && empty('Nobody was found on this network yet. Somebody appears here as soon as their Parlor runs.',
      linkButton({ label: 'Why does nobody find me?', icon: 'health', href: to('doctor') })),
    finder('peers', all.length, peers.length,
      section('Paired', paired), section('Nearby', nearby, all.length > 0 && peers.length === all.length && 'Nobody new is nearby.'), section('Seen before', others), section('Blocked', blocked)));
}

/** Questions to pair that wait for our person. */
export function pairings() {
  const asking = pairingsThatWait();
  return asking.length > 0 && h('section', { class: 'panel', 'aria-label': 'Asking to pair', key: 'pairings' }, h('h2', null, 'Asking to pair'),
    h('ul', { class: 'lines' }, asking.map((one) => h('li', { key: one.peer },
      avatar({ name: one.name || '?', id: one.peer }),
      h('span', { class: 'what' }, h('strong', null, nameOf(one.name)), h('span', null, one.name_is_taken ? 'Another node had this name first.' : 'Compare the words on both screens.')),
      linkButton({ label: 'Compare words', icon: 'key', href: to('peers', 'pair', one.peer) }),
      action({ at: 'no-pair-' + one.peer, label: 'Decline', act: () => command('pairing/answer', { peer: one.peer, yes: false }) })))));
}

/** The pairings in which our person has something to say. */
export function pairingsThatWait() {
  return [...state.pairings.values()].filter((one) => one.peer && (one.state === 'PAIR_STATE_ASKED' || (one.state === 'PAIR_STATE_COMPARING' && !one.confirmed)));
}

/** How many pairings and introductions wait. */
export function peersBadge() {
  return pairingsThatWait().length + introductionsThatWait().length;
}

/**
 * @param {string} title
 * @param {Peer[]} peers
 * @param {string | false} [none]
 */
function section(title, peers, none) {
  if (!peers.length && !none) return null;
  return h('section', { class: 'panel', 'aria-label': title, key: title }, h('h2', null, title),
    peers.length ? firstOf(title, peers, (shown) => h('ul', { class: 'lines' }, shown.map(line))) : h('p', { class: 'note' }, none));
}

/** @param {Peer} peer */
function line(peer) {
  const author = (peer.accounts ?? [])[0] ?? peer.id;
  const address = (peer.addresses ?? [])[0] ?? '';
  return h('li', { key: peer.id || address },
    avatar({ name: peer.name || '?', author, colour: colourOfAuthor(author), online: peer.online }),
    h('a', { class: 'what', href: to('peers', peer.id || address) }, h('strong', null, nameOf(peer.name || address)), h('span', null, [where(peer), peer.words].filter(Boolean).join(' · ')),
      peer.awaited_author && h('span', null, `trusted once it shows ${peer.awaited_words}`), peer.trust_problem && h('span', { class: 'bad' }, ownWords(peer.trust_problem)),
      peer.name_is_taken && h('span', { class: 'bad' }, 'Somebody else has this name.')),
    peer.id && !peer.paired && !peer.blocked && peer.online && linkButton({ label: 'Pair', icon: 'key', href: to('peers', 'pair', peer.id) }),
    peer.blocked && action({ at: 'unblock-' + peer.id, label: 'Unblock', act: () => command('peers/unblock', { peer: peer.id }) }));
}

/**
 * Where somebody is, in words.
 * @param {Peer} peer
 */
export function where(peer) {
  if (peer.blocked) return 'blocked';
  if (peer.online) return 'online';
  if (peer.problem) return ownWords(peer.problem);
  return Number(peer.last_seen_milliseconds ?? 0) ? `last seen ${moment(peer.last_seen_milliseconds)}` : 'not reached yet';
}
