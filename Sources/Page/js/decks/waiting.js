// @ts-check
// What waits for our person among cards: known before the screens of cards are here.
import { read } from '../reads.js';

/** How many offers wait for our answer. */
export const tradesWaiting = () =>
  (read('trades/list', {}, { views: ['TradeView'] })?.trades ?? [])
    .filter((trade) => (trade.actions ?? []).some((action) => action.name === 'answer' && action.enabled))
    .length;
