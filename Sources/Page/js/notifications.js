// @ts-check
// Notifications while a tab is open and nobody looks at it: a message that means our person, somebody introduced, a card that is awaited.
import { prefer, preference } from './preferences.js';
import { state, watch } from './state.js';

/** Asks the browser for the right to tell; called by a click. */
export async function tellMe() {
  const answer = await Notification.requestPermission();
  prefer('notifications', answer === 'granted' ? 'on' : 'off');
}

/**
 * @param {string} title
 * @param {string} text
 * @param {string} tag what a later notification replaces
 * @param {string} address where a click leads
 */
function tell(title, text, tag, address) {
  if (preference('notifications') !== 'on' || Notification.permission !== 'granted' || !document.hidden) return;
  const note = new Notification(title, { body: text, tag });
  note.onclick = () => {
    focus();
    location.hash = address;
  };
}

watch((change) => {
  const view = /** @type {any} */ (change?.record?.view);
  if (view?.['@type']?.endsWith('.MessageView') && !view.own && !view.edited && !view.deleted) {
    const room = state.rooms.get(change?.record?.room ?? '');
    if (view.mentions_us || room?.kind === 'ROOM_KIND_DIRECT') {
      tell(`${view.name} wrote to you`, state.settings?.notify_text ? view.text : '', 'message ' + view.room, '#/chat/' + view.room);
    }
  }
  if (view?.['@type']?.endsWith('.IntroductionView') && !view.own) {
    tell(`${view.by} introduces ${view.name} to you`, view.name_is_taken ? 'Somebody else has this name.' : '', 'introduction ' + view.id, '#/peers');
  }
  if (change?.table?.can_play && !change.table.paused) tell('Your card is awaited', '', 'table ' + change.table.id, '#/war/' + change.table.id);
});
