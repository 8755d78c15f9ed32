// @ts-check
// What a person has typed and not sent yet. It is kept in this browser, so that a reload, a refusal and a stopped daemon
// lose nothing of it.
import { changed } from './state.js';

const prefix = 'draft:';
/** @type {Map<string, string>} */
const drafts = new Map();

/**
 * What was typed last under a name; undefined where nothing was.
 * @param {string} name as in `chat/ROOM` or `form/field`
 * @returns {string | undefined}
 */
export function draft(name) {
  const typed = drafts.get(name) ?? localStorage.getItem(prefix + name);
  return typed ?? undefined;
}

/**
 * Keeps what is typed, and draws the page.
 * @param {string} name
 * @param {string} text
 */
export function keepDraft(name, text) {
  drafts.set(name, text);
  try {
    localStorage.setItem(prefix + name, text);
  } catch {
    // The browser's storage is full: the text is kept for as long as the page is open.
  }
  changed();
}

/**
 * Forgets one draft, or all drafts of a form where the name ends with a slash.
 * @param {string} name
 */
export function dropDrafts(name) {
  const isGone = (/** @type {string} */ kept) => kept === name || (name.endsWith('/') && kept.startsWith(name));
  for (const kept of [...drafts.keys()]) if (isGone(kept)) drafts.delete(kept);
  for (const kept of Object.keys(localStorage)) {
    if (kept.startsWith(prefix) && isGone(kept.slice(prefix.length))) localStorage.removeItem(kept);
  }
  changed();
}

/** Forgets everything that was typed here, when the session of this browser ends. */
export function dropAllDrafts() {
  drafts.clear();
  for (const kept of Object.keys(localStorage)) if (kept.startsWith(prefix)) localStorage.removeItem(kept);
}

// Another tab of this browser has typed something.
addEventListener('storage', (event) => {
  if (!event.key?.startsWith(prefix)) return;
  drafts.delete(event.key.slice(prefix.length));
  changed();
});
