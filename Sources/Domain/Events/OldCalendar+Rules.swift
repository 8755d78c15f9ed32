import Schema

/// Repetitions of vCalendar 1.0: its Basic Recurrence Rule Grammar (section 2.1.7, after XAPIA's CSA).
///
///     D1 #5   W1 MO TH 20270101T000000   MP1 1+ TU 2- FR #0   MD1 15 LD   YM1 6 7   YD1 100
///
/// Without a number of times and an end it comes twice, and `#0` is endless, as the grammar says and libical reads it.
extension OldCalendar {
  private enum Kind: String, CaseIterable {
    case monthlyByPosition = "MP"
    case monthlyByDay = "MD"
    case yearlyByMonth = "YM"
    case yearlyByDay = "YD"
    case daily = "D"
    case weekly = "W"

    var frequency: RepeatRule.Frequency {
      switch self {
      case .monthlyByPosition, .monthlyByDay: .monthly
      case .yearlyByMonth, .yearlyByDay: .yearly
      case .daily: .daily
      case .weekly: .weekly
      }
    }
  }

  /// The number of times without a number and an end.
  private static let usualCount = 2

  /// The rule of RFC 5545 that says the same; nil for one that is not understood, or says it already.
  ///
  /// - Parameter start: the first date.
  static func rule(_ text: String, start: CalendarTime?) -> String? {
    var words = text.uppercased().split { $0 == " " || $0 == "\t" }[...]
    guard let head = words.popFirst(),
      let kind = Kind.allCases.first(where: { head.hasPrefix($0.rawValue) }),
      let interval = DateText.count(head.dropFirst(kind.rawValue.utf8.count)), interval > 0
    else { return nil }
    var rule = RepeatRule(kind.frequency)
    rule.interval = Int64(interval)
    var isEnded = false
    while let last = words.last, !isEnded || rule.count == nil || rule.end == nil {
      if last.first == "#", rule.count == nil, let count = DateText.count(last.dropFirst()) {
        rule.count = count
      } else if rule.end == nil, let time = CalendarTime(String(last)) {
        rule.end =
          time.isDay
          ? .day(time.wall) : time.isWorld ? .instant(time.wall * 1_000) : .wall(time.wall)
      } else {
        break
      }
      isEnded = true
      words.removeLast()
    }
    if !isEnded { rule.count = usualCount }
    if rule.count == 0 { rule.count = nil }
    guard take(Array(words), kind, &rule, start: start) else { return nil }
    return withOneEnd(rule, start: start).text
  }

  /// Takes what stands between the period and the end.
  private static func take(
    _ words: [Substring], _ kind: Kind, _ rule: inout RepeatRule, start: CalendarTime?
  ) -> Bool {
    switch kind {
    case .daily: return words.isEmpty
    case .weekly:
      let days = words.compactMap(weekday)
      rule.weekdays = days.map { .init(day: $0, place: 0) }
      return days.count == words.count
    case .monthlyByPosition: return takePositions(words, &rule, start: start)
    case .monthlyByDay:
      let days = words.compactMap { $0 == "LD" ? -1 : place($0) }
      rule.monthDays = days
      return days.count == words.count && days.allSatisfy { abs($0) <= 31 }
    case .yearlyByMonth:
      let months = words.compactMap { DateText.count($0) }
      rule.months = months
      return months.count == words.count && months.allSatisfy { (1...12).contains($0) }
    case .yearlyByDay:
      let days = words.compactMap { DateText.count($0) }
      rule.yearDays = days
      return days.count == words.count && days.allSatisfy { (1...366).contains($0) }
    }
  }

  /// "1+ TU", "1+ 3+ MO 1- FR": each group of places with the weekdays behind it; without any, those of the first date.
  private static func takePositions(
    _ words: [Substring], _ rule: inout RepeatRule, start: CalendarTime?
  ) -> Bool {
    var (places, isOfDays): ([Int], Bool) = ([], true)
    for word in words {
      if let day = weekday(word), !places.isEmpty {
        rule.weekdays += places.map { .init(day: day, place: $0) }
        isOfDays = true
      } else if let place = place(word), abs(place) <= 5 {
        if isOfDays { places = [] }
        places.append(place)
        isOfDays = false
      } else {
        return false
      }
    }
    if words.isEmpty, let start {
      let number = RepeatDates.dayNumber(start.wall)
      rule.weekdays = [
        .init(day: RepeatDates.weekday(number), place: (EventCalendar.day(number).day - 1) / 7 + 1)
      ]
    }
    return isOfDays && !rule.weekdays.isEmpty
  }

  private static func weekday(_ word: Substring) -> Int? {
    RepeatRule.weekdayNames.firstIndex(of: String(word))
  }

  /// "1+", "1-", "1": from the beginning or the end; nil for anything else, and for 0.
  private static func place(_ word: Substring) -> Int? {
    let isFromEnd = word.last == "-"
    guard let number = DateText.count(word.last == "+" || isFromEnd ? word.dropLast() : word),
      number > 0
    else { return nil }
    return isFromEnd ? -number : number
  }

  /// RFC 5545 knows one end of a rule, and vCalendar takes whichever comes first.
  private static func withOneEnd(_ rule: RepeatRule, start: CalendarTime?) -> RepeatRule {
    guard let count = rule.count, let end = rule.end else { return rule }
    var one = rule
    one.count = nil
    let until: Int64 =
      switch end {
      case .day(let wall): wall + 86_399
      case .wall(let wall): wall
      case .instant(let milliseconds): milliseconds / 1_000
      }
    guard let wall = start?.wall else { return one }
    let dates = RepeatDates(one, start: wall, from: wall, until: until)
    guard dates.prefix(count).count(where: { _ in true }) >= count else { return one }
    (one.count, one.end) = (count, nil)
    return one
  }
}
