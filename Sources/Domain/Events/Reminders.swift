import EventSchema
import Feature
import Schema

/// A reminder of an event that has come, for our person (row E-53).
public struct Reminder: Equatable, Sendable {
  /// The event as it was when it came.
  public var event: EventLine
  /// The instant at which it came: milliseconds since 1970.
  public var instant: Int64
  /// Whether it came while nobody was there to tell of it.
  public var isMissed: Bool
}

/// The choice of the events with reminders, and of their time (rows E-02 and E-53). The clock is an argument.
public enum Reminders {
  /// The number of soonest events with reminders where nothing else is set.
  public static let limit = 64
  /// The most that can be set.
  public static let mostLimit = 10_000
  /// The longest delay of a reminder, in milliseconds: an event told of later was missed.
  public static let grace: Int64 = 60_000

  /// The places of the soonest events that come after an instant and that our person is told of, the soonest first: of what
  /// strangers write in a room for everybody nobody is told.
  ///
  /// Nobody is told of an event without a date, or of one whose dates take more steps than are left to find.
  ///
  /// - Parameters:
  ///   - limit: the most reminders.
  ///   - steps: what finding their dates may take.
  public static func upcoming(
    _ events: [EventLine], after instant: Int64, limit: Int, within steps: RuleSteps = RuleSteps()
  ) -> [(place: Int, instant: Int64)] {
    var found: [(place: Int, instant: Int64)] = []
    for place in events.indices where events[place].own || events[place].paired {
      let dates = Occurrences(events[place], within: steps)
      guard let next = dates.next(after: instant)?.start, !dates.isCut else { continue }
      found.append((place, next))
    }
    found.sort { left, right in
      left.instant != right.instant
        ? left.instant < right.instant : events[left.place].id < events[right.place].id
    }
    return Array(found.prefix(limit))
  }

  /// Returns the events that have come since our person was last told, the soonest first, and the instant of the next one.
  ///
  /// - Parameters:
  ///   - told: until when everything was told; see `Due.since`.
  ///   - now: milliseconds since 1970, as is `told`.
  ///   - limit: the number of soonest events with reminders.
  public static func look(
    at events: [EventLine], told: Int64, now: Int64, limit: Int
  ) -> (due: [Reminder], next: Int64?) {
    let since = Due.since(told, now: now)
    let steps = RuleSteps()
    let due = upcoming(events, after: since, limit: limit, within: steps).prefix {
      $0.instant <= now
    }.map {
      Reminder(event: events[$0.place], instant: $0.instant, isMissed: now - $0.instant > grace)
    }
    let next = upcoming(events, after: max(since, now), limit: 1, within: steps)
    return (due, next.first?.instant)
  }
}
