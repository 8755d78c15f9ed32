import EventSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Writes what somebody wants a to-do to be into its body (rows E-43 to E-46 and E-67).
struct ToDoFields {
  private let home: any Snapshot
  private let room: RoomID
  private let now: Int64

  /// The most important priority is 1, the least important 9 (RFC 5545, section 3.8.1.9).
  static let leastPriority: UInt32 = 9

  /// - Parameters:
  ///   - room: where the people who do it are found.
  ///   - now: milliseconds since 1970.
  init(_ home: any Snapshot, in room: RoomID, now: Int64) {
    (self.home, self.room, self.now) = (home, room, now)
  }

  /// Changes the fields that a draft names.
  ///
  /// - Parameters:
  ///   - places: of the others in its list, in order.
  ///   - isNew: it is being made: what is done already stays done, also where it comes again.
  /// - Throws: `EventProblem`; `Refused`.
  func apply(
    _ wanted: ToDoDraft, to toDo: inout ToDo, among places: [Int64] = [], isNew: Bool = false
  ) throws {
    let before = toDo
    if wanted.hasText { toDo.text = try EventRules.toDo(wanted.text) }
    if wanted.hasNotes { toDo.notes = try EventRules.notes(wanted.notes) }
    try applyCalendar(wanted, to: &toDo)
    if wanted.hasDue { try apply(due: wanted, to: &toDo) }
    if wanted.hasAllDay { toDo.allDay = wanted.allDay }
    if wanted.hasRepeat {
      try apply(repetition: wanted.repeat, to: &toDo)
      // They belong to the rule before.
      toDo.changes = ""
    } else if wanted.hasDue, !wanted.hasRepeats, !wanted.hasChanges {
      try ToDoDates.moveSingleDates(of: &toDo, from: before)
    }
    if Self.hasMoved(toDo, from: before) {
      TickedDates.forget(in: &toDo)
      // Without a move of all dates, those that were changed stay as the file has them.
      toDo.changes = AttachedDates.plain(toDo.changes)
    }
    if wanted.hasPriority {
      guard wanted.priority <= Self.leastPriority else {
        throw Refused(
          .invalid, "A priority is 1 to 9, 1 for the most important: choose one of these.")
      }
      toDo.priority = wanted.priority
    }
    if wanted.hasPercent {
      guard wanted.percent <= 100 else {
        throw Refused(.invalid, "A to-do is at most 100 percent done: give a smaller number.")
      }
      toDo.percent = wanted.percent
    }
    if wanted.hasStatus {
      if case .UNRECOGNIZED = wanted.status {
        throw Refused(.invalid, "A to-do is open, in process or cancelled: choose one of these.")
      }
      toDo.status = wanted.status
    }
    if wanted.hasDone { try finish(wanted, &toDo, isNew: isNew) }
    if wanted.hasAssignee {
      toDo.assignee =
        wanted.assignee.isEmpty ? Data() : try home.person(named: wanted.assignee, in: room).data
    }
    if wanted.hasPlace { toDo.place = EventRules.place(Int(wanted.place), among: places) }
  }

  private static func hasMoved(_ toDo: ToDo, from before: ToDo) -> Bool {
    toDo.start != before.start || toDo.due != before.due || toDo.hasDue != before.hasDue
      || toDo.allDay != before.allDay
  }

  /// Writes until when it is due.
  private func apply(due wanted: ToDoDraft, to toDo: inout ToDo) throws {
    guard !wanted.due.isEmpty else {
      toDo.clearDue()
      if !wanted.hasAllDay { toDo.allDay = false }
      return
    }
    let old = toDo.hasDue ? toDo.due.milliseconds : nil
    let typed = try EventCommands.time(
      wanted.due, wanted.zone, now: now, isOfDays: true, changing: old)
    toDo.due = typed.time
    // A day alone is all of that day.
    if !wanted.hasAllDay { toDo.allDay = !typed.hasHour }
  }

  /// Writes what a calendar file says of it.
  private func applyCalendar(_ wanted: ToDoDraft, to toDo: inout ToDo) throws {
    if wanted.hasUid { toDo.uid = try EventRules.uid(wanted.uid) }
    if wanted.hasCalendar { toDo.calendar = EventRules.lines(wanted.calendar) }
    if wanted.hasZones { toDo.zones = EventRules.lines(wanted.zones) }
    if wanted.hasRepeats { toDo.repeats = EventRules.lines(wanted.repeats) }
    if wanted.hasChanges { toDo.changes = EventRules.lines(wanted.changes) }
    let bytes = [toDo.calendar, toDo.zones, toDo.repeats, toDo.changes]
      .reduce(0) { $0 + $1.utf8.count }
    guard bytes <= EventRules.toDoFile else {
      throw EventProblem.tooLong(
        what: "What calendar files say of a to-do", bytes: bytes, limit: EventRules.toDoFile)
    }
    guard wanted.hasStart else { return }
    guard wanted.start != EventTime() else { return toDo.clearStart() }
    guard (EventRules.earliest..<EventRules.latest).contains(wanted.start.milliseconds) else {
      throw EventProblem.tooFar
    }
    _ = try EventCalendar(zone: wanted.start.zone)
    toDo.start = wanted.start
  }

  /// Writes how often it comes, as people type it; its first date is one of the rule.
  private func apply(repetition text: String, to toDo: inout ToDo) throws {
    guard let from = ToDoDates.first(of: toDo) else {
      // Without a date there is nothing to count from.
      guard try RepeatText.rule(text, .world, now: now) == nil else {
        throw Refused(
          .invalid,
          "A to-do that comes again needs a date until when it is due: give that date as well.")
      }
      toDo.repeats = ""
      return
    }
    let calendar = (try? EventCalendar(zone: from.zone)) ?? .world
    guard let rule = try RepeatText.rule(text, calendar, now: max(now, from.milliseconds)) else {
      toDo.repeats = ""
      return
    }
    let wall = calendar.wall(of: from.milliseconds)
    var dates = RepeatDates(rule, start: wall, from: wall, until: rule.until(in: calendar))
    guard let first = dates.next() else {
      throw EventProblem.badRepetition("No date fits this repetition")
    }
    toDo.repeats = "RRULE:\(rule.text)\n"
    ToDoDates.move(&toDo, by: first - wall)
  }

  /// Notes that it is done, or not; one that comes again is open again on its next date.
  ///
  /// - Throws: `Refused` where it comes again and is to be open again: it is.
  private func finish(_ wanted: ToDoDraft, _ toDo: inout ToDo, isNew: Bool) throws {
    guard wanted.done else {
      guard toDo.done || toDo.repeats.isEmpty || wanted.hasCalendar || isNew else {
        throw Refused(
          .invalid,
          "\(toDo.text) comes again, so it is open already.", .undo
        )
      }
      toDo.done = false
      toDo.clearCompleted()
      if toDo.percent == 100, !wanted.hasPercent { toDo.percent = 0 }
      return
    }
    if !toDo.done || wanted.hasCompleted {
      toDo.completed = wanted.hasCompleted ? wanted.completed : now
    }
    if !isNew, !toDo.done, ToDoDates.advance(&toDo) {
      toDo.status = .unspecified
      toDo.percent = 0
      return
    }
    toDo.done = true
    if !wanted.hasPercent, !wanted.hasCalendar { toDo.percent = 100 }
  }
}

/// The dates of a to-do that comes again: one after the other, each when the one before is done (row E-67).
enum ToDoDates {
  /// The date from which its repetition counts: its start, or until when it is due; nil without either.
  static func first(of toDo: ToDo) -> EventTime? {
    toDo.hasStart ? toDo.start : toDo.hasDue ? toDo.due : nil
  }

  /// Moves a to-do to its next date.
  ///
  /// - Returns: false where it comes once, or this was its last date.
  static func advance(_ toDo: inout ToDo) -> Bool {
    guard !toDo.repeats.isEmpty, var event = AttachedDates.dated(toDo) else { return false }
    event.repeats = TickedDates.unmarked(toDo.repeats)
    // One that is cancelled is left out; where others are moved to, their files alone say. A tick moves none of them.
    event.changes = AttachedDates.plain(toDo.changes)
    let dates = Occurrences(event)
    guard let next = dates.following(open(dates)?.original ?? event.start.milliseconds),
      let rest = try? EventDates.rest(of: event, from: next, uid: "")
    else { return false }
    toDo.repeats = rest.repeats
    let calendar = dates.calendar
    move(
      &toDo,
      by: calendar.wall(of: next.original) - calendar.wall(of: event.start.milliseconds))
    if let new = self.first(of: toDo) {
      toDo.repeats += TickedDates.line(from: event.start, to: EventRules.bounded(new))
    }
    return true
  }

  /// Moves the changed dates with the first date, as with an event (`MovedStart`).
  static func moveSingleDates(of toDo: inout ToDo, from before: ToDo) throws {
    guard var event = AttachedDates.dated(before), let new = first(of: toDo) else { return }
    event.changes = AttachedDates.plain(before.changes)
    var moved = event
    (moved.start, moved.allDay) = (EventRules.bounded(new), toDo.allDay)
    guard let dates = MovedStart(event, to: moved) else { return }
    toDo.repeats = try dates.lines(toDo.repeats)
    toDo.changes = EventRules.lines(dates.changes(EventDates.components(of: event)))
  }

  /// The first date that is open where another program has done or cancelled the first one of the rule; nil where it has not, or
  /// none is left.
  static func open(_ dates: Occurrences) -> Occurrences.Occurrence? {
    guard dates.changes[dates.first]?.isCancelled == true else { return nil }
    return dates.following(dates.first)
  }

  /// Moves its dates on the clock of the wall.
  static func move(_ toDo: inout ToDo, by seconds: Int64) {
    if toDo.hasStart { toDo.start = moved(toDo.start, by: seconds) }
    if toDo.hasDue { toDo.due = moved(toDo.due, by: seconds) }
  }

  /// A time so much later on the clock of the wall.
  static func moved(_ time: EventTime, by seconds: Int64) -> EventTime {
    guard seconds != 0 else { return time }
    let calendar = (try? EventCalendar(zone: time.zone)) ?? .world
    var moved = time
    moved.milliseconds = calendar.instant(wall: calendar.wall(of: time.milliseconds) + seconds)
    return moved
  }
}
