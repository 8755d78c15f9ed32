// @ts-check
// One stream for all tabs of a browser. A browser opens six connections to one host, and a stream occupies one for ever.

/** @type {Set<MessagePort>} */
const tabs = new Set();

/**
 * The last change of each thing, for a tab that opens later.
 * @type {Map<string, parlor.Change>}
 */
let known = new Map();
let link = 'starting';

/** @type {EventSource | null} */
let source = null;
/**
 * What is done once the stream was silent for long enough.
 * @type {ReturnType<typeof setTimeout>[]}
 */
let silence = [];
/** Whether the stream is silent for so long that Parlor is slow. */
let isSilent = false;

/** How often in a row Parlor has answered and yet taken no stream. */
let refusals = 0;

/** The server sends a beat every second: a stream that is silent for so long has a daemon that is slow to answer. */
const slowSilenceMilliseconds = 3_000;
/** After so long the daemon hangs, and another stream is tried. */
const longestSilenceMilliseconds = 40_000;

/** @param {any} message */
function tell(message) {
  if (message.link) link = message.link;
  for (const tab of tabs) tab.postMessage(message);
}

/**
 * What a change is about; empty where it is an occurrence and no state.
 * @param {parlor.Change} change
 */
function subject(change) {
  if (change.table) return 'table ' + change.table.id;
  if (change.peer) return 'peer ' + (change.peer.id || (change.peer.addresses ?? [])[0]);
  if (change.room) return 'room ' + change.room.id;
  if (change.pairing) return 'pairing ' + change.pairing.peer;
  return change.settings ? 'settings' : '';
}

/**
 * Keeps a change for tabs that open later.
 * @param {Map<string, parlor.Change>} into
 * @param {parlor.Change} change
 */
function keep(into, change) {
  const name = subject(change);
  if (name) into.set(name, change);
  if (change.table_gone) into.delete('table ' + change.table_gone);
  if (change.room_gone) into.delete('room ' + change.room_gone);
}

/** Opens the stream, and opens it again for as long as there is a tab. */
function connect() {
  const stream = new EventSource('/v1/stream?beat=true');
  source = stream;
  /** @type {Map<string, parlor.Change> | null} */
  let collected = new Map();
  let isOpen = false;
  stream.onopen = () => {
    isOpen = true;
    collected = new Map();
    listen(stream);
  };
  stream.onmessage = (event) => {
    listen(stream);
    const change = JSON.parse(event.data);
    if (collected) return keep(collected, change);
    keep(known, change);
    tell({ change });
  };
  stream.addEventListener('ready', () => {
    if (collected) known = collected;
    collected = null;
    tell({ whole: [...known.values()], link: 'live' });
  });
  // We were too slow: the state comes anew with a new stream.
  stream.addEventListener('gap', () => again(stream, 0));
  stream.addEventListener('stopping', () => tell({ link: 'stopped' }));
  stream.addEventListener('beat', () => listen(stream));
  stream.onerror = () => ask(stream, isOpen);
}

/**
 * Asks why a stream ended, says it, and begins anew.
 * @param {EventSource} stream
 * @param {boolean} wasOpen
 */
async function ask(stream, wasOpen) {
  // A browser would open it again by itself as often as before, and give up after an answer that is no stream.
  stream.close();
  const status = await fetch('/v1/node/settings').then((response) => response.status, () => 0);
  if (source !== stream) return;
  const isRefused = status === 200 && !wasOpen;
  refusals = isRefused ? refusals + 1 : 0;
  if (status === 401) tell({ link: 'locked' });
  else if (status === 423) tell({ link: 'closed' });
  else if (isRefused) {
    // Once may be a daemon that has just begun; twice is one that takes no further stream.
    if (refusals > 1) tell({ link: 'crowded' });
  } else if (link !== 'stopped') tell({ link: 'lost' });
  // A browser without a session gets one by a link that opens another tab, and that tab connects at once.
  again(stream, status === 401 ? 10_000 : 500);
}

/**
 * Closes a stream and opens another one.
 * @param {EventSource} stream
 * @param {number} milliseconds when
 */
function again(stream, milliseconds) {
  stream.close();
  forgetSilence();
  if (source !== stream) return;
  source = null;
  setTimeout(() => tabs.size && !source && connect(), milliseconds);
}

/**
 * Notes that the stream is alive, and expects the next sign of it.
 * @param {EventSource} stream
 */
function listen(stream) {
  forgetSilence();
  silence = [
    setTimeout(() => {
      isSilent = true;
      tell({ silent: true });
    }, slowSilenceMilliseconds),
    setTimeout(() => {
      tell({ link: 'lost' });
      again(stream, 0);
    }, longestSilenceMilliseconds),
  ];
}

/** Expects no sign any more; the stream is not slow, or there is none. */
function forgetSilence() {
  silence.forEach(clearTimeout);
  silence = [];
  if (isSilent) tell({ silent: false });
  isSilent = false;
}

/** @param {MessagePort} tab */
function welcome(tab) {
  tabs.add(tab);
  if (link === 'locked') link = 'starting';
  if (!source) connect();
  tab.postMessage(link === 'live' ? { link, silent: isSilent, whole: [...known.values()] } : { link });
}

/** @param {MessagePort} tab */
function dismiss(tab) {
  tabs.delete(tab);
  if (tabs.size) return;
  source?.close();
  source = null;
  link = 'starting';
  forgetSilence();
}

/** @type {any} */ (globalThis).onconnect = (/** @type {MessageEvent} */ event) => {
  const [tab] = event.ports;
  tab.onmessage = ({ data }) => (data === 'bye' ? dismiss(tab) : welcome(tab));
  welcome(tab);
};
