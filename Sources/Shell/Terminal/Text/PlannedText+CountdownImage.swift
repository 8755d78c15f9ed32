import Events
import EventSchema
import Schema

extension PlannedText {
  /// Makes the picture of an event's countdown, in the words of the other views.
  ///
  /// - Parameter unit: in which the sentence counts.
  public func snapshot(of event: EventView, unit: CountdownUnit) -> CountdownImage {
    var plain = event
    plain.name = event.name.plain
    return CountdownImage(
      plain, now: now, in: calendar, unit: unit,
      when: when(event, EventCalendar.next(event, now: now)),
      ago: Self.ago)
  }

  /// "3 d 4 h ago".
  static func ago(_ countdown: Countdown) -> String {
    "\(ClockText.duration(days: countdown.days, seconds: countdown.rest)) ago"
  }
}
