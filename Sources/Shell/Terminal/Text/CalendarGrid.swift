import Events
import EventSchema
import Schema

/// Months, weeks and agendas of events as lines of text (row E-72).
public struct CalendarGrid {
  /// A date of an event.
  public struct Entry {
    let event: EventLine
    let date: Occurrences.Occurrence

    /// The time at which it begins.
    public var start: Int64 { date.start }
    /// The name of the event on that date.
    public var name: String { date.name ?? event.name }

    /// Puts both together.
    public init(_ event: EventLine, _ date: Occurrences.Occurrence) {
      (self.event, self.date) = (event, date)
    }
  }

  private let calendar: EventCalendar
  private let now: Int64

  /// The lines of events in a day of a month.
  private static let linesPerDay = 3
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// Grids as somebody sees them who looks now.
  public init(_ calendar: EventCalendar, now: Int64) {
    (self.calendar, self.now) = (calendar, now)
  }

  // MARK: Times

  /// A day's month: its name, and the time that its weeks take, from a Monday to a Sunday.
  public func month(of day: EventCalendar.Day) -> (name: String, span: ClosedRange<Int64>) {
    let first = EventCalendar.Day(day.year, day.month, 1)
    let length = EventCalendar.length(of: day.month, in: day.year)
    let last = EventCalendar.Day(day.year, day.month, length)
    let span = week(of: first).lowerBound...week(of: last).upperBound
    return ("\(Self.months[day.month - 1]) \(day.year)", span)
  }

  /// A day in words: "November 21, 2026".
  public static func date(_ day: EventCalendar.Day) -> String {
    "\(months[day.month - 1]) \(day.day), \(day.year)"
  }

  /// The week of a day, from Monday to Sunday.
  public func week(of day: EventCalendar.Day) -> ClosedRange<Int64> {
    let noon = calendar.instant(day, hour: 12, minute: 0) ?? now
    let offset = (calendar.weekday(of: noon) + 5) % 7
    let monday = calendar.adding(-offset, to: day) ?? day
    return days(from: monday, count: 7)
  }

  /// Some days from one on.
  public func days(from day: EventCalendar.Day, count: Int) -> ClosedRange<Int64> {
    let first = calendar.instant(day, hour: 0, minute: 0) ?? now
    let end = calendar.adding(count, to: day).flatMap { calendar.instant($0, hour: 0, minute: 0) }
    return first...max(first, (end ?? first + 1) - 1)
  }

  // MARK: Lines

  /// Weeks, one below the other, with the events of each day.
  ///
  /// - Parameters:
  ///   - title: what stands above.
  ///   - month: days of other months are faint; nil for none.
  ///   - columns: of the terminal.
  public func grid(
    _ entries: [Entry], _ span: ClosedRange<Int64>, title: String, month: Int?, columns: Int
  ) -> [Line] {
    let width = max(6, (min(columns, 200) - 1) / 7)
    var heading = Line(" ")
    for name in Self.weekdays { heading.add(Columns.fit(name, to: width), .faint) }
    var lines = [Line(" " + title, .bold), heading]
    let days = daysIn(span)
    for start in stride(from: 0, to: days.count, by: 7) {
      let week = days[start..<min(start + 7, days.count)].map { day in
        (day, entries.filter { isOn($0, day) })
      }
      var numbers = Line(" ")
      for (day, _) in week {
        let isToday = day == calendar.day(of: now).day
        let text = isToday ? "[\(day.day)]" : "\(day.day)"
        let isOther = month.map { $0 != day.month } ?? false
        numbers.add(Columns.fit(text, to: width), isToday ? .bold : isOther ? .faint : .normal)
      }
      lines.append(numbers)
      let most = week.map(\.1.count).max() ?? 0
      let rows = month == nil ? most : min(most, Self.linesPerDay)
      for row in 0..<rows {
        var line = Line(" ")
        for (day, all) in week {
          let isRest = row == rows - 1 && all.count > rows
          let text =
            isRest
            ? "+\(all.count - row) more" : row < all.count ? short(all[row], on: day) : ""
          line.add(Columns.fit(Columns.clip(text, to: width - 1), to: width))
        }
        lines.append(line)
      }
    }
    return lines
  }

  /// The events of days, each day with its name; days without any are left out.
  public func agenda(_ entries: [Entry], _ span: ClosedRange<Int64>) -> [Line] {
    var lines: [Line] = []
    for day in daysIn(span) {
      let all = entries.filter { isOn($0, day) }
      guard !all.isEmpty, let noon = calendar.instant(day, hour: 12, minute: 0) else { continue }
      if !lines.isEmpty { lines.append(Line()) }
      let isToday = day == calendar.day(of: now).day
      let name = calendar.dayText(noon) + (isToday ? ", today" : "")
      lines.append(Line("  " + name, .bold))
      for entry in all {
        var line = Line("  ")
        line.add(hours(entry, on: day), .faint, fit: 13)
        line.add(entry.name.plain)
        line.add("  \(entry.event.roomName.plain)", .faint)
        if let status = PlannedText.status(entry.event.status) { line.add(" · \(status)", .faint) }
        lines.append(line)
      }
    }
    return lines
  }

  private func daysIn(_ span: ClosedRange<Int64>) -> [EventCalendar.Day] {
    var days: [EventCalendar.Day] = []
    var day: EventCalendar.Day? = calendar.day(of: span.lowerBound).day
    let last = calendar.day(of: span.upperBound).day
    while let next = day, days.count < 400 {
      days.append(next)
      day = next == last ? nil : calendar.adding(1, to: next)
    }
    return days
  }

  /// Whole days are those of their own time zone, hours those of ours.
  private func isOn(_ entry: Entry, _ day: EventCalendar.Day) -> Bool {
    let own = entry.date.isOfDays ? (try? EventCalendar(zone: entry.event.zone)) : nil
    let span = CalendarGrid(own ?? calendar, now: now).days(from: day, count: 1)
    return entry.date.start <= span.upperBound
      && (entry.date.end > span.lowerBound || entry.date.start >= span.lowerBound)
  }

  private func hour(_ instant: Int64) -> String { String(calendar.text(instant).suffix(5)) }

  private func hours(_ entry: Entry, on day: EventCalendar.Day) -> String {
    guard !entry.date.isOfDays else { return "all day" }
    let span = days(from: day, count: 1)
    let (begins, ends) = (
      span.contains(entry.date.start), entry.date.end <= span.upperBound + 1
    )
    switch (begins, ends) {
    case (true, true) where entry.date.end == entry.date.start: return hour(entry.date.start)
    case (true, true): return "\(hour(entry.date.start))-\(hour(entry.date.end))"
    case (true, false): return "\(hour(entry.date.start))-"
    case (false, true): return "-\(hour(entry.date.end))"
    case (false, false): return "all day"
    }
  }

  private func short(_ entry: Entry, on day: EventCalendar.Day) -> String {
    let name = entry.name.plain
    let isBegun = days(from: day, count: 1).contains(entry.date.start)
    return "\(entry.date.isOfDays || !isBegun ? "" : hour(entry.date.start) + " ")\(name)"
  }
}
