import EventSchema
import Schema

extension ToDoView {
  /// The to-do as it is on its next date, which a calendar file may have changed (row E-63).
  ///
  /// For people alone: files are written with the date of the rule, and the changed dates beside it.
  public var onItsDate: ToDoView {
    guard !done, !changes.isEmpty, hasStart || hasDue else { return self }
    var view = onOpenDate
    let first = view.hasStart ? view.start : view.due
    guard let lines = view.component(on: first) else { return view }
    let names = Set(lines.map(\.name))
    var reading = CalendarReading(home: first.zone, zones: zones)
    guard let said = try? reading.toDo(lines), !said.done else { return view }
    if names.contains("SUMMARY") { view.text = said.text }
    if names.contains("DESCRIPTION") { view.notes = said.notes }
    if names.contains("STATUS") { view.status = said.status }
    if names.contains("PERCENT-COMPLETE") { view.percent = said.percent }
    if names.contains("PRIORITY") { view.priority = said.priority }
    if let start = said.start { view.start = start }
    if let due = said.due {
      view.due = due
      view.allDay = said.isOfDays
    }
    return view
  }

  /// The same on its first date that another program has not done or cancelled.
  private var onOpenDate: ToDoView {
    let first = hasStart ? start : due
    let dates = Occurrences(
      first, minutes: 0, isOfDays: allDay, repeats: repeats, changes: changes)
    guard let open = ToDoDates.open(dates) else { return self }
    let calendar = dates.calendar
    let seconds = calendar.wall(of: open.original) - calendar.wall(of: dates.first)
    var view = self
    if hasStart { view.start = ToDoDates.moved(start, by: seconds) }
    if hasDue { view.due = ToDoDates.moved(due, by: seconds) }
    return view
  }

  /// Returns the properties that a file gives one date alone, without nested components; nil where it gives none.
  private func component(on date: EventTime) -> [CalendarLine]? {
    var component: [String] = []
    for text in changes.split(separator: "\n").map(String.init) {
      if text == "BEGIN:VTODO" { component = [] }
      component.append(text)
      guard text == "END:VTODO" else { continue }
      let whole = component.joined(separator: "\n")
      let dates = Occurrences(date, minutes: 0, isOfDays: allDay, changes: whole)
      guard dates.changes.keys.contains(date.milliseconds) else { continue }
      return CalendarSource(component: whole).lines
    }
    return nil
  }
}
