import Schema

/// The units in which people wait (row E-19).
public enum CountdownUnit: Int, CaseIterable, Comparable, Sendable {
  case seconds = 1
  case minutes = 60
  case hours = 3_600
  case days = 86_400
  case weeks = 604_800

  /// In seconds.
  public var length: Int64 { Int64(rawValue) }

  /// "Week" or "Weeks".
  public func name(_ count: Int64) -> String {
    let plural =
      switch self {
      case .seconds: "Seconds"
      case .minutes: "Minutes"
      case .hours: "Hours"
      case .days: "Days"
      case .weeks: "Weeks"
      }
    return count < 2 ? String(plural.dropLast()) : plural
  }

  public static func < (left: CountdownUnit, right: CountdownUnit) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The time until an instant: computed again at each look at the clock, never counted down (row E-20).
public struct Countdown: Equatable, Sendable {
  /// Whole seconds that are left, the one that has begun among them; 0 for what is past.
  public let seconds: Int64
  /// Whether the instant has come (row E-23).
  public let isPast: Bool
  /// Whole seconds since then; 0 before.
  public let elapsed: Int64
  /// Whole days that are left, or that have gone since then, between the same times of day.
  public let days: Int64
  /// Seconds beside the days.
  public let rest: Int64

  /// - Parameters:
  ///   - target: milliseconds since 1970.
  ///   - now: milliseconds since 1970.
  ///   - calendar: of the person who waits. A day in which clocks are changed is one day there; without it a day has 24 hours.
  public init(to target: Int64, now: Int64, in calendar: EventCalendar = .world) {
    let (left, overflow) = target.subtractingReportingOverflow(now)
    let milliseconds = overflow ? (target < now ? .min : .max) : left
    isPast = milliseconds <= 0
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    seconds = isPast ? 0 : whole + (rest > 0 ? 1 : 0)
    elapsed = isPast ? Int64(whole.magnitude) : 0
    let length = isPast ? elapsed : seconds
    // The second that has begun counts as a whole one.
    let (time, isFar) = length.multipliedReportingOverflow(by: 1_000)
    let (begin, isBefore) = target.subtractingReportingOverflow(time)
    guard !isFar, !isBefore else {
      (days, self.rest) = length.quotientAndRemainder(dividingBy: CountdownUnit.days.length)
      return
    }
    let span =
      isPast
      ? calendar.daysAndRest(from: target, to: target &+ time)
      : calendar.daysAndRest(from: begin, to: target)
    (days, self.rest) = (span.days, span.rest / 1_000)
  }

  private init(seconds: Int64, days: Int64, rest: Int64) {
    (self.seconds, self.days, self.rest) = (seconds, days, rest)
    isPast = false
    elapsed = 0
  }

  /// Each unit with what is left of it beside the greater ones: together they are all the days and seconds.
  public var parts: [(unit: CountdownUnit, count: Int64)] {
    guard !isPast else { return CountdownUnit.allCases.reversed().map { ($0, 0) } }
    var rest = rest
    return [(.weeks, days / 7), (.days, days % 7)]
      + [CountdownUnit.hours, .minutes, .seconds].map { unit in
        defer { rest %= unit.length }
        return (unit, rest / unit.length)
      }
  }

  /// Returns how many times a unit fits into the time that is left.
  public func whole(_ unit: CountdownUnit) -> Int64 {
    switch unit {
    case .weeks: isPast ? 0 : days / 7
    case .days: isPast ? 0 : days
    case .hours, .minutes, .seconds: seconds / unit.length
    }
  }

  /// A unit can be chosen while it fits at least once (row E-21).
  public func has(_ unit: CountdownUnit) -> Bool { whole(unit) > 0 }

  /// The unit itself, or the greatest smaller one that is not used up.
  public func usable(_ unit: CountdownUnit) -> CountdownUnit {
    CountdownUnit.allCases.last { $0 <= unit && has($0) } ?? .seconds
  }

  /// "Only 3 + Weeks", "Only 1 Second" (row E-22).
  public func only(_ unit: CountdownUnit) -> String {
    let count = whole(unit)
    return "Only \(count) \(unit == .seconds ? "" : "+ ")\(unit.name(count))"
  }

  /// Without the first and the last day (rows E-24 and E-25).
  ///
  /// - Returns: nil where less than two days are left.
  public var withoutEnds: Countdown? {
    guard seconds >= MagicWand.length else { return nil }
    let left = seconds - MagicWand.length
    // Two days that have 49 hours may be one and its rest.
    return days >= 2
      ? Countdown(seconds: left, days: days - 2, rest: rest)
      : Countdown(seconds: left, days: 0, rest: left)
  }
}

/// Takes the first and the last day away from what is shown, and from nothing else (rows E-24 to E-28).
///
/// It belongs to one look at one event and is not kept: a new one is off.
public struct MagicWand: Equatable, Sendable {
  /// Two days, in seconds.
  public static let length: Int64 = 172_800

  /// Whether it is on now.
  public private(set) var isOn = false

  /// A wand that is off.
  public init() {}

  /// Turns it on or off; it stays off where less than two days are left.
  public mutating func wave(_ countdown: Countdown) {
    isOn = !isOn && countdown.withoutEnds != nil
  }

  /// Returns the countdown to be shown; turns the wand off once less than two days are left.
  public mutating func shown(_ countdown: Countdown) -> Countdown {
    guard isOn else { return countdown }
    guard let short = countdown.withoutEnds else {
      isOn = false
      return countdown
    }
    return short
  }

  /// Its label (row E-27).
  public var label: String { isOn ? "ON" : "OFF" }
}
