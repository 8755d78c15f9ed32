import EventSchema
import Feature
import Identifiers
import Schema

/// The link between an event and its rest, which a change of one date and all later ones makes an event of its own (row P-26).
///
/// The event names its rest in the field that ends its rules, and the rest names the event. Where two people split one series while
/// apart, or one splits it while another changes how often it comes, one value of that field counts on every node. A rest that this
/// value does not name is set aside: it is no date of any list, until somebody chooses the value that names it. So no date stands
/// twice, and both records stay. People, files and other programs see neither of these lines.
enum SplitSeries {
  /// The beginning of both lines.
  private static let mark = "X-PARLOR-REST"
  /// The line by which an event names its rest.
  private static let rest = "X-PARLOR-REST:"
  /// The line by which a rest names the event from which it was split.
  private static let whole = "X-PARLOR-REST-OF:"
  /// A rest of a rest is looked up so many times; a longer chain sets nothing aside.
  private static let deepest = 64

  // MARK: Writing

  /// The lines of a repetition that link parts of a series.
  static func marks(_ repeats: String) -> String {
    guard repeats.contains(mark) else { return "" }
    return CalendarSource.lines(repeats) { $0.hasPrefix(mark) }
  }

  /// A repetition without these lines.
  static func unmarked(_ repeats: String) -> String {
    guard repeats.contains(mark) else { return repeats }
    return CalendarSource.lines(repeats) { !$0.hasPrefix(mark) }
  }

  /// The repetition of a rest, which names the event that it was a part of.
  static func repeats(ofRest repeats: String, of event: ItemID) -> String {
    unmarked(repeats) + "\(whole)\(event)\n"
  }

  /// The repetition of an event that was split, which names its rest.
  static func repeats(_ repeats: String, naming item: ItemID) -> String {
    repeats + "\(rest)\(item)\n"
  }

  // MARK: Reading

  /// Whether an event is a rest that does not count: the event from which it was split names another one, or none.
  ///
  /// A rest of an event that is gone, or that is not known here, counts.
  static func isSetAside(
    _ item: ItemID, _ repeats: String, _ home: any Snapshot
  ) throws -> Bool {
    guard repeats.contains(whole) else { return false }
    var (part, repeats) = (item, repeats)
    for _ in 0..<deepest {
      guard let item = items(whole, in: repeats).first, let record = try home.record(of: item),
        record.kind == .event
      else { return false }
      let event = EventKinds.event.decode(record.body)
      guard items(rest, in: event.repeats).contains(part) else { return true }
      (part, repeats) = (item, event.repeats)
    }
    return false
  }

  /// The same of a record.
  static func isSetAside(_ record: Record, _ home: any Snapshot) throws -> Bool {
    try isSetAside(record.item, EventKinds.event.decode(record.body).repeats, home)
  }

  /// Checks that an event is shown, so that a change of it is seen.
  ///
  /// - Throws: `Refused` for one that is set aside.
  static func checkCounts(_ record: Record, _ home: any Snapshot) throws {
    guard try isSetAside(record, home) else { return }
    let event = EventKinds.event.decode(record.body)
    throw Refused(
      .notNow,
      "\(Text.clean(event.name, limit: EventRules.name)) from \(date(of: event)) on is set aside, as another change of its series counts.",
      .see("conflict list")
    )
  }

  /// The items that lines of one name say.
  private static func items(_ name: String, in repeats: String) -> [ItemID] {
    repeats.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(name) else { return nil }
      return Base32.decode(String(line.dropFirst(name.count))).flatMap { ItemID($0) }
    }
  }

  // MARK: In words

  /// Says how often an event comes, with the events that are the rest of it.
  ///
  /// - Parameter start: of the event.
  static func text(
    _ repeats: String, start: EventTime, _ home: any Snapshot
  ) throws -> String {
    let rests = try items(rest, in: repeats).compactMap { item -> EventSchema.Event? in
      guard let record = try home.record(of: item), record.kind == .event else { return nil }
      return EventKinds.event.decode(record.body)
    }.sorted { ($0.start.milliseconds, $0.name) < ($1.start.milliseconds, $1.name) }
    let own = RepeatText.text(repeats, start: start)
    let parts = rests.map { rest in
      let own = RepeatText.text(rest.repeats, start: rest.start)
      let name = Text.clean(rest.name, limit: EventRules.name)
      let place = EventRules.cut(rest.place, EventRules.place)
      return "then \(name) from \(date(of: rest)) on, \(own.isEmpty ? "once" : own)"
        + (place.isEmpty ? "" : " (\(place))")
    }
    return Text.clean(([own.isEmpty ? "once" : own] + parts).joined(separator: "; "), limit: 1_000)
  }

  /// The start of an event in its own time zone.
  private static func date(of event: EventSchema.Event) -> String {
    let start = EventRules.bounded(event.start)
    let calendar = (try? EventCalendar(zone: start.zone)) ?? .world
    let text = calendar.text(start.milliseconds)
    return event.allDay ? String(text.dropLast(6)) : text
  }
}
