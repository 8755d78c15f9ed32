// @ts-check
// How this node is: its figures, what is wrong, and how the doctor is asked.
import { h } from '../view.js';
import { action, head, linkButton, whenRead } from '../parts.js';
import { isBusy, refusal, told } from '../doing.js';
import { icon } from '../pictures.js';
import { peopleList } from '../many.js';
import { nameOf, namesIn, said } from '../people.js';
import { reading } from '../reads.js';
import { command, state } from '../state.js';
import { ownWords, plural, size } from '../texts.js';
import { to } from '../router.js';

/** The state of this node. */
export function doctorScreen() {
  const status = reading('node/status', {}, { kinds: ['peer', 'settings', 'table'] });
  return h('div', { class: 'page narrow-page' }, head('Doctor', linkButton({ label: 'Settings', icon: 'gear', href: to('settings') })),
    whenRead(status, (answer) => [
      answer.storage_problem && refusal(answer.storage_problem),
      !answer.discovery && refusal(answer.discovery_problem || 'Others do not find this node by themselves.'),
      !!answer.conflicts && h('p', null, h('a', { href: to('conflicts') }, `${plural(answer.conflicts, 'conflict')} ${answer.conflicts === 1 ? 'waits' : 'wait'} for your choice.`)),
      h('section', { class: 'panel', 'aria-label': 'This node' }, h('h2', null, 'This node'), h('dl', { class: 'facts' }, facts(answer))),
      problems(),
      shares(answer),
    ]),
    examination());
}

/**
 * What the doctor found last.
 * @type {parlor.DoctorCheck[] | null}
 */
let found = null;

/** Looks at this machine when asked, and shows the commands that mend what is wrong. */
function examination() {
  return h('section', { class: 'panel', 'aria-label': 'Why does nobody find me?' }, h('h2', null, 'Why does nobody find me?'), h('div', { class: 'form' },
    h('p', null, 'The doctor looks at Avahi, the network, the firewall, the clock and the disk of this machine. It changes nothing, and takes a second at most.'),
    h('div', { class: 'actions' }, action({ at: 'examine', label: isBusy('examine') ? 'Looking…' : 'Look for problems', icon: 'health', act: examine })),
    h('div', { role: 'status' }, found && [
      h('p', null, h('strong', null, summary(found))),
      h('ul', { class: 'lines checks' }, found.map((check) => h('li', { key: check.name }, icon(signs[check.state ?? ''] ?? 'dots'), h('span', { class: 'what' },
        h('strong', null, check.name), h('span', null, told(check.text ?? '')),
        !!check.fix && h('pre', { tabindex: 0, 'aria-label': 'Commands that mend it' }, h('code', null, check.fix)))))),
    ])));
}

/** @type {Record<string, string>} */
const signs = { DOCTOR_STATE_OK: 'check', DOCTOR_STATE_PROBLEM: 'warning' };

async function examine() {
  found = null;
  found = (await command('node/examine', {})).checks ?? [];
}

/** @param {parlor.DoctorCheck[]} checks */
function summary(checks) {
  const problems = checks.filter((check) => check.state === 'DOCTOR_STATE_PROBLEM').length;
  return problems ? `${plural(problems, 'problem')} found.` : 'No problem found.';
}

/** @param {parlor.StatusView} status */
function facts(status) {
  /** @type {[string, import('../view.js').Child][]} */
  const rows = [
    ['Name', nameOf(status.name)],
    ['Words', h('code', null, status.words ?? '')],
    ['Addresses', (status.addresses ?? []).map((address) => [h('code', null, address), ' '])],
    ['Found by itself', status.discovery ? 'yes, over DNS-SD' : 'no'],
    ['People', `${status.peers_online ?? 0} online, ${status.peers_known ?? 0} known`],
    ['Tables', `${status.tables_playing ?? 0} playing, ${status.tables_open ?? 0} open`],
    ['Version', `${status.version}, protocol ${status.protocol_version}`],
    ['Node', h('code', null, status.node ?? '')],
    ['Home', said(status.home)],
    ['Calendar', status.calendar?.folder && [said(status.calendar.folder), ', ', `${plural(status.calendar.files, 'file')} in sync`, status.calendar.problem && [': ', said(ownWords(status.calendar.problem))]]],
  ];
  return rows.filter(([, value]) => value).map(([name, value]) => [h('dt', null, name), h('dd', null, value)]);
}

/** What keeps single peers apart from us. */
function problems() {
  const apart = [...state.peers.values()].filter((peer) => peer.problem);
  return apart.length > 0 && h('section', { class: 'panel', 'aria-label': 'What keeps people apart' }, h('h2', null, 'What keeps people apart'),
    peopleList('apart', apart, namesIn, (shown) => h('ul', { class: 'lines' }, shown.map((peer) => h('li', { key: peer.id }, h('span', { class: 'what' }, h('strong', null, nameOf(peer.name || (peer.addresses ?? [])[0])), h('span', null, told(peer.problem ?? ''))))))));
}

/** @param {parlor.StatusView} status */
function shares(status) {
  const all = status.shares ?? [];
  return all.length > 0 && h('section', { class: 'panel', 'aria-label': 'Disk' }, h('h2', null, 'What others have written here'),
    peopleList('shares', all, (share) => [share.name], (shown) => h('ul', { class: 'lines' }, shown.map((share) => h('li', { key: share.node }, h('span', { class: 'what' }, h('strong', null, nameOf(share.name)), h('span', null, `${share.role}, ${size(share.used)} of ${size(share.limit)}`)))))));
}
