// @ts-check
// A table before the match: the host adds who asks, the joiner waits.
import { told } from '../doing.js';
import { h } from '../view.js';
import { action, head, linkButton, menu } from '../parts.js';
import { ask } from '../dialogs.js';
import { avatar, icon } from '../pictures.js';
import { peopleList } from '../many.js';
import { colourOfAuthor, nameOf, namesIn, said } from '../people.js';
import { read } from '../reads.js';
import { command } from '../state.js';
import { go, to } from '../router.js';
import { talk } from '../chat/talk.js';
import { askToJoin, rulesText, termsText } from './menu.js';
import { mayTalk, playerName, trust } from './players.js';

/** @typedef {parlor.TableView} Table */

/**
 * The host's screen: who requests to join, and who was added (rows G-06 to G-10).
 * @param {Table} table
 */
export function hostLobby(table) {
  const asks = table.asks ?? [];
  const isAdded = table.phase === 'TABLE_PHASE_SEATED';
  const whyNot = isAdded ? 'The other player’s node has not answered yet.' : 'Add one player first.';
  const rules = rulesText(table.rules);
  return h('div', { class: 'page narrow-page' },
    head([nameOf(table.host?.name), '’s Game']),
    table.description && h('p', null, said(table.description)),
    rules && h('p', { class: 'note' }, `Rules: ${rules}.`),
    termsText(table) && h('p', { class: 'note' }, termsText(table)),
    asks.length === 0 && !isAdded && h('div', { class: 'panel waiting-panel', role: 'status' },
      h('p', { class: 'searching' }, icon('people'), 'Waiting for players…'), reach()),
    (asks.length > 0 || isAdded) && h('section', { class: 'panel', 'aria-label': 'Requesting to Join', key: 'asks' }, h('h2', null, 'Requesting to Join'),
      asks.length ? peopleList('asks', asks, namesIn, (shown) => h('ul', { class: 'lines' }, shown.map((one) => asker(table, one, isAdded)))) : h('p', { class: 'note' }, 'Nobody')),
    (asks.length > 0 || isAdded) && h('section', { class: 'panel', 'aria-label': 'Added to Game', key: 'added' }, h('h2', null, 'Added to Game'),
      isAdded ? h('ul', { class: 'lines' }, added(table)) : h('p', { class: 'note' }, 'Nobody')),
    isAdded && mayTalk(table) && h('section', { class: 'panel', 'aria-label': 'Talk' }, h('h2', null, 'Talk'), talk(table.id ?? '')),
    h('div', { class: 'actions' },
      action({
        at: 'start', label: 'Done', look: 'primary', disabled: !table.can_start, why: table.can_start ? '' : whyNot,
        act: () => command('tables/start', { table: table.id }),
      }),
      action({ at: 'cancel', label: 'Cancel', act: () => cancel(table) })));
}

/**
 * @param {Table} table
 * @param {parlor.AskView} one
 * @param {boolean} isFull
 */
function asker(table, one, isFull) {
  const answer = (/** @type {Partial<parlor.AnswerAsk>} */ how) => command('tables/answer', { table: table.id, asker: one.author, ...how });
  return h('li', { key: one.author },
    avatar({ name: one.name, colour: colourOfAuthor(one.author), online: one.online }),
    h('span', { class: 'what' }, h('strong', null, nameOf(one.name)), h('span', null, `${one.words} · ${trust(one)}${one.online ? '' : ' · not connected'}`)),
    action({ at: 'add-' + one.author, label: 'Add', icon: 'plus', disabled: isFull, act: () => answer({ accept: true }) }),
    menu({ at: 'decline-' + one.author, label: `What else to answer ${one.name ?? 'Somebody'}` }, [
      { label: 'Decline', icon: 'close', act: () => answer({ accept: false }) },
      { label: 'Decline for good', icon: 'block', act: () => answer({ accept: false, for_good: true }) },
    ]));
}

/** @param {Table} table */
function added(table) {
  const joiner = table.joiner ?? {};
  return h('li', null,
    avatar({ name: joiner.name, colour: colourOfAuthor(joiner.author, joiner.colour), online: joiner.online }),
    h('span', { class: 'what' }, h('strong', null, nameOf(playerName(table, joiner))),
      h('span', null, `${joiner.words ?? ''} · ${trust(joiner)}`),
      !joiner.online && h('span', null, 'The node is not connected: wait for it, or remove the player.')),
    action({
      at: 'remove', label: 'Remove', act: async () => {
        const opened = await command('tables/close', { table: table.id, reopen: true });
        go(to('war', opened.id));
      },
    }));
}

/** @param {Table} table */
async function cancel(table) {
  const isAlone = table.phase === 'TABLE_PHASE_OPEN' && !(table.asks ?? []).length;
  if (!isAlone && !(await ask({ title: 'Cancel', text: 'Close this table? Those who asked are told.', yes: 'Close the table', no: 'Keep it open', isBad: true }))) return;
  await command('tables/close', { table: table.id });
  go(to('war'));
}

/** How others find the table, where they do not find it by themselves. */
function reach() {
  const status = read('node/status', {}, { kinds: ['settings', 'peer'] });
  if (!status) return null;
  const address = (status.addresses ?? [])[0];
  return [
    !status.discovery && h('p', { class: 'note' }, `Others do not see this table by themselves. ${status.discovery_problem ?? ''}`),
    address && h('p', { class: 'note' }, status.discovery ? 'If somebody does not see this table, they type ' : 'They type ',
      h('code', null, `parlor peer add ${address}`), '.'),
  ];
}

/**
 * The joiner waits: for the answer, then for the start (rows G-12 and G-13).
 * @param {Table} table
 */
export function joinerWaits(table) {
  const host = table.host ?? {};
  const isAsked = table.phase === 'TABLE_PHASE_ASKED';
  return h('div', { class: 'page narrow-page' },
    head(isAsked ? 'Request Sent' : [nameOf(host.name), '’s Game']),
    h('section', { class: 'panel waiting-panel', role: 'status' },
      h('p', { class: 'searching' }, avatar({ name: host.name, colour: colourOfAuthor(host.author, host.colour), online: host.online }),
        h('span', null, 'Waiting for ', nameOf(playerName(table, host)), isAsked ? ' to answer…' : ' to start…')),
      table.description && h('p', null, said(table.description)),
      rulesText(table.rules) && h('p', { class: 'note' }, `Rules: ${rulesText(table.rules)}.`),
      termsText(table) && h('p', { class: 'note' }, termsText(table)),
      h('p', { class: 'note' }, `Compare aloud: ${host.words ?? ''} · ${trust(host)}`),
      !host.online && h('p', { class: 'bad' }, 'The host’s node is not connected. ', isAsked ? 'The question is sent again when it is back.' : 'The match starts once it is back.'),
      table.notice && h('p', null, told(table.notice))),
    !isAsked && mayTalk(table) && h('section', { class: 'panel', 'aria-label': 'Talk' }, h('h2', null, 'Talk'), talk(table.id ?? '')),
    h('div', { class: 'actions' }, isAsked
      ? action({
        at: 'withdraw', label: 'Take the request back', act: async () => {
          await command('tables/ask', { table: table.id, withdrawn: true });
          go(to('war', 'join'));
        },
      })
      : linkButton({ label: 'Back to the menu', icon: 'back', href: '#/war' })));
}

/**
 * A table that was closed, or that somebody offers.
 * @param {Table} table
 */
export function closedTable(table) {
  const isOffered = table.phase === 'TABLE_PHASE_OFFERED';
  const host = table.host ?? {};
  return h('div', { class: 'page narrow-page' },
    head([nameOf(host.name), '’s Game']),
    h('section', { class: 'panel', role: 'status' }, h('div', { class: 'form' },
      table.closed_reason && h('p', null, said(table.closed_reason)),
      isOffered ? h('p', null, table.closed_reason ? 'The table is still open: you can ask again.' : 'This table is open.') : h('p', null, 'This table is closed.'),
      isOffered && termsText(table) && h('p', { class: 'note' }, termsText(table)),
      h('p', { class: 'note' }, `${host.words ?? ''} · ${trust(host)}`),
      h('div', { class: 'actions' },
        isOffered && action({ at: 'ask', label: 'Ask to join', act: () => askToJoin(table) }),
        linkButton({ label: 'Join Game', icon: 'people', href: to('war', 'join') }),
        linkButton({ label: 'Back to the menu', icon: 'back', href: '#/war' })))));
}
