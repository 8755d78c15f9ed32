// @ts-check
// A match again, battle by battle: a slider, wars marked, by itself or step by step.
import { h } from '../view.js';
import { head, linkButton, whenRead } from '../parts.js';
import { icon } from '../pictures.js';
import { reading } from '../reads.js';
import { to } from '../router.js';
import { plural } from '../texts.js';
import { felt } from '../games/war.js';
import { playerName, theirName, verdictOf } from './players.js';
import { tally } from './score.js';
import { controls, now, show, slider, stepKey } from './stepping.js';
import { players, warOf } from './players.js';

/** @typedef {parlor.TableView} Table */
/** @typedef {{ round: number, battle: number, table: Table, words: string, isWar: boolean }} Step */

/** @type {{ events: parlor.TableEvent[], steps: Step[] } | null} */
let computed = null;
/**
 * The steps of a match: one for each decided battle, after an empty table at the beginning.
 * @param {Table} table
 * @param {parlor.TableEvent[]} events
 * @returns {Step[]}
 */
export function stepsOf(table, events) {
  if (computed?.events === events) return computed.steps;
  const bare = { ...table, paused: '', can_play: false, result: undefined, phase: /** @type {const} */ ('TABLE_PHASE_FINISHED') };
  const empty = (/** @type {parlor.PlayerView | undefined} */ player) => ({ ...player, cards: 26, up: undefined, down: 0, played: false, here: true, online: true });
  /** @type {Step[]} */
  const steps = [{ round: 0, battle: 0, isWar: false, words: '26 cards each.', table: { ...bare, round: 1, game_view: shown({}), host: empty(table.host), joiner: empty(table.joiner) } }];
  /** Cards laid face down in the present battle, by seat. */
  let down = { SEAT_HOST: 0, SEAT_JOINER: 0 };
  for (const event of events) {
    if (event.played && event.seat) down = { ...down, [event.seat]: event.played.down ?? 0 };
    if (!event.decided) continue;
    steps.push(stepOf(table, bare, event.decided, down));
    down = { SEAT_HOST: 0, SEAT_JOINER: 0 };
  }
  computed = { events, steps };
  return steps;
}

/**
 * The part of a table that is War's own, as a table has it.
 * @param {parlor.WarView} war
 * @returns {parlor.Any}
 */
const shown = (war) => ({ '@type': 'type.googleapis.com/parlor.WarView', ...war });

/**
 * The table after one battle.
 * @param {Table} table
 * @param {Table} bare
 * @param {parlor.DecidedView} decided
 * @param {{ SEAT_HOST: number, SEAT_JOINER: number }} down
 * @returns {Step}
 */
function stepOf(table, bare, decided, down) {
  const isWar = decided.result === 'BATTLE_RESULT_WAR';
  const winner = decided.result === 'BATTLE_RESULT_HOST_WINS' ? 'SEAT_HOST' : decided.result === 'BATTLE_RESULT_JOINER_WINS' ? 'SEAT_JOINER' : undefined;
  const side = (/** @type {parlor.PlayerView | undefined} */ player, /** @type {number | undefined} */ cards, /** @type {parlor.Card | undefined} */ up, /** @type {number} */ count) =>
    ({ ...player, cards: cards ?? 0, up, down: count, played: isWar, here: true, online: true });
  const name = winner && playerName(table, (winner === 'SEAT_HOST' ? table.host : table.joiner) ?? {});
  const isUs = !!table.seat && winner === table.seat;
  const words = isWar ? 'War!' : winner ? `${isUs ? 'You take' : name + ' takes'} the cards` : 'Both are out of cards.';
  return {
    round: decided.round ?? 0, battle: decided.battle ?? 0, isWar, words,
    table: {
      ...bare, round: isWar ? decided.round : (decided.round ?? 0) + 1,
      game_view: shown({
        battle: isWar ? (decided.battle ?? 0) + 1 : 0, pot: decided.pot ?? 0, last_rounds: winner ? [{ round: decided.round, winner }] : [],
      }),
      host: side(table.host, decided.host_cards, decided.host, down.SEAT_HOST), joiner: side(table.joiner, decided.joiner_cards, decided.joiner, down.SEAT_JOINER),
    },
  };
}

/** @param {Table} table */
export function replayScreen(table) {
  const events = reading('tables/events', { table: table.id }, { kinds: table.phase === 'TABLE_PHASE_FINISHED' ? [] : ['table'], views: [] });
  return h('div', { class: 'page replay' },
    head(['Replay: War against ', theirName(table)],
      h('a', { class: 'button', href: `/v1/transcript?table=${table.id}`, download: `war-${(table.id ?? '').slice(0, 8)}.parlor` }, icon('download'), 'Save as a file'),
      linkButton({ label: table.phase === 'TABLE_PHASE_FINISHED' ? 'Load Game' : 'To the table', icon: 'back', href: table.phase === 'TABLE_PHASE_FINISHED' ? to('war', 'load') : to('war', table.id) })),
    whenRead(events, (answer) => player(table, stepsOf(table, answer.events ?? []))));
}

/**
 * @param {Table} table
 * @param {Step[]} steps
 */
function player(table, steps) {
  const at = Math.min(now(), steps.length - 1);
  const step = steps[at];
  const { us, them } = players(step.table);
  const isEnd = at === steps.length - 1 && table.phase === 'TABLE_PHASE_FINISHED';
  const words = isEnd ? `${verdictOf(table)} ${table.result?.text ?? ''}` : step.words;
  return [
    h('div', { class: 'replay-table', key: 'table' }, felt(step.table, null, null, words)),
    h('section', { class: 'panel scrubber', 'aria-label': 'Replay', key: 'scrubber' },
      h('p', { class: 'head' }, h('strong', null, step.round ? `Round ${step.round}${step.battle ? `, war ${step.battle}` : ''}` : 'The beginning'),
        h('span', { class: 'note' }, `${at} of ${plural(steps.length - 1, 'battle')}, ${plural(steps.filter((one) => one.isWar).length, 'war')}`)),
      tally(step.table, us, them, warOf(step.table).pot ?? 0),
      slider({ length: steps.length, label: 'Battle', words: step.round ? `Round ${step.round}, ${words}` : words, marks: steps.flatMap((one, number) => (one.isWar ? [number] : [])) }),
      controls(steps.length, h('button', { type: 'button', class: 'button', onclick: () => show(nextWar(steps, at)), disabled: nextWar(steps, at) === at }, 'Next war'))),
  ];
}

/**
 * @param {Step[]} steps
 * @param {number} at
 */
function nextWar(steps, at) {
  const next = steps.findIndex((one, number) => number > at && one.isWar);
  return next === -1 ? at : next;
}

/** @param {KeyboardEvent} event */
export const replayKey = (event) => stepKey(event, computed?.steps.length ?? 0);
