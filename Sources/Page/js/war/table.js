// @ts-check
// The table of a match, whatever is played: its board, and beside it score, talk and what the match waits for.
import { h } from '../view.js';
import { action, linkButton, menu } from '../parts.js';
import { ask } from '../dialogs.js';
import { refused, told } from '../doing.js';
import { nameOf } from '../people.js';
import { command } from '../state.js';
import { timeWithSeconds } from '../texts.js';
import { go, to } from '../router.js';
import { talk } from '../chat/talk.js';
import { tick } from '../events/tick.js';
import { ending } from './end.js';
import { gameOf } from '../games/games.js';
import { besideAway, endBeside } from './beside.js';
import { isOurs, mayTalk, playerName, presence, theirClaim, theirName } from './players.js';
import { wallItem, watcherDoings, watchers } from './watch.js';

/** @typedef {parlor.TableView} Table */

/**
 * A match that goes on or is over.
 * @param {Table} table
 */
export function matchScreen(table) {
  const id = table.id ?? '';
  const game = gameOf(table);
  return h('div', { class: 'war', key: 'war' },
    h('h1', { class: 'visually-hidden' }, `${game.title} against ${theirName(table)}`),
    game.board(table),
    h('aside', { class: 'beside', 'aria-label': 'Beside the table' },
      refused('play'),
      refused('play-guest'),
      table.phase === 'TABLE_PHASE_FINISHED' && ending(table),
      table.phase === 'TABLE_PHASE_PLAYING' && waiting(table),
      game.score(table),
      !game.scoreHasTalk && mayTalk(table) && h('section', { class: 'panel chat-panel', 'aria-label': 'Talk', key: 'talk' }, h('h2', null, 'Talk'), talk(id)),
      table.no_chat && h('p', { class: 'note' }, 'The two of you cannot talk at this table.'),
      watchers(table),
      table.phase === 'TABLE_PHASE_PLAYING' && (table.seat ? doings(table) : watcherDoings(table))));
}

/**
 * What keeps the match waiting, and what can be done about it.
 * @param {Table} table
 */
function waiting(table) {
  const game = gameOf(table);
  const claim = theirClaim(table);
  const claims = table.claims ?? [];
  const parts = [
    table.paused && [
      h('h2', null, 'Waiting for players to rejoin'),
      h('ul', { class: 'lines' }, [table.host, table.joiner].map((player) => player && h('li', { key: player.author },
        h('span', { class: 'what' }, h('strong', null, nameOf(playerName(table, player))), h('span', null, `${[presence(player), game.holding(player)].filter(Boolean).join(', ')}`))))),
    ],
    table.seat && besideAway(table),
    table.notice && h('p', null, told(table.notice)),
    Number(table.move_ends_milliseconds ?? 0) > 0 && h('p', null, `The next move is due by ${timeWithSeconds(table.move_ends_milliseconds)}.`),
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
  const game = gameOf(table);
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
      game.hasReplay && { label: 'Replay from the beginning', icon: 'play', href: to('war', table.id, 'replay') },
      wallItem(table),
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
