import Events
import EventSchema
import Schema

extension PlannedText {
  /// Returns the to-dos of an event, numbered from 1.
  public func toDos(of event: EventView) -> [Line] {
    event.toDos.enumerated().map { index, toDo in
      var line = numbered(toDo, index + 1)
      if toDo.personal, event.roomName != "personal" { line.add("  yours alone", .faint) }
      return line
    }
  }

  /// Something to do in a list of all of them, with its event or its room.
  ///
  /// - Parameter number: its place in the list, from 1; nil for none.
  public func toDo(_ toDo: ToDoView, _ number: Int?) -> Line {
    var line = numbered(toDo, number)
    if !toDo.event.isEmpty { line.add("  for \(toDo.eventName.plain)", .faint) }
    if toDo.roomName != "personal" { line.add("  in \(toDo.roomName.plain)", .faint) }
    if !toDo.own {
      let trust = MessageText.trust(
        in: toDo.authorName, isTaken: toDo.nameIsTaken, isKnown: toDo.paired || toDo.added)
      line.add(" · \(toDo.authorName.plain)\(trust)", .faint)
    }
    return line
  }

  /// Everything about something to do.
  public func lines(of whole: ToDoView) -> [Line] {
    let toDo = whole.onItsDate
    var lines = [self.toDo(whole, nil), Line("  \(ShortID.text(toDo.id))", .faint)]
    if toDo.hasStart { lines.append(Line("  from \(date(toDo.start, toDo)) on", .faint)) }
    if toDo.completed != 0 {
      let who = whole.completedByName.isEmpty ? "" : " by \(whole.completedByName.plain)"
      lines.append(Line("  last done \(calendar.text(toDo.completed))\(who)", .faint))
    }
    if !toDo.leftOut.isEmpty {
      let names = toDo.leftOut.map(\.plain).joined(separator: ", ")
      lines.append(Line("  left out, as a calendar program may act on it: \(names)", .faint))
    }
    if !toDo.notes.isEmpty {
      lines.append(Line())
      lines += toDo.notes.split(separator: "\n", omittingEmptySubsequences: false).map {
        Line("  " + PlainText(String($0), longest: EventRules.notes).description)
      }
    }
    return lines
  }

  /// The sentence on something to do that is late or due within a day; nil where there is time, or it is done.
  func due(_ whole: ToDoView) -> String? {
    let toDo = whole.onItsDate
    guard toDo.isOpen, toDo.hasDue, end(toDo) <= now + 86_400_000 else { return nil }
    let verb = end(toDo) <= now ? "was" : "is"
    return "\"\(toDo.text.plain)\" \(verb) due \(date(toDo.due, toDo))"
  }

  private func numbered(_ whole: ToDoView, _ number: Int?) -> Line {
    let toDo = whole.onItsDate
    var line = Line(number.map { Columns.fit("  \($0).", to: 6) } ?? "  ")
    line.add(toDo.done ? "[x] " : toDo.status == .cancelled ? "[-] " : "[ ] ")
    line.add(toDo.text.plain, toDo.isOpen ? .normal : .faint)
    if toDo.hasDue {
      let isLate = toDo.isOpen && end(toDo) <= now
      line.add("  \(isLate ? "late, until" : "until") \(date(toDo.due, toDo))", .faint)
    }
    if let words = Self.priority(toDo.priority) { line.add("  \(words)", .faint) }
    switch toDo.status {
    case .inProcess where !toDo.done: line.add("  in process", .faint)
    case .cancelled where !toDo.done: line.add("  cancelled", .faint)
    default: break
    }
    if toDo.percent > 0, !toDo.done { line.add("  \(toDo.percent) %", .faint) }
    if !toDo.repetition.isEmpty { line.add("  \(toDo.repetition.plain)", .faint) }
    if !toDo.assigneeName.isEmpty { line.add("  \(toDo.assigneeName.plain)", .faint) }
    return line
  }

  /// Returns the time from which a to-do is late, in milliseconds since 1970. A day is late once it is over.
  private func end(_ toDo: ToDoView) -> Int64 {
    toDo.due.milliseconds + (toDo.allDay ? 86_400_000 : 0)
  }

  /// A day by itself is the same one in every time zone.
  private func date(_ time: EventTime, _ toDo: ToDoView) -> String {
    guard toDo.allDay else { return calendar.text(time.milliseconds) }
    let there = (try? EventCalendar(zone: time.zone)) ?? calendar
    return there.dayText(time.milliseconds)
  }

  /// As most programs name them: 1 to 4 are high, 5 is medium, 6 to 9 are low.
  static func priority(_ priority: UInt32) -> String? {
    switch priority {
    case 0: nil
    case 1...4: "high priority"
    case 5: "medium priority"
    default: "low priority"
    }
  }

  /// Says that somebody deleted an event with parts of our person, below the list of events (row E-69).
  public func notice(of lost: LostPartsView) -> Line {
    Line("\(Self.deletion(of: lost)): `parlor event lost`.")
  }

  /// Says that somebody deleted an event with parts of our person, or one part alone, or that dates of a series stay where they are;
  /// without a full stop.
  static func deletion(of lost: LostPartsView) -> String {
    guard !lost.deleter.isEmpty else {
      return "You moved \(lost.name.plain), and dates that somebody else had changed stay"
    }
    let who = lost.deleterName.isEmpty ? "Somebody" : lost.deleterName.plain
    let lasting = lost.hasStart ? "with parts of yours" : "and had not seen what you wrote of it"
    return "\(who) deleted \(lost.name.plain), \(lasting)"
  }

  /// Returns the parts that were added to an event which somebody deleted.
  public func lines(of lost: LostPartsView) -> [Line] {
    var first = Line("  " + Columns.fit(ShortID.text(lost.id), to: 10))
    first.add(lost.name.plain, .bold)
    if lost.hasStart { first.add("  \(calendar.text(lost.start.milliseconds))") }
    let room = lost.roomName.isEmpty ? "" : " in \(lost.roomName.plain)"
    let who = lost.deleterName.isEmpty ? "somebody" : lost.deleterName.plain
    let what = lost.deleter.isEmpty ? "stays where it is" : "deleted by \(who)"
    first.add("  \(what)\(room)", .faint)
    return [first]
      + lost.fields.map { Line("    \($0.plain)") }
      + lost.toDos.map { toDo in
        var line = Line("  ")
        line.add(numbered(toDo, nil))
        return line
      }
      + lost.budget.map { Line("    \($0.text.plain)  \($0.plannedText.plain)") }
  }
}
