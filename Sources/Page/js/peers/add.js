// @ts-check
// Adding a node by its address, or with a ticket that it has made.
import { h } from '../view.js';
import { head, linkButton } from '../parts.js';
import { formOf } from '../forms.js';
import { command } from '../state.js';
import { toast } from '../dialogs.js';
import { go, to } from '../router.js';
import { ticketMaker } from './ticket.js';

/** The three ways to somebody who is not found by itself. */
export function addScreen() {
  const address = formOf('peers/add', { address: '' });
  const ticket = formOf('pairing/use-ticket', { ticket: '' });
  return h('div', { class: 'page narrow-page' }, head('Add somebody', linkButton({ label: 'People', icon: 'back', href: to('peers') })),
    h('section', { class: 'panel', 'aria-label': 'By address' }, h('h2', null, 'By address'), address.form({
      send: 'Add', disabled: !address.values.address.trim(), submit: () => command('peers/add', { address: address.values.address.trim() }),
      done: () => {
        toast('Remembered. It appears under People when it is reached.');
        go(to('peers'));
      },
    }, address.text('address', { label: 'Host and port', placeholder: '192.168.1.20:4711', hint: 'As the other person’s home screen or parlor status says it.' }))),
    h('section', { class: 'panel', 'aria-label': 'With a ticket' }, h('h2', null, 'With a ticket'), ticket.form({
      send: 'Use the ticket', disabled: !ticket.values.ticket.trim(), submit: () => command('pairing/use-ticket', { ticket: ticket.values.ticket.trim() }),
      done: (view) => go(to('peers', 'pair', view?.peer)),
    }, ticket.area('ticket', { label: 'Ticket', rows: 2, hint: 'One line that the other person has made. It pairs both at once.' }))),
    h('section', { class: 'panel', 'aria-label': 'Make a ticket' }, h('h2', null, 'Make a ticket'), ticketMaker()));
}
