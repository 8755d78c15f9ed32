// @ts-check
// Friends who introduce friends (row P-21): whom ours introduce to us, and how we introduce two of ours.
import { h } from '../view.js';
import { action } from '../parts.js';
import { ask, closeDialog, openDialog, toast } from '../dialogs.js';
import { formOf } from '../forms.js';
import { avatar } from '../pictures.js';
import { personField } from '../many.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { fromBase32, toBase64 } from '../protobuf.js';
import { read, refresh } from '../reads.js';
import { command, state } from '../state.js';

/** @typedef {parlor.PeerView} Peer */
/** @typedef {parlor.IntroductionView} Introduction */

/** The introductions that wait for our person; each of them once. */
export function introductionsThatWait() {
  const found = read('introductions/list', {}, { kinds: ['peer'], views: ['IntroductionView'] })?.introductions ?? [];
  return [...new Map(found.filter((one) => !one.own).map((one) => [`${one.node} ${one.author}`, one])).values()];
}

/** The people whom our friends introduce and whom we do not trust yet. */
export function introduced() {
  const waiting = introductionsThatWait();
  return waiting.length > 0 && h('section', { class: 'panel', 'aria-label': 'Introduced to you', key: 'introduced' }, h('h2', null, 'Introduced to you'),
    h('ul', { class: 'lines' }, waiting.map((one) => h('li', { key: `${one.node} ${one.author}` },
      avatar({ name: one.name || '?', author: one.author, colour: colourOfAuthor(one.author) }),
      h('span', { class: 'what' }, h('strong', null, nameOf(one.name)), h('span', null, ['by ', nameOf(one.by), one.note && [': ', h('bdi', null, one.note)]]), h('span', null, one.words),
        one.name_is_taken && h('span', { class: 'bad' }, 'Somebody else has this name.')),
      action({ at: `meet-${one.node}-${one.author}`, label: 'Trust', icon: 'key', act: () => meet(one) })))));
}

/** @param {Introduction} one */
async function meet(one) {
  if (!one.author) return toast('The friend names no account of this person, so nobody can tell whose node it is: ask for another introduction.');
  const text = ['Trust ', nameOf(one.name), one.name_is_taken && ' (somebody else has this name)', ` (${one.words ?? ''}) on the word of `, nameOf(one.by), '?'];
  if (!await ask({ title: 'Trust this person?', text, yes: 'Trust' })) return;
  const peer = await command('peers/trust', { node: one.node, author: one.author, name: one.name, addresses: one.addresses ?? [] });
  refresh('introductions/list');
  toast(peer.paired ? 'Trusted here. The other side trusts you once its person says so too.' : `Trusted once their node is here and shows the words ${peer.awaited_words}.`);
}

/**
 * The friends to whom one can be introduced.
 * @param {Peer} peer
 */
export function friendsBeside(peer) {
  return [...state.peers.values()].filter((one) => one.paired && !one.blocked && one.id !== peer.id && one.accounts?.length);
}

/**
 * Asks to whom a friend is to be introduced.
 * @param {Peer} peer
 */
export function openIntroduce(peer) {
  openDialog('Introduce', () => {
    const form = formOf('introductions/make/' + peer.id, { friend: '', note: '' });
    return form.form({
      send: 'Introduce', cancel: closeDialog, disabled: !form.values.friend,
      submit: () => introduce(peer, form.values.friend, form.values.note.trim()),
      done: () => {
        closeDialog();
        toast('Both are told of each other.');
      },
    }, h('p', null, nameOf(peer.name), ' and another friend of yours are told of each other: name, key and where each was reached. Each says once whether to trust.'),
    personField(form, 'friend', 'To whom', [['', 'Choose a friend'], ...friendsBeside(peer).map((one) => /** @type {[string, string]} */ ([one.id ?? '', one.name || one.words || '?']))]),
    form.text('note', { label: 'What you say of them', hint: 'Both see it. It can stay empty.' }));
  });
}

/**
 * @param {Peer} one
 * @param {string} id the node of the other
 * @param {string} note
 */
async function introduce(one, id, note) {
  const other = state.peers.get(id) ?? [...state.peers.values()].find((peer) => peer.id === id);
  if (!other) return;
  for (const [friend, third] of [[one, other], [other, one]]) {
    const author = (friend.accounts ?? [])[0] ?? '';
    await command('rooms/make', { direct: true, people: [author] });
    await command('introductions/make', {
      to: author,
      introduction: { node: bytes(third.id), author: bytes((third.accounts ?? [])[0]), name: third.name, addresses: (third.addresses ?? []).slice(0, 8), note },
    });
  }
}

/**
 * An id as the field of a message: there it is bytes, which JSON writes in base64; people see base32.
 * @param {string} [id]
 */
const bytes = (id = '') => toBase64(fromBase32(id) ?? []);
