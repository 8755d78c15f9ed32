/// The rule by which clocks change every year after the last change that a file lists: its TZ string (RFC 9636, section 3.3.1).
struct ZoneRule: Equatable, Sendable {
  /// Seconds east of UTC, also of clocks that have no other time.
  var standard: Int64
  var daylight: Daylight?

  /// The other time of the year.
  struct Daylight: Equatable, Sendable {
    /// Seconds east of UTC.
    var offset: Int64
    /// The time of the year at which it begins, as clocks show it before.
    var begins: YearTime
    /// The time of the year at which it ends, as clocks show it before.
    var ends: YearTime
  }

  /// A time that comes once in every year.
  struct YearTime: Equatable, Sendable {
    /// A day of a year.
    enum Day: Equatable, Sendable {
      /// 1 to 365; February 29 is not counted.
      case withoutLeapDay(Int64)
      /// 0 to 365; February 29 is counted.
      case fromZero(Int64)
      /// The weekday, 0 for Sunday, of a month; its fifth is its last.
      case weekday(Int64, week: Int64, month: Int64)
    }

    var day: Day
    /// Seconds from midnight; less than zero, or of a later day.
    var second: Int64

    /// Seconds from 1970 as clocks show them.
    func wall(in year: Int64) -> Int64 {
      let number: Int64
      switch day {
      case .withoutLeapDay(let day):
        let isLater = day >= 60 && CivilDay.isLeap(year)
        number = CivilDay(year, 1, 1).number + day - (isLater ? 0 : 1)
      case .fromZero(let day): number = CivilDay(year, 1, 1).number + day
      case .weekday(let weekday, let week, let month):
        let first = CivilDay(year, month, 1).number
        // January 1, 1970 was a Thursday.
        let ahead = (weekday - (first + 4) % 7 + 14) % 7
        let day = ahead + (week - 1) * 7
        number = first + (day < CivilDay.length(of: month, in: year) ? day : day - 7)
      }
      return number * 86_400 + second
    }
  }

  /// No change is further from its year than this, in seconds.
  private static let spill: Int64 = 9 * 86_400
  /// Times of other millennia are taken for the nearest one of these, in seconds: nothing overflows.
  private static let bounds: ClosedRange<Int64> = -(1 << 50)...(1 << 50)

  func offset(at second: Int64) -> Int64 {
    guard let daylight else { return standard }
    let second = Self.bounded(second)
    // The last change is one of this year, or of one before.
    var year = Self.year(second + Self.spill)
    for _ in 0..<3 {
      let (begin, end) = changes(in: year, daylight)
      let (hasBegun, hasEnded) = (begin <= second, end <= second)
      if hasBegun, hasEnded { return begin >= end ? daylight.offset : standard }
      if hasBegun { return daylight.offset }
      if hasEnded { return standard }
      year -= 1
    }
    return standard
  }

  func change(after second: Int64) -> Int64? {
    guard let daylight else { return nil }
    let second = Self.bounded(second)
    let year = Self.year(second - Self.spill)
    for year in year...(year + 3) {
      let (begin, end) = changes(in: year, daylight)
      for change in [min(begin, end), max(begin, end)] where change > second {
        // Where it ends as it begins again, nothing changes.
        if offset(at: change) != offset(at: change - 1) { return change }
      }
    }
    return nil
  }

  private func changes(in year: Int64, _ daylight: Daylight) -> (begin: Int64, end: Int64) {
    (daylight.begins.wall(in: year) - standard, daylight.ends.wall(in: year) - daylight.offset)
  }

  private static func year(_ second: Int64) -> Int64 {
    CivilDay(number: CivilDay.number(ofSecond: second)).year
  }

  private static func bounded(_ second: Int64) -> Int64 {
    min(max(second, bounds.lowerBound), bounds.upperBound)
  }
}
