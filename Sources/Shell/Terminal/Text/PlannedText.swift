import Events
import EventSchema
import Schema

/// Events and what is to be done for them as lines of text; what others wrote is data (rows E-04, E-22, E-60).
public struct PlannedText {
  let calendar: EventCalendar
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
  ///
  /// - Parameter date: the date that is shown; nil for the one that is running, the next one, or the last one.
  public func line(of event: EventLine, on date: Occurrences.Occurrence? = nil) -> Line {
    let date = date ?? Occurrences(event).shown(at: now)
    let isPast = date.end <= now && date.start <= now
    var line = Line()
    line.reserve(bytes: 128, pieces: 8)
    line.add("  ")
    line.add(ShortID.text(event.id), fit: 10)
    line.add(
      date.isOfDays ? days(date, zone: event.zone, fit: true) : calendar.text(date.start),
      isPast ? .faint : .normal)
    line.add("  ")
    line.add((date.name ?? event.name).plain, isPast ? .faint : .bold, fit: 28)
    line.add("  ")
    line.add(left(date), .faint, fit: 14)
    line.add("  ")
    line.add(event.roomName.plain, .faint)
    if !event.own {
      let trust = MessageText.trust(
        in: event.authorName, isTaken: event.nameIsTaken, isKnown: event.paired || event.added)
      line.add(" · \(event.authorName.plain)\(trust)", .faint)
    }
    if let status = Self.status(event.status) { line.add(" · \(status)", .faint) }
    if event.readOnly { line.add(" · read-only", .faint) }
    if !event.reminds, date.start > now { line.add(" · no reminder", .faint) }
    return line
  }

  /// The current and coming events, the soonest first, a short line each: when, what, how long until then, where.
  func coming(_ events: [EventLine]) -> [Line] {
    // One budget for all of them: what takes longer is left out, and the list of events names it.
    let steps = RuleSteps()
    let dated = events.filter { $0.status != .cancelled }.compactMap { event in
      let dates = Occurrences(event, within: steps)
      let date = dates.shown(at: now)
      let isPast = date.start <= now && date.end <= now
      return isPast || !dates.comes(date) || dates.isCut ? nil : (event: event, date: date)
    }
    let order = dated.sorted { ($0.date.start, $0.event.id) < ($1.date.start, $1.event.id) }
    return order.map { event, date in
      var line = Line("  ")
      line.add(
        date.isOfDays ? days(date, zone: event.zone, fit: true) : calendar.text(date.start))
      line.add("  ")
      line.add((date.name ?? event.name).plain, .bold)
      line.add("  \(left(date))  \(event.roomName.plain)", .faint)
      return line
    }
  }

  /// "tentative", "cancelled"; nil for what takes place.
  static func status(_ status: EventStatus) -> String? {
    switch status {
    case .tentative: "tentative"
    case .cancelled: "cancelled"
    case .confirmed, .unspecified, .UNRECOGNIZED: nil
    }
  }

  /// "in 32 d 4 h", that it is past, or until when it is now.
  func left(_ date: Occurrences.Occurrence) -> String {
    guard date.start <= now, now < date.end else {
      return Self.left(Countdown(to: date.start, now: now, in: calendar))
    }
    return "now, for " + length(from: now, to: date.end)
  }

  /// The time from one instant to another; a day in which clocks are changed is one day.
  private func length(from start: Int64, to end: Int64) -> String {
    let (days, rest) = calendar.daysAndRest(from: start, to: end)
    return ClockText.duration(days: days, seconds: rest / 1_000)
  }

  /// Whole days, which are the same ones in every time zone: "Thu 2026-12-24".
  ///
  /// - Parameter fit: as wide as a day with an hour.
  public func days(_ date: Occurrences.Occurrence, zone: String, fit: Bool = false) -> String {
    let there = (try? EventCalendar(zone: zone)) ?? calendar
    let first = there.dayText(date.start)
    if fit { return first + "      " }
    let last = there.dayText(max(date.start, date.end - 60_000))
    return first == last ? first : "\(first) to \(last)"
  }

  /// Everything about an event.
  ///
  /// - Parameter date: the date that is shown; nil for the one that is running, the next one, or the last one.
  public func lines(of event: EventView, on date: Occurrences.Occurrence? = nil) -> [Line] {
    let dates = Occurrences(event)
    // Of one date, the others say nothing.
    let otherwise = date == nil ? otherwise(dates, of: event) : []
    let date = date ?? dates.shown(at: now)
    var event = event
    if let said = date.said { event.take(said) }
    var lines = [Line("  " + (date.name ?? event.name).plain, .bold)]
    let when =
      date.isOfDays ? days(date, zone: event.start.zone) + ", all day" : when(event, date.start)
    lines.append(Line("  \(when), \(left(date))"))
    lines += facts(of: event, date, dates)
    lines += otherwise
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

  /// Returns the facts of an event: its length, its repetition, its place and its people (row E-68).
  private func facts(
    of event: EventView, _ date: Occurrences.Occurrence, _ dates: Occurrences
  ) -> [Line] {
    var facts: [String] = []
    if let status = Self.status(event.status) { facts.append(status) }
    if date.end > date.start, !date.isOfDays {
      facts.append("lasts \(length(from: date.start, to: date.end))")
    }
    if !event.repetition.isEmpty { facts.append(event.repetition.plain) }
    let days = calendar.businessDays(to: date.start, now: now)
    if days > 0 { facts.append("\(Count.of(days, "business day")) until then") }
    if event.countUp { facts.append("counts up once it is past") }
    var lines = facts.isEmpty ? [] : [Line("  " + facts.joined(separator: ", "), .faint)]
    func add(_ name: String, _ text: String) {
      if !text.isEmpty { lines.append(Line("  \(name): \(text.plain)")) }
    }
    add("Place", event.place)
    add("Web", event.url)
    add("Categories", event.categories)
    add("Organizer", event.organizer)
    add("Attendees", PeopleChoice.names(event.attendees, most: PeopleChoice.few))
    if let zone = dates.unknownZone(of: event) { add("Time zone not known here", zone) }
    return lines
  }

  /// Returns the words about the picture that an event shows behind its countdown.
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

  /// Returns the costs of an event, numbered from 1, and their sum (row E-48).
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
  ///
  /// - Parameter events: each on one of its dates.
  public func grid(
    of events: [(event: EventLine, date: Occurrences.Occurrence)], columns: Int
  ) -> [Line] {
    let width = 26
    let count = max(1, (columns - 2) / (width + 2))
    var lines: [Line] = []
    for start in stride(from: 0, to: events.count, by: count) {
      let row = events[start..<min(start + count, events.count)]
      var cards = [Line(" "), Line(" "), Line(" ")]
      for (index, (event, date)) in row.enumerated() {
        // Nothing is filled up at the end of a line.
        func fit(_ text: String) -> String {
          let text = Columns.clip(text, to: width)
          return index + 1 < row.count ? " " + Columns.fit(text, to: width) + " " : " " + text
        }
        let isPast = date.end <= now && date.start <= now
        cards[0].add(fit((date.name ?? event.name).plain), isPast ? .faint : .bold)
        cards[1].add(
          fit(date.isOfDays ? days(date, zone: event.zone) : calendar.text(date.start)))
        cards[2].add(fit(left(date)), .faint)
      }
      lines += cards + [Line()]
    }
    return lines
  }

  /// Returns the time of an event in our time zone, followed by that in its own zone if the two differ (row E-60).
  func when(_ event: EventView, _ instant: Int64) -> String {
    let here = calendar.text(instant)
    guard let there = try? EventCalendar(zone: event.start.zone), there.text(instant) != here else {
      return here
    }
    return "\(here) (\(there.text(instant)) in \(event.start.zone.plain))"
  }

  /// "in 32 d 4 h", or that it is past.
  public static func left(_ countdown: Countdown) -> String {
    countdown.isPast
      ? "past" : "in " + ClockText.duration(days: countdown.days, seconds: countdown.rest)
  }

  private func maker(of event: EventView) -> String {
    event.authorName.plain
      + MessageText.trust(
        in: event.authorName, isTaken: event.nameIsTaken,
        isKnown: event.paired || event.own || event.added)
  }
}
