import Events
import Schema

/// Events and what is to be done for them as lines of text; what others wrote is data (rows E-04, E-22, E-60).
public struct PlannedText {
  private let calendar: EventCalendar
  let now: Int64

  /// Events as somebody sees them who looks now.
  ///
  /// - Parameters:
  ///   - calendar: of the time zone in which that person lives.
  ///   - now: milliseconds since 1970.
  public init(_ calendar: EventCalendar, now: Int64) {
    (self.calendar, self.now) = (calendar, now)
  }

  /// An event in a list: id, when, what, how long until then, where, who made it.
  public func line(of event: EventLine) -> Line {
    let next = EventCalendar.next(event, now: now)
    let countdown = Countdown(to: next, now: now)
    var line = Line()
    line.reserve(bytes: 128, pieces: 8)
    line.add("  ")
    line.add(ShortID.text(event.id), fit: 10)
    line.add(calendar.text(next), countdown.isPast ? .faint : .normal)
    line.add("  ")
    line.add(event.name.plain, countdown.isPast ? .faint : .bold, fit: 28)
    line.add("  ")
    line.add(Self.left(countdown), .faint, fit: 12)
    line.add("  ")
    line.add(event.roomName.plain, .faint)
    if !event.own {
      let trust = MessageText.trust(
        in: event.authorName, isTaken: event.nameIsTaken, isKnown: event.paired)
      line.add(" · \(event.authorName.plain)\(trust)", .faint)
    }
    if event.readOnly { line.add(" · read-only", .faint) }
    if !event.reminds, !countdown.isPast { line.add(" · no reminder", .faint) }
    return line
  }

  /// Everything about an event.
  public func lines(of event: EventView) -> [Line] {
    let next = EventCalendar.next(event, now: now)
    let countdown = Countdown(to: next, now: now)
    var lines = [Line("  " + event.name.plain, .bold)]
    lines.append(Line("  \(when(event, next)), \(Self.left(countdown))"))
    var facts: [String] = []
    if event.minutes > 0 {
      facts.append("lasts \(ClockText.duration(milliseconds: Int64(event.minutes) * 60_000))")
    }
    if event.repeat == .yearly { facts.append("every year") }
    let days = calendar.businessDays(to: next, now: now)
    if days > 0 { facts.append("\(days) business day\(days == 1 ? "" : "s") until then") }
    if event.countUp { facts.append("counts up once it is past") }
    if !facts.isEmpty { lines.append(Line("  " + facts.joined(separator: ", "), .faint)) }
    let place = "\(ShortID.text(event.id)) in \(event.roomName.plain), by \(maker(of: event))"
    lines.append(Line("  " + place + (event.readOnly ? ", read-only" : ""), .faint))
    if event.hasPicture { lines.append(Line("  " + picture(event.picture), .faint)) }
    let leftOut = (event.leftOut + event.toDos.flatMap(\.leftOut)).map(\.plain)
    if !leftOut.isEmpty {
      let names = leftOut.joined(separator: ", ")
      lines.append(
        Line("  left out, as a calendar program may act on it: \(names)", .faint))
    }
    if !event.notes.isEmpty {
      lines.append(Line())
      lines += event.notes.split(separator: "\n", omittingEmptySubsequences: false).map {
        Line("  " + PlainText(String($0), longest: EventRules.notes).description)
      }
    }
    if !event.toDos.isEmpty { lines += [Line()] + toDos(of: event) }
    if !event.budget.isEmpty { lines += [Line()] + budget(of: event) }
    return lines
  }

  /// What an event shows behind its countdown.
  private func picture(_ picture: PictureView) -> String {
    var words = "picture"
    if !picture.source.isEmpty { words += " \(picture.source.plain)" }
    words += ", \(FileText.size(picture.size))"
    if picture.crop != PictureRules.whole {
      words += ", cropped to \(PictureRules.text(picture.crop)) %"
    }
    if !picture.problem.isEmpty { return "\(words): \(picture.problem.plain)" }
    guard picture.received < picture.size else { return words }
    return words + ", \(picture.received * 100 / max(1, picture.size)) % here"
  }

  /// What is to be done for an event, numbered from 1.
  public func toDos(of event: EventView) -> [Line] {
    event.toDos.enumerated().map { index, toDo in
      var line = Line(Columns.fit("  \(index + 1).", to: 6))
      line.add(toDo.done ? "[x] " : "[ ] ")
      line.add(toDo.text.plain, toDo.done ? .faint : .normal)
      if toDo.hasDue { line.add("  until \(calendar.text(toDo.due.milliseconds))", .faint) }
      if !toDo.assigneeName.isEmpty { line.add("  \(toDo.assigneeName.plain)", .faint) }
      if toDo.personal, event.roomName != "personal" { line.add("  yours alone", .faint) }
      return line
    }
  }

  /// What an event costs, numbered from 1, and all of it together (row E-48).
  public func budget(of event: EventView) -> [Line] {
    var lines = event.budget.enumerated().map { index, cost in
      var line = Line(Columns.fit("  \(index + 1).", to: 6))
      line.add(Columns.fit(cost.text.plain, to: 28))
      let amount = cost.plannedText.plain
      line.add(String(repeating: " ", count: max(0, 12 - amount.count)) + amount)
      if !cost.actualText.isEmpty { line.add("  spent \(cost.actualText.plain)") }
      if !cost.payerName.isEmpty { line.add("  by \(cost.payerName.plain)") }
      if !cost.category.isEmpty { line.add("  \(cost.category.plain)", .faint) }
      if !cost.sharerNames.isEmpty {
        line.add("  for \(cost.sharerNames.map(\.plain).joined(separator: ", "))", .faint)
      }
      if cost.personal, event.room != cost.room { line.add("  yours alone", .faint) }
      return line
    }
    lines.append(Line("  Budget: \(event.budgetTotal.plain)", .bold))
    if !event.budgetActual.isEmpty {
      lines.append(Line("  Spent: \(event.budgetActual.plain)", .bold))
    }
    lines += event.debts.map { debt in
      Line("  \(debt.fromName.plain) owes \(debt.toName.plain) \(debt.amountText.plain)")
    }
    return lines
  }

  /// Events as cards beside each other (row E-04).
  ///
  /// - Parameter columns: of the terminal.
  public func grid(of events: [EventLine], columns: Int) -> [Line] {
    let width = 26
    let count = max(1, (columns - 2) / (width + 2))
    var lines: [Line] = []
    for start in stride(from: 0, to: events.count, by: count) {
      let row = events[start..<min(start + count, events.count)]
      var cards = [Line(" "), Line(" "), Line(" ")]
      for (index, event) in row.enumerated() {
        // Nothing is filled up at the end of a line.
        func fit(_ text: String) -> String {
          let text = Columns.clip(text, to: width)
          return index + 1 < row.count ? " " + Columns.fit(text, to: width) + " " : " " + text
        }
        let next = EventCalendar.next(event, now: now)
        let countdown = Countdown(to: next, now: now)
        let look: Line.Look = countdown.isPast ? .faint : .bold
        cards[0].add(fit(event.name.plain), look)
        cards[1].add(fit(calendar.text(next)))
        cards[2].add(fit(Self.left(countdown)), .faint)
      }
      lines += cards + [Line()]
    }
    return lines
  }

  /// When it is for us, and what it was meant as where that is somewhere else (row E-60).
  func when(_ event: EventView, _ instant: Int64) -> String {
    let here = calendar.text(instant)
    guard let there = try? EventCalendar(zone: event.start.zone), there.text(instant) != here else {
      return here
    }
    return "\(here) (\(there.text(instant)) in \(event.start.zone.plain))"
  }

  /// "in 32 d 4 h", or that it is past.
  public static func left(_ countdown: Countdown) -> String {
    countdown.isPast ? "past" : "in " + ClockText.duration(milliseconds: countdown.seconds * 1_000)
  }

  private func maker(of event: EventView) -> String {
    event.authorName.plain
      + MessageText.trust(
        in: event.authorName, isTaken: event.nameIsTaken, isKnown: event.paired || event.own)
  }
}
