import EventSchema
import Feature
import Schema

extension Occurrences {
  /// The date that a person means.
  ///
  /// - Parameter name: the name of the event, for refusals.
  /// - Throws: `Refused` where it has none then, or several.
  public func date(_ meant: EventDate, of name: String, now: Int64) throws -> Occurrence {
    guard comesAgain else {
      throw Refused(
        .invalid, "\(name) comes once: leave the date out to change the whole event.")
    }
    let calendar = try EventCalendar(zone: meant.zone)
    let instant = try DateText.instant(meant.date, calendar, now: now, isOfDays: true)
    let parts = calendar.day(of: instant)
    let isDay = parts.hour == 0 && parts.minute == 0
    let end = isDay ? calendar.dayAfter(instant) : instant + 60_000
    // One that was changed is meant by either of its days.
    if let original = changed.first(where: { (instant..<end).contains($0) }),
      let found = changed(original)
    {
      return found
    }
    let found = list(from: instant, to: end - 1, limit: 3)
    // Of two at one time, as a file may have them, the other one is meant by its own day.
    if let own = found.first(where: { (instant..<end).contains($0.original) }),
      found.allSatisfy({ $0.start == own.start })
    {
      return own
    }
    if found.count > 1, isDay {
      let hours = found.map { calendar.text($0.start).suffix(5) }.joined(separator: ", ")
      throw Refused(
        .ambiguous,
        "\(name) comes several times on \(calendar.dayText(instant)) (\(hours)): name the hour as well."
      )
    }
    if let found = found.first { return found }
    if let original = changed.first(where: { (instant..<end).contains($0) }),
      let found = calledOff(original)
    {
      return found
    }
    let day = calendar.text(instant, isDay: isDay)
    throw Refused(
      .notFound,
      "\(name) is not on \(day).", .see("event list --from")
    )
  }

  /// The date that comes next by the rule, whenever it is: one that was moved keeps its place among the others.
  ///
  /// - Parameter original: the start by the rule of the date before.
  func following(_ original: Int64) -> Occurrence? {
    var others = self
    others.excluded.formUnion(changes.keys)
    (others.changes, others.shifts) = ([:], [])
    let plain = others.comesAgain ? others.next(after: original) : nil
    let moved = changed.first { $0 > original && changed($0) != nil }
    guard let moved, moved < plain?.original ?? .max else { return plain }
    return changed(moved)
  }

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
            excluded.insert(date(time, line))
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

  /// The instant of a time in the zone that its line names, or else in that of the event.
  func instant(_ time: CalendarTime, _ line: CalendarLine) -> Int64 {
    if time.isWorld { return time.wall * 1_000 }
    let name = line.parameters["TZID"].flatMap { CalendarZones.name($0) }
    let its = name.flatMap { try? EventCalendar(zone: $0) }
    return (its ?? calendar).instant(wall: time.wall)
  }

  /// The date of the rule at a time: the local time of the start means the start, also in the second of two hours that clocks show.
  private func date(_ time: CalendarTime, _ line: CalendarLine) -> Int64 {
    let instant = instant(time, line)
    guard !time.isWorld, calendar.wall(of: instant) == calendar.wall(of: first),
      !calendar.says(first)
    else { return instant }
    return first
  }

  /// The date of the rule on a day; nil for a time with an hour.
  ///
  /// Days of a file have no hour, and the start may have one: somebody typed it, or the event was one of hours before.
  private func onItsDay(_ time: CalendarTime) -> Int64? {
    guard time.isDay else { return nil }
    return calendar.instant(wall: time.wall + (calendar.wall(of: first) % 86_400 + 86_400) % 86_400)
  }

  /// Returns lines of a repetition in which each single date that they add or leave out is another one. What does not change stays as
  /// it was written.
  ///
  /// - Parameters:
  ///   - zones: the time zone of the event, and the one in which changed ones are written.
  ///   - change: the new start of a date; nil takes it out.
  func changingSingleDates(
    of repeats: String, zones: (from: String, to: String), _ change: (Int64) -> Int64?
  ) -> String {
    var result = ""
    for text in repeats.split(separator: "\n").map(String.init) {
      guard let line = CalendarLine(text, number: 0), ["EXDATE", "RDATE"].contains(line.name)
      else {
        result += text + "\n"
        continue
      }
      var (kept, changed): ([Substring], [String]) = ([], [])
      let values = line.value.split(separator: ",")
      for value in values {
        let parts = value.split(separator: "/", maxSplits: 1).map(String.init)
        guard let time = parts.first.flatMap({ CalendarTime($0) }) else {
          kept.append(value)
          continue
        }
        let start = onItsDay(time) ?? date(time, line)
        guard let wanted = change(start) else { continue }
        let isOfZone = !time.isDay && !time.isWorld && line.parameters["TZID"] == nil
        if wanted == start, !isOfZone || zones.from == zones.to {
          kept.append(value)
        } else if parts.count > 1 {
          let seconds = ((end(of: parts[1], line, start) ?? start) - start) / 1_000
          let period = "\(CalendarText.instant(wanted))/PT\(max(0, seconds))S"
          changed.append("\(line.name);VALUE=PERIOD:\(period)")
        } else {
          changed.append(
            CalendarText.property(line.name, wanted, zone: zones.to, isDay: time.isDay))
        }
      }
      if kept.count == values.count {
        result += text + "\n"
      } else if !kept.isEmpty {
        result += text.dropLast(line.value.count) + kept.joined(separator: ",") + "\n"
      }
      result += changed.map { $0 + "\n" }.joined()
    }
    return result
  }

  /// The lines of a changed date that stand more than once.
  private static let severalTimes: Set = ["BEGIN", "END", "CATEGORIES"]

  mutating func take(changes text: String) {
    var (change, original): (Change, Int64?) = (Change(), nil)
    var depth = 0
    var (duration, seen): (Int64?, Set<String>) = (nil, [])
    for text in text.split(separator: "\n") {
      guard let line = CalendarLine(String(text), number: 0) else { continue }
      // Of what may stand once, the first one counts.
      guard depth != 1 || Self.severalTimes.contains(line.name) || seen.insert(line.name).inserted
      else { continue }
      switch (line.name, depth) {
      case ("BEGIN", _):
        depth += 1
        if depth == 1 { (change, original, duration, seen) = (Change(), nil, nil, []) }
      case ("END", _):
        depth -= 1
        guard depth == 0, let original else { continue }
        change.start = change.start ?? original
        if let start = change.start, let duration, change.end == nil {
          change.end = start + duration * 1_000
        }
        changes[original] = change
        if change.isFromThenOn { shifts.append((original, change)) }
      case ("RECURRENCE-ID", 1):
        original = CalendarTime(line.value).map { onItsDay($0) ?? date($0, line) }
        change.isFromThenOn = line.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
      case ("DTSTART", 1):
        let time = CalendarTime(line.value)
        change.start = time.map { instant($0, line) }
        change.isOfDays = time?.isDay
      case ("DTEND", 1): change.end = CalendarTime(line.value).map { instant($0, line) }
      case ("DURATION", 1): duration = line.seconds
      case ("SUMMARY", 1): change.name = Text.clean(line.text, limit: EventRules.name)
      case ("LOCATION", 1): change.said.place = EventRules.cut(line.text, EventRules.place)
      case ("URL", 1): change.said.url = EventRules.cut(line.value, EventRules.place)
      case ("DESCRIPTION", 1):
        change.said.notes = Text.clean(line.text, limit: EventRules.notes, lines: true)
      case ("CATEGORIES", 1):
        let before = change.said.categories
        change.said.categories = Text.clean(
          before.isEmpty ? line.text : "\(before), \(line.text)", limit: EventRules.place)
      case ("STATUS", 1):
        switch line.value.uppercased() {
        case "TENTATIVE": change.said.status = .tentative
        case "CONFIRMED": change.said.status = .confirmed
        default: break
        }
        change.isCancelled =
          change.isCancelled || ["CANCELLED", "COMPLETED"].contains(line.value.uppercased())
      case ("COMPLETED", 1): change.isCancelled = true
      case (AttachedDates.deletedName, 1): change.isDeleted = true
      default: continue
      }
    }
  }
}

extension EventView {
  /// Takes the texts of a date that is otherwise.
  public mutating func take(_ said: Occurrences.Said) {
    (place, url, notes, status) = (said.place, said.url, said.notes, said.status)
    categories = said.categories
  }
}
