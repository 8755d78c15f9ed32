// @ts-check
// What the card screens say. What stands in features/decks.md is word for word.

import { plural } from '../texts.js';

export const texts = {
  title: 'Cards',
  cardBox: 'Card Box',
  addLibrary: 'Add library',
  importCard: 'Import Card',
  scan: 'Cards from photos',
  database: 'Card database',
  databaseFiles: 'A file of all cards tells Parlor their names, costs, types and where they are legal: the bulk data of Scryfall, AtomicCards or AllPrintings of MTGJSON, or cards.xml of Cockatrice. It stays on this machine, and Parlor downloads nothing by itself.',
  noneLikely: 'no card that is known looks like it. Take the photo again in better light, or add the card by its name.',
  addCard: 'Add Card',
  libraryPrompt: 'What is the library called? It cannot be created without a name.',
  create: 'Create',
  cancel: 'Cancel',
  landsPrompt: 'How many basic lands of each type?',
  addLands: 'Add Lands',
  lands: ['Forest', 'Island', 'Mountain', 'Plains', 'Swamp'],
  moreLands: ['Wastes', 'Snow-Covered Forest', 'Snow-Covered Island', 'Snow-Covered Mountain', 'Snow-Covered Plains', 'Snow-Covered Swamp'],
  notAvailable: (/** @type {string} */ card) => `The card ${card} is not available.`,
  requestIt: 'Do you want to request it?',
  removeCard: 'Remove Card',
  sure: 'Are you sure?',
  emptyBox: 'No Cards',
  emptyLibrary: 'This library has no cards yet.',
  nothingFound: 'No card is called that.',
  nothingCounted: 'There is nothing to count yet.',
  nothingChosen: 'No card here is like that.',
  noTrades: 'No Trades',
  lookForTwice: 'Look for cards given twice',
  nothingTwice: (/** @type {number} */ trades) => `${plural(trades, 'trade was', 'trades were')} looked at: nobody has given a card twice.`,
  noMarks: 'Nobody wants or has anything to trade yet.',
  noLists: 'Nobody has shared a list yet.',
  noRequests: 'Nobody asks for a card.',
  closeRequest: 'Close the request',
  closeRequestHint: 'Nobody needs to answer it any more. Everybody in the room sees why.',
  noShown: 'Nobody shows cards.',
};

/**
 * The collection files that can be written.
 * @type {[string, string][]}
 */
export const collectionFormats =
  ['moxfield', 'archidekt', 'deckbox', 'manabox', 'dragonshield', 'tcgplayer', 'delver', 'cardsphere'].map((name) => [name, name]);

/** @type {[string, string][]} */
export const zones = [
  ['DECK_ZONE_MAIN', 'Main deck'], ['DECK_ZONE_SIDEBOARD', 'Sideboard'], ['DECK_ZONE_COMMANDER', 'Commander'],
  ['DECK_ZONE_COMPANION', 'Companion']
];

/** @type {[string, string][]} */
export const finishes = [['CARD_FINISH_UNSPECIFIED', 'not said'], ['CARD_FINISH_FOIL', 'foil'], ['CARD_FINISH_ETCHED', 'etched']];

/** @type {[string, string][]} */
export const conditions = [
  ['CARD_CONDITION_UNSPECIFIED', 'not said'],
  ['CARD_CONDITION_MINT', 'mint'],
  ['CARD_CONDITION_NEAR_MINT', 'near mint'],
  ['CARD_CONDITION_LIGHTLY_PLAYED', 'lightly played'],
  ['CARD_CONDITION_MODERATELY_PLAYED', 'moderately played'],
  ['CARD_CONDITION_HEAVILY_PLAYED', 'heavily played'],
  ['CARD_CONDITION_DAMAGED', 'damaged'],
];

/**
 * The walk-through of row D-39: the same topics as `parlor help card` and `parlor help library`.
 * @type {[string, string[]][]}
 */
export const helpTopics = [
  [
    'A card for the Card Box',
    [
      'Choose Import Card and type a part of its name.', 'Choose the name, say how many, and choose Add Card.',
      'It stands in the Card Box. Its menu takes one out again, after a question.'
    ]
  ],
  [
    'A card that is not known here',
    [
      'Import Card says that it is not available and asks whether to request it: choose a room.',
      'Everybody there finds it under Requests, and one of them says what it is.', 'From then on everybody there can add it.'
    ]
  ],
  [
    'A new library',
    [
      'Choose Add library behind the last one and give it a name.',
      'Tap cards of the Card Box: each moves into the library. Tap one of the library and it goes back.',
      'Add Lands asks for the numbers of basic lands: there are as many as you want.',
      'Save needs 60 cards. Save as a draft keeps an unfinished library.'
    ]
  ],
  [
    'All cards that there are',
    [
      'The basic lands and an invented set are known until a card database is imported.',
      'Choose Card database in the menu of the Card Box, and the bulk file of Scryfall, MTGJSON or Cockatrice.',
      'In a terminal it is parlor card import FILE.', 'From then on cards show their cost and their type, and are sorted by them.'
    ]
  ],
  [
    'Changing and deleting one',
    [
      'Choose a library and then Edit: Cancel gives back what it was.',
      'Delete returns all its cards to the Card Box, without the basic lands.'
    ]
  ],
];
