import Events
import EventSchema
import Schema

extension PlannedText {
  /// The most changed dates that are named; of further ones the number is told.
  static let mostOtherwise = 12

  /// Returns the dates of an event that are otherwise than its rule says: those to come, and how many more there are.
  func otherwise(_ dates: Occurrences, of event: EventView) -> [Line] {
    let all = dates.otherwise
    let coming = all.filter { max($0.original, $0.date?.end ?? $0.original) > now }
    let named = coming.prefix(Self.mostOtherwise)
    var lines = named.map { Line("  " + text($0, of: event)) }
    guard all.count > named.count else { return lines }
    let past = all.count - coming.count
    let rest = all.count - named.count
    let more = "\(rest) \(named.isEmpty ? "" : "more ")\(Count.word(rest, "date is", "dates are"))"
    let over = past > 0 ? ", \(past) of them past" : ""
    lines.append(Line("  \(more) moved, changed or cancelled\(over)", .faint))
    return lines
  }

  private func text(_ one: Occurrences.Otherwise, of event: EventView) -> String {
    func day(_ start: Int64, _ isOfDays: Bool) -> String {
      guard isOfDays else { return calendar.text(start) }
      return ((try? EventCalendar(zone: event.start.zone)) ?? calendar).dayText(start)
    }
    var text = day(one.original, event.allDay)
    if let date = one.date {
      let isMoved = date.start != one.original || date.isOfDays != event.allDay
      text += isMoved ? " is on \(day(date.start, date.isOfDays))" : " is otherwise"
      let (name, place) = (date.name ?? event.name, date.said?.place ?? event.place)
      let said = [name == event.name ? "" : name, place == event.place ? "" : place]
      let words = said.filter { !$0.isEmpty }.map(\.plain).joined(separator: ", ")
      if !words.isEmpty { text += ": \(words)" }
    } else {
      text += " is cancelled"
    }
    return text + (one.isFromThenOn ? ", with all later dates" : "")
  }
}
