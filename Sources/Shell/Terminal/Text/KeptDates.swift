import Events
import EventSchema
import Schema

/// The dates of a series that a change of all dates has left as they were: each that was changed by itself stands for itself.
public enum KeptDates {
  /// The most dates that are named.
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
    var days = kept.prefix(most).map { calendar.dayText($0.start) }
    if kept.count > most { days.append("\(kept.count - most) more") }
    let dates = Count.of(
      kept.count, "date was changed by itself and stays",
      "dates were changed by themselves and stay")
    return "\(dates) as before (\(days.joined(separator: ", "))): --on changes one."
  }

  /// A sentence about the costs of a series that was split now; nil where it has none, or was not split.
  ///
  /// - Parameters:
  ///   - parts: the parts of the series as they were before.
  ///   - part: the part that was changed.
  public static func costs(of parts: [EventView], splitInto part: EventView) -> String? {
    guard !parts.contains(where: { $0.id == part.id }),
      parts.contains(where: { !$0.budget.isEmpty })
    else { return nil }
    return "Costs have no date: those of \(parts[0].name.plain) stay with its earlier dates."
  }

  /// A sentence about what is to be done for one part of a series that was taken to another room alone: it goes with the part for which
  /// it was made. Nil where all of it is as before.
  ///
  /// - Parameters:
  ///   - before: the part as it was.
  ///   - now: the part as it is there.
  public static func toDos(of before: EventView, shared now: EventView) -> String? {
    let (old, new) = (before.toDos.map(\.text), now.toDos.map(\.text))
    let sentences = [
      ("What was made for another part stays with it", old.filter { !new.contains($0) }),
      ("What is to be done on dates of another part goes along", new.filter { !old.contains($0) }),
    ].filter { !$0.1.isEmpty }.map { sentence, texts in
      let more = texts.count > most ? ["\(texts.count - most) more"] : []
      return "\(sentence): \((texts.prefix(most).map(\.plain) + more).joined(separator: ", "))."
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// A sentence about parts of a series that a command did not reach, since they are in other rooms; nil where there are none.
  ///
  /// - Parameters:
  ///   - parts: those in other rooms.
  ///   - deed: the command that another part was given, as `edit`.
  ///   - outcome: the end of the sentence about one such part, and about several.
  public static func parts(
    elsewhere parts: [EventView], _ deed: String,
    outcome: (one: String, several: String) = ("stays as before", "stay as before")
  ) -> String? {
    guard !parts.isEmpty else { return nil }
    let places = parts.prefix(most).map { "\(ShortID.text($0.id)) in \($0.roomName.plain)" }
    let more = parts.count > most ? ["\(parts.count - most) more"] : []
    let all = (places + more).joined(separator: ", ")
    let stay = Count.of(
      parts.count, "part of the series is in another room and \(outcome.one)",
      "parts of the series are in other rooms and \(outcome.several)")
    return "\(stay) (\(all)): `parlor event \(deed)` with an id means that part."
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
