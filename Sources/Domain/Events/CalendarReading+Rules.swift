import Schema

/// The things that RFC 5545 does not have in one component, or in one rule: each is named, with how it is read.
extension CalendarReading {
  /// The properties that stand once in an event or a to-do (sections 3.6.1 and 3.6.2; COLOR: RFC 7986).
  private static let single: Set = [
    "CLASS", "COLOR", "COMPLETED", "CREATED", "DESCRIPTION", "DTEND", "DTSTAMP", "DTSTART", "DUE",
    "DURATION", "GEO", "LAST-MODIFIED", "LOCATION", "ORGANIZER", "PERCENT-COMPLETE", "PRIORITY",
    "RECURRENCE-ID", "SEQUENCE", "STATUS", "SUMMARY", "TRANSP", "UID", "URL",
  ]
  /// The rules of an event with more are not compared with its start.
  private static let mostRules = 100

  /// A combination of parts that a rule does not have in RFC 5545 (section 3.3.10), and how it is read: as python-dateutil reads it.
  private struct OddParts: Sendable {
    let isIn: @Sendable (RepeatRule) -> Bool
    let name: String
    let reading: String
    /// Whether a part of it counts for nothing.
    var loses = false
  }

  private static let odd: [OddParts] = [
    OddParts(
      isIn: { ![.yearly, .monthly].contains($0.frequency) && $0.hasPlaces },
      name: "BYDAY with a number",
      reading: "it goes with MONTHLY and YEARLY, so each such weekday counts without its number",
      loses: true),
    OddParts(
      isIn: { $0.frequency == .yearly && $0.hasPlaces && !$0.weeks.isEmpty },
      name: "BYDAY with a number beside BYWEEKNO",
      reading: "they do not go together, so only dates count that are in both"),
    OddParts(
      isIn: { $0.frequency == .weekly && !$0.monthDays.isEmpty }, name: "BYMONTHDAY",
      reading: "it does not go with WEEKLY, so only those of the dates count that it names"),
    OddParts(
      isIn: { [.daily, .weekly, .monthly].contains($0.frequency) && !$0.yearDays.isEmpty },
      name: "BYYEARDAY",
      reading:
        "it does not go with DAILY, WEEKLY and MONTHLY, so only those of the dates count that it names"
    ),
    OddParts(
      isIn: { $0.frequency != .yearly && !$0.weeks.isEmpty }, name: "BYWEEKNO",
      reading: "it goes with YEARLY alone, so only those of the dates count that are in its weeks"),
    OddParts(
      isIn: { !$0.positions.isEmpty && $0.namesNothing }, name: "BYSETPOS",
      reading: "it chooses among what another part names, so here it chooses among all dates"),
    OddParts(
      isIn: { $0.count != nil && $0.end != nil }, name: "COUNT and UNTIL",
      reading: "a rule has one of them, so it ends with the one that comes first"),
  ]

  /// Names the parts of a rule that do not go together.
  mutating func check(_ rule: RepeatRule, of line: CalendarLine) {
    for odd in Self.odd where odd.isIn(rule) {
      if odd.loses {
        hint("\(odd.name) in the \(line.name): \(odd.reading)", at: line)
      } else {
        let text = odd.reading.prefix(1).uppercased() + odd.reading.dropFirst()
        remark(text, of: "\(line.name) with \(odd.name)", at: line)
      }
    }
  }

  /// Names what stands again and may stand once, and two ends.
  mutating func checkOnce(_ properties: [CalendarLine]) {
    let lines = Dictionary(grouping: properties, by: \.name)
    for (name, lines) in lines.sorted(by: { $0.key < $1.key }) where lines.count > 1 {
      if name == "RRULE" {
        remark("There are several of them, and the dates of all count", of: name, at: lines[1])
      } else if Self.single.contains(name) {
        hint(
          "\(name) may stand once, and stands \(lines.count) times: the first one counts here, and all stay in the file",
          at: lines[1])
      }
    }
    guard let length = lines["DURATION"]?.first else { return }
    for end in ["DTEND", "DUE"] where lines[end] != nil {
      hint("It has \(end) and DURATION, and may have one of them: \(end) counts here", at: length)
    }
  }

  /// Names a start that is not a date of its rules: RFC 5545 leaves open whether it is one nevertheless (section 3.8.5.3).
  mutating func checkStart(of event: CalendarFile.Event, _ properties: [CalendarLine]) {
    guard !event.repeats.isEmpty, let line = properties.first(where: { $0.name == "DTSTART" })
    else { return }
    let dates = Occurrences(
      event.start, minutes: 0, isOfDays: event.isOfDays, repeats: event.repeats)
    let start = event.start.milliseconds
    // One that is left out by itself is meant to be none.
    guard (1...Self.mostRules).contains(dates.rules.count), dates.problem == nil,
      !dates.leavesOut(start), dates.added[start] == nil
    else { return }
    let wall = dates.calendar.wall(of: start)
    let isDate = dates.rules.contains { rule in
      var found = RepeatDates(rule, start: wall, from: wall, until: wall)
      return rule.reaches(start) && rule.until(in: dates.calendar) >= wall && found.next() != nil
    }
    guard !isDate else { return }
    remark(
      "Its RRULE has no date at this time, so none is shown; other programs may show one",
      of: line.name, at: line)
  }
}

extension RepeatRule {
  /// Whether a weekday of it has a number.
  fileprivate var hasPlaces: Bool { weekdays.contains { $0.place != 0 } }

  /// Whether it names no dates but by its period.
  fileprivate var namesNothing: Bool {
    weekdays.isEmpty && monthDays.isEmpty && months.isEmpty && hours.isEmpty && minutes.isEmpty
      && seconds.isEmpty && yearDays.isEmpty && weeks.isEmpty && easter.isEmpty
  }
}
