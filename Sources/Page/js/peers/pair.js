// @ts-check
// Pairing: both screens show the same six digits and four words, unless somebody is in between.
import { told } from '../doing.js';
import { h } from '../view.js';
import { action, head, linkButton } from '../parts.js';
import { icon } from '../pictures.js';
import { nameOf } from '../people.js';
import { command, state } from '../state.js';
import { to } from '../router.js';

/** @param {string | undefined} id the node; none for whoever asks next */
export function pairScreen(id) {
  const back = linkButton({ label: 'People', icon: 'back', href: to('peers') });
  const peer = id ? state.peers.get(id) : undefined;
  const view = id ? state.pairings.get(id) : [...state.pairings.values()].find((one) => one.state && !['PAIR_STATE_DONE', 'PAIR_STATE_FAILED', 'PAIR_STATE_LATE'].includes(one.state));
  const name = nameOf(view?.name || peer?.name || 'somebody');
  return h('div', { class: 'page narrow-page' }, head(id ? ['Pair with ', name] : 'Pair', back),
    h('section', { class: 'panel pairing', 'aria-label': 'Pairing', 'aria-live': 'polite' }, stage(id, peer, view, name)));
}

/**
 * @param {string | undefined} id
 * @param {parlor.PeerView | undefined} peer
 * @param {parlor.PairView | undefined} view
 * @param {import('../view.js').Tree} name
 */
function stage(id, peer, view, name) {
  const body = { peer: view?.peer || id };
  const refuse = action({ at: 'pair-no', label: 'Cancel', act: () => command('pairing/answer', { ...body, yes: false }) });
  switch (view?.state) {
    case 'PAIR_STATE_WAITING': return h('p', { class: 'searching' }, icon('key'), 'Waiting for somebody to ask…');
    case 'PAIR_STATE_ASKED': return [
      h('p', null, name, ' asks to pair.', view.name_is_taken && h('strong', { class: 'bad' }, ' Another node had this name first.')),
      h('div', { class: 'actions' }, action({ at: 'pair', label: 'Compare words', icon: 'key', look: 'primary', act: () => command('pairing/ask', body) }), refuse),
    ];
    case 'PAIR_STATE_ASKING': return [h('p', { class: 'searching' }, icon('key'), h('span', null, 'Waiting for ', name, ' to answer on the other screen…')), refuse];
    case 'PAIR_STATE_COMPARING': return comparing(view, name, body);
    case 'PAIR_STATE_DONE': return [
      h('p', { class: 'good head' }, icon('check'), h('strong', null, 'You are paired with ', name, '.')),
      h('div', { class: 'actions' }, linkButton({ label: 'New room', icon: 'plus', href: to('chat', 'new') }), linkButton({ label: 'People', icon: 'people', href: to('peers') })),
    ];
    default: return begin(id, peer, view, name);
  }
}

/**
 * @param {parlor.PairView} view
 * @param {import('../view.js').Tree} name
 * @param {{ peer: string | undefined }} body
 */
function comparing(view, name, body) {
  const isConfirmed = view.confirmed;
  return [
    h('p', null, 'Do both screens say the same?'),
    h('p', { class: 'digits', 'aria-label': `Digits ${[...(view.digits ?? '')].join(' ')}` }, view.digits),
    h('p', { class: 'pair-words' }, view.words),
    view.name_is_taken && h('p', { class: 'bad' }, 'Another node had this name first.'),
    isConfirmed ? h('p', { class: 'searching', role: 'status' }, icon('check'), h('span', null, 'You said yes. Waiting for ', name, '…'))
      : h('div', { class: 'actions' },
        action({ at: 'pair-yes', label: 'They are the same', icon: 'check', look: 'primary', act: () => command('pairing/answer', { ...body, yes: true }) }),
        action({ at: 'pair-differ', label: 'They differ', look: 'button bad', act: () => command('pairing/answer', { ...body, yes: false }) })),
  ];
}

/**
 * @param {string | undefined} id
 * @param {parlor.PeerView | undefined} peer
 * @param {parlor.PairView | undefined} view
 * @param {import('../view.js').Tree} name
 */
function begin(id, peer, view, name) {
  const isOver = view?.state === 'PAIR_STATE_FAILED' || view?.state === 'PAIR_STATE_LATE';
  return [
    isOver && h('p', { class: 'bad', role: 'alert' }, view?.reason ? told(view.reason) : 'Nothing came of it in time.'),
    peer?.paired && h('p', { class: 'good' }, 'You are paired already.'),
    id ? h('p', null, 'Both screens will show six digits and four words. Compare them aloud: if they are the same, nobody is in between. Ask ', name, ' to open this page or to run ', h('code', null, 'parlor peer pair'), '.')
      : h('p', null, 'Choose somebody under People, or wait here for their question.'),
    h('div', { class: 'actions' }, id
      ? action({ at: 'pair', label: isOver ? 'Ask again' : 'Ask to pair', icon: 'key', look: 'primary', act: () => command('pairing/ask', { peer: id }) })
      : action({ at: 'pair', label: 'Wait for a question', icon: 'key', look: 'primary', act: () => command('pairing/await', {}) })),
  ];
}
