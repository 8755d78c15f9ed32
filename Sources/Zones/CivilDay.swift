/// A day of the Gregorian calendar, which here reaches back before 1582 as ISO 8601 has it.
public struct CivilDay: Equatable, Sendable {
  /// The year of our era; 0 and less before it.
  public var year: Int64
  /// 1 to 12.
  public var month: Int64
  /// 1 to 31.
  public var day: Int64

  /// Names a day, which need not exist.
  @inlinable
  public init(_ year: Int64, _ month: Int64, _ day: Int64) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day that comes so many days after January 1, 1970.
  @inlinable
  public init(number: Int64) {
    // Counted from March 1, 2000, with which 400 years begin whose leap days all stand at ends of years.
    let (count, span) = (number - 11_017, Int64(146_097))
    let era = (count >= 0 ? count : count - span + 1) / span
    let inEra = count - era * span
    let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let month = (5 * inYear + 2) / 153
    let isNext = month >= 10
    self.init(
      2_000 + era * 400 + year + (isNext ? 1 : 0), isNext ? month - 9 : month + 3,
      inYear - (153 * month + 2) / 5 + 1)
  }

  /// The number of days from January 1, 1970 to it.
  @inlinable
  public var number: Int64 {
    // The same years from March 1 on.
    let year = month > 2 ? year : year - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let inEra = year - era * 400
    let inYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + inYear - 719_468
  }

  /// The day of a second since 1970, as its number.
  @inlinable
  public static func number(ofSecond second: Int64) -> Int64 {
    (second >= 0 ? second : second - 86_399) / 86_400
  }

  /// Whether a year has a February 29.
  @inlinable
  public static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days of a month.
  @inlinable
  public static func length(of month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
