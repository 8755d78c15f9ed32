import Schema

extension Occurrences {
  mutating func take(_ repeats: String) {
    for text in repeats.split(separator: "\n") {
      guard let line = CalendarLine(String(text), number: 0) else { continue }
      switch line.name {
      case "RRULE", "EXRULE":
        do throws(EventProblem) {
          let rule = try RepeatRule(line.value)
          if line.name == "RRULE" { rules.append(rule) } else { exceptions.append(rule) }
        } catch {
          problem = error
        }
      case "EXDATE":
        for value in line.value.split(separator: ",") {
          guard let time = CalendarTime(String(value)) else { continue }
          if time.isDay {
            excludedDays.insert(RepeatDates.dayNumber(time.wall))
          } else {
            excluded.insert(instant(time, line))
          }
        }
      case "RDATE":
        for value in line.value.split(separator: ",") {
          let parts = value.split(separator: "/", maxSplits: 1).map(String.init)
          guard let time = parts.first.flatMap({ CalendarTime($0) }) else { continue }
          let start = instant(time, line)
          added[start] = parts.count > 1 ? end(of: parts[1], line, start) : .some(nil)
        }
      default: continue
      }
    }
    // The start is a date of its own beside what was added.
    if rules.isEmpty, !added.isEmpty, added[first] == nil { added[first] = .some(nil) }
  }

  /// The end of a period: an instant, or how long it takes.
  private func end(of text: String, _ line: CalendarLine, _ start: Int64) -> Int64? {
    if let time = CalendarTime(text) { return instant(time, line) }
    return CalendarLine.seconds(text).map { start + $0 * 1_000 }
  }

  private func instant(_ time: CalendarTime, _ line: CalendarLine) -> Int64 {
    if time.isWorld { return time.wall * 1_000 }
    let name = line.parameters["TZID"].flatMap { CalendarZones.name($0) }
    let its = name.flatMap { try? EventCalendar(zone: $0) }
    return (its ?? calendar).instant(wall: time.wall)
  }

  /// The date of the rule on a day; nil for a time with an hour.
  ///
  /// Days of a file have no hour, and the start may have one: somebody typed it, or the event was one of hours before.
  private func onItsDay(_ time: CalendarTime) -> Int64? {
    guard time.isDay else { return nil }
    return calendar.instant(wall: time.wall + (calendar.wall(of: first) % 86_400 + 86_400) % 86_400)
  }

  mutating func take(changes text: String) {
    var (change, original): (Change, Int64?) = (Change(), nil)
    var depth = 0
    var duration: Int64?
    for text in text.split(separator: "\n") {
      guard let line = CalendarLine(String(text), number: 0) else { continue }
      switch (line.name, depth) {
      case ("BEGIN", _):
        depth += 1
        if depth == 1 { (change, original, duration) = (Change(), nil, nil) }
      case ("END", _):
        depth -= 1
        guard depth == 0, let original else { continue }
        change.start = change.start ?? original
        if let start = change.start, let duration { change.end = start + duration * 1_000 }
        changes[original] = change
        if change.isFromThenOn { shifts.append((original, change)) }
      case ("RECURRENCE-ID", 1):
        original = CalendarTime(line.value).map { onItsDay($0) ?? instant($0, line) }
        change.isFromThenOn = line.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
      case ("DTSTART", 1):
        let time = CalendarTime(line.value)
        change.start = time.map { instant($0, line) }
        change.isOfDays = time?.isDay
      case ("DTEND", 1): change.end = CalendarTime(line.value).map { instant($0, line) }
      case ("DURATION", 1): duration = line.seconds
      case ("SUMMARY", 1): change.name = Text.clean(line.text, limit: EventRules.name)
      case ("STATUS", 1):
        change.isCancelled =
          change.isCancelled || ["CANCELLED", "COMPLETED"].contains(line.value.uppercased())
      case ("COMPLETED", 1): change.isCancelled = true
      default: continue
      }
    }
  }
}
