// @ts-check
// The duel on the page: two people with libraries of their own, at a free table. What it looks like and does is in js/duel.
import { area } from '../area.js';
import { duelValues, hostFields, hostTerms, openJoin, termsWords } from '../duel/choose.js';
import { judgement } from '../duel/judge.js';
import { duelOf, needsHand, otherSeat, ownSeat } from '../duel/seats.js';
import { plural } from '../texts.js';

/** The table itself, with its keys: it is fetched when a duel is opened. */
const face = area(() => import('../duel/face.js'));

/** @type {import('./games.js').Game} */
export const duel = {
  title: 'Duel',
  board: (table) => face.screen('board')(table),
  score: (table) => face.module()?.beside(table),
  scoreHasTalk: true,
  holding: () => '',
  awaited: 'It is your turn',
  key: (event, table) => !!face.module()?.handleKey(event, table),
  chord: (event, table) => !!face.module()?.handleChord(event, table),
  takesLetters: true,
  hasReplay: true,
  replay: (table) => face.screen('replay')(table),
  replayKey: (event) => !!face.module()?.replayKey(event),
  solo: () => face.screen('solo')(),
  wall: (table) => face.screen('wall')(table),
  mayBeWatched: true,
  needsUs(table) {
    const { active, own } = duelOf(table);
    return !!own && (!!own.may_begin || !!own.asked_undo || needsHand(table) || active === table.seat);
  },
  progress(table) {
    const { game = 0, games = 1, turn = 0 } = duelOf(table);
    if (!game) return 'before the first game';
    const [us, them] = [ownSeat(table), otherSeat(table)];
    return [games > 1 && `game ${game} of ${games}`, games > 1 && `${us.wins ?? 0} to ${them.wins ?? 0}`, `turn ${turn}`, plural(us.life, 'life', 'life')].filter(Boolean).join(', ');
  },
  host: { values: duelValues, fields: hostFields, terms: hostTerms },
  join: openJoin,
  terms: termsWords,
  ended: judgement,
};
