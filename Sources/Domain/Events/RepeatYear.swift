/// Numbers from -366 to 366 that are looked up often.
struct RepeatNumbers {
  private var words: [UInt64]

  init(_ numbers: [Int]) {
    words = numbers.isEmpty ? [] : Array(repeating: 0, count: 12)
    for number in numbers where abs(number) <= 366 {
      words[(number + 366) >> 6] |= 1 << UInt64((number + 366) & 63)
    }
  }

  /// Whether a number is one of them.
  ///
  /// - Parameter number: from -366 to 366; others are not.
  func contains(_ number: Int) -> Bool {
    guard !words.isEmpty, abs(number) <= 366 else { return false }
    return words[(number + 366) >> 6] & 1 << UInt64((number + 366) & 63) != 0
  }
}

/// A year by which the days and weeks in it are counted.
struct RepeatYear {
  let number: Int
  /// The number of January 1.
  let first: Int64
  let length: Int
  /// The days with which the first weeks of the year before, of this one and of the next one begin.
  private let starts: (before: Int64, own: Int64, next: Int64)

  init(_ number: Int, weekStart: Int) {
    self.number = number
    first = EventCalendar.number(of: EventCalendar.Day(number, 1, 1))
    length = EventCalendar.length(of: 2, in: number) + 337
    let before = EventCalendar.number(of: EventCalendar.Day(number - 1, 1, 1))
    starts = (
      Self.firstWeek(before, weekStart), Self.firstWeek(first, weekStart),
      Self.firstWeek(first + Int64(length), weekStart)
    )
  }

  /// The day with which week 1 begins: the first one with four days or more in the year.
  private static func firstWeek(_ first: Int64, _ weekStart: Int) -> Int64 {
    let offset = (RepeatDates.weekday(first) - weekStart + 7) % 7
    return offset <= 3 ? first - Int64(offset) : first + Int64(7 - offset)
  }

  /// The week of a day, and how many weeks the year has to which that week belongs.
  func week(of day: Int64) -> (week: Int, count: Int) {
    if day >= starts.next {
      return (Int(day - starts.next) / 7 + 1, 52)
    }
    let (start, end) =
      day >= starts.own ? (starts.own, starts.next) : (starts.before, starts.own)
    return (Int(day - start) / 7 + 1, Int(end - start) / 7)
  }

  /// The days from January 1 to Easter Sunday, by the anonymous Gregorian computus.
  var easter: Int {
    let (golden, century) = (number % 19, number / 100)
    let leaps = century - century / 4 - (8 * century + 13) / 25 + 19 * golden + 15
    let epact = leaps % 30
    let moon = epact - (epact / 28) * (1 - (epact / 28) * (29 / (epact + 1)) * ((21 - golden) / 11))
    let weekday = (number + number / 4 + moon + 2 - century + century / 4) % 7
    let offset = moon - weekday
    let month = 3 + (offset + 40) / 44
    let day = offset + 28 - 31 * (month / 4)
    let date = EventCalendar.Day(number, month, day)
    return Int(EventCalendar.number(of: date) - first)
  }
}
