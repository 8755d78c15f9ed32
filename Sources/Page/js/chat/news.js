// @ts-check
// The order of rooms: by news, as `parlor room list` has it.

/** @typedef {parlor.RoomView} Room */

/** A room in which nothing was said for so long is quiet: a week. */
const quietMilliseconds = 7 * 86_400_000;

/** @param {Room} room */
const rank = (room) => (room.unread ? 0 : room.kind === 'ROOM_KIND_PERSONAL' ? 3 : Number(room.last_milliseconds ?? 0) > 0 ? 1 : 2);

/**
 * Rooms with something unread, the latest first; then the others by what was said last, then by name; the personal room last.
 * @param {Iterable<Room>} rooms
 * @param {number} now nothing was said later, whatever its author says
 */
export function byNews(rooms, now) {
  const last = (/** @type {Room} */ room) => Math.min(Number(room.last_milliseconds ?? 0), now);
  const name = (/** @type {Room} */ room) => (room.name ?? '').toLowerCase();
  const before = (/** @type {string} */ one, /** @type {string} */ other) => (one < other ? -1 : Number(one > other));
  return [...rooms].sort((a, b) => rank(a) - rank(b) || last(b) - last(a) || before(name(a), name(b)) || before(a.id ?? '', b.id ?? ''));
}

/**
 * Whether nothing is unread in a room, nobody else is in it, and nothing was said for a week.
 * @param {Room} room
 * @param {number} now
 */
export function isQuiet(room, now) {
  return !room.unread && !room.notice && !(room.members ?? []).some((member) => member.here && !member.own)
    && Number(room.last_milliseconds ?? 0) <= now - quietMilliseconds;
}
