// @ts-check
// One match: its score, who said what, and what may be typed (rows T-20, T-21, T-28, T-32, T-33, T-35, T-37, T-40).

import { attempt } from '../attempt.js';
import { closeDialog, openDialog } from '../dialogs.js';
import { isBusy, refused, told } from '../doing.js';
import { formOf } from '../forms.js';
import { action } from '../parts.js';
import { nameOf } from '../people.js';
import { icon } from '../pictures.js';
import { go, to } from '../router.js';
import { command, state } from '../state.js';
import { h } from '../view.js';
import { figure, scoreText } from './layout.js';
import { entrant, isKnown, isOurs, tournamentReading, typedNumber } from './parts.js';
import { placeOf, texts } from './texts.js';

/**
 * The whole match in words, for a screen reader.
 * @param {parlor.MatchView} match
 */
export function matchLabel(match) {
  const side = (/** @type {parlor.MatchSide | undefined} */ one) =>
    (one?.likely ? `${one.name}, now ${one.likely}` : `${one?.name ?? ''}${one?.score === undefined ? '' : ' ' + figure(one.score)}`);
  const state = {
    MATCH_STATE_DUE: ', can be played',
    MATCH_STATE_REPORTED: ', waits to be confirmed',
    MATCH_STATE_DISPUTED: ', reports contradict',
    MATCH_STATE_BYE: ', a bye'
  }[String(match.state)] ??
    '';
  return `${match.name}: ${side(match.home)}, ${side(match.away)}${state}`;
}

/**
 * Opens a match in a dialog, which follows what others report meanwhile.
 * @param {string} tournament
 * @param {string} name
 */
export function openMatch(tournament, name) {
  openDialog(`Match ${name}`, () => {
    /** @type {parlor.TournamentView | undefined} */
    const view = tournamentReading(tournament).answer;
    const match =
      view && [...(view.matches ?? []), ...(view.bracket ?? []).flatMap((round) => round.matches ?? [])].find((one) => one.name === name);
    return view && match ? sheet(view, match) : h('p', null, 'This match is no longer there: the set-up has changed.');
  });
}

/**
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 */
function sheet(view, match) {
  return h(
    'div', { class: 'form match-sheet' }, h('p', { class: 'second' }, match.title, match.ruled && ', decided by an organiser'),
    h('div', { class: 'sides' }, sideLine(view, match, 'home'), sideLine(view, match, 'away')),
    match.score && h('p', { class: 'note' }, 'Score: ', match.score),
    match.state === 'MATCH_STATE_DISPUTED' &&
      h('p', { class: 'refused' }, icon('warning'),
        h('span', null, 'Two reports contradict each other: the match counts for nobody until one is changed or an organiser decides.')),
    match.may_play && atTable(view, match), reports(match), !match.may_score && match.reason && h('p', { class: 'second why' }, icon('lock'), ' ', told(match.reason, match.remedy)),
    match.may_score && scoreForm(view, match, 'score'),
    view.may_rule && isKnown(match.home) && isKnown(match.away) &&
      h('details', null, h('summary', null, 'Decide as an organiser'), scoreForm(view, match, 'rule')));
}

/**
 * The way to a table of War, where our person can play the match: the one who is named first opens it, the other one joins (row T-46).
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 */
function atTable(view, match) {
  const tables = (match.tables ?? []).filter((one) => !!one.own === !!match.opens);
  const table = state.tables.get(tables.at(-1)?.table ?? '');
  const isOver = !table || table.phase === 'TABLE_PHASE_FINISHED' || table.phase === 'TABLE_PHASE_CLOSED';
  const opponent = (match.opens ? match.away : match.home)?.name;
  if (isOver && !match.opens) return h('p', { class: 'note' }, 'At War: ', h('bdi', null, opponent), ' opens a table for this match, and you join it here. The result is reported by itself.');
  const play = async () => {
    const id = isOver ? (await command('tables/host', { description: `${view.name} ${match.name}` })).id : table.id;
    if (!(match.tables ?? []).some((one) => one.own && one.table === id)) await command('tournaments/set-table', { tournament: view.id, match: match.name, table: id });
    if (table?.phase === 'TABLE_PHASE_OFFERED') await command('tables/ask', { table: id });
    closeDialog();
    go(to('war', id));
  };
  return h('div', { class: 'actions' },
    action({ at: `tournament/${view.id}/play/${match.name}`, label: isOver ? 'Open a table of War' : match.opens ? 'Go to the table' : 'Play at the table', icon: 'war', act: play }),
    h('span', { class: 'note' }, 'The result is reported by itself.'));
}

/**
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 * @param {'home' | 'away'} which
 */
function sideLine(view, match, which) {
  const side = match[which];
  const won = match.winner === (which === 'home' ? 'MATCH_WINNER_HOME' : 'MATCH_WINNER_AWAY');
  return h(
    'p', { class: won ? 'won' : null },
    side?.likely      ? [entrant(view, side.likely, true), h('small', null, side.name)]
      : isKnown(side) ? entrant(view, side?.name)
                      : h('bdi', { class: 'open-slot' }, side?.name),
    won && icon('check'), h('b', null, side?.score === undefined ? '' : figure(side.score)));
}

/** @param {parlor.MatchView} match */
function reports(match) {
  const all = match.reports ?? [];
  const isContradicted = match.state === 'MATCH_STATE_DISPUTED';
  return all.length > 0 &&
    h('ul', { class: 'lines reports', 'aria-label': 'Reports' },
      all.map(
        (report, index) =>
          h('li', { key: index },
            h('span', { class: 'what' },
              h('strong', null, h('bdi', null, report.author), report.ruling ? ' has decided: ' : ': ', report.score),
              (report.earlier ?? []).length > 0 && h('span', null, h('bdi', null, 'Before that: ' + (report.earlier ?? []).map((one) => one.score).join('; '))),
              (report.note || report.reason) && h('span', null, h('bdi', null, [report.note, report.reason].filter(Boolean).join(' · ')))),
            h('span', { class: 'tag' + (isContradicted ? ' bad' : report.counts ? ' done' : '') }, isContradicted && report.counts ? 'contradicts' : report.counts ? 'counts' : 'does not count'))));
}

/**
 * The form in which a score is typed, or a match decided.
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 * @param {'score' | 'rule'} kind
 */
function scoreForm(view, match, kind) {
  const most = Math.min(Math.max(1, view.rules?.best_of ?? 1), texts.mostGames);
  /** @type {Record<string, string>} */
  const first = { winner: '', forfeit: '', reason: '', tieHome: '', tieAway: '', homePenalty: '', awayPenalty: '' };
  for (let game = 0; game < most; game++) first[`home${game}`] = first[`away${game}`] = '';
  const at = `tournament/${view.id}/${kind}/${match.name}`;
  const form = formOf(at, first);
  const { values } = form;
  const [home, away] = [match.home?.name ?? '', match.away?.name ?? ''];
  // An entrant may be called as a number, or as one of the words below.
  const games = Array.from({ length: most }, (_, game) => game);
  const score = () =>
    scoreText(games.map((game) => values[`home${game}`]), games.map((game) => values[`away${game}`]), values.tieHome, values.tieAway);
  const isKnockout = !(view.matches ?? []).includes(match);
  const said = score() || values.winner || values.forfeit;
  const own = (match.reports ?? []).some((report) => report.author === state.settings?.name && !report.ruling && report.counts);
  const number = (/** @type {string} */ name, /** @type {string} */ label) => form.text(name, { label, inputmode: 'decimal', maxlength: 8 });
  return form.form(
    {
      send: kind === 'rule' ? 'Decide'
        : match.state === 'MATCH_STATE_DECIDED'
        ? 'Change the score'
        : 'Enter the score',
      look: kind === 'rule' ? 'button' : 'primary',
      disabled: !said,
      submit: () => command(kind === 'rule' ? 'tournaments/rule' : 'tournaments/score', {
        tournament: view.id,
        match: match.name,
        score: score(),
        winner: values.winner,
        forfeit: values.forfeit,
        reason: values.reason,
        home_penalty: typedNumber(values.homePenalty),
        away_penalty: typedNumber(values.awayPenalty),
      }),
      done: closeDialog,
      more: kind === 'score' && own &&
        h('button', {
              type: 'button',
              class: 'button plain',
              onclick: async () => {
                if (await attempt(at, () => command('tournaments/score', { tournament: view.id, match: match.name, take_back: true })))
                  closeDialog();
              }
            },
          'Take my report back'),
    },
    games.map(
      (game) =>
        h('div', { class: 'pair-fields', key: 'game' + game }, number(`home${game}`, most > 1 ? `Game ${game + 1}: ${home}` : home),
          number(`away${game}`, most > 1 ? `Game ${game + 1}: ${away}` : away))),
    h('details', { key: 'more' }, h('summary', null, 'Tie-break, forfeit, penalties, reason'),
      isKnockout && h('div', { class: 'pair-fields' }, number('tieHome', `Tie-break: ${home}`), number('tieAway', `Tie-break: ${away}`)),
      form.select('winner', {
        label: 'Who won, where the score does not say',
        options: [
          ['', 'as the score says'], [placeOf(match.home), home], [placeOf(match.away), away],
          ...(/** @type {[string, string][]} */ (isKnockout ? [] : [['tie', 'nobody: a tie']]))
        ]
      }),
      form.select('forfeit', { label: 'Who did not play', options: [['', 'both played'], [placeOf(match.home), home], [placeOf(match.away), away], ['both', 'both']] }),
      h('div', { class: 'pair-fields' }, number('homePenalty', `Penalty points: ${home}`), number('awayPenalty', `Penalty points: ${away}`)),
      form.text('reason', {
        label: 'Reason',
        maxlength: 1024,
        hint: kind === 'rule' ? 'Everybody sees why it was decided so.'
                              : 'Asked for where an earlier score is changed and later ones depend on it.'
      })));
}

/**
 * A match as a line with two fields, for the scores of groups: own score first (row T-33).
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 */
export function matchLine(view, match) {
  const at = `tournament/${view.id}/line/${match.name}`;
  const form = formOf(at, { home: '', away: '' });
  const isTyped = !!form.values.home.trim() || !!form.values.away.trim();
  // What somebody types stays there, whatever others report meanwhile.
  const isDue = match.may_score && (view.rules?.best_of ?? 1) <= 1 && (isTyped || ['MATCH_STATE_DUE', undefined].includes(match.state));
  const report = isDue && isTyped ? (match.reports ?? []).find((one) => one.author !== state.settings?.name && one.counts) : undefined;
  const field = (/** @type {'home' | 'away'} */ which) => h('input', {
    class: 'input',
    inputmode: 'decimal',
    maxlength: 8,
    'aria-label': `${match[which]?.name}, ${match.name}`,
    value: form.values[which],
    oninput: (/** @type {any} */ event) => form.set(which, event.target.value),
  });
  const score = (/** @type {parlor.MatchSide | undefined} */ side) => h('b', null, side?.score === undefined ? '' : figure(side.score));
  const typed = () => scoreText([form.values.home], [form.values.away]);
  /** @param {parlor.ReportView} report of somebody else, which came while our person was typing */
  const reported = (report) => h('div', { class: 'reported', role: 'status' },
    h('span', null, nameOf(report.author), ` has reported ${report.score}.`),
    h('button', {
      type: 'button', class: 'button', disabled: isBusy(at) || state.connection !== 'live', onclick: async () => {
        if (await attempt(at, () => command('tournaments/score', { tournament: view.id, match: match.name, score: report.score }))) form.drop();
      },
    }, 'Agree'),
    form.values.home.trim() && form.values.away.trim() && typed() !== report.score &&
      h('button', { class: 'button', disabled: isBusy(at) || state.connection !== 'live' }, `Report ${typed()}`));
  return h(
    'li', { key: match.name, class: 'match-line' + (isOurs(view, match) ? ' ours' : '') },
    h('form', {
      onsubmit: async (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        // Return can be pressed before the last digit was drawn.
        if (!form.values.home.trim() || !form.values.away.trim()) return;
        if (await attempt(
              at,
              () => command(
                'tournaments/score', { tournament: view.id, match: match.name, score: scoreText([form.values.home], [form.values.away]) })))
          form.drop();
      },
    },
      h('button',
        { type: 'button', class: 'match-name', 'aria-label': matchLabel(match), onclick: () => openMatch(view.id ?? '', match.name ?? '') },
        match.name),
      h('span', { class: 'side left' + (match.winner === 'MATCH_WINNER_HOME' ? ' won' : '') }, entrant(view, match.home?.name)),
      h('span', { class: 'score' },
        isDue                                 ? [field('home'), ':', field('away')]
          : match.state === 'MATCH_STATE_BYE' ? (match.half ? 'half-point bye' : 'bye')
                                              : [score(match.home), ':', score(match.away)]),
      h('span', { class: 'side right' + (match.winner === 'MATCH_WINNER_AWAY' ? ' won' : '') }, entrant(view, match.away?.name)),
      report ? null : isDue ? h('button', { class: 'button', disabled: isBusy(at) || state.connection !== 'live' }, 'Enter')
            : h('span', { class: 'state' }, stateTag(match)),
      report && reported(report)),
    refused(at));
}

/** @param {parlor.MatchView} match */
export function stateTag(match) {
  if (match.state === 'MATCH_STATE_DISPUTED') return h('span', { class: 'tag bad' }, icon('warning'), 'contradicted');
  if (match.state === 'MATCH_STATE_REPORTED') return h('span', { class: 'tag' }, 'to confirm');
  if (match.ruled) return h('span', { class: 'tag' }, 'decided');
  if (match.score?.includes('forfeit')) return h('span', { class: 'tag' }, 'forfeit');
  return null;
}
