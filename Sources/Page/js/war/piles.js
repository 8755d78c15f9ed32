// @ts-check
// What lies on the table: each player's plate and pile, and the cards of the battle between them.
import { h } from '../view.js';
import { cardBack, cardFace } from '../cards.js';
import { avatar } from '../pictures.js';
import { colourOfAuthor, nameOf } from '../people.js';
import { plural } from '../texts.js';
import { isOurs, nearSeat, playerName, warOf } from './players.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {parlor.PlayerView} Player */
/** @typedef {'us' | 'them'} Side */

/**
 * The name of a player and where they are.
 * @param {Table} table
 * @param {Player} player
 * @param {Side} side
 */
export function plate(table, player, side) {
  const isOver = table.phase === 'TABLE_PHASE_FINISHED';
  const where = player.played ? 'Has played' : side === 'us' && table.seat ? 'You' : isOver ? '' : player.here ? 'Here' : player.online ? 'Away' : 'Not connected';
  return h('div', { class: `plate ${side} c-${colourOfAuthor(player.author, player.colour)}` },
    avatar({ name: player.name, author: player.author, colour: colourOfAuthor(player.author, player.colour), online: isOver || side === 'us' || !!player.here }),
    h('div', null, h('strong', null, nameOf(playerName(table, player))), h('span', null, where)));
}

/**
 * A player's pile with the number of its cards. One that is played from here is a button.
 * @param {Table} table
 * @param {Player} player
 * @param {Side} side
 * @param {(() => void) | null} tap plays a card; null while none can be played
 * @param {boolean} isOfHere whether it is played at this screen: ours, or a guest's
 */
export function pile(table, player, side, tap, isOfHere) {
  const cards = player.cards ?? 0;
  const layers = Array.from({ length: Math.min(5, Math.ceil(cards / 6)) }, (_, layer) => h('span', { class: 'layer l' + layer }, cardBack(player, side)));
  const inside = [layers.length ? layers : h('span', { class: 'layer no-cards' }), h('span', { class: 'count' }, cards)];
  const place = h('div', { class: 'pile-place ' + side }, isOfHere && table.phase === 'TABLE_PHASE_PLAYING'
    ? h('button', { type: 'button', class: 'pile', 'aria-label': side === 'us' ? `Play a card. You have ${plural(cards, 'card')}` : `Play a card for ${playerName(table, player)}, who has ${plural(cards, 'card')}`, disabled: !tap, onclick: tap }, inside)
    : h('div', { class: 'pile', role: 'img', 'aria-label': `${playerName(table, player)} has ${plural(cards, 'card')}` }, inside));
  return place;
}

/**
 * The cards of one player in the middle: those of a war face down, then the one turned over.
 * @param {Table} table
 * @param {Player} player
 * @param {Side} side
 * @param {{ isDecided: boolean, last: parlor.RoundView | undefined }} battle
 */
export function lane(table, player, side, { isDecided, last }) {
  const round = isDecided ? (table.round ?? 1) - 1 : table.round ?? 0;
  const isWinner = isDecided && last?.winner && player.up ? (side === 'us' ? nearSeat(table) === last.winner : nearSeat(table) !== last.winner) : null;
  const down = Math.min(player.down || (isDecided ? downOf(last) : 0), 6);
  const { up } = player;
  return h('div', { class: `lane ${side}` + (isWinner === true ? ' won' : isWinner === false ? ' lost' : '') },
    Array.from({ length: down }, (_, number) => h('span', { class: 'down d' + number, key: `d${round}.${number}` }, cardBack(player, side + 'down'))),
    up ? h('span', { class: 'turned open', key: `u${round}.${up.rank}${up.suit}` }, cardFace(up))
      : player.played ? h('span', { class: 'turned', key: `p${table.round}.${warOf(table).battle}` }, cardBack(player, side + 'played'))
        : h('span', { class: 'turned place', key: 'place' }));
}

/**
 * How many cards each player laid face down in the last war of a round; 0 where there was none.
 * @param {parlor.RoundView | undefined} round
 */
function downOf(round) {
  const up = round?.host?.length ?? 0;
  return up > 1 ? Math.max(0, Math.round(((round?.cards ?? 0) / 2 - up) / (up - 1))) : 0;
}

/**
 * One sentence about how the battle stands.
 * @param {Table} table
 * @param {Player} us
 * @param {Player} them
 * @param {{ isDecided: boolean, last: parlor.RoundView | undefined }} battle
 */
export function sentence(table, us, them, { isDecided, last }) {
  const theirs = playerName(table, them);
  if (us.played && them.played) return 'Both have played.';
  if (us.played && !them.played) return `Waiting for ${theirs}’s card`;
  if (them.played && !us.played) return `${theirs} has played. Your card?`;
  if (warOf(table).battle) return `War! ${faceDown(table)} down, one up.`;
  if (!last || !isDecided) return 'Play a card to begin.';
  if (!last.winner) return 'Nobody takes the cards.';
  return `${isOurs(table, last.winner) ? 'You take' : theirs + ' takes'} ${plural(last.cards, 'card')}`;
}

/** @param {Table} table */
function faceDown(table) {
  const count = table.rules?.face_down ?? 3;
  return ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'][count] ?? count;
}
