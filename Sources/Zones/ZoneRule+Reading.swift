extension ZoneRule {
  /// Reads a rule such as CET-1CEST,M3.5.0,M10.5.0/3.
  ///
  /// - Returns: nil for anything else.
  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    guard Self.skipName(&rest), let west = Self.time(&rest, hours: Self.offsetHours) else {
      return nil
    }
    standard = -west
    guard !rest.isEmpty else { return }
    guard Self.skipName(&rest) else { return nil }
    var offset = standard + 3_600
    if let next = rest.first, next != UInt8(ascii: ",") {
      guard let west = Self.time(&rest, hours: Self.offsetHours) else { return nil }
      offset = -west
    }
    guard let begins = Self.yearTime(&rest), let ends = Self.yearTime(&rest), rest.isEmpty else {
      return nil
    }
    daylight = Daylight(offset: offset, begins: begins, ends: ends)
  }

  /// No clock is further from UTC, in hours.
  private static let offsetHours: Int64 = 24
  /// A change may be so many hours from the midnight of its day.
  private static let changeHours: Int64 = 167

  /// Three letters or more, or anything between < and >.
  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if take("<", &rest) {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")), end > rest.startIndex else {
        return false
      }
      rest = rest[(end + 1)...]
      return true
    }
    let letters = rest.prefix { (65...90).contains($0 & 0xdf) }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  /// Hours, perhaps minutes and seconds, with a sign or without, in seconds.
  private static func time(_ rest: inout ArraySlice<UInt8>, hours most: Int64) -> Int64? {
    let isNegative = take("-", &rest)
    if !isNegative { _ = take("+", &rest) }
    guard let hours = number(&rest, in: 0...most) else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] as [Int64] {
      guard take(":", &rest) else { break }
      guard let count = number(&rest, in: 0...59) else { return nil }
      seconds += count * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// A comma, a day, and perhaps an hour, which is 2 otherwise.
  private static func yearTime(_ rest: inout ArraySlice<UInt8>) -> YearTime? {
    guard take(",", &rest) else { return nil }
    let day: YearTime.Day
    if take("M", &rest) {
      guard let month = number(&rest, in: 1...12), take(".", &rest),
        let week = number(&rest, in: 1...5), take(".", &rest),
        let weekday = number(&rest, in: 0...6)
      else { return nil }
      day = .weekday(weekday, week: week, month: month)
    } else if take("J", &rest) {
      guard let number = number(&rest, in: 1...365) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = number(&rest, in: 0...365) else { return nil }
      day = .fromZero(number)
    }
    guard take("/", &rest) else { return YearTime(day: day, second: 7_200) }
    return time(&rest, hours: changeHours).map { YearTime(day: day, second: $0) }
  }

  /// A number of at most three digits.
  private static func number(
    _ rest: inout ArraySlice<UInt8>, in range: ClosedRange<Int64>
  ) -> Int64? {
    let digits = rest.prefix(3).prefix { (48...57).contains($0) }
    rest = rest.dropFirst(digits.count)
    let number = digits.reduce(0) { $0 * 10 + Int64($1) - 48 }
    return !digits.isEmpty && range.contains(number) ? number : nil
  }

  private static func take(_ letter: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: letter) else { return false }
    rest.removeFirst()
    return true
  }
}
