import Schema

/// What our person is to be told of an event that has come (row E-53).
public struct Reminder: Equatable, Sendable {
  /// The event as it was when it came.
  public var event: EventView
  /// When that was: milliseconds since 1970.
  public var instant: Int64
  /// It came while nobody was there to tell of it.
  public var isMissed: Bool
}

/// Which events our person is told of, and when (rows E-02 and E-53). The clock is an argument.
public enum Reminders {
  /// So many of the soonest events are told of where nothing else is set.
  public static let limit = 64
  /// The most that can be set.
  public static let mostLimit = 10_000
  /// What is told of later than this was missed, in milliseconds.
  public static let grace: Int64 = 60_000

  /// A clock that is set back by less than this in milliseconds makes nothing be told twice.
  public static let mostAhead: Int64 = 86_400_000

  /// Whether an event is one to be told of: what strangers write in a room for everybody is not.
  public static func concerns(_ event: EventView) -> Bool {
    !event.deleted && (event.own || event.paired)
  }

  /// The events of which the soonest come after an instant, each with when it comes, the soonest first.
  public static func upcoming(
    _ events: [EventView], after instant: Int64, limit: Int
  ) -> [(event: EventView, instant: Int64)] {
    let all = events.compactMap { event -> (event: EventView, instant: Int64)? in
      guard concerns(event) else { return nil }
      let next = EventCalendar.next(event, now: instant)
      return next > instant ? (event, next) : nil
    }
    return Array(all.sorted { ($0.instant, $0.event.id) < ($1.instant, $1.event.id) }.prefix(limit))
  }

  /// What has come since our person was last told, the soonest first, and when the next one comes.
  ///
  /// - Parameters:
  ///   - told: until when everything was told; where that is more than a day ahead, a clock was wrong then, and it is now.
  ///   - now: milliseconds since 1970, as is `told`.
  ///   - limit: so many of the soonest events are told of.
  public static func look(
    at events: [EventView], told: Int64, now: Int64, limit: Int
  ) -> (due: [Reminder], next: Int64?) {
    let told = told - now > mostAhead ? now : told
    let upcoming = upcoming(events, after: told, limit: limit)
    let due = upcoming.prefix { $0.instant <= now }.map {
      Reminder(event: $0.event, instant: $0.instant, isMissed: now - $0.instant > grace)
    }
    return (due, self.upcoming(events, after: max(told, now), limit: 1).first?.instant)
  }
}
