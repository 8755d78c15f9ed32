// The page's functions of values: countdowns, dates that come again, brackets, scores (node --test).
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { cardBack } from '../../Sources/Page/js/cards.js';
import { countdown, only, parts, units, usable, withoutEnds } from '../../Sources/Page/js/events/countdown.js';
import { businessDays } from '../../Sources/Page/js/events/dates.js';
import { firstDate } from '../../Sources/Page/js/events/first-date.js';
import { gaps } from '../../Sources/Page/js/events/gaps.js';
import { occurrences, readRule, ruleDates } from '../../Sources/Page/js/events/repeat.js';
import { instant, wall } from '../../Sources/Page/js/events/zones.js';
import { arranged, coloursOf, spokenCost, symbolsOf } from '../../Sources/Page/js/decks/card-order.js';
import { hyphenated, wrapping } from '../../Sources/Page/js/hyphens.js';
import { pack, parts as inkParts, restored, unpack } from '../../Sources/Page/js/drawings/ink.js';
import { keyOf, letterOf, spelled, tableKeys } from '../../Sources/Page/js/duel/key-list.js';
import { bare, jump, textOf, turnsOf } from '../../Sources/Page/js/duel/moments.js';
import { plan, position, seen } from '../../Sources/Page/js/drawings/replay.js';
import { judgeNamed, judgeOf } from '../../Sources/Page/js/duel/judge-line.js';
import { encode, fromBase32, fromBase64, partsOf, toBase64, utf8Text } from '../../Sources/Page/js/protobuf.js';
import { choiceFields, moveFields } from '../../Sources/Page/js/duel/fields.js';
import { byNews, isQuiet } from '../../Sources/Page/js/chat/news.js';
import { namesOf, says, wanted } from '../../Sources/Page/js/many.js';
import { reading, refresh } from '../../Sources/Page/js/reads.js';
import { buttonOf, lists, rows } from '../../Sources/Page/js/remedies.js';
import { state } from '../../Sources/Page/js/state.js';
import { ownWords } from '../../Sources/Page/js/texts.js';
import { bracketParts, figure, scoreText } from '../../Sources/Page/js/tournaments/layout.js';
import { placeOf } from '../../Sources/Page/js/tournaments/texts.js';

const day = 86_400_000;
const days = (rule, start, end = Date.UTC(2031, 0, 1)) => ruleDates(readRule(rule), start, end, 'UTC').map((time) => new Date(time).toISOString().slice(0, 10));

test('E-19 to E-22: the units together are all the seconds, and a used-up unit gives way to a shorter one', () => {
  const time = countdown(10 * day + 3_661_000, 0);
  assert.equal(parts(time).reduce((sum, { unit, count }) => sum + unit.length * count, 0), time.seconds);
  assert.equal(only(time, units[0]), 'Only 1 + Week');
  assert.equal(only(countdown(1_000, 0), units[4]), 'Only 1 Second');
  assert.equal(usable(countdown(7_200_000, 0), 'Days').name, 'Hours');
  assert.equal(countdown(1_500, 0).seconds, 2);
});

test('E-25: the wand works at two days and not a second later', () => {
  assert.equal(withoutEnds(countdown(2 * day, 0)).seconds, 0);
  assert.equal(withoutEnds(countdown(2 * day - 1_000, 0)), undefined);
});

test('E-23: what is past has no seconds left', () => {
  assert.deepEqual(countdown(0, 0), { seconds: 0, isPast: true, elapsed: 0, days: 0, rest: 0 });
  assert.equal(countdown(0, 61_000).elapsed, 61);
});

test('43 C-8: a day in which clocks are changed is one day', () => {
  // Berlin, from 30 November 2026 at 12:00 to 5 April 2027 at 12:00.
  const [now, target] = [Date.UTC(2026, 10, 30, 11), Date.UTC(2027, 3, 5, 10)];
  const time = countdown(target, now, 'Europe/Berlin');
  assert.deepEqual([time.days, time.rest, time.seconds], [126, 0, 126 * 86_400 - 3_600]);
  assert.equal(only(time, units[1]), 'Only 126 + Days');
  assert.deepEqual([countdown(target, now, 'UTC').days, countdown(target, now, 'UTC').rest], [125, 23 * 3_600]);
  // The day after the clocks went forward comes after 23 hours, and one with 25 is not over after 24.
  assert.deepEqual(countdown(Date.UTC(2027, 2, 28, 18), Date.UTC(2027, 2, 27, 19), 'Europe/Berlin').days, 1);
  assert.deepEqual(countdown(Date.UTC(2026, 9, 25, 18), Date.UTC(2026, 9, 24, 18), 'Europe/Berlin').days, 0);
  assert.deepEqual(countdown(now, target, 'Europe/Berlin').days, 126);
});

test('43 C-8: months and years without such a day are said while a repetition is typed', () => {
  const [last, leap] = [Date.UTC(2027, 0, 31, 12), Date.UTC(2028, 1, 29, 12)];
  assert.equal(gaps('monthly', last, 'UTC'), 'Not in months without a 31st.');
  assert.equal(gaps('Every 2 months until dec', last, 'UTC'), 'Not in months without a 31st.');
  assert.equal(gaps('every month on the 30th', undefined, 'UTC'), 'Not in months without a 30th.');
  assert.equal(gaps('yearly', leap, 'UTC'), 'Not in years without February 29.');
  for (const words of ['yearly', 'every week', 'every month on the 15th', 'every month on the last friday', 'every month on the 5th monday', ''])
    assert.equal(gaps(words, last, 'UTC'), '', words);
});

test('E-63: rules of years, months, weeks and days, as RFC 5545 says', () => {
  const start = Date.UTC(2026, 0, 31, 18);
  assert.deepEqual(days('FREQ=MONTHLY;COUNT=3', start), ['2026-01-31', '2026-03-31', '2026-05-31']);
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=-1FR', start).slice(1, 3), ['2026-02-27', '2026-03-27']);
  assert.deepEqual(days('FREQ=WEEKLY;BYDAY=MO,WE;INTERVAL=2', start).slice(1, 4), ['2026-02-09', '2026-02-11', '2026-02-23']);
  assert.deepEqual(days('FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', start).slice(1, 3), ['2026-11-26', '2027-11-25']);
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', start).slice(1, 3), ['2026-02-27', '2026-03-31']);
  assert.deepEqual(days('FREQ=WEEKLY;UNTIL=20260214', start), ['2026-01-31', '2026-02-07', '2026-02-14']);
  assert.equal(days('FREQ=YEARLY', Date.UTC(2024, 1, 29)).join(), '2024-02-29,2028-02-29');
  assert.equal(readRule('FREQ=HOURLY'), undefined);
  assert.equal(readRule('FREQ=YEARLY;BYEASTER=0'), undefined);
});

test('43: the first date is said where the rule has none on the day that was picked', () => {
  // Tuesday, 1 December 2026, and the Monday after it.
  const [picked, monday] = [Date.UTC(2026, 11, 1, 18), Date.UTC(2026, 11, 7, 18)];
  const said = (milliseconds, words, start) => firstDate({ start: { milliseconds: String(milliseconds), zone: 'UTC' } }, words, start, 'UTC');
  assert.equal(said(monday, 'every monday', picked), 'The first date is Mon 2026-12-07, as the rule has none on Tue 2026-12-01.');
  assert.equal(said(picked, 'every tuesday', picked), '');
  assert.equal(said(monday, '', picked), '');
  assert.equal(said(monday, 'every monday', undefined), '');
  assert.equal(firstDate(undefined, 'every monday', picked, 'UTC'), '');
});

test('E-63: dates that are left out, added and changed; a rule that is not followed is not guessed', () => {
  const start = Date.UTC(2026, 5, 1, 10);
  const what = { start, zone: 'UTC', minutes: 60, repeats: 'RRULE:FREQ=DAILY;COUNT=4\nEXDATE:20260602T100000Z\nRDATE:20260610T100000Z\n',
    changes: 'BEGIN:VEVENT\nRECURRENCE-ID:20260603T100000Z\nDTSTART:20260603T150000Z\nSUMMARY:later\nEND:VEVENT\n' };
  const found = occurrences(what, start - day, start + 30 * day);
  assert.deepEqual(found.map((one) => new Date(one.start).toISOString().slice(8, 13)), ['01T10', '03T15', '04T10', '10T10']);
  assert.equal(found[1].name, 'later');
  assert.equal(occurrences({ ...what, repeats: 'RRULE:FREQ=SECONDLY\n' }, 0, start), undefined);
});

test('E-60: the hour stays the hour over a change of the clocks, and a skipped hour is as much later', () => {
  const start = instant(Date.UTC(2026, 2, 23, 19), 'Europe/Berlin');
  const found = occurrences({ start, zone: 'Europe/Berlin', repeats: 'RRULE:FREQ=WEEKLY;COUNT=2\n' }, start, start + 14 * day);
  assert.deepEqual(found.map((one) => new Date(one.start).getUTCHours()), [18, 17]);
  assert.equal(wall(instant(Date.UTC(2026, 2, 29, 2, 30), 'Europe/Berlin'), 'Europe/Berlin'), Date.UTC(2026, 2, 29, 3, 30));
});

const matches = (prefix, count) => Array.from({ length: count }, (_, number) => ({ name: `${prefix}.${number + 1}` }));

test('T-30, T-54: a match stands between the two that feed it, and the third place beside the final', () => {
  const [part] = bracketParts([{ name: 'Quarter-finals', matches: matches('KO1', 4) }, { name: 'Semi-finals', matches: matches('KO2', 2) }, { name: 'Third place', matches: [{ name: '3RD' }] }, { name: 'Final', matches: matches('KO3', 1) }]);
  assert.deepEqual(part.columns.map((column) => column.places.map(({ row }) => row)), [[0, 1, 2, 3], [0.5, 2.5], [1.5]]);
  assert.equal(part.lines.length, 6);
  assert.equal(part.third.name, '3RD');
});

test('T-36, T-42: each run of places is a part of its own, and no line leads where seeds decide', () => {
  const rounds = [{ name: 'Quarter-finals', matches: matches('KO1', 4) }, { name: 'Semi-finals', matches: matches('KO2', 2) }, { name: 'Places 5 to 8', matches: matches('PL5.1', 2) }, { name: '5th place', matches: matches('PL5.2', 1) }, { name: '7th place', matches: matches('PL7.1', 1) }, { name: 'Third place', matches: [{ name: '3RD' }] }, { name: 'Final', matches: matches('KO3', 1) }];
  const parts = bracketParts(rounds);
  assert.deepEqual(parts.map((part) => part.name), ['', 'Places 5 to 8', '7th place']);
  assert.deepEqual(parts.map((part) => part.lines.length), [6, 2, 0]);
  assert.deepEqual(bracketParts(rounds, true).map((part) => part.lines.length), [0, 2, 0]);
  assert.equal(parts[0].third?.name, '3RD');
  assert.equal(parts[1].third, undefined);
});

test('T-38: winners, losers and the final are parts of their own', () => {
  const parts = bracketParts([{ name: 'W', matches: matches('WB1', 2) }, { name: 'L', matches: matches('LB1', 1) }, { name: 'L2', matches: matches('LB2', 1) }, { name: 'Final', matches: [{ name: 'GF1' }] }]);
  assert.deepEqual(parts.map((part) => part.name), ['Winners', 'Losers', 'Final']);
  assert.deepEqual(parts[1].lines, [{ column: 0, from: 0, to: 0 }]);
  assert.deepEqual(bracketParts([]), []);
});

test('T-23, T-33: thousandths and scores as people write them', () => {
  assert.deepEqual([figure('2000'), figure('500'), figure('-1000', true), figure('1000', true), figure(undefined, true)], ['2', '0.5', '−1', '+1', '0']);
  assert.equal(scoreText(['11', '7', ''], ['8', '11', '']), '11:8 7:11');
  assert.equal(scoreText(['2'], ['2'], '4', '3'), '2:2 (4:3)');
  assert.equal(scoreText([''], ['']), '');
});

test('E-58: business days, without today and with the day itself', () => {
  const wednesday = new Date(2026, 10, 25, 9).getTime();
  assert.equal(businessDays(new Date(2026, 11, 5, 18).getTime(), wednesday), 7);
  assert.equal(businessDays(new Date(2026, 10, 30, 19).getTime(), wednesday), 3);
  assert.equal(businessDays(new Date(2026, 11, 9, 19).getTime(), wednesday), 10);
  assert.equal(businessDays(wednesday, wednesday), 0);
});

/** Strokes that are the same for the same seed (mulberry32). */
function sketch(seed) {
  let state = seed + 0x6d2b79f5;
  const random = (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  let clock = 0;
  return Array.from({ length: 1 + random(20) }, () => {
    const hasTimes = random(5) > 0;
    let time = 0;
    const points = Array.from({ length: 1 + random(30) }, (_, place) => {
      if (place > 0 && hasTimes) time += 1 + random(60);
      return { x: random(10001), y: random(10001), time, pressure: 500 };
    });
    clock += random(9000);
    return { tool: 'brush', colour: '#000000', width: 450, points, start: clock, hasTimes: hasTimes && points.length > 1, hasPressure: false };
  });
}

test('W-09, W-11: dots lie on a straight line, as in InkTests.swift', () => {
  const at = (x, y) => ({ x, y, time: 0, pressure: 500 });
  const dots = (points, width = 500) => ({ tool: 'dots', colour: '#000000', width, points, start: 0, hasTimes: false, hasPressure: false });
  const line = dots([at(1000, 1000), at(9000, 9), at(1000, 2000)]);
  assert.deepEqual(inkParts(line).map((part) => part.points.map((point) => point.y)), [1000, 1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900, 2000].map((y) => [y]));
  assert.equal(inkParts(dots([at(0, 0), at(99, 0)])).length, 1);
  const long = inkParts(dots([at(0, 0), at(10000, 10000)], 10));
  assert.deepEqual([long.length, long[1].points[0].y, long[200].points[0].x], [201, 50, 10000]);
  assert.equal(pack(line).tool, 'STROKE_TOOL_DOTS');
  assert.deepEqual(unpack(pack(line)), line);
});

test('W-10: a stroke that a browser kept before tools had names has its tool', () => {
  const kept = { colour: '#000000', width: 450, points: [], start: 0, hasTimes: false, hasPressure: false };
  assert.equal(restored({ ...kept, isEraser: true, isFill: false }).tool, 'eraser');
  assert.equal(restored({ ...kept, isEraser: false, isFill: true }).tool, 'fill');
  assert.equal(restored({ ...kept, isEraser: false }).tool, 'brush');
  assert.equal(restored({ ...kept, tool: 'dots' }).tool, 'dots');
});

test('W-18: a replay takes as long as drawing did, and pauses are cut to one second', () => {
  const line = (start, time) => ({ tool: 'brush', colour: '#000000', width: 450, points: [{ x: 0, y: 0, time: 0, pressure: 500 }, { x: 9, y: 9, time, pressure: 500 }], start, hasTimes: true, hasPressure: false });
  const replay = plan([line(500, 2000), line(2700, 300), line(99_000, 100)]);
  assert.deepEqual(replay.spans.map((span) => span.start), [0, 2200, 3500]);
  assert.equal(replay.duration, 3600);
});

test('W-18: seeking to any moment shows what a full replay shows then', () => {
  for (let seed = 0; seed < 100; seed += 1) {
    const inks = sketch(seed);
    const replay = plan(inks);
    for (let time = 0; time <= replay.duration + 200; time += 41) {
      // A full replay looks at each stroke and each point, and asks whether it is drawn yet.
      let [whole, points] = [0, 0];
      for (const [place, ink] of inks.entries()) {
        const { start, duration } = replay.spans[place];
        if (start > time || points > 0) break;
        const drawn = ink.points.filter((point, number) => time - start >= duration
          || (ink.hasTimes ? point.time <= time - start : number <= Math.floor((time - start) * ink.points.length / Math.max(1, duration)))).length;
        if (drawn === ink.points.length) whole += 1;
        else points = drawn;
      }
      assert.deepEqual(position(inks, replay, time), { whole, points }, `seed ${seed}, moment ${time}`);
      assert.equal(seen(inks, replay, time).length, whole + (points > 0 ? 1 : 0));
    }
    assert.deepEqual(seen(inks, replay, replay.duration), inks);
  }
});

test('42.16: rooms are listed by news, unread first, and those of which nothing was heard for a week are quiet', () => {
  const now = 10 * day;
  const room = (name, last, unread = 0, kind = 'ROOM_KIND_PRIVATE') => ({ id: name, name, unread, last_milliseconds: String(last), kind });
  const wanted = [room('old', 1, 2), room('future', 99 * day), room('lobby', 9 * day, 0, 'ROOM_KIND_LOBBY'), room('plans', day), room('Attic', 0), room('books', 0), room('personal', 5 * day, 0, 'ROOM_KIND_PERSONAL')];
  assert.deepEqual(byNews([...wanted].reverse(), now).map((one) => one.name), wanted.map((one) => one.name));
  assert.deepEqual(wanted.filter((one) => isQuiet(one, now)).map((one) => one.name), ['plans', 'Attic', 'books']);
  assert.equal(isQuiet({ ...room('empty', 0), members: [{ here: true }] }, now), false);
});

test('44: costs are read as symbols, colours and words', () => {
  assert.deepEqual(symbolsOf('{1}{W/U}{G} // {X}'), ['1', 'W/U', 'G', '//', 'X']);
  assert.deepEqual(coloursOf('{1}{W/U}{G}'), ['W', 'U', 'G']);
  assert.equal(spokenCost('{1}{W/U} // {B}'), '1, white or blue; black');
  assert.deepEqual([symbolsOf('none'), coloursOf(''), spokenCost('')], [[], [], '']);
});

test('44: a collection is sorted and chosen by what is known, and what is not known comes last', () => {
  const card = (name, cost, type, value) => [name, { name, cost, type, value }];
  const facts = new Map([card('Giant', '{4}{G}{G}', 'Creature — Giant', 6), card('Sprite', '{U}', 'Creature — Faerie', 1), card('Land', '', 'Land', 0), card('Letter', '{1}{U}', 'Instant', 2), card('Gold', '{W}{U}', 'Instant', 2), ['Riddle', null]]);
  const lines = ['Riddle', ...facts.keys()].filter((name, index, all) => all.indexOf(name) === index).map((name, index) => ({ name, count: index }));
  const order = (sort, colour = '', type = '') => arranged(lines, facts, { sort, colour, type }).map((line) => line.name).join(' ');
  assert.equal(order('name'), 'Riddle Giant Sprite Land Letter Gold');
  assert.equal(order('cost'), 'Land Sprite Letter Gold Giant Riddle');
  assert.equal(order('colour'), 'Sprite Letter Giant Gold Land Riddle');
  assert.equal(order('type'), 'Sprite Giant Letter Gold Land Riddle');
  assert.equal(order('count'), 'Gold Letter Land Sprite Giant Riddle');
  assert.equal(order('name', 'U'), 'Sprite Letter Gold');
  assert.equal(order('name', 'several'), 'Gold');
  assert.equal(order('name', 'none'), 'Land');
  assert.equal(order('cost', 'U', 'Instant'), 'Letter Gold');
});

/** A source or a text of the repository. */
const sourceText = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The Swift sources that say something to people, each with its name. */
function sources() {
  const found = [];
  for (const folder of ['Domain', 'Core', 'Feature', 'Shell/Features', 'Shell/Daemon', 'Shell/API', 'Shell/Page', 'Shell/Homes']) {
    const root = `Sources/${folder}/`;
    for (const name of readdirSync(new URL(`../../${root}`, import.meta.url), { recursive: true })) {
      if (name.endsWith('.swift') && !name.endsWith('.pb.swift')) found.push([name, sourceText(root + name)]);
    }
  }
  return found;
}

/** The texts of the sources that name a command, each with its file; what is put into them is said as "Ada". */
function namingCommands() {
  const put = /\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/.source;
  const text = `"(?:[^"\\\\\n]|\\\\[^(]|${put})*"`;
  const found = [];
  for (const [name, source] of sources()) {
    // The terminal's words for remedies, which the page has words of its own for.
    if (name === 'Remedy+Clause.swift') continue;
    for (const [literal] of source.matchAll(new RegExp(`${text}(?:\\s*\\+\\s*${text})*`, 'g'))) {
      const words = literal.replaceAll(/"\s*\+\s*"/g, '').slice(1, -1).replaceAll(new RegExp(put, 'g'), 'Ada');
      if (/`(parlor |--)/.test(words)) found.push([name, words]);
    }
  }
  return found;
}

/** The terminal's clauses for remedies, by the names of their codes in Swift. */
const clauses = () => [...sourceText('Sources/Feature/Remedy+Clause.swift').matchAll(/^ {4}\.(\w+):\s*"([^"]+)"/gm)].map(([, code, clause]) => [code, clause]);

test('44.13: what a view says with a command is said in words of the page', () => {
  for (const [name, words] of namingCommands()) {
    const own = ownWords(words);
    assert.ok(!/[`“]|parlor |--/.test(own), `${name}: ${words} → ${own}`);
    assert.match(own, /[.!?]$/, `${name}: ${words} → ${own}`);
  }
  // Where the page can do the same, it says so. The keys are the files whose sentences these are.
  const found = namingCommands();
  const said = {
    'DiskQuotas.swift': ['Settings can give it more.', 'Doctor shows the shares.'],
    'CalendarScene.swift': ['Import it in Events, and then delete it.'],
    'LibraryViews.swift': ['Trades shows who has them.'],
    'RoundFileWriter.swift': ['The rules in the set-up can spread them.'],
    'PageAnswers.swift': ['If that was not you, take back all keys: Settings says how.'],
    'CardResolver.swift': ['It can be taken as it stands.'],
  };
  for (const [file, ends] of Object.entries(said)) {
    assert.deepEqual(found.filter(([name]) => name.split('/').pop() === file).map(([, words], index) => ownWords(words).slice(-(ends[index] ?? '').length)), ends, file);
  }
  const all = clauses();
  assert.ok(all.length > 60, `${all.length} clauses are found`);
  for (const [code, clause] of all) {
    if (!clause.includes('`')) continue;
    assert.equal(ownWords(`Ada has no deck: ${clause}.`), 'Ada has no deck.', code);
    const after = `${clause[0].toUpperCase()}${clause.slice(1)}.`;
    assert.ok(!/[`“]|parlor |--/.test(ownWords(`Ada has none: no deck. ${after}`)), `${code}: ${ownWords(`Ada has none: no deck. ${after}`)}`);
  }
});

/**
 * The button of a remedy that is read at an address of the page.
 * @param {import('../../Sources/Page/types').parlor.Remedy} remedy
 * @param {string} address
 */
function buttonAt(remedy, address) {
  globalThis.location = { hash: address };
  try {
    return buttonOf(remedy);
  } finally {
    delete globalThis.location;
  }
}

test('44.13: each remedy of the schema has a row of the page, and each list that the sources name', () => {
  const codes = [...sourceText('protocol/remedy.proto').matchAll(/^ {2}(REMEDY_CODE_\w+) = \d+;/gm)].map(([, code]) => code);
  assert.ok(codes.length > 60, `${codes.length} codes are found`);
  assert.deepEqual(Object.keys(rows).sort(), codes.filter((code) => !/_(UNSPECIFIED|SEE)$/.test(code)).sort());
  const named = new Set();
  for (const [, source] of sources()) {
    for (const [, list] of source.matchAll(/\blists: "parlor ([^"]+)"/g)) named.add(list);
    for (const [call] of source.matchAll(/\.see\((?:[^()]|\([^()]*\))*\)/g)) for (const [, list] of call.matchAll(/"([^"]+)"/g)) named.add(list);
  }
  assert.ok(named.size > 30, `${named.size} lists are found`);
  for (const list of named) assert.ok(lists[list], `${list} has no row`);
});

test('44.13: each remedy has a button, but for what a terminal alone can do, another machine, or the screen itself', () => {
  const without = [
    // Only a terminal does these.
    'OPEN_PAGE', 'RENEW_PAGE_LINK', 'CHOOSE_PAGE_PORT', 'RENEW_BROWSERS', 'SET_IN_TERMINAL', 'BACK_UP', 'STOP', 'MEND', 'RESTORE', 'BRING_HOME_BACK',
    // The person at another machine does these.
    'PRINT_TICKET_THERE', 'READ_STATUS_THERE', 'OFFER_REMATCH_THERE', 'TAKE_REMATCH_THERE',
    // Another file is chosen where the first one was.
    'CHOOSE_BACKUP', 'CHOOSE_ROOM_FILE', 'CHOOSE_CARRIED_FILE',
    // The screen with the sentence has the button or the list already.
    'LEAVE_ROOM', 'DELETE_ROOM', 'REQUEST_CARD', 'NAME_PART', 'CHOOSE_CARDS_TO_GIVE', 'HIDE_DRAWING', 'UNDO_STROKES', 'RESET_BY_WORDS',
    // What would be taken back is the last command, whatever it was.
    'UNDO',
  ].map((code) => `REMEDY_CODE_${code}`);
  const places = ['#/', '#/tournaments/t1', '#/events/e1'];
  const id = 'b'.repeat(52);
  state.peers.set(id, { id, name: 'Bob' });
  try {
    for (const code of Object.keys(rows)) {
      const has = places.some((place) => buttonAt({ code, node: id, item: 'x', key: 'lobby', value: 'open' }, place));
      assert.equal(has, !without.includes(code), code);
    }
  } finally {
    state.peers.clear();
  }
});

test('44.13: a button leads to the one whom the remedy is about, does what it says, and stands nowhere that it leads to', () => {
  const id = 'b'.repeat(52);
  state.peers.set(id, { id, name: 'Bob' });
  try {
    const pair = { code: 'REMEDY_CODE_PAIR', name: 'Bob' };
    assert.deepEqual(buttonAt(pair, '#/chat/new'), { label: 'Pair', href: `#/peers/pair/${id}` });
    assert.deepEqual(buttonAt({ ...pair, name: 'Nobody' }, '#/chat/new'), { label: 'Pair', href: '#/peers' });
    const blocked = { code: 'REMEDY_CODE_UNBLOCK', node: id };
    assert.equal(buttonAt(blocked, '#/').label, 'Unblock');
    assert.equal(typeof buttonAt(blocked, '#/').act, 'function');
    // Somebody whom we do not know is not unblocked.
    assert.equal(buttonAt({ ...blocked, node: 'd'.repeat(52) }, '#/'), undefined);
    const missing = { code: 'REMEDY_CODE_ENTER' };
    assert.deepEqual(buttonAt(missing, '#/tournaments/t1/knockout'), { label: 'Entrants and groups', href: '#/tournaments/t1/groups' });
    assert.equal(buttonAt(missing, '#/tournaments/t1/groups'), undefined);
    assert.deepEqual(buttonAt({ code: 'REMEDY_CODE_SEE', list: 'war list' }, '#/'), { label: 'War', href: '#/war' });
    assert.equal(buttonAt({ code: 'REMEDY_CODE_SEE', list: 'a list of another version' }, '#/'), undefined);
    assert.equal(buttonAt({ code: 'REMEDY_CODE_OF_ANOTHER_VERSION' }, '#/'), undefined);
    assert.equal(buttonAt(undefined, '#/'), undefined);
    state.peers.set('c'.repeat(52), { id: 'c'.repeat(52), name: 'Bob' });
    assert.equal(buttonAt(pair, '#/chat/new').href, '#/peers');
    assert.equal(buttonAt({ ...pair, node: id }, '#/chat/new').href, `#/peers/pair/${id}`);
  } finally {
    state.peers.clear();
  }
});

test('44.19: the daemon gives at least two signs in the time after which the page calls it slow', () => {
  const read = (file, pattern) => Number(readFileSync(new URL(`../../Sources/${file}`, import.meta.url), 'utf8').match(pattern)[1].replaceAll('_', ''));
  const beat = read('Shell/Page/PageServer.swift', /static let beat = TimeAmount\.seconds\((\d+)\)/) * 1_000;
  const slow = read('Page/js/stream-worker.js', /slowSilenceMilliseconds = ([\d_]+)/);
  assert.equal(slow, 3_000);
  assert.ok(2 * beat < slow, `${beat} ms between two signs`);
});

test('44: 2,400 changes of a lively room within a minute are at most 100 requests for what its screen reads, and the last change is read', async () => {
  const kept = { now: Date.now, fetch: globalThis.fetch, timer: globalThis.setTimeout, frame: globalThis.requestAnimationFrame };
  let time = 1_000_000;
  let requests = 0;
  const due = [];
  Date.now = () => time;
  globalThis.document = { hidden: false };
  globalThis.requestAnimationFrame = () => {};
  globalThis.setTimeout = (action, milliseconds) => due.push([time + milliseconds, action]);
  globalThis.fetch = async () => {
    requests += 1;
    return { status: 200, json: async () => ({ number: requests }) };
  };
  const settle = async () => { for (let turn = 0; turn < 20; turn += 1) await null; };
  const draw = async () => {
    const { answer } = reading('chat/list', { room: 'lively' });
    await settle();
    return answer;
  };
  try {
    // Before the stream is followed nothing is asked for: it would be asked for again.
    await draw();
    assert.equal(requests, 0);
    state.connection = 'live';
    await draw();
    // The first screen is painted before the first request is sent.
    assert.equal(requests, 0);
    for (const [, action] of due.splice(0)) action();
    await draw();
    assert.equal(requests, 1);
    for (let change = 0; change < 2_400; change += 1) {
      time += 25;
      refresh('chat/list', false);
      await draw();
    }
    // 8 at once, and 85 in the minute.
    assert.ok(requests >= 85 && requests <= 100, `${requests} requests`);
    time += 10_000;
    for (let change = 0; change < 9; change += 1) {
      refresh('chat/list', false);
      await draw();
    }
    const before = requests;
    await draw();
    assert.equal(requests, before);
    assert.ok(due.some(([when]) => when > time), 'it is drawn again when it may be read');
    time += 700;
    await draw();
    assert.equal(requests, before + 1);
    await draw();
    assert.equal(requests, before + 1);
  } finally {
    state.connection = 'starting';
    [Date.now, globalThis.fetch, globalThis.setTimeout, globalThis.requestAnimationFrame] = [kept.now, kept.fetch, kept.timer, kept.frame];
    delete globalThis.document;
  }
});

test('44.look: the backs of somebody’s cards have their colour where a table does not tell it', () => {
  // A key picks one of the first ten colours by itself, and never white.
  globalThis.CSS = { escape: (text) => text };
  state.rooms.set('lobby', { id: 'lobby', members: [{ author: 'bob', name: 'Bob', colour: 'white' }] });
  try {
    assert.ok(cardBack({ author: 'bob' }, 'here').props.class.split(' ').includes('c-white'));
    assert.ok(cardBack({ author: 'bob', colour: 'pink' }, 'here').props.class.split(' ').includes('c-pink'));
  } finally {
    state.rooms.delete('lobby');
    delete globalThis.CSS;
  }
});

test('43 T-2: the first entrant of a list has the place #1, whose number is left out', () => {
  assert.deepEqual([{}, { number: 0 }, { number: 9 }].map(placeOf), ['#1', '#1', '#10']);
});

const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

test('V-49: a move of a duel is written as protobuf writes it', () => {
  // The bytes of the messages that every implementation is tested with.
  for (const [name, fields] of [['DuelMove', moveFields], ['DuelChoice', choiceFields]]) {
    const vector = JSON.parse(readFileSync(new URL(`../../protocol/vectors/messages/${name}.json`, import.meta.url)));
    assert.equal(hex(encode(fields, vector.json)), vector.bytes);
  }
  // As protoc encodes it: field 5, of 22 bytes; a card by its handle 300, one by its name; to a spot of the battlefield with x 2, tapped.
  const place = { place: { cards: [{ handle: 300 }, { library: 'Øx' }], to: { spot: { zone: 'ZONE_BATTLEFIELD', x: 2 }, tapped: true } } };
  assert.equal(hex(encode(moveFields, place)), '2a16' + '0a0308ac02' + '0a052203c39878' + '1208' + '2a0408011002' + '3801');
  // Counters below 0 are written in zigzag, and a choice of 0 or false is written too.
  assert.equal(hex(encode(moveFields, { counter: { objects: [7, 300], name: 'life', by: -3 } })), '5a0d' + '0a0307ac02' + '12046c696665' + '2005');
  assert.equal(hex(encode(moveFields, { phase: 0 })), 'b00100');
  assert.equal(hex(encode(moveFields, { answer_undo: false })), 'd00100');
  assert.equal(hex(encode(moveFields, { end: 'END_OFFER_DRAW' })), 'd80102');
  assert.throws(() => encode(moveFields, { shufle: true }), RangeError);
  assert.throws(() => encode(moveFields, { phase: -1 }), RangeError);
  assert.throws(() => encode(moveFields, { end: 'END_OF_ALL' }), RangeError);
});

test('V-49: the fields that the page writes are those of the schema', () => {
  const proto = readFileSync(new URL('../../protocol/duelview.proto', import.meta.url), 'utf8');
  const inside = (name) => {
    const begin = proto.indexOf(`message ${name} {`);
    let depth = 0;
    let at = proto.indexOf('{', begin);
    const from = at;
    do {
      if (proto[at] === '{') depth += 1;
      if (proto[at] === '}') depth -= 1;
      at += 1;
    } while (depth > 0);
    return proto.slice(from + 1, at - 1);
  };
  const numbersOf = (text) => Object.fromEntries([...text.matchAll(/^\s*(?:repeated |optional )?[\w.]+ (\w+) = (\d+);/gm)].map(([, name, number]) => [name, Number(number)]));
  const numbers = (fields) => Object.fromEntries(Object.entries(fields).map(([name, [number]]) => [name, number]));
  const move = inside('DuelMove');
  // The oneof is the last part of the message.
  assert.deepEqual(numbers(moveFields), numbersOf(move.slice(move.lastIndexOf('oneof move {'))));
  // The choice in which a person agrees to a judge is made by the node.
  assert.deepEqual({ ...numbers(choiceFields), judge: 10 }, numbersOf(inside('DuelChoice')));
  const parts = { begin: 'Begin', draw: 'Draw', mulligan: 'Mulligan', place: 'Place', show: 'Show', tokens: 'Tokens', turn: 'Turn', tap: 'Tap', mark: 'Mark', counter: 'Counter', note: 'Note', attach: 'Attach', arrow: 'Arrow', give: 'Give', dice: 'Dice', pick: 'Pick', choose: 'Choose', open_choice: 'OpenChoice', ask_undo: 'AskUndo', chosen: 'Chosen', complain: 'Complain' };
  for (const [field, message] of Object.entries(parts)) {
    const from = move.slice(move.indexOf(`message ${message} {`));
    assert.deepEqual(numbers(moveFields[field][1]), numbersOf(from.slice(0, from.search(/^  \}/m))), message);
  }
});

test('V-02: the terms of an offered duel are read from their bytes', () => {
  // games 3, life 30, format "pauper", the phases "A" and "B".
  const fields = partsOf(fromBase64(toBase64([8, 3, 16, 30, 50, 6, 112, 97, 117, 112, 101, 114, 58, 1, 65, 58, 1, 66])));
  assert.deepEqual([fields.get(1), fields.get(2), utf8Text(fields.get(6))], [3, 30, 'pauper']);
  // What is cut off gives what there is, and no loop.
  assert.equal(partsOf([8, 128, 128]).get(2), undefined);
  assert.equal(partsOf([255, 255, 255]).size, 0);
});

test('V-39: a judge is read from the line that names one, and nobody from anything else', () => {
  assert.deepEqual(fromBase32('mzxw6ytboi'), [...new TextEncoder().encode('foobar')]);
  assert.equal(fromBase32('mzxw6 ytboi'), null);
  assert.equal(fromBase32('18'), null);
  const bytes = (number, count) => [number * 8 + 2, count, ...Array(count).fill(number)];
  const judge = [...bytes(1, 32), ...bytes(2, 32), 26, 3, 67, 121, 100, ...bytes(4, 64)];
  const found = judgeOf(judge);
  assert.equal(found.name, 'Cyd');
  assert.deepEqual([found.key, found.box_key, found.signature].map((part) => new Set(fromBase64(part))), [new Set([1]), new Set([2]), new Set([4])]);
  assert.deepEqual([32, 32, 64], [found.key, found.box_key, found.signature].map((part) => fromBase64(part).length));
  for (const wrong of [[], judge.slice(0, -1), judge.slice(34), [...bytes(1, 31), ...judge.slice(34)]]) assert.equal(judgeOf(wrong), null);
  assert.equal(judgeNamed('  '), undefined);
  assert.throws(() => judgeNamed('--judge nothing'), /copy all of it/);
});

test('V-43: a replay jumps to the next or last line of a kind, to turns, and is a text', () => {
  const line = (number, kind, turn, text, more = {}) => ({ number, kind, game: 1, turn, text, ...more });
  const lines = [line(1, 'KIND_GAME', 1, 'Ada begins.'), line(2, 'KIND_DICE', 1, 'Ada rolls 3.'), line(3, 'KIND_TURN', 2, 'It is Bob’s turn.', { undone: true }), line(4, 'KIND_DICE', 2, 'Bob rolls 5.')];
  assert.deepEqual([0, 1, 2, 3].map((at) => jump(lines, at, 'KIND_DICE')), [1, 3, 3, 3]);
  assert.deepEqual([0, 1, 2, 3].map((at) => jump(lines, at, 'KIND_DICE', true)), [0, 1, 1, 1]);
  assert.deepEqual(turnsOf(lines), [0, 2]);
  assert.equal(textOf(['Ada', 'Bob'], lines, 'Bob won.'),
    'Duel: Ada against Bob\n\nGame 1, turn 1\n   1  Ada begins.\n   2  Ada rolls 3.\n\nGame 1, turn 2\n   3  It is Bob’s turn. (taken back)\n   4  Bob rolls 5.\n\nBob won.\n');
});

test('V-51: a long word may break where a syllable ends, and nothing of it is lost', () => {
  const parts = (word) => hyphenated(word).split('\u00AD').join('-');
  assert.deepEqual(['Woollen', 'Armchair', 'Candle', 'Mountain', 'Children', 'Quicksilver', 'Éclairage', 'Forest', 'Scarf', 'Strength', 'مرحبا بالعالم', 'WWWWWWWW'].map(parts),
    ['Wool-len', 'Arm-chair', 'Can-dle', 'Moun-tain', 'Chil-dren', 'Quick-sil-ver', 'Éclai-rage', 'Forest', 'Scarf', 'Strength', 'مرحبا بالعالم', 'WWWWWWWW']);
  const text = (tree) => (typeof tree === 'string' ? tree : tree.children.map(text).join(''));
  const name = '  Lamp of the  Long Evening // Lamp-Post';
  assert.equal(wrapping(name).map(text).join('').replaceAll('\u00AD', ''), name);
});

test('V-42: the wall has nothing that only some see: no hand, no list, no name of a card that lies face down', () => {
  const secret = { opened_hand: ['Wolf'], opened_looked: ['Wolf'], opened_main: [{ name: 'Wolf' }], opened_side: [{ name: 'Wolf' }] };
  const shown = bare({ own: { hand: [{ name: 'Wolf' }] }, seats: [{ seat: 'SEAT_HOST', life: 7, ...secret }], objects: [{ number: 1, name: 'Deer' }, { number: 2, name: 'Wolf', down: true }] });
  assert.ok(!JSON.stringify(shown).includes('Wolf'));
  assert.equal(shown.seats[0].life, 7);
  assert.equal(shown.objects[0].name, 'Deer');
});

test('P: somebody is found by the beginning of a word, whatever its case and marks, and names in a sentence are counted', () => {
  for (const text of ['émile', 'EMILE van', ' van ', '94', '']) assert.ok(says('Émile van 94', text), text);
  for (const text of ['mile', 'an 94', 'emile 94']) assert.ok(!says('Émile van 94', text), text);
  assert.ok(!says(undefined, 'a'));
  const few = Array.from({ length: 200 }, (_, n) => 'Person ' + n);
  assert.equal(wanted('nowhere', few, (one) => [one]), few);
  assert.equal(namesOf(few, (one) => one).flat(3).filter(Boolean).join(''), 'Person 0, Person 1, Person 2, Person 3, Person 4, Person 5 and 194 more');
  assert.equal(namesOf(few.slice(0, 2), (one) => one).flat(3).filter(Boolean).join(''), 'Person 0, Person 1');
});

test('V-49: each key of a duel has one meaning, is written as people write it, and Caps Lock changes no letter', () => {
  const keys = tableKeys.flatMap(([key, chord]) => [key, chord]).filter(Boolean);
  assert.deepEqual(keys.filter((one, index) => keys.indexOf(one) !== index), []);
  assert.deepEqual(['Ctrl+D', 'Ctrl+d', 'Ctrl+ ', 'Ctrl+Enter', 'Delete', 'Ctrl+Alt+a', ' '].map(spelled), ['Ctrl+Shift+D', 'Ctrl+D', 'Ctrl+Space', 'Ctrl+Return', 'Del', 'Ctrl+Alt+A', 'Space']);
  assert.deepEqual(['draw', 'keys', 'mill-one'].map(keyOf), ['d', '?', '']);
  const pressed = (key, shiftKey, isLocked) => letterOf({ key, shiftKey, getModifierState: () => isLocked });
  assert.deepEqual([pressed('D', false, true), pressed('d', true, true), pressed('D', true, false), pressed('Enter', false, true)], ['d', 'D', 'D', 'Enter']);
});
