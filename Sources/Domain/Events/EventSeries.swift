import EventSchema
import Feature
import Identifiers
import Schema

/// Events that are one series for people: a change of one date and all later ones makes an event of the rest.
///
/// Each later part names the first one by its UID, as RFC 5545 has it: RELATED-TO;RELTYPE=SIBLING (section 3.2.15).
public enum EventSeries {
  /// The properties of a component that are those of the first part alone.
  private static let ofFirst: Set = ["UID", "SEQUENCE", "DTSTAMP", "LAST-MODIFIED"]

  /// The lines that the rest of an event keeps of its calendar file, with the name of its series.
  ///
  /// - Parameter uid: what calendars call the event.
  static func lines(ofRest event: EventSchema.Event, uid: String) -> String {
    let source = CalendarSource(event.calendar)
    let kept = source.parts.filter { part in
      guard part.depth == 0, let line = part.line else { return true }
      return !ofFirst.contains(line.name) && !isLink(line)
    }
    let name = CalendarText.escaped(name(of: event, uid: uid))
    return kept.map { $0.content + "\n" }.joined() + "RELATED-TO;RELTYPE=SIBLING:\(name)\n"
  }

  /// The same of a part of a series, as an event carries them.
  static func lines(ofRest part: SplitSeries.Part) -> String {
    let uid = CalendarText.uid(part.event, of: part.record.item.description)
    return EventRules.lines(lines(ofRest: part.event, uid: uid))
  }

  /// Whether two events that people see are parts of one series, in whatever rooms they are.
  public static func isOne(_ one: EventView, _ other: EventView) -> Bool {
    name(of: one) == name(of: other)
  }

  private static func name(of view: EventView) -> String {
    name(of: .with { $0.calendar = view.calendar }, uid: CalendarText.uid(view))
  }

  private static func isLink(_ line: CalendarLine) -> Bool {
    line.name == "RELATED-TO" && line.parameters["RELTYPE"]?.uppercased() == "SIBLING"
  }

  /// The name of an event's series: the UID of its first part.
  private static func name(of event: EventSchema.Event, uid: String) -> String {
    guard event.calendar.contains("SIBLING") else { return uid }
    let link = CalendarSource(event.calendar).lines.first(where: isLink)
    return link.map { CalendarReading.plain($0.text) } ?? uid
  }

  /// The other parts of an event's series, in its room: those that people call by the same name.
  static func parts(of record: Record, _ home: any Snapshot) throws -> [Record] {
    let event = EventKinds.event.decode(record.body)
    guard !event.repeats.isEmpty || event.calendar.contains("SIBLING") else { return [] }
    do {
      // The index of names knows it, so that not all events are read for each of them.
      _ = try home.find(
        Text.clean(event.name, limit: EventRules.name), [.event], in: [record.room])
      return []
    } catch let refused as Refused {
      return refused.refusal.code == .ambiguous ? try namesakes(of: record, event, home) : []
    }
  }

  private static func namesakes(
    of record: Record, _ event: EventSchema.Event, _ home: any Snapshot
  ) throws -> [Record] {
    let name = name(of: record)
    let called = Text.clean(event.name, limit: EventRules.name)
    return try home.records(of: [.event], in: record.room, limit: ShownEvents.mostEvents).filter {
      guard $0.id != record.id else { return false }
      let other = EventKinds.event.carried($0.body)
      return try Text.clean(other.name, limit: EventRules.name).isName(called)
        && self.name(of: $0) == name && !SplitSeries.isSetAside($0, home)
    }
  }

  private static func name(of record: Record) -> String {
    let event = EventKinds.event.decode(record.body)
    return name(of: event, uid: CalendarText.uid(event, of: record.item.description))
  }

  /// The part of a series that has a date, looked for in one of its parts first.
  ///
  /// - Parameter others: the other parts.
  /// - Throws: `Refused` where none has it.
  static func part(
    _ record: Record, or others: [Record], on meant: EventDate, _ home: any Snapshot, now: Int64
  ) throws -> (record: Record, date: Occurrences.Occurrence) {
    func date(of record: Record) throws -> Occurrences.Occurrence {
      let event = EventKinds.event.decode(record.body)
      let joined = try SplitSeries.joined(event, record.item, home).event
      return try EventDates.date(meant, of: joined, now: now)
    }
    do {
      return (record, try date(of: record))
    } catch let refused as Refused where refused.refusal.code == .notFound {
      for other in others {
        if let found = try? date(of: other) { return (other, found) }
      }
      throw refused
    }
  }

  /// The parts of a series that begin after a date of one of them.
  static func later(
    _ parts: [Record], than part: Record, _ date: Occurrences.Occurrence
  ) -> [Record] {
    parts.filter {
      $0.id != part.id && EventKinds.event.decode($0.body).start.milliseconds > date.original
    }
  }

  /// Checks that a change of several parts leaves their dates alone, as each has its own.
  static func checkChange(_ wanted: EventDraft, of parts: [Record]) throws {
    guard parts.count > 1,
      wanted.hasDate || wanted.hasStart || wanted.hasAllDay || wanted.hasRepeat
        || wanted.hasRepeats || wanted.hasChanges || wanted.hasCalendar || wanted.hasUid
    else { return }
    let parts = parts.map { ($0, EventKinds.event.decode($0.body)) }
      .sorted { $0.1.start.milliseconds < $1.1.start.milliseconds }
    let list = parts.map { record, event in
      let calendar = (try? EventCalendar(zone: event.start.zone)) ?? .world
      return "\(record.item.description.prefix(8)) from \(calendar.text(event.start.milliseconds))"
    }
    throw Refused(
      .invalid,
      "\(parts[0].1.name) has \(parts.count) parts with dates of their own (\(list.joined(separator: ", "))): name the one whose dates you mean by its id, or a date with all later ones."
    )
  }

  /// The event of some rooms that is meant by its name or id, or the beginning of one: of one series, the part that comes next.
  ///
  /// - Throws: `Refused` for none, and for several that are no series.
  static func find(_ text: String, in rooms: [RoomID], _ home: any Snapshot) throws -> Record {
    do {
      return try home.find(text, [.event], in: rooms)
    } catch let refused as Refused where refused.refusal.code == .ambiguous {
      let begun = try rooms.flatMap { try events(called: text, in: $0, home) }
      let named = begun.filter { $0.isWhole }
      let found = named.isEmpty ? begun : named
      let bodies = found.map { ($0.record.item.description, $0.body) }
      guard let place = meant(bodies, now: home.now) else { throw refused }
      return found[place].record
    }
  }

  /// The events of a room whose names begin so, whatever their case.
  private static func events(
    called text: String, in room: RoomID, _ home: any Snapshot
  ) throws -> [(record: Record, body: EventSchema.Event, isWhole: Bool)] {
    let wanted = text.lowercased()
    return try home.records(of: [.event], in: room, limit: ShownEvents.mostEvents).compactMap {
      let body = EventKinds.event.decode($0.body)
      let name = Text.clean(body.name, limit: EventRules.name).lowercased()
      guard name.hasPrefix(wanted), try !SplitSeries.isSetAside($0.item, body.repeats, home) else {
        return nil
      }
      return ($0, body, name == wanted)
    }
  }

  /// Chooses among several events with one name: in one series, the part with the current or next date, or else the last.
  ///
  /// - Parameters:
  ///   - events: each with its item's id.
  ///   - now: milliseconds since 1970.
  /// - Returns: nil where they are no single series.
  static func meant(_ events: [(id: String, body: EventSchema.Event)], now: Int64) -> Int? {
    let names = Set(
      events.map { id, body in
        name(of: body, uid: CalendarText.uid(body, of: id))
      })
    guard names.count == 1 else { return nil }
    let dates = events.map { Occurrences($0.body) }
    func coming(_ place: Int) -> Int64? {
      (dates[place].running(at: now) ?? dates[place].next(after: now))?.start
    }
    let next = events.indices.filter { coming($0) != nil }
      .min { (coming($0) ?? .max) < (coming($1) ?? .max) }
    return next
      ?? events.indices.max { dates[$0].shown(at: now).start < dates[$1].shown(at: now).start }
  }
}
