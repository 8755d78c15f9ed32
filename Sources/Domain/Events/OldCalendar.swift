import Schema

/// A vCalendar 1.0 file (versit, 1996), the format of phones and organizers before iCalendar, as lines of RFC 5545.
///
/// Lines that have none there, and those that are not understood, stay as they stand in the file.
struct OldCalendar: Sendable {
  /// The name of the file's own time zone; empty where it does not say how its clocks go.
  private(set) var zone = ""
  private var standard: Int64 = 0
  private var seasons: [Season] = []
  private var saysSummer = false

  /// A time in which clocks go another way.
  private struct Season: Sendable {
    var offset: Int64
    /// As clocks showed it before.
    var begin: Int64
    var end: Int64
  }

  /// The most seasons that are taken from one file.
  private static let mostSeasons = 200

  /// Whether the file says how its clocks go, but not whether they do so in summer.
  var isWithoutSummer: Bool { !zone.isEmpty && !saysSummer }

  /// Whether the VERSION of a file is that of vCalendar.
  static func isVersion(_ value: String) -> Bool {
    value.split(separator: " ").joined() == "1.0"
  }

  /// Takes a property of the file itself.
  mutating func take(_ line: CalendarLine) {
    switch line.name {
    case "TZ":
      guard let offset = Self.offset(line.value) else { return }
      (zone, standard) = ("TZ" + Self.text(offset), offset)
    case "DAYLIGHT":
      let parts = Self.parts(line.value)
      saysSummer = true
      guard parts.first?.uppercased() == "TRUE", parts.count >= 4,
        let offset = Self.offset(parts[1]), let begin = CalendarTime(parts[2]),
        let end = CalendarTime(parts[3]), seasons.count < Self.mostSeasons
      else { return }
      seasons.append(
        Season(
          offset: offset, begin: begin.wall + (begin.isWorld ? standard : 0),
          end: end.wall + (end.isWorld ? offset : 0)))
    default: return
    }
  }

  /// The lines of its VTIMEZONE, without BEGIN and END; nil where it does not say how its clocks go.
  ///
  /// A single DAYLIGHT is the rule of the calendar, so it holds every year on the same weekday of the month. Several hold for
  /// their own years.
  var zoneLines: [String]? {
    guard !zone.isEmpty else { return nil }
    var lines = ["TZID:\(zone)"]
    lines += Self.observance(
      "STANDARD", 0, from: standard, to: standard, rule: nil)
    for season in seasons {
      for (name, wall, from, to) in [
        ("DAYLIGHT", season.begin, standard, season.offset),
        ("STANDARD", season.end, season.offset, standard),
      ] {
        let yearly = seasons.count == 1 ? Self.yearly(wall) : nil
        lines += Self.observance(
          name, yearly?.first ?? wall, from: from, to: to, rule: yearly?.rule)
      }
    }
    return lines
  }

  private static func observance(
    _ name: String, _ wall: Int64, from: Int64, to: Int64, rule: RepeatRule?
  ) -> [String] {
    let dates =
      ["DTSTART:" + CalendarTime(wall: wall).text] + (rule.map { ["RRULE:" + $0.text] } ?? [])
    return ["BEGIN:\(name)"] + dates
      + ["TZOFFSETFROM:\(text(from))", "TZOFFSETTO:\(text(to))", "END:\(name)"]
  }

  /// The rule by which a change of the clocks comes every year, and its first date since 1970.
  private static func yearly(_ wall: Int64) -> (first: Int64, rule: RepeatRule)? {
    let number = RepeatDates.dayNumber(wall)
    let day = EventCalendar.day(number)
    let isLast = day.day + 7 > EventCalendar.length(of: day.month, in: day.year)
    var rule = RepeatRule(.yearly)
    rule.months = [day.month]
    rule.weekdays = [
      .init(day: RepeatDates.weekday(number), place: isLast ? -1 : (day.day - 1) / 7 + 1)
    ]
    let start = wall - number * 86_400
    var dates = RepeatDates(rule, start: start, from: start)
    return dates.next().map { ($0, rule) }
  }

  // MARK: Components

  /// An event or a to-do as RFC 5545 has it.
  func converted(_ component: CalendarComponents.Component) -> CalendarComponents.Component {
    var (result, places) = (component, component.properties[...])
    (result.lines, result.properties) = ([], [])
    var (alarms, depth): ([String], Int) = ([], 0)
    let start = component.properties.first { $0.name == "DTSTART" || $0.name == "DUE" }
    for content in component.lines {
      let begins = content.utf8.count > 6 && content.prefix(6).uppercased() == "BEGIN:"
      if begins { depth += 1 }
      defer { if content.prefix(4).uppercased() == "END:" { depth -= 1 } }
      guard depth == 0, let line = places.first, line.content == content else {
        result.lines.append(content)
        continue
      }
      places.removeFirst()
      if let alarm = Self.alarm(line, start: start) {
        alarms += alarm
        continue
      }
      let text = converted(line, start: start.flatMap { CalendarTime($0.value) })
      result.lines.append(text)
      if let read = CalendarLine(text, number: line.number) { result.properties.append(read) }
    }
    result.lines += alarms
    return result
  }

  private func converted(_ line: CalendarLine, start: CalendarTime?) -> String {
    switch line.name {
    case "RRULE", "EXRULE":
      guard let rule = Self.rule(line.value, start: start) else { return line.content }
      return "\(line.name):\(rule)"
    case "EXDATE", "RDATE":
      return zoned(line, Self.parts(line.value).joined(separator: ","))
    case "CATEGORIES", "RESOURCES":
      return line.head { _, _ in true } + ":" + Self.parts(line.value).joined(separator: ",")
    case "STATUS": return "STATUS:" + line.value.uppercased().replacing(" ", with: "-")
    case "DTSTART", "DTEND", "DUE": return zoned(line, line.value)
    default: return line.content
    }
  }

  /// Dates in the time zone of the file, where they are of none.
  private func zoned(_ line: CalendarLine, _ value: String) -> String {
    let times = value.split(separator: ",").map { CalendarTime(String($0)) }
    let isLocal = times.allSatisfy { $0.map { !$0.isDay && !$0.isWorld } == true }
    let head = line.head { _, _ in true }
    guard isLocal, !zone.isEmpty, line.parameters["TZID"] == nil else { return head + ":" + value }
    return "\(head);TZID=\(zone):\(value)"
  }

  /// DALARM shows something and AALARM sounds (sections 2.3.1 and 2.3.3); nil for any other line, and for one without a time.
  private static func alarm(_ line: CalendarLine, start: CalendarLine?) -> [String]? {
    guard line.name == "DALARM" || line.name == "AALARM" else { return nil }
    let parts = parts(line.value)
    guard let time = parts.first.flatMap({ CalendarTime($0) }), !time.isDay else { return nil }
    let begins = start.flatMap { CalendarTime($0.value) }
    let trigger: String
    if let begins, !begins.isDay, begins.isWorld == time.isWorld {
      let related = start?.name == "DUE" ? ";RELATED=END" : ""
      let seconds = time.wall - begins.wall
      trigger = "TRIGGER\(related):" + (seconds > 0 ? "" : "-") + length(abs(seconds))
    } else if time.isWorld {
      trigger = "TRIGGER;VALUE=DATE-TIME:" + time.text
    } else {
      return nil
    }
    func part(_ place: Int) -> String { parts.count > place ? parts[place] : "" }
    var lines = ["BEGIN:VALARM", trigger]
    if line.name == "DALARM" {
      lines += ["ACTION:DISPLAY", "DESCRIPTION:" + (part(3).isEmpty ? "Reminder" : part(3))]
    } else {
      let isLink = line.parameters["VALUE"]?.uppercased() == "URL" && !part(3).isEmpty
      lines += ["ACTION:AUDIO"] + (isLink ? ["ATTACH:" + part(3)] : [])
    }
    if let times = DateText.count(part(2)), times > 0, CalendarLine.seconds(part(1)) != nil {
      lines += ["REPEAT:\(times)", "DURATION:" + part(1)]
    }
    return lines + ["END:VALARM"]
  }

  private static func length(_ seconds: Int64) -> String {
    if seconds % 86_400 == 0, seconds > 0 { return "P\(seconds / 86_400)D" }
    let parts = [(seconds / 3_600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
    let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
    return "PT" + (text.isEmpty ? "0S" : text)
  }

  /// The values of a list, which vCalendar parts by semicolons.
  private static func parts(_ value: String) -> [String] {
    value.split(separator: ";", omittingEmptySubsequences: false).map {
      $0.split(separator: " ").joined(separator: " ")
    }
  }

  /// "-05", "+05:30", "-0500" in seconds.
  private static func offset(_ text: String) -> Int64? {
    let digits = text.filter { $0 != ":" && $0 != " " }
    guard let sign = digits.first, let count = DateText.count(digits.drop { "+-".contains($0) })
    else { return nil }
    let size = digits.utf8.count - ("+-".contains(sign) ? 1 : 0)
    let minutes = size <= 2 ? count * 60 : count / 100 * 60 + count % 100
    guard size <= 4, minutes <= 18 * 60 else { return nil }
    return Int64(minutes * 60) * (sign == "-" ? -1 : 1)
  }

  private static func text(_ offset: Int64) -> String {
    let minutes = abs(offset) / 60
    let number = minutes / 60 * 100 + minutes % 60
    let digits = String(number)
    return (offset < 0 ? "-" : "+") + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
