// @ts-check
// What the tournament screens say. What stands in features/tournaments.md is word for word.

/** @type {Record<string, string>} */
export const phaseNames = {
  TOURNAMENT_PHASE_DRAFT: 'a draft',
  TOURNAMENT_PHASE_PLAYED: 'being played',
  TOURNAMENT_PHASE_KNOCKOUT: 'knockout',
  TOURNAMENT_PHASE_FINISHED: 'finished',
};

/**
 * How far a tournament is.
 * @param {parlor.TournamentView} view
 */
export const decided = (view) => `${view.played ?? 0} of ${view.total ?? 0} matches decided`;

export const texts = {
  take: 'From a file',
  notKept: 'Not kept',
  title: 'Tournaments',
  none: 'No Tournaments',
  deleted: 'A deleted tournament',
  add: 'New tournament',
  leaveEmpty: '--leave empty--',
  bye: '--bye--',
  thirdPlace: '3rd place consolation?',
  thirds: 'With the best thirds, as UEFA has it',
  likelyEncoding: 'The file is not in UTF-8 and was read as Windows-1252. Look at the names; where they are wrong, save the file as UTF-8.',
  skipFirst: 'Of each two, the second begins in the losers’ bracket.',
  allPlaces: 'Every place of the knockout is played for',
  reseed: 'After each round, the best seed of those left meets the last',
  standings: 'Standings',
  group: 'Group',
  bracket: 'Bracket',
  results: 'Results',
  draws: 'Draws',
  talk: 'Talk',
  comment: 'Say something about the tournament',
  about: 'About',
  asIf: 'In italics: who would be there if the knockout stage were to start now.',
  personal: 'Only you see it',
  onlyYou: 'only you see it',
  noMatches: 'No match is set yet',
  swapHint: 'Choose two places to change who is there. A place can also be dragged onto another one.',
  mostGames: 9,
  drawSeconds: 10,
};

/** The columns of the standings grid (row T-23). */
export const columns = [
  ['Rank', 'Rank'],
  ['Name', 'Entrant'],
  ['P', 'Matches played'],
  ['W', 'Won'],
  ['L', 'Lost'],
  ['T', 'Tied'],
  ['Pts', 'Points'],
  ['For', 'Scored'],
  ['Agst', 'Conceded'],
  ['+/−', 'Differential'],
];

/**
 * The heads of tie-breaks that have no column of their own.
 * @type {Record<string, [string, string]>}
 */
export const tieBreakTitles = {
  'buchholz': ['BH', 'Buchholz: the points of the opponents'],
  'buchholz-cut': ['BH/C1', 'Buchholz without the lowest'],
  'sonneborn': ['SB', 'Sonneborn-Berger: the points of those who were beaten, and half of those of ties'],
  'rating': ['Rating', 'Rating'],
  'fair-play': ['Fair', 'Fewer penalty points'],
};

/**
 * The place of an entrant in the list, as people and commands write it: `#1` is the first one, whose number is 0.
 * @param {{ number?: number } | undefined} one
 */
export const placeOf = (one) => '#' + ((one?.number ?? 0) + 1);
