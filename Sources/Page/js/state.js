// @ts-check
// What the page knows: the views that the daemon's stream brought. A screen reads this and never writes it. What a person
// wants is a command, and what came of it arrives by the stream, as it does for everybody else.

import { ownWords } from './texts.js';

/**
 * How the page is connected with the daemon. `lost`: it does not answer. `stopped`: it was told to stop. `crowded`: it takes no
 * further window.
 * `locked`: this browser has no session. `closed`: this home is locked with a password.
 * @typedef {'starting' | 'live' | 'lost' | 'stopped' | 'crowded' | 'locked' | 'closed'} Connection
 */

/** The views of the stream, by their ids. */
export const state = {
  /** @type {Connection} */
  connection: 'starting',
  /** How many requests have waited for so long that Parlor is slow. */
  slow: 0,
  /** Whether the stream gave no sign for so long that Parlor is slow. */
  silent: false,
  /** @type {Map<string, parlor.PeerView>} */
  peers: new Map(),
  /** @type {Map<string, parlor.PairView>} */
  pairings: new Map(),
  /** @type {Map<string, parlor.TableView>} */
  tables: new Map(),
  /** @type {Map<string, parlor.RoomView>} */
  rooms: new Map(),
  /** @type {parlor.SettingsView | null} */
  settings: null,
  /**
   * What the daemon wants people to know, newest last.
   * @type {string[]}
   */
  notices: [],
  /** Why the one-time link did not open the page; empty when it did. */
  refusedTicket: '',
};

/** @typedef {(change: parlor.Change | null) => void} Watcher */

/** @type {Set<Watcher>} */
const watchers = new Set();

/**
 * Calls back for each change of the stream, and with null when the whole state came anew.
 * @param {Watcher} watcher
 */
export function watch(watcher) {
  watchers.add(watcher);
}

/** @type {() => void} */
let draw = () => {};
let due = false;

/**
 * Names the one function that draws the page.
 * @param {() => void} drawing
 */
export function drawWith(drawing) {
  draw = drawing;
}

/** Draws the page before the next frame, however often this was called. */
export function changed() {
  if (due) return;
  due = true;
  const go = () => {
    due = false;
    draw();
  };
  // A hidden tab gets no frames, and must not fall behind for ever.
  if (document.hidden) setTimeout(go, 50);
  else requestAnimationFrame(go);
}

/**
 * Draws at once what would be drawn before the next frame.
 * @returns {boolean} whether there was anything
 */
export function drawDue() {
  if (!due) return false;
  due = false;
  draw();
  return true;
}

/** A command or a read that the daemon refused, or that did not reach it, in words for people. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {string} [code] a RefusalCode
   * @param {parlor.Remedy} [remedy] what can be done about it
   */
  constructor(message, code = '', remedy) {
    super(message);
    this.code = code;
    this.remedy = remedy;
  }
}

/**
 * Calls one method of protocol/api.yaml, as in `command('tables/tap', { table })`. The answer is not put into the state: it may
 * be older than what the stream brought meanwhile.
 * @template {keyof parlor.Methods} P
 * @param {P} path
 * @param {parlor.Methods[P]['request']} [body]
 * @returns {Promise<parlor.Methods[P]['response']>}
 */
export function command(path, body) {
  return send('POST', '/v1/' + path, JSON.stringify(body ?? {}));
}

/** A request that has no answer for so long says that Parlor is slow. */
const slowMilliseconds = 3000;

/**
 * Sends one request and reads its answer.
 * @param {string} method
 * @param {string} path
 * @param {string | Blob} [body] text is sent as JSON
 * @returns {Promise<any>}
 * @throws {Refused}
 */
export async function send(method, path, body) {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    state.slow += 1;
    changed();
  }, slowMilliseconds);
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { method, body, headers: method === 'GET' ? {} : { 'Content-Type': type } });
  } catch {
    throw isAway();
  } finally {
    clearTimeout(timer);
    if (isSlow) {
      state.slow -= 1;
      changed();
    }
  }
  return answered(response.status, await response.json().catch(() => ({})));
}

const isAway = () => new Refused('Parlor does not answer on this machine. Nothing was lost: try again when it is back.', 'away');

/**
 * What an answer brought.
 * @param {number} status
 * @param {any} answer
 * @throws {Refused}
 */
function answered(status, answer) {
  if (status === 401) lock('locked');
  if (status === 423) lock('closed');
  if (status < 200 || status > 299) {
    const said = ownWords(answer.reason || answer.message || `Parlor answered with the status ${status}.`);
    throw new Refused(said, answer.code, answer.remedy);
  }
  return answer;
}

/**
 * Sends a file of any size to the daemon, which takes it as it comes.
 * @param {string} path
 * @param {Blob} bytes
 * @param {(sent: number) => void} tell is told now and then how many bytes were sent
 * @returns {{ answer: Promise<any>, stop: () => void }} `answer` is refused as in `send`
 */
export function upload(path, bytes, tell) {
  const request = new XMLHttpRequest();
  /** @type {Promise<any>} */
  const answer = new Promise((resolve, reject) => {
    request.open('PUT', path);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded }) => tell(loaded);
    request.onerror = () => reject(isAway());
    request.onabort = () => reject(new Refused('It was stopped: nothing was changed.'));
    request.onload = () => {
      try {
        resolve(answered(request.status, request.response ?? {}));
      } catch (error) {
        reject(error);
      }
    };
    request.send(bytes);
  });
  return { answer, stop: () => request.abort() };
}

/** Bytes that the daemon keeps for a command at most. */
export const mostKept = 4 * 1024 * 1024;

/**
 * Keeps bytes in the daemon until a command names them; at most 4 MiB.
 * @param {Blob} bytes
 * @returns {Promise<string>} the id of the bytes
 */
export async function keepBytes(bytes) {
  if (bytes.size > mostKept) throw new Refused('A file may have 4 MiB. This one is larger: make it smaller first.');
  const kept = await send('PUT', '/v1/blobs', bytes);
  return kept.blob;
}

/** @param {'locked' | 'closed'} how */
function lock(how) {
  state.connection = how;
  changed();
}

/**
 * Puts one change of the stream into the state.
 * @param {parlor.Change} change
 */
function take(change) {
  if (change.table) state.tables.set(change.table.id ?? '', change.table);
  if (change.table_gone) state.tables.delete(change.table_gone);
  if (change.peer) takePeer(change.peer);
  if (change.pairing) state.pairings.set(change.pairing.peer ?? '', change.pairing);
  if (change.room) state.rooms.set(change.room.id ?? '', change.room);
  if (change.room_gone) state.rooms.delete(change.room_gone);
  if (change.settings) state.settings = change.settings;
  if (change.notice) state.notices = [...state.notices, change.notice].slice(-20);
}

/**
 * A peer that is known by its address alone has no id until it was reached.
 * @param {parlor.PeerView} peer
 */
function takePeer(peer) {
  const id = peer.id || (peer.addresses ?? [])[0] || '';
  if (peer.id) for (const address of peer.addresses ?? []) if (!state.peers.get(address)?.id) state.peers.delete(address);
  state.peers.set(id, peer);
}

/**
 * Takes one message of the stream's worker: how the connection is, the whole state, or a change.
 * @param {{ link?: Connection, silent?: boolean, whole?: parlor.Change[], change?: parlor.Change }} message
 */
function hear(message) {
  if (message.link) state.connection = message.link;
  if (message.silent !== undefined) state.silent = message.silent;
  if (message.whole) {
    for (const views of [state.peers, state.pairings, state.tables, state.rooms]) views.clear();
    for (const change of message.whole) take(change);
    for (const watcher of watchers) watcher(null);
  }
  if (message.change) {
    take(message.change);
    for (const watcher of watchers) watcher(message.change);
  }
  changed();
}

/**
 * The secret that a link brought, as in `#open=…`; it is taken out of the address, and empty where there is none.
 * @param {'open' | 'confirm' | 'reset'} name
 */
export function secretOf(name) {
  const secret = new URLSearchParams(location.hash.slice(1)).get(name) ?? '';
  if (secret) history.replaceState(history.state, '', '/');
  return secret;
}

/**
 * The worker that follows the daemon's stream, once it runs.
 * @type {MessagePort | undefined}
 */
let stream;

/** Trades the one-time link of the address for a session, where there is one, and takes it out of the address. */
export async function trade() {
  const ticket = secretOf('open');
  if (!ticket) return;
  state.refusedTicket = '';
  const before = state.connection;
  await send('POST', '/session', JSON.stringify({ ticket })).catch((error) => {
    state.refusedTicket = error.message;
  });
  // A link that is used up ends no session that there is already.
  if (before === 'live') state.connection = 'live';
  else if (!state.refusedTicket) state.connection = 'starting';
  if (!state.refusedTicket) stream?.postMessage('hello');
  changed();
}

/** Trades the link and follows the daemon's stream. */
export async function begin() {
  await trade();
  state.connection = 'starting';
  const types = /** @type {any} */ (globalThis).trustedTypes;
  const rule = types?.createPolicy('parlor-worker', { createScriptURL: (/** @type {string} */ address) => address });
  const address = new URL('stream-worker.js', import.meta.url).href;
  const worker = new SharedWorker(rule?.createScriptURL(address) ?? address, { type: 'module', name: 'parlor' });
  stream = worker.port;
  worker.port.onmessage = ({ data }) => hear(data);
  addEventListener('pagehide', () => worker.port.postMessage('bye'));
  addEventListener('pageshow', (event) => event.persisted && worker.port.postMessage('hello'));
}

/** Ends the session of this browser. */
export async function leave() {
  await send('DELETE', '/session', '{}');
  lock('locked');
}

/** @type {{ at: string, source: EventSource } | null} */
let seat = null;

/**
 * The person is at a table or in a room for as long as this stream stands: while its screen is seen.
 * @param {string} at `table=ID` or `room=ID`; empty to leave
 */
export function attend(at) {
  if (seat?.at === at || (!seat && !at)) return;
  seat?.source.close();
  seat = null;
  if (!at) return;
  const source = new EventSource(`/v1/stream?${at}&attend=true&beat=true`);
  const taken = { at, source };
  seat = taken;
  source.onerror = () => {
    if (source.readyState !== EventSource.CLOSED) return;
    // Refused, as when too many streams are open: a browser gives up, and we ask again.
    setTimeout(() => {
      if (seat !== taken) return;
      seat = null;
      changed();
    }, 2000);
  };
}
