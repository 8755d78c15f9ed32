// @ts-check
// The face of a duel, which is fetched when the first one is opened.
export { board } from './board.js';
export { handleChord, handleKey } from './keys.js';
export { log } from './log.js';
