// @ts-check
// A tournament that is played: standings, groups, bracket, results and draws (rows T-19 to T-31, T-54).

import { cardItem, comments } from '../chat/item.js';
import { told } from '../doing.js';
import { historyItem } from '../history.js';
import { planThing } from '../events/plan.js';
import { menu, tabPanel, tabs } from '../parts.js';
import { icon } from '../pictures.js';
import { to } from '../router.js';
import { changed } from '../state.js';
import { locale } from '../texts.js';
import { h } from '../view.js';
import { aboutTab } from './about.js';
import { drawsTab } from './draws.js';
import { bracketParts, byRound, figure } from './layout.js';
import { matchLabel, matchLine, openMatch, stateTag } from './match.js';
import { entrant, entrantColour, isKnown, isOurs, outTag, traits } from './parts.js';
import { nextRound } from './rounds.js';
import { columns, decided, phaseNames, texts, tieBreakTitles } from './texts.js';

/**
 * @param {parlor.TournamentView} view
 * @param {string} chosen
 */
export function playScreen(view, chosen) {
  const hasGroups = (view.groups ?? []).length > 0;
  const hasBracket = (view.bracket ?? []).length > 0;
  const isDone = view.phase === 'TOURNAMENT_PHASE_FINISHED';
  const hasRounds = (view.matches ?? []).length > 0 || !!traits(view).sets_rounds;
  const names = [
    hasGroups && 'standings', hasRounds && 'group', hasBracket && 'bracket', isDone && 'results', (view.draws ?? []).length > 0 && 'draws',
    view.room_name !== 'personal' && 'talk', 'about'
  ].filter((name) => name);
  const first = isDone ? 'results' : view.phase === 'TOURNAMENT_PHASE_KNOCKOUT' || !hasRounds ? 'bracket' : 'group';
  const now = names.includes(chosen) ? chosen : names.includes(first) ? first : String(names[0]);
  const titles = {
    standings: texts.standings,
    group: (view.groups ?? []).length > 1 ? texts.group : 'Matches',
    bracket: texts.bracket,
    results: texts.results,
    draws: texts.draws,
    talk: texts.talk,
    about: texts.about
  };
  const shown = { standings: standingsTab, group: groupTab, bracket: bracketTab, results: resultsTab, draws: drawsTab, talk: talkTab, about: aboutTab };
  return h(
    'div', { class: 'page cup', key: 'play' },
    h('header', { class: 'head' }, h('div', null, h('h1', null, h('bdi', null, view.name)), h('p', { class: 'second' }, summary(view))),
      h('div', { class: 'actions no-print' },
        h('button', { type: 'button', class: 'button', onclick: () => print() }, icon('print'), 'Print'),
        menu({ at: 'tournament/more', label: 'More for this tournament' }, [{ label: 'Plan an event', icon: 'events', act: () => planThing(nextName(view), view.room) }, cardItem({ room: view.room, id: view.id, title: view.name }), historyItem(view.room, view.id)]))),
    (view.messages ?? []).length > 0 &&
      h('ul', { class: 'cup-messages' },
        (view.messages ?? []).map((message, index) => h('li', { key: message }, icon('warning'), h('span', null, told(message, (view.message_remedies ?? [])[index]))))),
    tabs(
      'Parts of the tournament', now,
      names.map(
        (name) =>
          ({ name: String(name), title: titles[/** @type {keyof titles} */ (name)], href: to('tournaments', view.id, String(name)) }))),
    tabPanel(now, shown[/** @type {keyof shown} */ (now)](view)));
}

/**
 * A name for the event at which is played next: with the round whose matches are due, where they are of one.
 * @param {parlor.TournamentView} view
 */
function nextName(view) {
  const due = (view.bracket ?? []).find((round) => (round.matches ?? []).some((match) => match.state === 'MATCH_STATE_DUE'));
  return due?.name ? `${view.name}: ${due.name}` : view.name ?? '';
}

/** @param {parlor.TournamentView} view */
const talkTab = (view) => comments({ room: view.room, id: view.id }, { title: texts.talk, label: texts.comment });

/** @param {parlor.TournamentView} view */
function summary(view) {
  const phase = phaseNames[String(view.phase)] ?? '';
  return [
    `${view.entrants?.length ?? 0} entrants, ${view.style?.phrase ?? ''}, ${phase}${
      view.total ? ', ' + decided(view) : ''}`,
    view.room_name !== 'personal' && [', in ', h('bdi', null, view.room_name)]
  ];
}

/** @param {parlor.TournamentView} view */
const standingsTab = (view) => h('div', { class: 'tables' },
  (view.groups ?? [])
    .map(
      (group) => h(
        'section', { key: group.name ?? 'all', class: 'panel flush' },
        group.name &&
          h('h2', { class: 'strip' }, `Group ${group.name}`, group.complete && h('span', { class: 'tag done' }, icon('check'), 'complete')),
        h('div', {
          class: 'grid-scroll',
          tabindex: 0,
          role: 'group',
          'aria-label': `Standings${group.name ? ' of group ' + group.name : ''}, scrolls sideways`
        },
          h('table', { class: 'standings' },
            h('thead', null, h('tr', null, [...shownColumns(view), ...tieBreaks(view, group)].map(([short, long]) => h('th', { scope: 'col' }, h('abbr', { title: long }, short))))),
            h('tbody', null,
              (group.rows ?? [])
                .map(
                  (row) => h(
                    'tr', { key: row.number ?? 0, class: row.qualifies ? 'in' : null }, h('td', null, `${row.rank}${row.tied ? '=' : ''}`),
                    h('th', { scope: 'row' }, entrant(view, row.name), row.lot && h('small', { class: 'second' }, ' ', row.lot),
                      row.qualifies && h('span', { class: 'visually-hidden' }, ' would play on')),
                    [row.played, row.won, row.lost, row.tied_matches].map((value) => h('td', null, value ?? 0)),
                    h('td', null, h('b', null, figure(row.points))),
                    hasScores(view) && [h('td', null, figure(row.scored)), h('td', null, figure(row.conceded)), h('td', null, figure(row.difference, true))],
                    tieBreaks(view, group).map(([, , place]) => h('td', { key: place }, figure(row.values?.[place])))))))))));

/**
 * Where nothing but who won is counted, what decides stands in place of the scores.
 * @param {parlor.TournamentView} view
 */
const hasScores = (view) => !traits(view).counts_winners_only;

/** @param {parlor.TournamentView} view */
const shownColumns = (view) => (hasScores(view) ? columns : columns.slice(0, -3));

/**
 * The tie-breaks that have no column of their own and differ between some with as many points, each with its place in the values.
 * @param {parlor.TournamentView} view
 * @param {parlor.StandingsView} group
 * @returns {[string, string, number][]}
 */
function tieBreaks(view, group) {
  const rows = group.rows ?? [];
  return (view.rules?.tie_breaks ?? [])
    .flatMap((name, place) => {
      const titles = tieBreakTitles[name];
      const differs = rows.some((one) => rows.some((other) => one.points === other.points && one.values?.[place] !== other.values?.[place]));
      return titles && differs ? [/** @type {[string, string, number]} */ ([...titles, place])] : [];
    });
}

/** @param {parlor.TournamentView} view */
const groupTab = (view) =>
  [nextRound(view),
   h('div', { class: 'rounds-grid' },
     byRound(view.matches ?? [])
       .map(
         (round) =>
           h('section', { key: round.title, class: 'panel' }, h('h2', null, round.title),
             h('ul', { class: 'match-lines' }, round.matches.map((match) => matchLine(view, match)))))),
];

/**
 * Where the match for the third place stands: below the final.
 * @param {import('./layout.js').Part} part
 */
const thirdRow = (part) => (part.columns.at(-1)?.places[0].row ?? 0) + 1.35;

/** How large brackets are drawn. */
let scale = 1;

/** @param {number} by */
function zoom(by) {
  scale = Math.min(1.5, Math.max(0.4, Math.round((scale + by) * 10) / 10));
  changed();
}

/** A bracket of more matches than this can be drawn smaller, and somebody found in it. */
const fewMatches = 8;

/**
 * The tools of a large bracket: the matches of somebody, and its size.
 * @param {parlor.TournamentView} view
 */
function bracketTools(view) {
  const matches = (view.bracket ?? []).flatMap((round) => round.matches ?? []);
  if (matches.length <= fewMatches) return null;
  const names = [...new Set(matches.flatMap(({ home, away }) => [home, away]).filter(isKnown).map((side) => side?.name ?? ''))].sort((a, b) => a.localeCompare(b, locale));
  const ours = matches.filter((match) => isOurs(view, match)).at(-1);
  return h(
    'div', { class: 'toolbar no-print', key: 'tools' },
    ours && h('button', { type: 'button', class: 'button', onclick: () => showMatch(ours.name) }, icon('search'), 'Find me'),
    h('select', {
      class: 'input find-entrant', 'aria-label': 'Find an entrant', onchange: (/** @type {any} */ event) => {
        const name = event.target.value;
        showMatch(matches.filter(({ home, away }) => [home, away].some((side) => isKnown(side) && side?.name === name)).at(-1)?.name);
        event.target.value = '';
      },
    }, h('option', { value: '' }, 'Find an entrant'), names.map((name) => h('option', { value: name, key: name }, name))),
    h('span', { class: 'end actions' },
      h('button', { type: 'button', class: 'button plain', 'aria-label': 'Smaller', disabled: scale <= 0.4, onclick: () => zoom(-0.2) }, '−'),
      h('span', { class: 'second', role: 'status' }, `${Math.round(scale * 100)} %`),
      h('button', { type: 'button', class: 'button plain', 'aria-label': 'Larger', disabled: scale >= 1.5, onclick: () => zoom(0.2) }, '+')));
}

/**
 * Scrolls to a match and puts the focus on it.
 * @param {string | undefined} name
 */
function showMatch(name) {
  const box = /** @type {HTMLElement | null} */ (document.querySelector(`.match[data-name="${CSS.escape(name ?? '')}"]`));
  box?.scrollIntoView({ block: 'center', inline: 'center' });
  box?.focus({ preventScroll: true });
}

/** @param {parlor.TournamentView} view */
function bracketTab(view) {
  const guesses = (view.bracket ?? []).some((round) => round.matches?.some((match) => match.home?.likely || match.away?.likely));
  return [
    guesses && h('p', { class: 'note', key: 'as-if' }, texts.asIf), bracketTools(view),
    bracketParts(view.bracket ?? [], view.rules?.reseed)
      .map(
        (part) => h(
          'section', { key: part.name || 'main', class: 'panel flush', 'aria-label': part.name ? `Bracket: ${part.name}` : texts.bracket },
          h('div', {
            class: 'bracket-scroll',
            tabindex: 0,
            role: 'group',
            'aria-label': `${part.name ? `Bracket: ${part.name}` : texts.bracket}, scrolls sideways`
          },
            h('div', { class: 'bracket', style: { '--zoom': String(scale), '--rows': String(part.rows), '--space': String(Math.max(part.rows, part.third ? thirdRow(part) + 1.2 : 0)), '--columns': String(part.columns.length) } },
              h('svg', {
                class: 'lines-of',
                viewBox: `0 0 ${part.columns.length * 100} ${part.rows * 100}`,
                preserveAspectRatio: 'none',
                'aria-hidden': 'true'
              },
                part.lines.map(
                  ({ column, from, to: end }) => h('path', {
                    d: `M${column * 100 + 50} ${from * 100 + 50}H${column * 100 + 100}V${end * 100 + 50}H${column * 100 + 150}`,
                    'vector-effect': 'non-scaling-stroke',
                    class: 'line'
                  }))),
              part.columns.map(
                (column, index) => h(
                  'section', { class: 'column', key: column.name, 'aria-label': column.name, style: { '--column': String(index + 1) } },
                  h('h2', null, column.name),
                  h('ol', { class: 'spread' },
                    column.places.map(({ match, row }) => h('li', { key: match.name, style: { '--row': String(row) } }, matchBox(view, match)))),
                  part.third && index === part.columns.length - 1 &&
                    h('div', { class: 'third', style: { '--row': String(thirdRow(part)) } },
                      h('h3', null, 'Third place'), matchBox(view, part.third)))))))),
  ];
}

/**
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 */
function matchBox(view, match) {
  const isDue = match.state === 'MATCH_STATE_DUE';
  const ours = isDue && isOurs(view, match);
  return h(
    'button', {
      type: 'button',
      class: 'match' + (ours ? ' ours' : '') + (isDue ? ' due' : ''),
      'aria-label': matchLabel(match),
      'data-name': match.name,
      onclick: () => openMatch(view.id ?? '', match.name ?? '')
    },
    ours ? h('span', { class: 'now' }, 'Your match, now') : h('span', { class: 'match-id' }, match.name, ' ', stateTag(match)),
    side(view, match, 'home'), side(view, match, 'away'));
}

/**
 * @param {parlor.TournamentView} view
 * @param {parlor.MatchView} match
 * @param {'home' | 'away'} which
 */
function side(view, match, which) {
  const one = match[which];
  const won = match.winner === (which === 'home' ? 'MATCH_WINNER_HOME' : 'MATCH_WINNER_AWAY');
  const lost = match.winner !== undefined && match.winner !== 'MATCH_WINNER_UNSPECIFIED' && !won;
  const name = one?.likely || one?.name;
  const known = isKnown(one);
  return h(
    'span', {
      class: `entrant c-${entrantColour(view, name)}` +
        (one?.likely ? ' guess'
           : known   ? ''
                     : ' nobody') +
        (won      ? ' winner'
           : lost ? ' out'
                  : '')
    },
    h('i', { class: 'swatch' }), h('span', { class: 'entrant-name' }, h('bdi', null, name), outTag(view, one?.name), one?.likely && h('small', null, one.name)),
    won && icon('check'), h('b', null, one?.score === undefined ? '' : figure(one.score)));
}

/** @param {parlor.TournamentView} view */
const resultsTab = (view) => h(
  'ol', { class: 'panel lines ranks', key: 'results' },
  (view.ranks ?? [])
    .map(
      (rank) =>
        h('li', { key: rank.number ?? 0, class: rank.rank === 1 ? 'first' : null },
          h('b', { class: 'rank' }, `${rank.rank}${rank.tied ? '=' : ''}`),
          h('span', { class: 'what' }, h('strong', null, entrant(view, rank.name)), rank.how && h('span', null, rank.how)),
          rank.rank === 1 && icon('cup'))));
