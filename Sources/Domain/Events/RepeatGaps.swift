import Schema

/// The months and years in which a rule has no date, because they have no such day: the 31st, or February 29.
enum RepeatGaps {
  /// The words for a rule; nil for one that has its dates everywhere.
  ///
  /// - Parameter wall: the first date, on the clock of the wall.
  static func text(_ rule: RepeatRule, start wall: Int64) -> String? {
    if rule.isPlain, rule.frequency == .monthly, rule.monthDays.isEmpty,
      let day = rule.weekdays.first(where: { abs($0.place) == 5 })
    {
      return "not in months without a 5th \(RepeatText.names[day.day])"
    }
    guard rule.isPlain, rule.weekdays.isEmpty,
      rule.frequency == .monthly || rule.frequency == .yearly
    else { return nil }
    let start = EventCalendar.day(RepeatDates.dayNumber(wall))
    let days = rule.monthDays.isEmpty ? [start.day] : rule.monthDays
    let months = months(of: rule, from: start.month)
    let lacking = days.filter { day in
      months.contains { EventCalendar.length(of: $0, in: 2_001) < abs(day) }
    }
    guard !lacking.isEmpty else { return nil }
    let names = lacking.map {
      $0 < 0 ? "\(RepeatText.ordinal(-$0)) last day" : RepeatText.ordinal($0)
    }
    let what = names.joined(separator: " or ")
    // Of the months, only February may be meant: then it is a matter of years.
    if months == [2], lacking == [29] { return "not in years without February 29" }
    return "not in months without a \(what)"
  }

  /// The months in which a rule may have dates.
  private static func months(of rule: RepeatRule, from first: Int) -> Set<Int> {
    let named = Set(rule.months)
    guard rule.frequency == .monthly else {
      if !named.isEmpty { return named }
      return rule.monthDays.isEmpty ? [first] : Set(1...12)
    }
    let step = Int(rule.interval % 12)
    let reached = Set((0..<12).map { (first - 1 + $0 * step) % 12 + 1 })
    return named.isEmpty ? reached : reached.intersection(named)
  }
}
