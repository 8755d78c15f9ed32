import Events
import EventSchema
import Schema

/// The dates of a series that a change of all dates has left as they were: each that was changed by itself stands for itself.
public enum KeptDates {
  /// So many are named.
  private static let most = 5

  /// A sentence that names them; nil where there are none.
  ///
  /// - Parameters:
  ///   - wanted: the change.
  ///   - event: the event as it is then.
  ///   - calendar: that of the reader's time zone.
  public static func text(
    _ wanted: EventDraft, of event: EventView, _ calendar: EventCalendar
  ) -> String? {
    let all = Occurrences(event).list(from: EventRules.earliest, limit: Occurrences.most)
    let kept = all.filter { isOther($0, wanted, event) }
    guard !kept.isEmpty else { return nil }
    var days = kept.prefix(most).map { String(calendar.text($0.start).dropLast(6)) }
    if kept.count > most { days.append("\(kept.count - most) more") }
    let dates = Count.of(
      kept.count, "date was changed by itself and stays",
      "dates were changed by themselves and stay")
    return "\(dates) as before (\(days.joined(separator: ", "))): --on changes one."
  }

  /// Whether a date says something else than a change of all dates wanted.
  private static func isOther(
    _ date: Occurrences.Occurrence, _ wanted: EventDraft, _ event: EventView
  ) -> Bool {
    guard let said = date.said else { return false }
    return wanted.hasName && date.name.map { $0 != event.name } ?? false
      || wanted.hasNotes && said.notes != event.notes
      || wanted.hasPlace && said.place != event.place
      || wanted.hasURL && said.url != event.url
      || wanted.hasStatus && said.status != event.status
      || wanted.hasMinutes && !event.allDay && !date.isOfDays
        && date.end - date.start != Int64(event.minutes) * 60_000
  }
}
