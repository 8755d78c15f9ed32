import EventSchema
import Schema
import TestKit
import Testing

@testable import Events

/// Files that are exported are read again as they were (rows E-59 and 43 C-5).
@Suite struct CalendarIdentityTests {
  /// Draws events with all that belongs to them.
  private struct Drawing {
    var random: SeededGenerator
    private var count = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func chance(_ part: Int = 2) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func id() -> String {
      count += 1
      return "id\(count)"
    }

    /// Words with everything that has a meaning in calendar files.
    mutating func text(lines: Bool = false) -> String {
      let pieces =
        ["a", "Grün", "x;y", "1,5", "\\n", "\"q\"", ":", "=", "🎉", "é", "END:VEVENT", "^n", "'"]
        + (lines ? ["\n", "\n\n"] : [])
      let words = (0...number(0...8)).map { _ in pieces.randomElement(using: &random) ?? "a" }
      return "w" + words.joined(separator: chance() ? " " : "") + "w"
    }

    mutating func time(days: Bool) -> EventTime {
      let zone = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"].randomElement(
        using: &random)
      let calendar = (zone.flatMap { try? EventCalendar(zone: $0) }) ?? .world
      let wall = Int64(number(18_000...30_000)) * 86_400 + (days ? 0 : Int64(number(0...86_399)))
      return .with { ($0.milliseconds, $0.zone) = (calendar.instant(wall: wall), zone ?? "UTC") }
    }

    mutating func rule() -> String {
      guard chance(3) else { return "" }
      return [
        "RRULE:FREQ=WEEKLY;BYDAY=MO,TH\n", "RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=5\n",
        "RRULE:FREQ=YEARLY;UNTIL=20401231T000000Z\n",
        "RRULE:FREQ=DAILY;INTERVAL=3\nEXDATE:20270101T120000Z,20270104T120000Z\n",
      ].randomElement(using: &random) ?? ""
    }

    mutating func event() -> EventView {
      var event = EventView()
      (event.id, event.name, event.personal) = (id(), text(), chance())
      event.allDay = chance(3)
      event.start = time(days: event.allDay)
      event.minutes = UInt32(event.allDay ? number(1...5) * 1_440 : number(0...3_000))
      if event.allDay, let calendar = try? EventCalendar(zone: event.start.zone) {
        // A day in which clocks are changed has another length.
        let wall = calendar.wall(of: event.start.milliseconds) + Int64(event.minutes) * 60
        event.minutes = UInt32((calendar.instant(wall: wall) - event.start.milliseconds) / 60_000)
      }
      if chance() { event.notes = text(lines: true) }
      if chance() { event.place = text() }
      if chance(3) { event.url = "https://example.org/a;b,c?d=\(number(0...9))" }
      event.status =
        [.unspecified, .tentative, .confirmed, .cancelled].randomElement(using: &random)
        ?? .unspecified
      event.repeats = rule()
      event.countUp = chance()
      event.toDos = (0..<number(0...4)).map { _ in toDo() }
      event.budget = (0..<number(0...4)).map { _ in cost() }
      return event
    }

    mutating func toDo() -> ToDoView {
      var toDo = ToDoView()
      (toDo.id, toDo.text, toDo.personal, toDo.done) = (id(), text(), chance(), chance(3))
      toDo.allDay = chance(3)
      if chance() { toDo.due = time(days: toDo.allDay) }
      if toDo.hasDue, chance() {
        toDo.start = toDo.due
        toDo.repeats = rule()
      }
      if !toDo.hasDue { toDo.allDay = false }
      if !toDo.done, chance(3) { toDo.status = .inProcess }
      (toDo.priority, toDo.percent) = (UInt32(number(0...9)), UInt32(number(0...100)))
      if toDo.done { toDo.completed = 1_800_000_000_000 }
      if chance() { toDo.notes = text(lines: true) }
      if chance() { (toDo.assignee, toDo.assigneeName) = (id(), text()) }
      return toDo
    }

    mutating func cost() -> BudgetLineView {
      var cost = BudgetLineView()
      (cost.id, cost.text, cost.personal) = (id(), text(), chance())
      let currency = ["EUR", "JPY", "KWD"].randomElement(using: &random) ?? "EUR"
      cost.planned = .with { ($0.minor, $0.currency) = (Int64(number(0...99_999)), currency) }
      if chance() {
        cost.actual = .with { ($0.minor, $0.currency) = (Int64(number(0...99_999)), currency) }
      }
      if chance() { cost.category = text() }
      if chance() { (cost.payer, cost.payerName) = (id(), text()) }
      for _ in 0..<number(0...3) {
        cost.sharers.append(id())
        cost.sharerNames.append(text())
      }
      return cost
    }
  }

  /// The lines of a file with a name, counted by a small reader of its own.
  private func count(_ name: String, in text: String) -> Int {
    text.replacing("\r\n ", with: "").split(separator: "\r\n").count { $0.hasPrefix(name) }
  }

  @Test(
    "43 C-5, E-59: a file of our own says all, and is written again byte for byte",
    arguments: 1...20)
  func identity(seed: UInt64) throws {
    var drawing = Drawing(seed: seed)
    for _ in 0..<15 {
      let events = (0..<3).map { _ in drawing.event() }
      let toDos = (0..<3).map { _ in drawing.toDo() }
      let text = CalendarText.write(events, toDos: toDos, isOwn: true, now: 1_800_000_000_000)
      let file = try CalendarFile(text, zone: "Pacific/Auckland")
      #expect(file.problems.isEmpty, "seed \(seed): \(file.problems)")
      try #require(file.events.count == 3 && file.toDos.count == 3)
      #expect(count("BEGIN:VEVENT", in: text) == 3)
      #expect(count("BEGIN:VTODO", in: text) == 3 + events.reduce(0) { $0 + $1.toDos.count })
      #expect(count("X-PARLOR-COST", in: text) == events.reduce(0) { $0 + $1.budget.count })
      var again: [EventView] = []
      for (view, event) in zip(events, file.events) {
        let known = try #require(CalendarFile.Event(view))
        #expect(EventDraft(event, since: nil, over: known) == EventDraft(), "seed \(seed)")
        #expect(event.own.countUp ?? false == view.countUp)
        #expect(event.own.costs == view.budget.map { CalendarCost($0) }, "seed \(seed)")
        var copy = view
        (copy.uid, copy.calendar, copy.personal) = (event.uid, event.calendar, true)
        copy.toDos = try zip(view.toDos, event.toDos).map { try same($0, $1, of: view, seed) }
        // Our own alone: what is kept of a personal event is personal anyway.
        copy.personal = view.personal
        again.append(copy)
      }
      let others = try zip(toDos, file.toDos).map { try same($0, $1.toDo, of: nil, seed) }
      let all = (again.map { $0.personalCopy }, others.map { $0.personalCopy })
      let second = CalendarText.write(all.0, toDos: all.1, isOwn: false, now: 1_900_000_000_000)
      let first = CalendarText.write(events, toDos: toDos, isOwn: false, now: 1_800_000_000_000)
      #expect(first == second, "seed \(seed): what nobody changed stays as it is")
    }
  }

  @Test("43 C-5: each of our own lines that is not understood is named, and the rest is taken")
  func notUnderstood() throws {
    let text = [
      "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "DTSTART:20270101T100000Z", "SUMMARY:feast",
      "X-PARLOR-COUNT-UP:maybe", "X-PARLOR-COST:TEXT=wine;PLANNED=3;CURRENCY=EUR;TIP=2",
      "X-PARLOR-COST:TEXT=a\\,b\\;c;PLANNED=4;CURRENCY=EUR;SHARER-NAMES=Ada,B\\,C",
      "X-PARLOR-OTHER:1", "END:VEVENT", "BEGIN:VTODO", "UID:2", "RELATED-TO:1", "SUMMARY:bread",
      "X-PARLOR-ASSIGNEE:", "X-PARLOR-PERSONAL:TRUE", "END:VTODO", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    let file = try CalendarFile(text, zone: "UTC")
    #expect(
      file.problems.map(\.text) == [
        "X-PARLOR-COUNT-UP is \"maybe\", neither TRUE nor FALSE: left out.",
        "Parlor does not know this of its own lines and leaves it out: TIP.",
        "X-PARLOR-ASSIGNEE names nobody.",
      ])
    let event = try #require(file.events.first)
    #expect(event.own.countUp == nil && event.own.costs.map(\.text) == ["wine", "a,b;c"])
    #expect(event.own.costs.map { $0.sharers.map(\.name) } == [[], ["Ada", "B,C"]])
    #expect(event.calendar.contains("X-PARLOR-OTHER:1\n"))
    #expect(event.toDos.first?.own.isPersonal == true)
    // More costs than are read are counted.
    let costs = String(
      repeating: "X-PARLOR-COST:TEXT=a;PLANNED=1;CURRENCY=EUR\r\n", count: BudgetTable.mostRows + 7)
    let many = try CalendarFile(
      text.replacing("X-PARLOR-OTHER:1\r\n", with: costs), zone: "UTC")
    #expect(many.events.first?.own.costs.count == BudgetTable.mostRows)
    #expect(many.problems.contains { $0.text == "It has more than 2000 costs: 9 are left out." })
  }

  /// A to-do as it is once it was read again.
  private func same(
    _ view: ToDoView, _ line: CalendarFile.Line, of event: EventView?, _ seed: UInt64
  ) throws -> ToDoView {
    let known = try #require(CalendarFile.Line(view))
    #expect(ToDoDraft(line, since: nil, over: known) == ToDoDraft(), "seed \(seed)")
    #expect(line.own.assignee?.id ?? "" == view.assignee)
    #expect(line.own.assignee?.name ?? "" == view.assigneeName)
    #expect(line.own.isPersonal == (view.personal && event?.personal == false))
    var copy = view
    (copy.uid, copy.calendar) = (line.uid, line.calendar)
    return copy
  }

  @Test(
    "43 C-5: a calendar folder has no lines of costs and people, and passes over those of a file")
  func folder() throws {
    var drawing = Drawing(seed: 7)
    var event = drawing.event()
    event.countUp = true
    event.budget = [drawing.cost()]
    event.toDos = []
    let written = CalendarText.write(event, over: nil, picture: .nothing, sequence: 0, now: 0)
    #expect(!written.contains("X-PARLOR-"))
    let own = CalendarText.write([event], isOwn: true, now: 0)
    #expect(own.contains("X-PARLOR-COUNT-UP:TRUE\r\n") && own.contains("X-PARLOR-COST:"))
    let item = try CalendarItem(own, zone: "UTC")
    guard case .event(let read) = item else {
      Issue.record("no event")
      return
    }
    #expect(read.own == CalendarOwn() && !read.calendar.contains("X-PARLOR-"))
  }
}

extension EventView {
  /// The same with what files said of it whole.
  fileprivate var personalCopy: EventView {
    var copy = self
    copy.personal = true
    copy.toDos = toDos.map(\.personalCopy)
    return copy
  }
}

extension ToDoView {
  fileprivate var personalCopy: ToDoView {
    var copy = self
    copy.personal = true
    return copy
  }
}
