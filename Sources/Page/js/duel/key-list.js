// @ts-check
// The keys of a duel by what they do, the letter and the key of Cockatrice: what the keys, the list of them and the buttons share.

/** @typedef {[key: string, chord: string, act: string, words: string]} Key of an act at the table; either key may be empty */

/**
 * Keys that act at the table, by what they are about.
 * @type {[title: string, keys: Key[]][]}
 */
export const keyGroups = [
  ['Your library', [
    ['d', 'Ctrl+d', 'draw', 'Draw a card'], ['e', 'Ctrl+e', 'draw-several', 'Draw several'], ['m', 'Ctrl+m', 'london', 'Mulligan'], ['s', 'Ctrl+s', 'shuffle', 'Shuffle'],
    ['1', 'F3', 'library', 'Search it'], ['w', '', 'look', 'Look at the top'], ['W', '', 'look-bottom', 'Look at the bottom'], ['V', '', 'peek', 'Look at the top card, which stays'],
    ['v', '', 'show-top', 'Show the top card'], ['A', '', 'always', 'Always look at the top card, or show it'], ['M', 'Alt+m', 'mill', 'Mill'], ['', 'Alt+y', 'mill-one', 'Mill one card'],
    ['Y', 'Ctrl+Y', 'until', 'Mill until a card comes'],
  ]],
  ['Turn and life', [
    [' ', 'Ctrl+ ', 'phase', 'Next phase, beside the cards'], ['E', 'Ctrl+Enter', 'turn', 'End of the turn'], ['u', 'Ctrl+u', 'untap', 'Untap all'], ['-', '', 'less', 'Lose a life'], ['+', '', 'more', 'Gain a life'],
    ['l', 'Ctrl+l', 'life', 'Set life'], ['S', '', 'stops', 'Stop at phases of the other’s turns'], ['P', '', 'pass', 'Pass'], ['H', '', 'hold', 'Hold'], ['B', '', 'begin', 'Begin a game'],
    ['z', 'Ctrl+D', 'undo', 'Ask to undo'], ['y', '', 'yes', 'Grant an undo'], ['N', '', 'no', 'Refuse it'], ['C', 'F2', 'concede', 'Concede the game'],
  ]],
  ['Table', [
    ['t', '', 'token', 'Token'], ['g', 'Ctrl+g', 'again', 'The same token again'], ['r', 'Ctrl+r', 'no-arrows', 'Remove your arrows'], ['i', 'Ctrl+i', 'die', 'Dice'], ['I', 'Ctrl+I', 'coin', 'Coin'],
    ['R', '', 'random', 'Pick at random'], ['K', '', 'mark-picked', 'Mark what was picked'], ['Q', '', 'say', 'Say in the log'],
  ]],
  ['Piles', [
    ['2', 'F4', 'graveyard', 'The graveyard'], ['3', 'Ctrl+F3', 'sideboard', 'The sideboard'], ['4', '', 'exile', 'Exile'], ['5', '', 'command', 'The command zone'],
    ['6', '', 'far-graveyard', 'Their graveyard'], ['7', '', 'far-exile', 'Their exile'], ['8', '', 'search', 'The library that you search'], ['9', '', 'shown', 'Cards that you were shown'],
  ]],
];

export const tableKeys = keyGroups.flatMap(([, keys]) => keys);

/**
 * The key of an act at the table, for its button; empty for none.
 * @param {string} act
 */
export const keyOf = (act) => (act === 'keys' ? '?' : tableKeys.find(([, , name]) => name === act)?.[0].trim() ?? '');

/**
 * Keys of Cockatrice that act on the chosen cards.
 * @type {Record<string, string>}
 */
export const cardChords = {
  'Ctrl+Delete': 'graveyard', 'Ctrl+b': 'bottom', 'Alt+u': 'stay', 'Ctrl+.': 'more', 'Ctrl+,': 'less', 'Ctrl+p': 'power', 'Alt+n': 'note', 'Alt+f': 'flip', 'Alt+a': 'arrow', 'Ctrl+Alt+a': 'attach',
  'Ctrl+Alt+u': 'detach', 'Ctrl+j': 'copy',
};

/**
 * The key of an event: with Caps Lock a letter is a capital one with Shift alone, as without it.
 * @param {KeyboardEvent} event
 */
export const letterOf = (event) => (event.key.length > 1 || !event.getModifierState('CapsLock') ? event.key : event.shiftKey ? event.key.toUpperCase() : event.key.toLowerCase());

/**
 * A key as the lists of keys write it.
 * @param {KeyboardEvent} event
 */
export const chordOf = (event) => `${event.ctrlKey ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${letterOf(event)}`;

/**
 * A key as people write it: a capital letter with Ctrl or Alt is one with Shift.
 * @param {string} key
 */
export const spelled = (key) => (key === ' ' ? 'Space' : key.replace(/\+ $/, '+Space').replace(/Enter$/, 'Return').replace(/Delete$/, 'Del').replace(/\+([A-Z])$/, '+Shift+$1').replace(/\+([a-z])$/, (_, letter) => '+' + letter.toUpperCase()));
