// @ts-check
// What screens do beside showing: attempts that may be refused, and files that are saved.
import { doing } from './doing.js';

/**
 * Runs what a person asked for, as `doing`, and says whether it was done.
 * @param {string} at where it was asked for
 * @param {() => any} action
 * @returns {Promise<boolean>}
 */
export async function attempt(at, action) {
  let isDone = false;
  await doing(at, async () => {
    await action();
    isDone = true;
  });
  return isDone;
}

/** @type {Set<string>} */
const leaving = new Set();

/**
 * Deletes what a screen shows: the screen is left, and nobody asks the daemon for it any more.
 * @param {string} at
 * @param {string} id of what is deleted
 * @param {() => Promise<any>} action
 * @returns {Promise<boolean>}
 */
export async function attemptDelete(at, id, action) {
  leaving.add(id);
  const isDone = await attempt(at, action);
  if (!isDone) leaving.delete(id);
  return isDone;
}

/**
 * What was deleted may come back: its screen was left.
 * @param {string} id
 */
export const hasLeft = (id) => leaving.delete(id);

/**
 * Whether a thing is being deleted: its screen shows nothing.
 * @param {string} id
 */
export const isLeaving = (id) => leaving.has(id);

/**
 * Saves bytes as a file of the browser's person.
 * @param {BlobPart} content
 * @param {string} name
 * @param {string} type
 */
export function saveFile(content, name, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  // Nothing in a name may lead into another folder.
  link.download = name.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ').trim().slice(0, 120) || 'parlor';
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
