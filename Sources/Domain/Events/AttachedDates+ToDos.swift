import EventSchema
import Feature
import Schema

/// The single dates of a to-do, which stay attached to their dates as those of an event do (rows E-67 and P-26).
///
/// A tick moves a to-do to its next date and leaves all others where they are: only another hour or day is a move.
extension AttachedDates {
  /// The form in which to-dos are read and written.
  static let formOfToDos = BodyForm<ToDo>(
    opened: { settled(TickedDates.settled($0)) }, carried: { toDo, _ in attached(toDo) })

  /// Changed dates without the start for which they were written.
  static func plain(_ changes: String) -> String {
    guard changes.contains(start) else { return changes }
    return CalendarSource.lines(changes) { !$0.hasPrefix(start) }
  }

  /// A to-do whose changed dates each name the start for which they were written; a new one names the present start.
  private static func attached(_ toDo: ToDo) -> ToDo {
    guard !toDo.changes.isEmpty, let event = dated(toDo) else { return toDo }
    let now = line(of: event)
    var attached = toDo
    attached.changes = EventDates.components(of: event).map { change in
      guard !change.text.contains("\n\(start);") else { return change.text }
      return EventDates.component(change.text) { $0.replace([start], with: [now]) }
    }.joined()
    return attached
  }

  /// A to-do with its changed dates at the start that it has now.
  private static func settled(_ toDo: ToDo) -> ToDo {
    guard toDo.changes.contains(start), let event = dated(toDo) else { return toDo }
    let now = line(of: event)
    var settled = toDo
    settled.changes = EventDates.components(of: event).map { change in
      let lines = CalendarSource(component: change.text).lines
      let isDay = lines.first { $0.name == "RECURRENCE-ID" }?.isDay == true
      guard let then = lines.first(where: { $0.name == start }),
        then.content != now || isDay != event.allDay,
        let move = move(of: event, from: then, isDay: isDay), !isTick(from: move.before, to: event)
      else { return change.text }
      var before = move.before
      before.changes = plain(change.text)
      return move.moved.changes(EventDates.components(of: before))
    }.joined()
    return settled
  }

  /// Whether a start is a later date of the same rules, also one whose hour was changed.
  private static func isTick(from before: EventSchema.Event, to event: EventSchema.Event) -> Bool {
    guard before.allDay == event.allDay, before.start.milliseconds < event.start.milliseconds else {
      return false
    }
    var rules = before
    rules.changes = ""
    var dates = Occurrences(rules)
    dates.rules = dates.rules.map(\.endless)
    let start = event.start.milliseconds
    return dates.list(from: start, to: start, limit: 1).first != nil
  }

  /// The dates of a to-do as those of an event; nil for one without a date.
  static func dated(_ toDo: ToDo) -> EventSchema.Event? {
    guard let first = ToDoDates.first(of: toDo) else { return nil }
    return .with {
      ($0.start, $0.allDay, $0.minutes) = (EventRules.bounded(first), toDo.allDay, 0)
      ($0.repeats, $0.changes, $0.zones) = (toDo.repeats, toDo.changes, toDo.zones)
    }
  }
}
