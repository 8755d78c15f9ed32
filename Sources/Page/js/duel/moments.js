// @ts-check
// The lines of a duel as moments of a replay, and what of a moment everybody may see.

/** @typedef {parlor.DuelLineView} Line */

/** @param {Line} line */
export const momentOf = (line) => `Game ${line.game ?? 0}, turn ${line.turn ?? 0}`;

/**
 * The first line of each turn.
 * @param {Line[]} all
 */
export const turnsOf = (all) => all.flatMap((line, at) => (at === 0 || momentOf(line) !== momentOf(all[at - 1]) ? [at] : []));

/**
 * The nearest line of a kind behind another one, or before it; that one where there is none.
 * @param {Line[]} all
 * @param {number} at
 * @param {Line['kind']} kind
 * @param {boolean} [isBack]
 */
export function jump(all, at, kind, isBack = false) {
  const found = all.flatMap((line, index) => (line.kind === kind && (isBack ? index < at : index > at) ? [index] : []));
  return (isBack ? found.at(-1) : found[0]) ?? at;
}

/**
 * The lines as a text, by turns.
 * @param {string[]} names of the players
 * @param {Line[]} all
 * @param {string} [result]
 */
export function textOf(names, all, result) {
  const turns = new Set(turnsOf(all));
  const body = all.flatMap((line, at) => [...(turns.has(at) ? ['', momentOf(line)] : []), `${String(line.number).padStart(4)}  ${line.text}${line.undone ? ' (taken back)' : ''}`]);
  return [`Duel: ${names.join(' against ')}`, ...body, ...(result ? ['', result] : []), ''].join('\n');
}

/**
 * A duel without our own cards, those that were opened, and the names of what lies face down.
 * @param {parlor.DuelView} duel
 * @returns {parlor.DuelView}
 */
export function bare({ own, ...duel }) {
  return {
    ...duel,
    seats: (duel.seats ?? []).map(({ opened_hand, opened_looked, opened_main, opened_side, ...seat }) => seat),
    objects: (duel.objects ?? []).map((one) => (one.down ? { ...one, name: '' } : one)),
  };
}
