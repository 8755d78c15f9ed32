// @ts-check
// The table of a match: piles, the cards of the battle, the pot, one sentence, and beside it score and talk.
import { h } from '../view.js';
import { action, linkButton, menu } from '../parts.js';
import { ask } from '../dialogs.js';
import { refused, told } from '../doing.js';
import { nameOf } from '../people.js';
import { command, state } from '../state.js';
import { plural, timeWithSeconds } from '../texts.js';
import { go, to } from '../router.js';
import { talk } from '../chat/talk.js';
import { tick } from '../events/tick.js';
import { ending } from './end.js';
import { besideAway, endBeside, hasGuest } from './beside.js';
import { isTapped, mayPlay, mayPlayGuest, play, playGuest } from './play.js';
import { lane, pile, plate, sentence } from './piles.js';
import { isOurs, mayTalk, playerName, players, presence, theirClaim, theirName } from './players.js';
import { score } from './score.js';
import { watcherDoings, watchers } from './watch.js';

/** @typedef {parlor.TableView} Table */

/**
 * A match that goes on or is over.
 * @param {Table} table
 */
export function matchScreen(table) {
  const id = table.id ?? '';
  const shown = withOurTap(table);
  const title = `War against ${theirName(table)}`;
  const isOpen = mayPlay(table);
  const isGuestOpen = mayPlayGuest(table);
  const isGuests = hasGuest(table);
  return h('div', { class: 'war', key: 'war' },
    h('h1', { class: 'visually-hidden' }, title),
    felt(shown, isOpen ? () => play(id) : null, h('div', { class: 'do' },
      table.phase === 'TABLE_PHASE_FINISHED' || !table.seat ? null : h('button', {
        type: 'button', class: 'primary', onclick: () => play(id), disabled: !isOpen, 'aria-keyshortcuts': isGuests ? 'Space' : 'Space Enter', key: 'ours',
      }, 'Play a card', h('kbd', { 'aria-hidden': 'true' }, 'Space')),
      isGuests && h('button', {
        type: 'button', class: 'button', onclick: () => playGuest(id), disabled: !isGuestOpen, 'aria-keyshortcuts': 'Enter', key: 'guest',
      }, `Play for ${theirName(table)}`, h('kbd', { 'aria-hidden': 'true' }, 'Return'))), undefined, isGuests ? { tap: isGuestOpen ? () => playGuest(id) : null } : undefined),
    h('aside', { class: 'beside', 'aria-label': 'Beside the table' },
      refused('play'),
      refused('play-guest'),
      table.phase === 'TABLE_PHASE_FINISHED' && ending(table),
      table.phase === 'TABLE_PHASE_PLAYING' && waiting(table),
      score(shown),
      mayTalk(table) && h('section', { class: 'panel chat-panel', 'aria-label': 'Talk', key: 'talk' }, h('h2', null, 'Talk'), talk(id)),
      table.no_chat && h('p', { class: 'note' }, 'The two of you cannot talk at this table.'),
      watchers(table),
      table.phase === 'TABLE_PHASE_PLAYING' && (table.seat ? doings(table) : watcherDoings(table))));
}

/**
 * The table as it looks once our tap is answered: our card lies face down.
 * @param {Table} table
 * @returns {Table}
 */
function withOurTap(table) {
  if (!isTapped(table)) return table;
  const ours = (/** @type {parlor.PlayerView | undefined} */ player) => ({ ...player, played: true, up: undefined, down: 0 });
  const theirs = (/** @type {parlor.PlayerView | undefined} */ player) => (player?.played ? player : { ...player, up: undefined, down: 0 });
  return table.seat === 'SEAT_JOINER'
    ? { ...table, joiner: ours(table.joiner), host: theirs(table.host) }
    : { ...table, host: ours(table.host), joiner: theirs(table.joiner) };
}

/**
 * The green table itself.
 * @param {Table} table
 * @param {(() => void) | null} tap plays a card; null while none can be played
 * @param {import('../view.js').Child} [below] what stands below our cards
 * @param {string} [words] the sentence, instead of the one that says how the battle stands
 * @param {{ tap: (() => void) | null }} [guest] plays a card of the other side, where a guest has it at this screen
 */
export function felt(table, tap, below = null, words, guest) {
  const { us, them } = players(table);
  const last = (table.last_rounds ?? []).at(-1);
  const battle = { last, isDecided: !us.played && !them.played && !table.battle };
  return h('section', { class: 'felt-table', 'aria-label': `War against ${playerName(table, them)}`, key: 'felt' },
    plate(table, them, 'them'),
    pile(table, them, 'them', guest?.tap ?? null, !!guest),
    h('div', { class: 'battle' },
      lane(table, them, 'them', battle),
      h('div', { class: 'between' }, !!table.pot && h('span', { class: 'pot', key: 'pot' }, h('b', null, table.pot), 'in the pot')),
      lane(table, us, 'us', battle)),
    h('p', { class: 'verdict' + (table.battle ? ' at-war' : ''), role: 'status' }, words ?? verdict(table, us, them, battle)),
    pile(table, us, 'us', tap, !!table.seat),
    plate(table, us, 'us'),
    below);
}

/**
 * @param {Table} table
 * @param {parlor.PlayerView} us
 * @param {parlor.PlayerView} them
 * @param {{ isDecided: boolean, last: parlor.RoundView | undefined }} battle
 */
function verdict(table, us, them, battle) {
  if (state.connection === 'lost' || state.connection === 'stopped') return 'Parlor stopped on this machine. Your card is safe; waiting for it to come back…';
  if (table.phase === 'TABLE_PHASE_FINISHED') return table.result?.text || 'The match is over.';
  return table.paused || sentence(table, us, them, battle);
}

/**
 * What keeps the match waiting, and what can be done about it.
 * @param {Table} table
 */
function waiting(table) {
  const claim = theirClaim(table);
  const claims = table.claims ?? [];
  const parts = [
    table.paused && [
      h('h2', null, 'Waiting for players to rejoin'),
      h('ul', { class: 'lines' }, [table.host, table.joiner].map((player) => player && h('li', { key: player.author },
        h('span', { class: 'what' }, h('strong', null, nameOf(playerName(table, player))), h('span', null, `${presence(player)}, ${plural(player.cards, 'card')}`))))),
    ],
    table.seat && besideAway(table),
    table.notice && h('p', null, told(table.notice)),
    Number(table.move_ends_milliseconds ?? 0) > 0 && h('p', null, `The next card is due by ${timeWithSeconds(table.move_ends_milliseconds)}.`),
    untilClaim(table),
    claims.map((one) => h('p', { key: 'claim' + one.seat }, `${one.text ?? ''} Claimed, not confirmed.`)),
    claim && h('div', { class: 'actions' }, action({ at: 'accept-claim', label: 'Accept the claim', act: () => command('tables/claim', { table: table.id, accept: true }) })),
    table.seat && table.can_claim && !claims.some((one) => isOurs(table, one.seat)) && [
      h('p', null, 'You may claim the match, or keep waiting: it goes on as soon as the other side answers.'),
      h('div', { class: 'actions' },
        action({ at: 'claim-win', label: 'Claim the win', act: () => command('tables/claim', { table: table.id, kind: 'CLAIM_KIND_WIN' }) }),
        action({ at: 'claim-draw', label: 'Claim a draw', act: () => command('tables/claim', { table: table.id, kind: 'CLAIM_KIND_DRAW' }) }),
        linkButton({ label: 'Keep waiting', href: '#/war' })),
    ],
    table.seat && table.offered_hosting && !isOurs(table, table.offered_hosting) && [
      h('p', null, `${theirName(table)} offers that your node decides the rounds from now on.`),
      h('div', { class: 'actions' }, action({ at: 'take-hosting', label: 'Let my node decide', act: () => command('tables/move-hosting', { table: table.id, take: true }) })),
    ],
  ].filter((part) => part && (!Array.isArray(part) || part.length));
  return parts.length > 0 && h('section', { class: 'panel', 'aria-label': 'What the match waits for', key: 'waiting' }, parts);
}

/**
 * The seconds until our person may claim, from the time that the node names; nothing where nothing is withheld.
 * @param {Table} table
 */
function untilClaim(table) {
  const end = Number(table.claim_from_milliseconds ?? 0);
  const now = Date.now();
  if (!table.seat || table.can_claim || (table.claims ?? []).length || end <= now) return null;
  tick(1000, end);
  return h('p', { key: 'until-claim' }, `You may claim the match in ${Math.ceil((end - now) / 1000)} s. A card of the other side ends that.`);
}

/** @param {Table} table */
function doings(table) {
  return h('div', { class: 'menu', key: 'doings' },
    action({
      at: 'leave', label: 'Leave', icon: 'back', act: async () => {
        await command('tables/attend', { table: table.id, attendance: 'ATTENDANCE_LEAVE' });
        go(to('war'));
        await endBeside(table);
      },
    }),
    action({ at: 'concede', label: 'Concede', icon: 'flag', act: () => concede(table) }),
    menu({ at: 'table-menu', label: 'More about this match', look: 'button' }, [
      { label: 'Replay from the beginning', icon: 'play', href: to('war', table.id, 'replay') },
      { label: 'Save the match as a file', icon: 'download', href: transcript(table) },
      isOurs(table, table.deciding) && { label: `Offer ${theirName(table)} to decide the rounds`, icon: 'swap', act: () => command('tables/move-hosting', { table: table.id }) },
    ]));
}

/** @param {Table} table */
async function concede(table) {
  const isSure = await ask({
    title: 'Concede', text: `Give the match to ${theirName(table)}?`, yes: 'Concede', no: 'Keep playing', isBad: true,
  });
  if (isSure) await command('tables/give-up', { table: table.id });
}

/**
 * Where the file of a match is.
 * @param {Table} table
 */
export function transcript(table) {
  return `/v1/transcript?table=${table.id}`;
}
