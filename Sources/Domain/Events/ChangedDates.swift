import EventSchema
import Feature
import FoundationEssentials
import Schema

/// The changed dates of an event or of a to-do; people change each by itself (row P-26).
///
/// Dates are told apart by what their RECURRENCE-ID lines say, and not by the instants: those follow from the time zones of a machine.
enum ChangedDates {
  /// The rule by which values of `Event.changes` are merged. With the start of their event all dates move, and packed texts stay
  /// as they are: another zlib may pack them otherwise.
  static let ofEvent: Merging = merging(
    field: 10, basis: [2, 12, 18],
    read: { (try? EventSchema.Event(serializedBytes: $0))?.changes ?? "" },
    write: { text in (try? EventSchema.Event.with { $0.changes = text }.serializedData()) ?? Data()
    },
    dates: { body in
      let event = EventKinds.event.decode(body)
      return (event.start, event.zones)
    })

  /// The rule by which values of `ToDo.changes` are merged.
  static let ofToDo: Merging = merging(
    field: 17, basis: [3, 14, 16],
    read: { (try? ToDo(serializedBytes: $0))?.changes ?? "" },
    write: { text in (try? ToDo.with { $0.changes = text }.serializedData()) ?? Data() },
    dates: { body in
      let toDo = EventKinds.toDo.decode(body)
      return (ToDoDates.first(of: toDo) ?? EventTime(), toDo.zones)
    })

  /// The rule for a field with changed dates.
  ///
  /// - Parameters:
  ///   - read: gives the text of a message that has the field alone.
  ///   - write: makes such a message.
  ///   - dates: gives the start from which the dates of a whole body are counted, and its time zones.
  private static func merging(
    field: UInt32, basis: Set<UInt32>, read: @escaping @Sendable (Data) -> String,
    write: @escaping @Sendable (String) -> Data,
    dates: @escaping @Sendable (_ body: Data) -> (start: EventTime, zones: String)
  ) -> Merging {
    Merging(
      field: field, basis: basis,
      merged: { base, sides in merged(base.map(read), sides.map(read)).map(write) },
      words: { body, sides in
        let (start, zones) = dates(body)
        return words(sides.map(read), start: start, zones: zones)
      })
  }

  // MARK: Merging

  /// Merges texts of changed dates.
  ///
  /// A date that some sides left as it was in the base is as the others have it; one that is in no base is as those have it that
  /// name it, so that without a base nothing goes away. Where two changed a date in different ways, the first of them counts.
  ///
  /// - Parameter base: what all sides have seen; nil where it is not known.
  /// - Returns: nil where it is more than an event carries without packing it, or where nobody can tell which dates are the same.
  static func merged(_ base: String?, _ sides: [String]) -> String? {
    guard let texts = dates([base ?? ""] + sides) else { return nil }
    let (before, all) = (texts[0], texts.dropFirst())
    var text = ""
    for date in Set(all.flatMap(\.keys)).sorted() {
      let (old, values) = (before[date], all.map { $0[date] })
      let changed = values.filter { value in
        base == nil ? value != nil : meaning(value) != meaning(old)
      }
      let meant = changed.isEmpty ? meaning(old) : meaning(changed[0])
      // Those that mean the same may say otherwise when it was written.
      text += values.compactMap { meaning($0) == meant ? $0 : nil }.max() ?? ""
    }
    return text.utf8.count <= EventTexts.carried ? text : nil
  }

  /// The components of texts, by their dates. The last one of a date counts.
  ///
  /// All are named as if they had been written for the earliest hour, if somebody has moved the series to another hour meanwhile.
  ///
  /// - Returns: nil where nobody can tell which dates are the same, as after a move to another day.
  private static func dates(_ texts: [String]) -> [[String: String]]? {
    let all = texts.map(components)
    let starts = Set(all.joined().compactMap { $0.start.flatMap { CalendarTime($0.value)?.wall } })
    guard starts.count > 1, let first = starts.min() else { return all.map { named($0) } }
    let isOneDay = Set(starts.map(RepeatDates.dayNumber)).count == 1
    let isOneZone = Set(all.joined().map(\.zones)).count == 1
    guard isOneDay, isOneZone, all.joined().allSatisfy({ Set($0.zones).count == 1 }) else {
      return nil
    }
    return all.map { named($0, from: first) }
  }

  /// Components by the dates that they name.
  ///
  /// - Parameter first: the start of the series, on the wall, for which all of them are named; nil for that of each.
  private static func named(_ components: [Component], from first: Int64? = nil) -> [String: String]
  {
    let named = components.map { component in
      (component.date(from: first) ?? component.text, component.text)
    }
    return Dictionary(named) { $1 }
  }

  /// A changed date as its text has it.
  private struct Component {
    let text: String
    let id: CalendarLine?
    /// The start of the series for which it was written.
    let start: CalendarLine?

    init(_ text: String) {
      let lines = CalendarSource(component: text).lines
      self.text = text
      id = lines.first { $0.name == "RECURRENCE-ID" }
      start = lines.first { $0.name == AttachedDates.start }
    }

    /// The time zones of its date and of that start.
    var zones: [String?] {
      [
        id.flatMap { $0.parameters["TZID"] ?? ($0.value.hasSuffix("Z") ? "UTC" : nil) },
        start?.parameters["TZID"],
      ]
    }

    /// Its date, for a start of the series; nil where it names none.
    func date(from first: Int64?) -> String? {
      guard let id else { return nil }
      var value = id.value
      if let first, let then = start.flatMap({ CalendarTime($0.value)?.wall }),
        var time = CalendarTime(value)
      {
        time.wall += first - then
        value = time.text
      }
      return "\(value) \(id.parameters["TZID"] ?? "")"
    }
  }

  private static func components(_ text: String) -> [Component] {
    var (found, lines): ([Component], [String]) = ([], [])
    for line in text.split(separator: "\n").map(String.init) {
      if isEdge("BEGIN", line) { lines = [] }
      lines.append(line)
      if isEdge("END", line) { found.append(Component(lines.map { $0 + "\n" }.joined())) }
    }
    return found
  }

  private static func isEdge(_ name: String, _ line: String) -> Bool {
    [CalendarText.event, CalendarText.toDo].contains { line == "\(name):\($0)" }
  }

  /// The lines of a component that say more than when it was written.
  static func meaning(_ component: String?) -> [String]? {
    component?.split(separator: "\n").map(String.init).filter { line in
      let name = CalendarLine(line, number: 0)?.name ?? ""
      return !["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", AttachedDates.start]
        .contains(name)
    }
  }

  // MARK: In words

  /// The dates on which texts differ, in words of each.
  private static func words(_ sides: [String], start: EventTime, zones: String) -> [String] {
    let all = dates(sides) ?? sides.map { named(components($0)) }
    let different = Set(all.flatMap(\.keys)).sorted().filter { date in
      Set(all.map { meaning($0[date]) }).count > 1
    }
    var reading = CalendarReading(home: start.zone, zones: zones)
    let calendar = (try? EventCalendar(zone: start.zone)) ?? .world
    return all.map { side in
      different.map { date in
        let day = CalendarTime(String(date.prefix { $0 != " " })).map {
          let instant = $0.isWorld ? $0.wall * 1_000 : EventCalendar.world.instant(wall: $0.wall)
          let shown = $0.isWorld ? calendar : .world
          return shown.dayText(instant)
        }
        return "\(day ?? "a date without a day"): \(words(side[date], &reading, calendar))"
      }.joined(separator: "; ")
    }
  }

  /// A component in words.
  private static func words(
    _ component: String?, _ reading: inout CalendarReading, _ calendar: EventCalendar
  ) -> String {
    guard let component else { return "as its rule says" }
    guard !AttachedDates.isTaken(component) else { return "with the rest of the series" }
    guard !AttachedDates.isDeletion(component) else { return "deleted" }
    let lines = CalendarSource(component: component).lines
    if component.hasPrefix("BEGIN:\(CalendarText.toDo)\n") {
      guard let said = try? reading.toDo(lines) else { return "something that cannot be read" }
      let due = (said.due ?? said.start).map { calendar.text($0.milliseconds) }
      return [
        said.text, due, said.done ? "done" : nil, said.status == .cancelled ? "cancelled" : nil,
      ]
      .compactMap(\.self).joined(separator: ", ")
    }
    guard let said = try? reading.event(lines) else { return "something that cannot be read" }
    var parts = [calendar.text(said.start.milliseconds), said.name, said.place, said.notes]
    if said.status == .cancelled { parts.insert("cancelled", at: 1) }
    if said.minutes > 0 { parts.insert("\(Count.of(Int(said.minutes), "minute"))", at: 1) }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
