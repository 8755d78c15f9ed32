// @ts-check
// Where the matches of a bracket stand: a function of the rounds that the daemon answers, without any look of its own.

/** @typedef {parlor.MatchView} MatchView */
/** @typedef {parlor.BracketRound} BracketRound */
/** @typedef {{ match: MatchView, row: number }} Placed a match and its row: 1.5 is between the second and the third one */
/** @typedef {{ name: string, places: Placed[] }} Column */
/** @typedef {{ column: number, from: number, to: number }} Line from a match of a column to one of the next */
/** @typedef {{ name: string, columns: Column[], lines: Line[], rows: number, third?: MatchView }} Part */

/**
 * The parts of a bracket: one for a knockout, and one for each place from which on the others play; winners, losers and final for a
 * double elimination.
 * @param {BracketRound[]} rounds
 * @param {boolean} [reseeds] the seeds decide who meets next, so no line leads from match to match
 * @returns {Part[]}
 */
export function bracketParts(rounds, reseeds = false) {
  const prefix = (/** @type {BracketRound} */ round) => (/^(PL\d+|[A-Z]+)/.exec(round.matches?.[0]?.name ?? '') ?? [''])[0];
  const filled = rounds.filter((round) => round.matches?.length);
  const third = filled.find((round) => round.matches?.[0]?.name === '3RD')?.matches?.[0];
  const rest = filled.filter((round) => round.matches?.[0]?.name !== '3RD');
  const losers = rest.filter((round) => prefix(round) === 'LB');
  if (!losers.length) {
    const isMain = (/** @type {BracketRound} */ round) => !prefix(round).startsWith('PL');
    const main = place('', rest.filter(isMain));
    const below = [...new Set(rest.map(prefix).filter((name) => name.startsWith('PL')))].map((name) => {
      const own = rest.filter((round) => prefix(round) === name);
      return place(own[0].name ?? '', own);
    });
    return rest.length ? [{ ...main, lines: reseeds ? [] : main.lines, third }, ...below] : [];
  }
  const winners = rest.filter((round) => prefix(round) === 'WB');
  const finals = rest.filter((round) => !['WB', 'LB'].includes(prefix(round)));
  const parts = [place('Winners', winners), place('Losers', losers), place('Final', finals)].filter((part) => part.columns.length);
  return parts.map((part, index) => (index === parts.length - 1 ? { ...part, third } : part));
}

/**
 * Puts the rounds into columns: a match stands in the middle of the two that feed it, or beside the one that does.
 * @param {string} name
 * @param {BracketRound[]} rounds
 * @returns {Part}
 */
function place(name, rounds) {
  const rows = Math.max(1, ...rounds.map((round) => round.matches?.length ?? 0));
  /** @type {Column[]} */
  const columns = [];
  /** @type {Line[]} */
  const lines = [];
  for (const [index, round] of rounds.entries()) {
    const matches = round.matches ?? [];
    const before = columns[index - 1]?.places ?? [];
    const places = matches.map((match, number) => {
      let row = ((number + 0.5) * rows) / matches.length - 0.5;
      if (before.length === matches.length * 2) row = (before[number * 2].row + before[number * 2 + 1].row) / 2;
      if (before.length === matches.length) row = before[number].row;
      return { match, row };
    });
    if (before.length === matches.length * 2)
      places.forEach(
        (to, number) => lines.push(
          { column: index - 1, from: before[number * 2].row, to: to.row },
          { column: index - 1, from: before[number * 2 + 1].row, to: to.row }));
    else if (before.length === matches.length)
      places.forEach((to, number) => lines.push({ column: index - 1, from: before[number].row, to: to.row }));
    columns.push({ name: round.name ?? '', places });
  }
  return { name, columns, lines, rows };
}

/**
 * The matches of each group and round, in their order: A2.1 is group A, round 2.
 * @param {MatchView[]} matches
 * @returns {{ title: string, matches: MatchView[] }[]}
 */
export function byRound(matches) {
  /** @type {Map<string, MatchView[]>} */
  const rounds = new Map();
  for (const match of matches) {
    const title = match.title ?? '';
    const list = rounds.get(title);
    if (list) list.push(match);
    else rounds.set(title, [match]);
  }
  return [...rounds].map(([title, list]) => ({ title, matches: list }));
}

/**
 * Thousandths as people write them: 2000 is 2, 500 is 0.5, and a difference has its sign.
 * @param {string | number | undefined} thousandths
 * @param {boolean} [signed]
 */
export function figure(thousandths, signed = false) {
  const value = Number(thousandths ?? 0) / 1000;
  const text = String(Math.abs(value));
  if (value < 0) return '−' + text;
  return signed && value > 0 ? '+' + text : text;
}

/**
 * A score as the daemon reads it: games with spaces between, a tie-break in brackets. Empty where nothing whole is typed.
 * @param {string[]} home
 * @param {string[]} away
 * @param {string} [tieHome]
 * @param {string} [tieAway]
 */
export function scoreText(home, away, tieHome = '', tieAway = '') {
  const games =
    home.map((own, game) => [own.trim(), (away[game] ?? '').trim()])
      .filter(([own, other]) => own || other)
      .map(([own, other]) => `${own}:${other}`);
  const tie = tieHome.trim() || tieAway.trim() ? ` (${tieHome.trim()}:${tieAway.trim()})` : '';
  return games.join(' ') + (games.length ? tie : '');
}
