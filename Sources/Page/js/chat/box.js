// @ts-check
// The box in which people write. What is typed stays until the daemon has taken it.
import { h } from '../view.js';
import { takesFiles } from '../choose-file.js';
import { doing, isBusy, refused } from '../doing.js';
import { draft, dropDrafts, keepDraft } from '../drafts.js';
import { icon } from '../pictures.js';
import { said } from '../people.js';
import { command, keepBytes, state } from '../state.js';
import { toast } from '../dialogs.js';

const draftOf = (/** @type {string} */ room) => 'chat/' + room;
const replyOf = (/** @type {string} */ room) => 'chat-reply/' + room;

/**
 * Answers a message: it is shown above the box until it is posted.
 * @param {string} room
 * @param {parlor.MessageView} message
 */
export function answer(room, message) {
  keepDraft(replyOf(room), JSON.stringify({ id: message.id, name: message.name, text: (message.text ?? '').slice(0, 200) }));
  /** @type {HTMLElement | null} */ (document.querySelector('.say textarea'))?.focus();
}

/**
 * The message that is answered.
 * @param {string} room
 * @returns {{ id: string, name: string, text: string } | null}
 */
function answered(room) {
  try {
    return JSON.parse(draft(replyOf(room)) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} room */
async function post(room) {
  const text = draft(draftOf(room)) ?? '';
  if (!text.trim()) return;
  const reply = answered(room);
  const posted = await doing('say-' + room, () => command('chat/post', { room, text, reply_to: reply?.id }));
  if (!posted) return;
  if (posted.undelivered) toast(posted.undelivered);
  if (draft(draftOf(room)) === text) dropDrafts(draftOf(room));
  dropDrafts(replyOf(room));
}

/**
 * Shares files with a room, one after the other.
 * @param {string} room
 * @param {Iterable<File>} files
 */
export async function share(room, files) {
  for (const file of files) {
    await doing('say-' + room, async () => {
      const blob = await keepBytes(file);
      await command('files/share', { room, name: file.name || 'picture.png', blob });
    });
  }
}

/**
 * The box of a room.
 * @param {string} room
 * @param {{ files?: boolean, placeholder?: string }} how
 */
export function sayBox(room, { files = false, placeholder = 'Say something' } = {}) {
  const text = draft(draftOf(room)) ?? '';
  const reply = answered(room);
  const at = 'say-' + room;
  const isReady = text.trim() !== '' && !isBusy(at) && state.connection === 'live';
  return h('form', {
    class: 'say', key: at, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      post(room);
    },
  },
  reply && h('p', { class: 'answering' }, icon('reply'), said(`${reply.name}: ${reply.text}`),
    h('button', { type: 'button', class: 'button plain', 'aria-label': 'Do not answer this message', onclick: () => dropDrafts(replyOf(room)) }, icon('close'))),
  refused(at),
  h('div', { class: 'say-row' },
    files && h('label', { class: 'button plain', title: 'Share a file' }, icon('clip'), h('span', { class: 'visually-hidden' }, 'Share a file'),
      h('input', { type: 'file', class: 'visually-hidden', multiple: true, disabled: state.connection !== 'live', onchange: (/** @type {any} */ event) => choose(room, event.target) })),
    h('textarea', {
      rows: 1, value: text, placeholder, 'aria-label': placeholder, class: 'input',
      oninput: (/** @type {any} */ event) => keepDraft(draftOf(room), event.target.value),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        // Where keys do something on the screen, Escape goes back to it.
        if (event.key === 'Escape' && !event.isComposing) document.querySelector('main')?.focus();
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
        event.preventDefault();
        post(room);
      },
      onpaste: files ? (/** @type {ClipboardEvent} */ event) => paste(room, event) : null,
    }),
    h('button', { type: 'submit', class: 'post', disabled: !isReady, 'aria-label': 'Post Message', title: 'Post Message' }, icon('send'))));
}

/**
 * @param {string} room
 * @param {HTMLInputElement} input
 */
async function choose(room, input) {
  const files = [...(input.files ?? [])];
  input.value = '';
  await share(room, files);
}

/**
 * A picture that is pasted is shared; text is typed as usual.
 * @param {string} room
 * @param {ClipboardEvent} event
 */
function paste(room, event) {
  const files = [...(event.clipboardData?.files ?? [])];
  if (!files.length) return;
  event.preventDefault();
  share(room, files);
}

/**
 * What makes an element share files that are dropped on it.
 * @param {string} room
 */
export const sharesFiles = (room) => takesFiles('say-' + room, (files) => share(room, files));
