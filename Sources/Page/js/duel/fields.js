// @ts-check
// The fields of protocol/duelview.proto that the page writes: moves, and choices that only the own node keeps.

/** @typedef {import('../protobuf.js').Fields} Fields */

const seat = /** @type {const} */ (['SEAT_UNSPECIFIED', 'SEAT_HOST', 'SEAT_JOINER']);
const zone = /** @type {const} */ (['ZONE_UNSPECIFIED', 'ZONE_BATTLEFIELD', 'ZONE_STACK', 'ZONE_GRAVEYARD', 'ZONE_EXILE', 'ZONE_COMMAND']);
const goal = /** @type {const} */ (['GOAL_UNSPECIFIED', 'GOAL_HAND', 'GOAL_LOOK', 'GOAL_OPEN', 'GOAL_DOWN', 'GOAL_STAY', 'GOAL_MILL']);
const end = /** @type {const} */ (['END_UNSPECIFIED', 'END_CONCEDE', 'END_OFFER_DRAW', 'END_ACCEPT_DRAW']);

/** @type {Fields} */
const spot = { zone: [1, zone], x: [2, 'uint32'], y: [3, 'uint32'] };
/** @type {Fields} */
const card = { handle: [1, 'uint32'], object: [2, 'uint32'], slot: [3, 'uint32'], library: [4, 'string'], side: [5, 'string'] };
/** @type {Fields} */
const target = {
  hand: [1, 'bool'], top: [2, 'uint32'], bottom: [3, 'uint32'], shuffled: [4, 'bool'], spot: [5, spot], down: [6, 'bool'], tapped: [7, 'bool'],
  random: [8, 'bool'],
};
const top = /** @type {const} */ (['TOP_UNSPECIFIED', 'TOP_LOOK', 'TOP_SHOW']);
const priority = /** @type {const} */ (['PRIORITY_UNSPECIFIED', 'PRIORITY_PASS', 'PRIORITY_HOLD']);
/** @type {Fields} */
const until = { card: [1, 'bytes'], type: [2, 'string'], left: [3, 'uint32'] };
/** @type {[number, 'uint32', boolean]} */
const objects = [1, 'uint32', true];

/** @type {Fields} */
export const moveFields = {
  begin: [1, { draw: [1, 'uint32'] }],
  draw: [2, { count: [1, 'uint32'], bottom: [2, 'bool'], skip: [3, 'uint32'], goal: [4, goal], until: [5, until] }],
  mulligan: [3, { draw: [1, 'uint32'], london: [2, 'bool'] }],
  shuffle: [4, 'bool'],
  place: [5, { cards: [1, card, true], to: [2, target], shuffle: [3, 'bool'], show: [4, 'bool'] }],
  show: [6, { cards: [1, card, true], hand: [2, 'bool'], to: [3, seat] }],
  tokens: [7, { name: [1, 'string'], count: [2, 'uint32'], to: [3, spot] }],
  turn: [8, { objects, down: [2, 'bool'] }],
  tap: [9, { objects, untap: [2, 'bool'], all: [3, 'bool'] }],
  mark: [10, { objects, stays_tapped: [2, 'bool'], flipped: [3, 'bool'] }],
  counter: [11, { objects, name: [2, 'string'], value: [3, 'sint32'], by: [4, 'sint32'] }],
  note: [12, { objects, text: [2, 'string'] }],
  attach: [13, { object: [1, 'uint32'], to: [2, 'uint32'] }],
  arrow: [14, { from: [1, 'uint32'], to: [2, 'uint32'], clear: [3, 'bool'] }],
  give: [15, { objects, seat: [2, seat] }],
  dice: [16, { count: [1, 'uint32'], sides: [2, 'uint32'] }],
  pick: [17, { hand: [1, 'bool'], zone: [2, zone], count: [3, 'uint32'], of: [4, seat] }],
  seal_hand: [18, 'bool'],
  choose: [19, { seat: [1, seat], position: [2, 'uint32'] }],
  secret: [20, 'bool'],
  open_choice: [21, { number: [1, 'uint32'], text: [2, 'string'] }],
  phase: [22, 'uint32'],
  pass_turn: [23, 'bool'],
  say: [24, 'string'],
  ask_undo: [25, { line: [1, 'uint32'] }],
  answer_undo: [26, 'bool'],
  end: [27, end],
  open_match: [28, 'bool'],
  let_search: [29, seat],
  chosen: [30, { labels: [1, 'uint32', true] }],
  complain: [31, { shown: [1, 'uint32'] }],
  top: [32, top],
  stop: [33, { phase: [1, 'uint32'], on: [2, 'bool'] }],
  priority: [34, priority],
  // The bytes that the judge has given away: a message is written as bytes are.
  verdict: [35, 'bytes'],
};

/** @type {Fields} */
export const choiceFields = {
  list: [1, 'bytes'], library: [2, 'string'], format: [3, 'string'], game: [4, 'uint32'], out: [5, 'string', true], in: [6, 'string', true],
  secret: [7, 'string'], types: [8, { name: [1, 'string'], type: [2, 'string'] }, true], commanders: [9, 'string', true],
};
