import Schema

/// A day, or a day and an hour, as calendar files have it (RFC 5545, sections 3.3.4 and 3.3.5).
public struct CalendarTime: Equatable, Sendable {
  /// Seconds since 1970 as clocks on walls show them.
  public var wall: Int64
  /// Whether it has no hour.
  public var isDay = false
  /// Whether it is one of UTC.
  public var isWorld = false

  init(wall: Int64, isDay: Bool = false, isWorld: Bool = false) {
    (self.wall, self.isDay, self.isWorld) = (wall, isDay, isWorld)
  }

  /// Reads 20261224, 20261224T180000 or 20261224T170000Z; nil for anything else, and for days that do not exist.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    let isWorld = digits.last == UInt8(ascii: "Z") || digits.last == UInt8(ascii: "z")
    let size = digits.count - (isWorld ? 1 : 0)
    guard size == 8 && !isWorld || size == 15 && digits[8] & 0xdf == UInt8(ascii: "T") else {
      return nil
    }
    func number(_ range: Range<Int>) -> Int? {
      var number = 0
      for digit in digits[range] {
        guard (48...57).contains(digit) else { return nil }
        number = number * 10 + Int(digit) - 48
      }
      return number
    }
    guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8),
      (1...9_999).contains(year), (1...12).contains(month), day >= 1,
      day <= EventCalendar.length(of: month, in: year)
    else { return nil }
    var second: Int64 = 0
    if size == 15 {
      guard let hours = number(9..<11), let minutes = number(11..<13),
        let seconds = number(13..<15), hours < 24, minutes < 60, seconds <= 60
      else { return nil }
      // A leap second is the second before it.
      second = Int64(hours * 3_600 + minutes * 60 + min(seconds, 59))
    }
    let days = EventCalendar.number(of: EventCalendar.Day(year, month, day))
    self.init(wall: days * 86_400 + second, isDay: size == 8, isWorld: isWorld)
  }

  /// As files have it.
  public var text: String {
    let days = wall >= 0 ? wall / 86_400 : (wall - 86_399) / 86_400
    let (day, second) = (EventCalendar.day(days), Int(wall - days * 86_400))
    func padded(_ number: Int, _ digits: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let date = padded(day.year, 4) + padded(day.month, 2) + padded(day.day, 2)
    if isDay { return date }
    return date + "T" + padded(second / 3_600, 2) + padded(second / 60 % 60, 2)
      + padded(second % 60, 2) + (isWorld ? "Z" : "")
  }
}
