import EventSchema
import Feature
import Identifiers
import Schema

/// The dates of a part of a series by its rules alone, which are read once for all that is asked.
struct PartDates {
  private let rules: Occurrences

  init(_ part: EventSchema.Event) {
    rules = Occurrences(
      EventRules.bounded(part.start), minutes: 0, isOfDays: part.allDay, repeats: part.repeats)
  }

  /// Whether they have a date.
  func has(_ original: Int64) -> Bool {
    rules.list(from: original, to: original, limit: 1).contains { $0.start == original }
  }

  /// Whether they have this date or a later one.
  func reach(_ original: Int64) -> Bool { !rules.list(from: original, limit: 1).isEmpty }
}

/// The rests that a part of a series names, with their dates. Each is read once, and those behind it when they are asked for.
final class RestDates {
  private let home: any Snapshot
  private let rests: [(event: EventSchema.Event, dates: PartDates)]
  /// Whether a rest is named that is gone, or not known here.
  private let isOneGone: Bool
  private var behind: [Int: RestDates] = [:]

  init(of part: EventSchema.Event, _ home: any Snapshot) throws {
    let named = SplitSeries.items(SplitSeries.rest, in: part.repeats)
    self.home = home
    rests = try named.compactMap { try SplitSeries.part($0, home) }
      .map { ($0.event, PartDates($0.event)) }
    isOneGone = rests.count < named.count
  }

  /// Whether a date after the end of the part belongs to a rest, or belonged to one that is deleted. Deleting a rest deletes all of
  /// its dates.
  ///
  /// - Parameter depth: the longest chain of rests that is followed.
  func has(_ original: Int64, depth: Int = SplitSeries.deepest) throws -> Bool {
    guard !rests.contains(where: { $0.dates.has(original) }) else { return true }
    let begun = rests.indices.filter {
      EventRules.bounded(rests[$0].event.start).milliseconds <= original
    }
    let last = begun.max {
      rests[$0].event.start.milliseconds < rests[$1].event.start.milliseconds
    }
    guard depth > 0, let last else { return isOneGone }
    guard !rests[last].dates.reach(original) else { return false }
    if isOneGone { return true }
    let next = try behind[last] ?? RestDates(of: rests[last].event, home)
    behind[last] = next
    return try next.has(original, depth: depth - 1)
  }
}

extension Occurrences {
  /// Whether the rules would have a date if they had no end; any is one where there are no rules.
  func wouldHave(_ original: Int64) -> Bool {
    let (start, wall) = (calendar.wall(of: first), calendar.wall(of: original))
    return rules.isEmpty
      || rules.contains { rule in
        var dates = RepeatDates(rule.endless, start: start, from: wall, until: wall)
        return dates.next() == wall
      }
  }
}
