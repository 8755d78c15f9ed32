import Feature
import Schema

/// The values of a component that RFC 5545 does not have there: each is named with its line, kept as it stands, and counts for nothing.
extension CalendarReading {
  private static let stamps: Set = ["DTSTAMP", "CREATED", "LAST-MODIFIED"]
  private static let dates: Set = ["DTSTART", "DTEND", "DUE", "RECURRENCE-ID", "EXDATE", "RDATE"]
  private static let statuses: [Bool: Set<String>] = [
    false: ["TENTATIVE", "CONFIRMED", "CANCELLED"],
    true: ["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"],
  ]

  /// Looks at the values of an event or a to-do that nothing else reads.
  mutating func checkValues(_ properties: [CalendarLine], isToDo: Bool) {
    for line in properties {
      switch line.name {
      case "GEO" where !Self.isPlace(line.value):
        name(line, "no place on earth (such as 52.5;13.4)")
      case "PRIORITY" where !isToDo && !Self.isNumber(line.value, upTo: ToDoFields.leastPriority):
        name(line, "no priority (0 to \(ToDoFields.leastPriority))")
      case "SEQUENCE" where UInt32(line.value) == nil: name(line, "no number of a version")
      case "STATUS" where Self.statuses[isToDo]?.contains(line.value.uppercased()) != true:
        name(line, "no status of \(isToDo ? "a to-do" : "an event")")
      case let stamp where Self.stamps.contains(stamp) && CalendarTime(line.value) == nil:
        name(line, "no time")
      case let date where Self.dates.contains(date): checkType(of: line)
      default: continue
      }
    }
  }

  /// Names a date that says of itself that it is what it is not.
  private mutating func checkType(of line: CalendarLine) {
    guard let type = line.parameters["VALUE"]?.uppercased() else { return }
    // What is no date at all is named by who reads it.
    let dates = line.value.split(separator: ",").compactMap { value in
      CalendarTime(String(value.prefix { $0 != "/" })).map { (value: value, isDay: $0.isDay) }
    }
    let isTrue =
      switch type {
      case "DATE": dates.allSatisfy(\.isDay)
      case "DATE-TIME": !dates.contains(where: \.isDay)
      case "PERIOD": line.name == "RDATE" && dates.allSatisfy { $0.value.contains("/") }
      default: false
      }
    guard !isTrue else { return }
    let value = Text.clean(line.value, limit: 40)
    hint(
      "\(line.name) says that \"\(value)\" is a \(Text.clean(type, limit: 40)), which it is not: it is read as the date that it looks like",
      at: line)
  }

  /// Names how long a to-do takes where that is not understood, and a due date before its start.
  mutating func checkLength(of toDo: CalendarFile.Line, _ known: [String: CalendarLine]) {
    if let duration = known["DURATION"], duration.seconds == nil {
      hint(
        "\"\(Text.clean(duration.value, limit: 40))\" is no length of time, so nothing is due by it",
        at: duration)
    }
    if let due = toDo.due, let start = toDo.start, due.milliseconds < start.milliseconds {
      hint("It is due before it begins", at: known["DUE"])
    }
  }

  /// Names the values of a line with single dates that are none: they count for nothing, and stay in the file.
  mutating func checkDates(of line: CalendarLine) {
    guard line.name == "EXDATE" || line.name == "RDATE" else { return }
    let values = line.value.split(separator: ",", omittingEmptySubsequences: false)
    let odd = values.first { value in
      let date = line.name == "RDATE" ? value.prefix { $0 != "/" } : value
      return CalendarTime(String(date)) == nil
    }
    guard let odd else { return checkPeriods(values, of: line) }
    let effect = line.name == "EXDATE" ? "leaves out" : "adds"
    hint(
      "\"\(Text.clean(String(odd), limit: 40))\" is no date, so this \(line.name) \(effect) nothing by it",
      at: line)
  }

  /// Names a period with an invalid end.
  private mutating func checkPeriods(_ values: [Substring], of line: CalendarLine) {
    for value in values {
      let parts = value.split(separator: "/", maxSplits: 1).map(String.init)
      guard parts.count > 1, CalendarTime(parts[1]) == nil, CalendarLine.seconds(parts[1]) == nil
      else { continue }
      return hint(
        "\"\(Text.clean(String(value), limit: 40))\" is a period without an end, so this date takes as long as the others",
        at: line)
    }
  }

  /// Looks at when alarms come; what is no time is kept and named.
  mutating func checkAlarms(_ lines: [String]) {
    var named: Set<String> = []
    for content in lines where String(content.prefix(7)).uppercased() == "TRIGGER" {
      guard let line = CalendarLine(content, number: 0), line.name == "TRIGGER" else { continue }
      let length = line.value.first == "-" ? String(line.value.dropFirst()) : line.value
      let isTime = CalendarTime(line.value).map { !$0.isDay } ?? false
      let isKnown =
        switch line.parameters["VALUE"]?.uppercased() {
        case "DATE-TIME": isTime
        case "DURATION": CalendarLine.seconds(length) != nil
        case nil: isTime || CalendarLine.seconds(length) != nil
        default: false
        }
      guard !isKnown, named.insert(line.value).inserted else { continue }
      hint(
        "\"\(Text.clean(line.value, limit: 40))\" is no time of an alarm (an hour before is -PT1H): it is kept as it is"
      )
    }
  }

  private mutating func name(_ line: CalendarLine, _ what: String) {
    hint(
      "\(line.name) \"\(Text.clean(line.value, limit: 40))\" is \(what): it is kept as it is",
      at: line)
  }

  private static func isNumber(_ text: String, upTo most: UInt32) -> Bool {
    UInt32(text).map { $0 <= most } ?? false
  }

  /// Whether a text is a latitude and a longitude in degrees (section 3.8.1.6).
  private static func isPlace(_ text: String) -> Bool {
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    return numbers.count == 2 && abs(numbers[0]) <= 90 && abs(numbers[1]) <= 180
  }
}
