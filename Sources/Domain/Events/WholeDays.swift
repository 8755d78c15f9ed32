import Schema

/// The days of an event that a calendar file gives as days, without hours (RFC 5545, section 3.3.4).
///
/// Such an event begins at a midnight and ends at one, in the time zone in which it is meant. That its file said so is kept as a
/// line beside it, so that it is written in the same way for as long as it holds.
struct WholeDays {
  /// The property of that line.
  static let property = "X-PARLOR-DAY"
  /// That line.
  static let line = property + ":TRUE\n"

  /// The first day.
  let first: EventCalendar.Day
  /// The day after the last one.
  let end: EventCalendar.Day

  /// - Returns: nil where an event begins or ends within a day, or its zone is not known here.
  init?(_ start: EventTime, minutes: UInt32) {
    guard let calendar = try? EventCalendar(zone: start.zone) else { return nil }
    func midnight(_ instant: Int64) -> EventCalendar.Day? {
      let day = calendar.day(of: instant).day
      return calendar.instant(day, hour: 0, minute: 0) == instant ? day : nil
    }
    guard let first = midnight(start.milliseconds),
      let end = midnight(start.milliseconds + Int64(minutes) * 60_000), minutes > 0
    else { return nil }
    (self.first, self.end) = (first, end)
  }

  /// What a file says beside the rest, without the word that it names days.
  static func without(_ others: String) -> String { CalendarLine.without(property, others) }

  /// Whether that word is among it.
  static func isSaid(in others: String) -> Bool { without(others).utf8.count < others.utf8.count }
}
