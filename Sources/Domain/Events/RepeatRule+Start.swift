import Schema

/// The parts that a rule takes from its first date where it does not name them (RFC 5545, section 3.3.10).
extension RepeatRule {
  /// The same rule with its days named: those of the first date, where it names none.
  ///
  /// - Parameter start: the first date, in seconds on the wall.
  func namingDays(of start: Int64) -> Self {
    guard weeks.isEmpty, yearDays.isEmpty, monthDays.isEmpty, weekdays.isEmpty, easter.isEmpty
    else { return self }
    var rule = self
    let number = RepeatDates.dayNumber(start)
    let day = EventCalendar.day(number)
    switch frequency {
    case .yearly:
      if months.isEmpty { rule.months = [day.month] }
      rule.monthDays = [day.day]
    case .monthly: rule.monthDays = [day.day]
    case .weekly: rule.weekdays = [Weekday(day: RepeatDates.weekday(number), place: 0)]
    case .daily, .hourly, .minutely, .secondly: break
    }
    return rule
  }

  /// The same rule for dates that are counted from another one on.
  ///
  /// - Parameters:
  ///   - start: the first date so far, in seconds on the wall.
  ///   - other: the new one, which may be a date of another rule.
  /// - Returns: nil where no rule has the same dates from there on, such as one of every second week from a week between.
  func counted(from start: Int64, onFrom other: Int64) -> Self? {
    let dates = RepeatDates(endless, start: start, from: other).prefix(Self.compared)
    func isSame(_ rule: Self) -> Bool {
      RepeatDates(rule.endless, start: other, from: other).prefix(Self.compared)
        .elementsEqual(dates)
    }
    guard !isSame(self) else { return self }
    var named = namingDays(of: start)
    let second = start - RepeatDates.dayNumber(start) * 86_400
    if !frequency.isWithinDay {
      if hours.isEmpty { named.hours = [Int(second / 3_600)] }
      if minutes.isEmpty { named.minutes = [Int(second / 60 % 60)] }
      if seconds.isEmpty { named.seconds = [Int(second % 60)] }
      // The time of day of the new start says the same.
      if other - RepeatDates.dayNumber(other) * 86_400 == second {
        (named.hours, named.minutes, named.seconds) = (hours, minutes, seconds)
      }
    }
    return isSame(named) ? named : nil
  }

  /// The number of dates that are compared.
  private static let compared = 100
}
