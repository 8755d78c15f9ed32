import Commands
import Events
import EventSchema
import Schema
import Terminal

/// The first date of what comes again, where its rule has none on the day that was typed.
enum FirstDate {
  /// A sentence that says which date it is; nil where it is the one that was typed.
  ///
  /// - Parameters:
  ///   - typed: the date as it was typed; nil for none.
  ///   - isOfDays: whether a day without an hour was meant as a whole.
  ///   - rule: how often it comes, as it was typed; nil for nothing.
  ///   - zone: the time zone in which both are meant.
  ///   - now: milliseconds since 1970.
  static func text(
    _ start: EventTime, typed: String?, isOfDays: Bool, rule: String?, zone: String, now: Int64
  ) -> String? {
    guard let typed, rule != nil, let calendar = try? EventCalendar(zone: zone),
      let wanted = try? DateText.instant(typed, calendar, now: now, isOfDays: isOfDays)
    else { return nil }
    let (meant, first) = (calendar.day(of: wanted), calendar.day(of: start.milliseconds))
    let texts = [calendar.text(start.milliseconds), calendar.text(wanted)]
    guard meant.day == first.day else {
      let days = [start.milliseconds, wanted].map(calendar.dayText)
      return "The first date is \(days[0]), as the rule has none on \(days[1])."
    }
    // A day alone says nothing about hours.
    guard meant.hour + meant.minute > 0, (meant.hour, meant.minute) != (first.hour, first.minute)
    else { return nil }
    return "The first date is \(texts[0]), as the rule has none on \(texts[1])."
  }

  /// Says it to people.
  static func tell(
    _ start: EventTime, typed: String?, isOfDays: Bool, rule: String?, zone: String?,
    isScript: Bool
  ) throws {
    let zone = try LocalZone.name(zone)
    guard
      let text = text(
        start, typed: typed, isOfDays: isOfDays, rule: rule, zone: zone, now: SessionLoop.wall)
    else { return }
    // A script reads the answer alone.
    Output.note(text, isScript: isScript)
  }
}
