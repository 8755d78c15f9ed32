import EventSchema
import Feature
import FoundationEssentials
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
  static let rest = "X-PARLOR-REST:"
  /// The line by which a rest names the event from which it was split.
  private static let whole = "X-PARLOR-REST-OF:"
  /// The longest chain of rests that is followed; a longer one sets nothing aside.
  static let deepest = 64

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
  ///
  /// - Parameter origin: the lines that say what it was made of.
  static func repeats(ofRest repeats: String, of event: ItemID, _ origin: String) -> String {
    unmarked(repeats) + "\(whole)\(event)\n" + origin
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
  static func items(_ name: String, in repeats: String) -> [ItemID] {
    repeats.split(separator: "\n").compactMap { line in
      guard line.hasPrefix(name) else { return nil }
      return Base32.decode(String(line.dropFirst(name.count))).flatMap { ItemID($0) }
    }
  }

  // MARK: Single dates

  /// An event with the single dates that count for it, wherever in its series they are written.
  ///
  /// Two people may work at the same time: one splits the series, and one changes or deletes a later date. That change is written in
  /// the first part, and its date belongs to the rest.
  ///
  /// - Returns: the event, and the components of its own that belong to a rest, without the lines that only Parlor keeps.
  static func joined(
    _ event: EventSchema.Event, _ item: ItemID, _ home: any Snapshot
  ) throws -> (event: EventSchema.Event, aside: String) {
    guard event.repeats.contains(mark) else { return (event, "") }
    var joined = event
    let own = strays(of: event)
    var aside = ""
    if !own.isEmpty {
      let rests = try RestDates(of: event, home)
      let moved = try own.filter { try rests.has($0.original) }
      aside = moved.map(\.text).joined()
      let originals = Set(moved.map(\.original))
      joined = AttachedDates.settled(event)
      joined.changes = EventDates.components(of: joined).filter { change in
        !(change.original.map(originals.contains) ?? false)
      }.map(\.text).joined()
    }
    let others = try wholes(of: event, home).flatMap { strays(of: $0.event) }
    guard !others.isEmpty else { return (joined, aside) }
    let (dates, uid) = (PartDates(event), CalendarText.uid(event, of: item.description))
    // What a part says itself of a date counts, and then the nearest one before it.
    var said = Set(
      EventDates.components(of: AttachedDates.settled(joined)).compactMap(\.original))
    for date in others
    where dates.has(date.original) && said.insert(date.original).inserted {
      joined.changes += EventDates.component(date.text) {
        $0.replace(["UID"], with: ["UID:\(CalendarText.escaped(uid))"])
      }
    }
    return (joined, aside)
  }

  /// Whether an event is a part of a series that was split, so that `joined` may change it.
  static func isPart(_ repeats: String) -> Bool { repeats.contains(mark) }

  private static let markBytes = Array(mark.utf8)
  /// The beginning of the field with packed lines.
  private static let packedBytes: [UInt8] = [0x8A, 0x01]

  /// Whether the body of an event may be such a part. Packed lines are not looked into. Asked of each event of a calendar that is
  /// imported, so nothing is copied.
  static func mayBePart(_ body: Data) -> Bool {
    body.withUnsafeBytes { has(packedBytes, in: $0) || has(markBytes, in: $0) }
  }

  private static func has(_ part: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
    var (place, same) = (0, 0)
    while place + same < bytes.count {
      guard bytes[place + same] == part[same] else {
        (place, same) = (place + 1, 0)
        continue
      }
      same += 1
      if same == part.count { return true }
    }
    return false
  }

  /// The single dates of an event with a rest that come after the last one of its rules.
  static func strays(of event: EventSchema.Event) -> [(original: Int64, text: String)] {
    guard event.repeats.contains(rest), !event.changes.isEmpty else { return [] }
    let event = AttachedDates.settled(event)
    let dates = PartDates(event)
    return EventDates.components(of: event).compactMap { change in
      guard let original = change.original, !AttachedDates.isTaken(change.text),
        !dates.reach(original)
      else { return nil }
      return (original, change.text)
    }
  }

  /// Has the rests of deleted parts keep the changed dates of those parts.
  static func keepDates(
    saidIn deleted: [Record], _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    var done = Set(deleted.map(\.item))
    for record in deleted where record.kind == .event {
      let event = EventKinds.event.decode(record.body)
      guard !strays(of: event).isEmpty else { continue }
      for rest in try rests(of: event, home) where done.insert(rest.record.item).inserted {
        let joined = try joined(rest.event, rest.record.item, home).event
        guard joined.changes != rest.event.changes, try home.mayChange(rest.record) else {
          continue
        }
        try draft.change(rest.record, EventKinds.event) {
          $0.changes = AttachedDates.attached(AttachedDates.settled(joined))
          try EventTexts.check($0)
        }
      }
    }
  }

  /// A part of a series with its content.
  typealias Part = (record: Record, event: EventSchema.Event)

  /// The rests that an event names, and those that they name.
  static func rests(of event: EventSchema.Event, _ home: any Snapshot) throws -> [Part] {
    var (found, next) = ([Part](), [event])
    while !next.isEmpty, found.count < deepest {
      let named = try next.flatMap { items(rest, in: $0.repeats) }.compactMap {
        try part($0, home)
      }
      found += named
      next = named.map(\.event)
    }
    return found
  }

  /// The events whose rest an event is, the nearest first.
  static func wholes(of event: EventSchema.Event, _ home: any Snapshot) throws -> [Part] {
    var (found, last) = ([Part](), event)
    while found.count < deepest, let item = items(whole, in: last.repeats).first,
      let whole = try part(item, home)
    {
      found.append(whole)
      last = whole.event
    }
    return found
  }

  /// The part that an item is; nil for one that is gone, or not known here.
  static func part(_ item: ItemID, _ home: any Snapshot) throws -> Part? {
    guard let record = try home.record(of: item), record.kind == .event, !record.isDeleted else {
      return nil
    }
    return (record, EventKinds.event.decode(record.body))
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
    return calendar.text(start.milliseconds, isDay: event.allDay)
  }
}
