import EventSchema
import Schema

/// The purpose of a calendar file: its METHOD (RFC 5546, iTIP).
public enum CalendarMethod: Equatable, Sendable {
  /// That it holds as it stands there: PUBLISH, REQUEST, or no method.
  case holds
  /// That it does not take place (section 3.2.5): only its UID, its dates and its version count.
  case cancels
  /// That the answer of people who are invited is noted (section 3.2.3): nothing else of it counts.
  case answers
  /// A method that Parlor does not carry out, by its name: ADD, REFRESH, COUNTER, DECLINECOUNTER.
  case other(String)

  init(_ name: String) {
    switch name.uppercased() {
    case "", "PUBLISH", "REQUEST": self = .holds
    case "CANCEL": self = .cancels
    case "REPLY": self = .answers
    default: self = .other(Text.clean(name, limit: 40))
    }
  }
}

/// The version of a component of a calendar file: by SEQUENCE, and then by DTSTAMP (RFC 5546, section 2.1.5).
struct CalendarVersion: Equatable {
  var sequence: UInt32 = 0
  /// In seconds since 1970; nil where the component does not say it.
  var stamp: Int64?

  /// A version that is known.
  init(sequence: UInt32, stamp: Int64?) { (self.sequence, self.stamp) = (sequence, stamp) }

  /// - Parameter lines: of the component, without BEGIN and END.
  init(_ lines: String) {
    let found = CalendarLine.properties(["SEQUENCE", "DTSTAMP"], of: lines)
    func first(_ name: String) -> String? { found.first { $0.name == name }?.value }
    sequence = first("SEQUENCE").flatMap { UInt32($0) } ?? 0
    stamp = first("DTSTAMP").flatMap { CalendarTime($0)?.wall }
  }

  /// Whether it was certainly said before another one.
  func isOlder(than other: Self) -> Bool {
    guard sequence == other.sequence else { return sequence < other.sequence }
    guard let stamp, let then = other.stamp else { return false }
    return stamp < then
  }

  /// Whether a single date is certainly older than the whole, which lacks it. Its SEQUENCE is a count of its own.
  func isOlder(thanWhole whole: Self) -> Bool {
    guard let stamp, let then = whole.stamp else { return sequence < whole.sequence }
    return stamp < then && sequence <= whole.sequence
  }

  /// In words.
  var text: String {
    stamp.map {
      "SEQUENCE \(sequence) of \(CalendarTime(wall: $0, isWorld: true).text)"
    } ?? "SEQUENCE \(sequence)"
  }
}

/// The dates of an event or a to-do that are otherwise than its rule says, each as the component that a file has of it.
struct CalendarDates {
  /// One of them.
  struct Change {
    /// Its start by the rule, in milliseconds since 1970; nil where it does not say which date it is.
    var original: Int64?
    /// The whole component, each line ended by a line feed.
    var text: String

    var version: CalendarVersion {
      CalendarVersion(CalendarSource.inside(text).joined(separator: "\n"))
    }
  }

  private(set) var changes: [Change] = []

  /// Takes apart what an event keeps.
  ///
  /// - Parameters:
  ///   - start: of the event: a day without an hour is that of its time of day.
  ///   - isOfDays: whether it has days without hours.
  init(_ text: String, start: EventTime, isOfDays: Bool) {
    var (component, depth): ([Substring], Int) = ([], 0)
    for line in text.split(separator: "\n") {
      let head = line.prefix(6).uppercased()
      if head == "BEGIN:" { depth += 1 }
      component.append(line)
      guard head.hasPrefix("END:") else { continue }
      depth -= 1
      guard depth == 0 else { continue }
      let whole = component.map { $0 + "\n" }.joined()
      component = []
      let dates = Occurrences(start, minutes: 0, isOfDays: isOfDays, changes: whole)
      changes.append(Change(original: dates.changed.first, text: whole))
    }
  }

  /// All of them as an event keeps them.
  var text: String { changes.map(\.text).joined() }

  /// Puts one where that date stands, or at the end.
  mutating func put(_ change: Change) {
    let place = changes.firstIndex { $0.original == change.original && change.original != nil }
    if let place { changes[place] = change } else { changes.append(change) }
  }

  /// Puts a changed date, unless the present one is newer.
  ///
  /// - Returns: the version that is newer; nil where it was put.
  mutating func take(_ change: Change) -> CalendarVersion? {
    if let here = self[change.original]?.version, change.version.isOlder(than: here) { return here }
    put(change)
    return nil
  }

  /// The one of a date.
  subscript(original: Int64?) -> Change? {
    original.flatMap { original in changes.first { $0.original == original } }
  }
}
