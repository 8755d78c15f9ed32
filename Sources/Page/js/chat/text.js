// @ts-check
// What people write: addresses in it become links, after a question for the first one to a host.
import { h } from '../view.js';
import { ask } from '../dialogs.js';

const address = /\bhttps?:\/\/[^\s<>"'`\u0000-\u001f\u202a-\u202e\u2066-\u2069]+/gi;
const allowedHosts = 'parlor:hosts';

/**
 * The text of a message as pieces: text, and links that show the whole address.
 * @param {string} text
 */
export function written(text) {
  const pieces = [];
  let end = 0;
  for (const found of text.matchAll(address)) {
    const whole = found[0].replace(/[.,;:!?)\]}]+$/, '');
    const target = link(whole);
    if (!target) continue;
    pieces.push(text.slice(end, found.index), target);
    end = (found.index ?? 0) + whole.length;
  }
  pieces.push(text.slice(end));
  return h('bdi', { class: 'text' }, pieces);
}

/** @param {string} text */
function link(text) {
  /** @type {URL} */
  let target;
  try {
    target = new URL(text);
  } catch {
    return null;
  }
  const { protocol, host, href } = target;
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return h('a', { href, target: '_blank', rel: 'noopener noreferrer', onclick: (/** @type {MouseEvent} */ event) => follow(event, host, href) }, text);
}

/**
 * @param {MouseEvent} event
 * @param {string} host
 * @param {string} href
 */
async function follow(event, host, href) {
  if (hosts().includes(host)) return;
  event.preventDefault();
  const isWanted = await ask({ title: 'Open this link?', text: ['It leads away from your network, to ', h('strong', null, host), ': ', h('bdi', { class: 'text' }, href)], yes: 'Open it' });
  if (!isWanted) return;
  localStorage.setItem(allowedHosts, JSON.stringify([...hosts(), host].slice(-200)));
  open(href, '_blank', 'noopener,noreferrer');
}

/** @returns {string[]} the hosts to which links were opened before */
function hosts() {
  try {
    return JSON.parse(localStorage.getItem(allowedHosts) ?? '[]');
  } catch {
    return [];
  }
}
