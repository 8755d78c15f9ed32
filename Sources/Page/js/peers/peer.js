// @ts-check
// One person's node: what is known of it, how far it is trusted, and what it may do with us.
import { h } from '../view.js';
import { head, linkButton, tools } from '../parts.js';
import { ask, toast } from '../dialogs.js';
import { choose, present, refused, told } from '../doing.js';
import { nameOf } from '../people.js';
import { command, state } from '../state.js';
import { clockDifference, dateAndTime, size } from '../texts.js';
import { go, to } from '../router.js';
import { friendsBeside, openIntroduce } from './introduce.js';
import { where } from './peers.js';

/** @typedef {parlor.PeerView} Peer */

/** @param {string} name the id of a node, or the address of one that was not reached yet */
export function peerScreen(name) {
  const peer = state.peers.get(name) ?? [...state.peers.values()].find((one) => one.id?.startsWith(name));
  const back = linkButton({ label: 'People', icon: 'back', href: to('peers') });
  if (!peer) return h('div', { class: 'quiet' }, h('h1', null, 'Not known'), h('p', null, 'Nobody is known by this id.'), back);
  return h('div', { class: 'page narrow-page' },
    head(nameOf(peer.name || (peer.addresses ?? [])[0]), back),
    peer.paired && peer.unpaired_there && h('p', { class: 'bad' }, nameOf(peer.name), ' has not paired with you, or has taken that back. Pair again to share private rooms.'),
    peer.trust_problem && !peer.blocked && h('p', { class: 'bad' }, told(peer.trust_problem, peer.trust_remedy)),
    h('section', { class: 'panel', 'aria-label': 'Facts' }, h('dl', { class: 'facts' }, facts(peer))),
    trustActions(peer),
    peer.id && !peer.blocked && h('section', { class: 'panel', 'aria-label': 'What this person may do' }, h('h2', null, 'What this person may do'),
      rights.map(([right, label]) => rightBox(peer, right, label)), h('p', { class: 'note' }, 'Nobody else is told.')));
}

/** @param {Peer} peer */
function facts(peer) {
  /** @type {[string, import('../view.js').Child][]} */
  const rows = [
    ['Now', where(peer)],
    ['Trust', peer.blocked ? 'blocked' : peer.paired ? 'paired' : peer.awaited_author ? `once it shows ${peer.awaited_words}` : peer.unpaired ? 'no longer paired' : 'not paired'],
    ['Words', peer.words && h('code', null, peer.words)],
    ['Addresses', (peer.addresses ?? []).join(', ')],
    ['Last seen', Number(peer.last_seen_milliseconds ?? 0) > 0 && dateAndTime(peer.last_seen_milliseconds)],
    ['Disk', Number(peer.share_used_up ?? 0) > 0 && `${size(peer.share_used_up)} of what we write is kept there: its share is used up.`],
    ['Reaches you', wayBack(peer)],
    ['Clock', clockDifference(peer.clock_ahead_milliseconds)],
    ['Node', peer.id && h('code', null, peer.id)],
  ];
  return rows.filter(([, value]) => value).map(([name, value]) => [h('dt', null, name), h('dd', null, value)]);
}

/**
 * Whether the peer reaches this machine, as it has told; empty while it is away or has not.
 * @param {Peer} peer
 */
function wayBack(peer) {
  const at = peer.way_back_address ? ` at ${peer.way_back_address}` : '';
  const words = {
    WAY_BACK_OPEN: 'yes', WAY_BACK_REFUSED: `no: the connection${at} is refused`, WAY_BACK_SILENT: `no: nothing answers${at}`,
    WAY_BACK_FAILED: 'no: there is no way from there',
  };
  return peer.online ? words[/** @type {keyof typeof words} */ (peer.way_back)] ?? '' : '';
}

/** @param {Peer} peer */
function trustActions(peer) {
  const body = { peer: peer.id || (peer.addresses ?? [])[0] };
  const author = (peer.accounts ?? [])[0];
  return tools({ at: 'trust', label: 'More about this person' }, [
    peer.paired && author && {
      label: 'Write', icon: 'chat', act: async () => {
        const room = await command('rooms/make', { direct: true, people: [author] });
        go(to('chat', room.id));
      },
    },
    peer.paired && author && friendsBeside(peer).length > 0 && { label: 'Introduce', icon: 'people', act: () => openIntroduce(peer) },
    peer.id && !peer.paired && !peer.blocked && { label: 'Pair', icon: 'key', href: to('peers', 'pair', peer.id) },
    peer.id && peer.blocked && { label: 'Unblock', act: () => command('peers/unblock', body) },
    (peer.paired || peer.awaited_author) && {
      label: 'Unpair', icon: 'key', isBad: true, act: async () => {
        const isSure = await ask({ title: 'Take the pairing back?', text: 'Only the lobby and tables are shared with this person from then on.', yes: 'Unpair', isBad: true });
        if (isSure) await command('peers/unpair', body);
      },
    },
    peer.id && !peer.blocked && {
      label: 'Block', icon: 'block', isBad: true, act: async () => {
        await command('peers/block', body);
        toast('Blocked', () => command('peers/unblock', body));
      },
    },
    {
      label: 'Forget', icon: 'trash', isBad: true, act: async () => {
        const isSure = await ask({ title: 'Forget this node?', text: 'Its addresses and its pairing are forgotten. It appears again when it is nearby.', yes: 'Forget', isBad: true });
        if (!isSure) return;
        await command('peers/forget', body);
        state.peers.delete(body.peer ?? '');
        go(to('peers'));
      },
    },
  ]);
}

/** @type {[parlor.PeerRight, string][]} */
const rights = [
  ['PEER_RIGHT_PLAY', 'See our open tables and ask to join them'], ['PEER_RIGHT_CHAT', 'Chat: share the lobby and a room of two with us, and be read in any room'],
  ['PEER_RIGHT_ROOMS', 'Add us to private rooms'],
];

/**
 * @param {Peer} peer
 * @param {parlor.PeerRight} right
 * @param {string} label
 */
function rightBox(peer, right, label) {
  const at = `limit-${peer.id}-${right}`;
  const isAllowed = !(peer.withheld ?? []).includes(right);
  return h('label', { class: 'choice', key: right },
    h('input', {
      type: 'checkbox', checked: present(at, isAllowed ? 'on' : 'off') === 'on', disabled: state.connection !== 'live',
      onchange: (/** @type {any} */ event) => {
        const withheld = !event.target.checked;
        choose(at, withheld ? 'off' : 'on', () => command('peers/limit', { peer: peer.id, right, withheld }));
      },
    }), h('span', null, label, refused(at)));
}
