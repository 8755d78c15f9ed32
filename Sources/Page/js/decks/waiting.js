// @ts-check
// What waits for our person among cards: known before the screens of cards are here.
import { read } from '../reads.js';

/** The offers that wait for our answer. */
export const tradesThatWait = () =>
  (read('trades/list', {}, { views: ['TradeView'] })?.trades ?? [])
    .filter((trade) => (trade.actions ?? []).some((action) => action.name === 'answer' && action.enabled));

/** How many they are. */
export const tradesWaiting = () => tradesThatWait().length;
