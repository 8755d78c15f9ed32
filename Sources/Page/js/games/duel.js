// @ts-check
// The duel on the page: two people with libraries of their own, at a free table. What it looks like and does is in js/duel.
import { board } from '../duel/board.js';
import { duelValues, hostFields, hostTerms, openJoin, termsWords } from '../duel/choose.js';
import { handleChord, handleKey } from '../duel/keys.js';
import { duelOf, needsHand, seatOf } from '../duel/lists.js';
import { log } from '../duel/log.js';
import { plural } from '../texts.js';
import { nearSeat } from '../war/players.js';

/** @type {import('./games.js').Game} */
export const duel = {
  title: 'Duel',
  board,
  score: log,
  holding: () => '',
  awaited: 'It is your turn',
  key: handleKey,
  chord: handleChord,
  takesLetters: true,
  hasReplay: false,
  mayBeWatched: true,
  needsUs(table) {
    const { active, own } = duelOf(table);
    return !!own && (!!own.may_begin || !!own.asked_undo || needsHand(table) || active === table.seat);
  },
  progress(table) {
    const { game = 0, games = 1, turn = 0 } = duelOf(table);
    if (!game) return 'before the first game';
    const near = nearSeat(table);
    const [us, them] = [seatOf(table, near), (duelOf(table).seats ?? []).find((one) => one.seat !== near) ?? {}];
    return [games > 1 && `game ${game} of ${games}`, games > 1 && `${us.wins ?? 0} to ${them.wins ?? 0}`, `turn ${turn}`, plural(us.life, 'life', 'life')].filter(Boolean).join(', ');
  },
  host: { values: duelValues, fields: hostFields, terms: hostTerms },
  join: openJoin,
  terms: termsWords,
};
