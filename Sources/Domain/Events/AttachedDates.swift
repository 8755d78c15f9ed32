import EventSchema
import Schema

/// The single dates of an event as it is saved: each stays attached to its date, whatever others do to the series at the same time
/// (rows E-63 and P-26).
///
/// A changed date names the start of the series for which it was written. Where somebody else moved the series meanwhile, the date
/// moves with it, as all others did. A deleted date stands among the changed ones, so that a deletion and a change of one date
/// are a conflict. A date that the rest of a series takes along stays with the first part as well, as somebody may choose another
/// split of the series that leaves it there. People, files and other programs see none of these lines: for them a deleted date is an
/// EXDATE.
enum AttachedDates {
  /// The start of the series for which a changed date was written.
  static let start = "X-PARLOR-START"
  /// The line of a deleted date.
  static let deleted = "\(deletedName):TRUE"
  static let deletedName = "X-PARLOR-DELETED"
  private static let takenName = "X-PARLOR-TAKEN"
  /// The line of a date that belongs to the rest of the series, unless the rules of the event have it again.
  static let taken = "\(takenName):TRUE"

  // MARK: Writing

  /// The changed dates of an event, each with the start of the series as it is.
  static func attached(_ event: EventSchema.Event) -> String {
    guard !event.changes.isEmpty else { return "" }
    let line = line(of: event)
    return EventDates.components(of: event).map { change in
      EventDates.component(change.text) { $0.replace([start], with: [line]) }
    }.joined()
  }

  /// The component of a deleted date.
  ///
  /// - Parameters:
  ///   - original: its start by the rule.
  ///   - known: the component of that date so far, which names it in its own way; nil for none.
  ///   - uid: what calendars call the event.
  static func deletion(
    of original: Int64, over known: String?, uid: String, in event: EventSchema.Event
  ) -> String {
    let id =
      known.flatMap { text in
        CalendarSource(component: text).lines.first { $0.name == "RECURRENCE-ID" }?.content
      }
      ?? CalendarText.property(
        "RECURRENCE-ID", original, zone: event.start.zone, isDay: event.allDay)
    let name = CalendarText.event
    return [
      "BEGIN:\(name)", "UID:\(CalendarText.escaped(uid))", id, "STATUS:CANCELLED", deleted,
      "END:\(name)",
    ].map { $0 + "\n" }.joined()
  }

  /// The dates of an event of which its file says nothing, but for some, as they are kept where the file gives it other changed dates.
  ///
  /// - Parameter changes: the changed dates of the file.
  static func deletions(of event: EventSchema.Event, besides changes: String) -> String {
    guard !event.changes.isEmpty else { return "" }
    var others = event
    others.changes = changes
    let named = Set(EventDates.components(of: others).compactMap(\.original))
    let strays = Set(SplitSeries.strays(of: event).map(\.original))
    return EventDates.components(of: settled(event)).filter { change in
      let isKept = isDeletion(change.text) || isTaken(change.text)
      guard let original = change.original else { return isKept }
      return (isKept || strays.contains(original)) && !named.contains(original)
    }.map(\.text).joined()
  }

  /// The component of a date as one that the rest of its series takes along.
  static func taken(_ component: String) -> String {
    EventDates.component(component) { $0.replace([takenName], with: [taken]) }
  }

  /// The changed dates of an event without the deleted ones.
  static func withoutDeletions(_ event: EventSchema.Event) -> String {
    guard event.changes.contains(deleted) else { return event.changes }
    return EventDates.components(of: event).filter { !isDeletion($0.text) }.map(\.text).joined()
  }

  // MARK: Reading

  /// An event with its changed dates at the start that it has now.
  static func settled(_ event: EventSchema.Event) -> EventSchema.Event {
    guard event.changes.contains(start) else { return event }
    let now = line(of: event)
    var moves: [String: (before: EventSchema.Event, moved: MovedStart)?] = [:]
    var settled = event
    settled.changes = EventDates.components(of: event).map { change in
      let plain = EventDates.component(change.text) { $0.replace([start], with: []) }
      let lines = CalendarSource(component: change.text).lines
      let isDay = lines.first { $0.name == "RECURRENCE-ID" }?.isDay == true
      guard let then = lines.first(where: { $0.name == start }),
        then.content != now || isDay != event.allDay
      else { return plain }
      let key = "\(isDay) \(then.content)"
      if moves[key] == nil { moves[key] = .some(move(of: event, from: then, isDay: isDay)) }
      guard let move = moves[key] ?? nil else { return plain }
      var before = move.before
      before.changes = plain
      return move.moved.changes(EventDates.components(of: before))
    }.joined()
    return settled
  }

  /// An event with the changed dates that count: one that a rest took along does where the rules have it.
  static func counted(_ event: EventSchema.Event) -> EventSchema.Event {
    guard event.changes.contains(taken) else { return settled(event) }
    var counted = settled(event)
    let rules = Occurrences(
      EventRules.bounded(counted.start), minutes: 0, isOfDays: counted.allDay,
      repeats: counted.repeats)
    counted.changes = EventDates.components(of: counted).compactMap { change in
      guard isTaken(change.text) else { return change.text }
      guard let original = change.original,
        rules.list(from: original, to: original, limit: 1).contains(where: { $0.start == original })
      else { return nil }
      return EventDates.component(change.text) { $0.replace([takenName], with: []) }
    }.joined()
    return counted
  }

  /// An event as people and other programs see it: a date that was deleted is an EXDATE.
  static func shown(_ event: EventSchema.Event) -> EventSchema.Event {
    var shown = counted(event)
    guard shown.changes.contains(deleted) else { return shown }
    let excluded = Occurrences(
      shown.start, minutes: 0, isOfDays: shown.allDay, repeats: shown.repeats)
    for change in EventDates.components(of: shown) where isDeletion(change.text) {
      guard let original = change.original, !excluded.leavesOut(original) else { continue }
      shown.repeats +=
        CalendarText.property("EXDATE", original, zone: shown.start.zone, isDay: shown.allDay)
        + "\n"
    }
    shown.changes = withoutDeletions(shown)
    return shown
  }

  /// Whether changed dates have lines that only Parlor keeps, which `shown` takes out.
  static func isIn(_ changes: String) -> Bool {
    changes.contains(start) || changes.contains(deleted) || changes.contains(taken)
  }

  /// Whether a rest of the series has taken a changed date along.
  static func isTaken(_ component: String) -> Bool { component.contains("\n\(taken)\n") }

  /// Whether a changed date was deleted.
  static func isDeletion(_ component: String) -> Bool { component.contains("\n\(deleted)\n") }

  /// The start of an event on the clock of its wall, in one form: a move is seen by the text.
  static func line(of event: EventSchema.Event) -> String {
    let calendar = try? EventCalendar(zone: event.start.zone)
    let wall = (calendar ?? .world).wall(of: event.start.milliseconds)
    return
      "\(start);TZID=\(calendar == nil ? "UTC" : event.start.zone):\(CalendarTime(wall: wall).text)"
  }

  /// The move from the start that a changed date names to the one that an event has.
  static func move(
    of event: EventSchema.Event, from line: CalendarLine, isDay: Bool
  ) -> (before: EventSchema.Event, moved: MovedStart)? {
    guard let zone = line.parameters["TZID"], let calendar = try? EventCalendar(zone: zone),
      let time = CalendarTime(line.value)
    else { return nil }
    var before = event
    (before.changes, before.allDay) = ("", isDay)
    before.start = .with { ($0.milliseconds, $0.zone) = (calendar.instant(wall: time.wall), zone) }
    return MovedStart(before, to: event).map { (before, $0) }
  }

  // MARK: Files

  /// Changed dates of a file at the start that is here, where somebody moved it here and the file has the old one.
  ///
  /// - Parameters:
  ///   - old: with the start of the file.
  ///   - known: the record that is here.
  static func followed<Item: CalendarDated>(_ old: Item, to known: Item) -> Item {
    var before = EventSchema.Event()
    (before.start, before.allDay) = (EventRules.bounded(old.anchor), old.isOfDays)
    (before.repeats, before.changes, before.zones) = (old.repeats, old.changes, old.zones)
    var now = before
    (now.start, now.allDay) = (EventRules.bounded(known.anchor), known.isOfDays)
    guard let moved = MovedStart(before, to: now) else { return old }
    var item = old
    if let repeats = try? moved.lines(old.repeats) { item.repeats = repeats }
    item.changes = EventDates.components(of: before).map { change in
      // Some may have been written here after the move.
      change.original.map(moved.isDate) == true ? change.text : moved.changes([change])
    }.joined()
    return item
  }
}

extension CalendarDated {
  /// A file and its base, with their single dates at the start that is here where a person has moved it and the file has not.
  func following(_ known: Self?, since base: Self?) -> (file: Self, base: Self?) {
    guard let base, let known, isOfDays == base.isOfDays, first == base.first,
      known.first != first
    else { return (self, base) }
    return (AttachedDates.followed(self, to: known), AttachedDates.followed(base, to: known))
  }

  /// Single dates of its file at the start that it has here, where a person has moved it.
  func followed(_ dates: String) -> String {
    guard var came = asItCame, came.first != first else { return dates }
    (came.changes, came.repeats) = (dates, repeats)
    return AttachedDates.followed(came, to: self).changes
  }

  /// The second from which its dates are counted; whole days by their names, which are the same in every time zone.
  private var first: Int64 {
    guard isOfDays, let calendar = try? EventCalendar(zone: anchor.zone) else {
      return anchor.milliseconds / 1_000
    }
    return calendar.wall(of: anchor.milliseconds)
  }
}
