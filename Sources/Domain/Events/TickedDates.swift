import EventSchema
import Feature
import Schema

/// The date of a to-do that was done last, beside the rule that counts from the next one (rows E-67 and P-26).
///
/// One person may move the whole to-do while another ticks its date: they write two fields, and the move is of the date that is done.
/// The next date moves with it, as `MovedStart` has it for all dates. People, files and other programs do not see this line.
enum TickedDates {
  private static let mark = "X-PARLOR-TICKED"

  /// The line that says which date was done, and which one is the next.
  static func line(from old: EventTime, to new: EventTime) -> String {
    let dates = [old, new].map { CalendarText.instant($0.milliseconds) }.joined(separator: "/")
    return "\(mark);TZID=\(old.zone):\(dates)\n"
  }

  /// The lines of a repetition without it.
  static func unmarked(_ repeats: String) -> String {
    guard repeats.contains(mark) else { return repeats }
    return CalendarSource.lines(repeats) { !$0.hasPrefix(mark) }
  }

  /// Forgets the date that was done where somebody who knows of that moves the to-do to it again.
  static func forget(in toDo: inout ToDo) {
    guard let tick = tick(of: toDo), let first = ToDoDates.first(of: toDo), tick.isDone(first)
    else { return }
    toDo.repeats = unmarked(toDo.repeats)
  }

  private struct Tick {
    let old: EventTime
    let new: EventTime

    /// Whether a start is that of the date that is done, moved by somebody, and not that of the next one.
    func isDone(_ start: EventTime) -> Bool {
      let start = EventRules.bounded(start).milliseconds
      return abs(start - old.milliseconds) < abs(start - new.milliseconds)
    }
  }

  private static func tick(of toDo: ToDo) -> Tick? {
    guard toDo.repeats.contains(mark) else { return nil }
    let text = toDo.repeats.split(separator: "\n").last { $0.hasPrefix(mark) }
    guard let line = text.flatMap({ CalendarLine(String($0), number: 0) }),
      let zone = line.parameters["TZID"]
    else { return nil }
    let dates = line.value.split(separator: "/").compactMap { CalendarTime(String($0)) }
    guard dates.count == 2, dates.allSatisfy(\.isWorld) else { return nil }
    let times = dates.map { date in
      EventTime.with { ($0.milliseconds, $0.zone) = (date.wall * 1_000, zone) }
    }
    return Tick(old: times[0], new: times[1])
  }

  /// A to-do on the date after the one that is done.
  static func settled(_ toDo: ToDo) -> ToDo {
    guard let tick = tick(of: toDo), let first = ToDoDates.first(of: toDo).map(EventRules.bounded),
      tick.isDone(first)
    else { return toDo }
    var before = EventSchema.Event()
    (before.start, before.allDay, before.repeats) = (tick.old, toDo.allDay, toDo.repeats)
    var after = before
    after.start = first
    let next = MovedStart(before, to: after)?.date(tick.new.milliseconds)
    let calendar = (try? EventCalendar(zone: first.zone)) ?? .world
    let wall = calendar.wall(of: next ?? tick.new.milliseconds)
    var settled = toDo
    ToDoDates.move(&settled, by: wall - calendar.wall(of: first.milliseconds))
    return settled
  }
}
