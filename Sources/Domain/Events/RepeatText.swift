import EventSchema
import Schema

/// Repetitions as people type and read them (row E-63).
public enum RepeatText {
  /// The rule that a text means; nil for `once`.
  ///
  ///     yearly  every day  every 2 weeks  every monday and thursday  every 2nd tuesday of the month  every last friday
  ///     every month on the 15th  every weekday  every monday until 30 apr  daily for 10 times  FREQ=MONTHLY;BYDAY=-1FR
  ///
  /// - Parameters:
  ///   - calendar: of the event's time zone.
  ///   - now: milliseconds since 1970.
  /// - Throws: `EventProblem.badRepetition`, and `.ambiguousRepetition` for a place of a weekday without `of the month`.
  public static func rule(
    _ text: String, _ calendar: EventCalendar, now: Int64
  ) throws(EventProblem) -> RepeatRule? {
    var text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if text.uppercased().hasPrefix("RRULE:") { text = String(text.dropFirst(6)) }
    if text.uppercased().contains("FREQ=") { return try RepeatRule(text) }
    var words = text.lowercased().split { $0 == " " || $0 == "," }
    if words == ["once"] || words == ["never"] { return nil }
    let wrong = EventProblem.badRepetition("\"\(Text.clean(text, limit: 60))\" is no repetition")
    var end: RepeatRule.End?
    var count: Int?
    if let place = words.firstIndex(of: "until") {
      let date = words[(place + 1)...].joined(separator: " ")
      let last = try DateText.instant(date, calendar, now: now, isOfDays: true)
      end = .instant(lastOfDay(last, calendar))
      words = Array(words[..<place])
    } else if let place = words.firstIndex(of: "for"), words.count > place + 1,
      let number = DateText.count(words[place + 1]), number > 0,
      words.count == place + 2
        || words.count == place + 3 && ["time", "times"].contains(words[place + 2])
    {
      count = number
      words = Array(words[..<place])
    } else if words.count > 2, words.last == "times",
      let number = DateText.count(words[words.count - 2]),
      number > 0
    {
      count = number
      words.removeLast(2)
    }
    if words.count == 3, words[0] == "every" || words[0] == "each", let place = ordinal(words[1]),
      place > 1, let day = placed(Array(words.dropFirst()))
    {
      throw .ambiguousRepetition(place, weekday: names[day.day])
    }
    guard var rule = rule(words) else { throw wrong }
    (rule.end, rule.count) = (end, count)
    return rule
  }

  /// The last instant of a day that was given without an hour; another instant as it is.
  private static func lastOfDay(_ instant: Int64, _ calendar: EventCalendar) -> Int64 {
    let wall = calendar.wall(of: instant)
    return wall % 86_400 == 0 ? calendar.instant(wall: wall + 86_399) : instant
  }

  private static func rule(_ typed: [Substring]) -> RepeatRule? {
    var words = typed
    if words.count == 1 {
      switch words[0] {
      case "yearly", "annually": return RepeatRule(.yearly)
      case "monthly": return RepeatRule(.monthly)
      case "weekly": return RepeatRule(.weekly)
      case "daily": return RepeatRule(.daily)
      case "hourly": return RepeatRule(.hourly)
      default: return nil
      }
    }
    guard words.first == "every" || words.first == "each" else { return nil }
    words.removeFirst()
    if words == ["weekday"] || words == ["workday"] {
      var rule = RepeatRule(.weekly)
      rule.weekdays = (0..<5).map { .init(day: $0, place: 0) }
      return rule
    }
    return interval(words) ?? weekdays(words)
  }

  /// "2 weeks", "other month", "month on the 15th", "year", "week on mon and thu".
  private static func interval(_ typed: [Substring]) -> RepeatRule? {
    var words = typed
    var interval: Int64 = 1
    if words.first == "other" {
      interval = 2
      words.removeFirst()
    } else if let word = words.first, let number = DateText.count(word), number > 0 {
      interval = Int64(number)
      words.removeFirst()
    }
    guard let unit = words.first else { return nil }
    let frequency: RepeatRule.Frequency? =
      switch unit {
      case "hour", "hours": .hourly
      case "day", "days": .daily
      case "week", "weeks": .weekly
      case "month", "months": .monthly
      case "year", "years": .yearly
      default: nil
      }
    guard let frequency else {
      // "every 2 tuesdays" is not said.
      return interval == 2 && typed.first == "other" ? other(words) : nil
    }
    var rule = RepeatRule(frequency)
    rule.interval = interval
    words.removeFirst()
    if words.isEmpty { return rule }
    guard words.removeFirst() == "on" else { return nil }
    if words.first == "the" { words.removeFirst() }
    switch frequency {
    case .weekly:
      guard let days = days(words) else { return nil }
      rule.weekdays = days
    case .monthly:
      if words.count == 1, let day = ordinal(words[0]), (1...31).contains(day) {
        rule.monthDays = [day]
      } else if words.count >= 2, words[0] == "last", words[1] == "day" {
        rule.monthDays = [-1]
      } else if let day = placed(words) {
        rule.weekdays = [day]
      } else {
        return nil
      }
    default: return nil
    }
    return rule
  }

  /// "every other monday".
  private static func other(_ words: [Substring]) -> RepeatRule? {
    guard let days = days(words) else { return nil }
    var rule = RepeatRule(.weekly)
    (rule.interval, rule.weekdays) = (2, days)
    return rule
  }

  /// "monday and thursday", "2nd tuesday", "last friday of the month".
  private static func weekdays(_ words: [Substring]) -> RepeatRule? {
    if let days = days(words) {
      var rule = RepeatRule(.weekly)
      rule.weekdays = days
      return rule
    }
    guard let day = placed(words) else { return nil }
    var rule = RepeatRule(.monthly)
    rule.weekdays = [day]
    return rule
  }

  private static func days(_ words: [Substring]) -> [RepeatRule.Weekday]? {
    guard words.first != "and", words.last != "and" else { return nil }
    var days: [RepeatRule.Weekday] = []
    for word in words where word != "and" {
      guard let day = weekday(word) else { return nil }
      days.append(.init(day: day, place: 0))
    }
    return days.isEmpty ? nil : days
  }

  private static func placed(_ typed: [Substring]) -> RepeatRule.Weekday? {
    var words = typed
    for ending in [["of", "the", "month"], ["of", "each", "month"], ["of", "every", "month"]]
    where words.count > 3 && words.suffix(3).map(String.init) == ending {
      words.removeLast(3)
    }
    guard words.count == 2, let day = weekday(words[1]) else { return nil }
    let place = words[0] == "last" ? -1 : ordinal(words[0])
    guard let place, place == -1 || (1...5).contains(place) else { return nil }
    return .init(day: day, place: place)
  }

  /// 0 for Monday, from "monday", "mondays" or "mon".
  private static func weekday(_ word: Substring) -> Int? {
    let name = word.count > 4 && word.hasSuffix("s") ? word.dropLast() : word
    return DateText.weekday(name).map { ($0 + 5) % 7 }
  }

  private static func ordinal(_ word: Substring) -> Int? {
    let names = ["first", "second", "third", "fourth", "fifth"]
    if let place = names.firstIndex(of: String(word)) { return place + 1 }
    for ending in ["st", "nd", "rd", "th"] where word.hasSuffix(ending) {
      return DateText.count(word.dropLast(2))
    }
    return nil
  }

  // MARK: For people

  /// Returns a repetition in words; empty for something that comes once.
  ///
  /// - Parameters:
  ///   - repeats: lines of RFC 5545, as an event has them.
  ///   - start: the first date, needed for the words on months and years that have no date; without it they are left out.
  public static func text(_ repeats: String, start: EventTime? = nil) -> String {
    let calendar = start.flatMap { try? EventCalendar(zone: $0.zone) } ?? .world
    let wall = start.map { calendar.wall(of: $0.milliseconds) }
    var parts: [String] = []
    for text in repeats.split(separator: "\n") {
      guard let line = CalendarLine(String(text), number: 0) else { continue }
      switch line.name {
      case "RRULE":
        let rule = try? RepeatRule(line.value)
        parts.append(
          rule.map { self.text($0, calendar, start: wall) }
            ?? "by a rule that Parlor does not know: \(line.value)")
        if let rule, let wall, let gaps = RepeatGaps.text(rule, start: wall) { parts.append(gaps) }
      case "RDATE": parts.append(plural(line, "further date"))
      case "EXDATE": parts.append("without " + plural(line, "date"))
      default: continue
      }
    }
    return Text.clean(parts.joined(separator: ", "), limit: 400)
  }

  private static func plural(_ line: CalendarLine, _ word: String) -> String {
    let count = line.value.split(separator: ",").count
    return Count.of(count, word)
  }

  static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  private static func text(
    _ rule: RepeatRule, _ calendar: EventCalendar, start: Int64?
  ) -> String {
    let unit =
      switch rule.frequency {
      case .yearly: "year"
      case .monthly: "month"
      case .weekly: "week"
      case .daily: "day"
      case .hourly: "hour"
      case .minutely: "minute"
      case .secondly: "second"
      }
    var words = "every " + (rule.interval > 1 ? Count.of(rule.interval, unit) : unit)
    // What is not said in words is shown as the rule has it.
    guard rule.isPlain else { return "by the rule " + rule.text }
    if !rule.weekdays.isEmpty {
      words +=
        " on "
        + rule.weekdays.map { day in
          let place: String =
            switch day.place {
            case 0: ""
            case -1: "the last "
            default: "the \(ordinal(day.place)) "
            }
          return place + names[day.day]
        }.joined(separator: ", ")
    }
    if !rule.monthDays.isEmpty {
      words +=
        " on the "
        + rule.monthDays.map { $0 == -1 ? "last day" : ordinal($0) }
        .joined(separator: ", ")
    }
    if !rule.months.isEmpty {
      words += " in " + rule.months.map { months[$0 - 1] }.joined(separator: ", ")
    }
    if let count = rule.count { words += ", \(Count.of(count, "time"))" }
    let end: Int64? =
      switch rule.end {
      case .day(let wall), .wall(let wall): wall
      case .instant(let milliseconds): calendar.wall(of: milliseconds)
      case nil: nil
      }
    if let end { words += " until \(date(last(of: rule, start: start, end: end) ?? end))" }
    return words
  }

  /// The last date of a rule that ends before the hour of its dates, so that it has none on the day of its end; nil for any other rule.
  ///
  /// - Parameters:
  ///   - start: the first date, in seconds on the wall.
  ///   - end: the end, also on the wall.
  private static func last(of rule: RepeatRule, start: Int64?, end: Int64) -> Int64? {
    func second(_ wall: Int64) -> Int64 { wall - RepeatDates.dayNumber(wall) * 86_400 }
    guard let start, rule.isOnceADay, second(end) < second(start) else { return nil }
    if case .day? = rule.end { return nil }
    // It may be long ago: looked for in ever longer times before.
    for days in [60, 800, 40_000] as [Int64] {
      let from = max(start, end - days * 86_400)
      let dates = RepeatDates(rule, start: start, from: from, until: end)
      if let last = dates.reduce(nil as Int64?, { _, date in date }) { return last }
    }
    return nil
  }

  private static func date(_ wall: Int64) -> String {
    let text = CalendarTime(wall: wall, isDay: true).text
    return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.dropFirst(6))"
  }

  /// "31st"; "2nd last" of a negative number.
  static func ordinal(_ number: Int) -> String {
    if number < 0 { return "\(ordinal(-number)) last" }
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }
}
