// @ts-check
// The face of a duel, which is fetched when the first one is opened.
export { beside } from './beside.js';
export { board } from './board.js';
export { handleChord, handleKey } from './keys.js';
export { replay, replayKey } from './replay.js';
export { solo } from './solo.js';
export { wall } from './wall.js';
