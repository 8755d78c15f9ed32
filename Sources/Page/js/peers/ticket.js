// @ts-check
// A ticket for somebody who is not paired yet: it pairs both at once, and brings its holder into a room where it is made for one.
import { h } from '../view.js';
import { action } from '../parts.js';
import { changed, command } from '../state.js';
import { timeOfDay } from '../texts.js';

/** @type {{ ticket: parlor.TicketView, room: string } | null} the ticket that was made last: no other one is good */
let made = null;

/**
 * The button that makes a ticket, and the ticket.
 * @param {string} [room] the id of a room of ours into which the ticket leads
 */
export function ticketMaker(room = '') {
  const mine = made?.room === room ? made.ticket : null;
  return h('div', { class: 'form' },
    h('p', { class: 'note' }, room ? 'For one person. Whoever uses it is paired with you, and in the room. Give it over a way that you trust.' : 'For one other node. Give it to its person over a way that you trust.'),
    mine && h('p', null, h('code', { class: 'ticket' }, mine.ticket), ' ', h('span', { class: 'note' }, `works until ${timeOfDay(mine.expires_milliseconds)}`)),
    h('div', { class: 'actions' },
      action({
        at: 'ticket', label: mine ? 'Make another one' : 'Make a ticket', icon: 'key', act: async () => {
          made = { ticket: await command('pairing/make-ticket', { room }), room };
          changed();
        },
      }),
      mine && action({ at: 'copy-ticket', label: 'Copy', icon: 'copy', away: true, act: () => navigator.clipboard.writeText(mine.ticket ?? '') })));
}
