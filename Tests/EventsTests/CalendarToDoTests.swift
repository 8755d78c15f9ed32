import EventSchema
import Schema
import TestKit
import Testing

@testable import Events

/// To-dos in calendar files and folders.
@Suite struct CalendarToDoTests {
  /// As todoman and others write one.
  private static let foreign = [
    "DTSTAMP:20200101T000000Z", "UID:u1", "SEQUENCE:3", "SUMMARY:plants",
    "DTSTART;TZID=Europe/Oslo:20261206T090000", "DUE;TZID=Europe/Oslo:20261206T100000",
    "RRULE:FREQ=WEEKLY;BYDAY=SU", "PRIORITY:5", "STATUS:IN-PROCESS", "PERCENT-COMPLETE:30",
    "DESCRIPTION:the green\\nones", "CATEGORIES:home", "X-A;B=c:d", "RELATED-TO;RELTYPE=CHILD:u9",
    "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-P1D", "END:VALARM",
  ]

  private func file(_ lines: [String], _ more: [String] = []) throws -> CalendarFile {
    let all = ["BEGIN:VCALENDAR"] + more + ["BEGIN:VTODO"] + lines + ["END:VTODO", "END:VCALENDAR"]
    return try CalendarFile(all.joined(separator: "\n"), zone: "UTC")
  }

  private static func view(_ line: CalendarFile.Line) -> ToDoView {
    .with {
      ($0.id, $0.uid, $0.text, $0.done, $0.own) = ("t1", line.uid, line.text, line.done, true)
      if let due = line.due { $0.due = due }
      if let start = line.start { $0.start = start }
      ($0.status, $0.percent, $0.priority) = (line.status, line.percent, line.priority)
      ($0.completed, $0.repeats, $0.notes) = (line.completed ?? 0, line.repeats, line.notes)
      ($0.allDay, $0.calendar, $0.zones) = (line.isOfDays, line.calendar, line.zones)
      $0.personal = true
    }
  }

  /// The lines of the first to-do that is written.
  private static func written(_ view: ToDoView) -> [String] {
    let all = CalendarText.write([], toDos: [view], now: 0).replacing("\r\n ", with: "")
      .split(separator: "\r\n").map(String.init)
    guard let begin = all.firstIndex(of: "BEGIN:VTODO"), let end = all.firstIndex(of: "END:VTODO")
    else { return [] }
    return Array(all[(begin + 1)..<end])
  }

  @Test("43 C-8: a to-do of which another program has done the first dates is open on the next one")
  func doneElsewhere() throws {
    func done(_ day: Int, _ state: String) -> [String] {
      [
        "BEGIN:VTODO", "UID:u1",
        "RECURRENCE-ID;TZID=Europe/Oslo:202612\(day < 10 ? "0" : "")\(day)T090000",
        "SUMMARY:plants", state, "END:VTODO",
      ]
    }
    func shown(_ more: [String]) throws -> ToDoView {
      let all = ["BEGIN:VCALENDAR", "BEGIN:VTODO"] + Self.foreign + ["END:VTODO"] + more
      let text = (all + ["END:VCALENDAR"]).joined(separator: "\n")
      let line = try #require(try CalendarFile(text, zone: "UTC").toDos.first).toDo
      var view = Self.view(line)
      view.changes = line.changes
      return view
    }
    let week: Int64 = 7 * 86_400_000
    let plain = try shown([])
    let one = try shown(done(6, "STATUS:COMPLETED"))
    #expect(one.due == plain.due && !one.onItsDate.done)
    #expect(one.onItsDate.due.milliseconds == plain.due.milliseconds + week)
    #expect(one.onItsDate.start.milliseconds == plain.start.milliseconds + week)
    let two = try shown(done(6, "COMPLETED:20261206T100000Z") + done(13, "STATUS:CANCELLED"))
    #expect(two.onItsDate.due.milliseconds == plain.due.milliseconds + 2 * week)
    let other = try shown(done(13, "STATUS:COMPLETED"))
    #expect(other.onItsDate.due == plain.due)
    // Done here as well, it comes on the one behind.
    var toDo = ToDo()
    (toDo.start, toDo.due) = (one.start, one.due)
    (toDo.repeats, toDo.changes) = (one.repeats, one.changes)
    #expect(ToDoDates.advance(&toDo))
    #expect(toDo.due.milliseconds == plain.due.milliseconds + 2 * week)
    // What a file says of the next date is shown of that one.
    let said = try shown(done(6, "STATUS:COMPLETED") + done(13, "PRIORITY:1"))
    #expect(said.onItsDate.priority == 1)
  }

  @Test("E-67: every field of a to-do is read, and all of it goes through as it was")
  func untouched() throws {
    let file = try file(Self.foreign)
    #expect(file.problems.isEmpty)
    let (_, line, parent) = try #require(file.toDos.first)
    #expect(parent.isEmpty && line.uid == "u1" && line.text == "plants" && !line.done)
    #expect(line.status == .inProcess && line.percent == 30 && line.priority == 5)
    #expect(line.due?.zone == "Europe/Oslo" && line.start != nil && !line.isOfDays)
    #expect(line.repeats == "RRULE:FREQ=WEEKLY;BYDAY=SU\n" && line.notes == "the green\nones")
    #expect(Self.written(Self.view(line)) == Self.foreign)
  }

  @Test(
    "E-67, E-16: an edit of one field changes its line alone, and what says that it was changed")
  func oneField() throws {
    let line = try #require(try file(Self.foreign).toDos.first).toDo
    func with(_ changes: [String: String]) -> [String] {
      let stamps = [
        "SEQUENCE:3": "SEQUENCE:4", "DTSTAMP:20200101T000000Z": "DTSTAMP:19700101T000000Z",
      ]
      return Self.foreign.compactMap { line in
        if let change = changes[line] { return change.isEmpty ? nil : change }
        return stamps[line] ?? line
      }
    }
    var view = Self.view(line)
    view.priority = 1
    #expect(Self.written(view) == with(["PRIORITY:5": "PRIORITY:1"]))
    view = Self.view(line)
    view.percent = 0
    #expect(Self.written(view) == with(["PERCENT-COMPLETE:30": ""]))
    view = Self.view(line)
    view.status = .cancelled
    #expect(Self.written(view) == with(["STATUS:IN-PROCESS": "STATUS:CANCELLED"]))
    view = Self.view(line)
    view.due.milliseconds += 3_600_000
    #expect(
      Self.written(view)
        == with([
          "DUE;TZID=Europe/Oslo:20261206T100000": "DUE;TZID=Europe/Oslo:20261206T110000"
        ]))
    view = Self.view(line)
    (view.done, view.completed, view.percent) = (true, 1_798_131_600_500, 30)
    #expect(
      Set(Self.written(view))
        == Set(with(["STATUS:IN-PROCESS": "STATUS:COMPLETED"]) + ["COMPLETED:20261224T170000Z"]))
  }

  @Test("E-67: days stay days, a duration is read, and odd values are left out")
  func shapes() throws {
    let day = try #require(
      try file(["UID:a", "SUMMARY:x", "DUE;VALUE=DATE:20261224", "STATUS:NEEDS-ACTION"]).toDos.first
    ).toDo
    #expect(day.isOfDays)
    var view = Self.view(day)
    view.due.milliseconds += 86_400_000
    #expect(Self.written(view).contains("DUE;VALUE=DATE:20261225"))
    let long = try #require(
      try file(["UID:a", "SUMMARY:x", "DTSTART:20261224T100000Z", "DURATION:PT2H"]).toDos.first
    ).toDo
    #expect(long.due?.milliseconds == 1_798_113_600_000)
    #expect(Self.written(Self.view(long)).contains("DURATION:PT2H"))
    let odd = try #require(
      try file(["UID:a", "SUMMARY:x", "PRIORITY:99", "PERCENT-COMPLETE:x", "STATUS:SOON"]).toDos
        .first
    ).toDo
    #expect(odd.priority == 0 && odd.percent == 0 && odd.status == .unspecified)
    #expect(Self.written(Self.view(odd)).contains("PRIORITY:99"), "what is not understood stays")
  }

  @Test("E-55, E-67: of a file each to-do is taken, with its event or without one")
  func loose() throws {
    let event = ["BEGIN:VEVENT", "UID:e", "SUMMARY:s", "DTSTART:20991224T170000Z", "END:VEVENT"]
    let child = try file(["UID:a", "SUMMARY:x", "RELATED-TO:e"], event)
    #expect(child.events.map { $0.toDos.map(\.uid) } == [["a"]] && child.toDos.isEmpty)
    let other = try file(["UID:a", "SUMMARY:x", "RELATED-TO:elsewhere"], event)
    #expect(other.toDos.map(\.parent) == ["elsewhere"] && other.problems.isEmpty)
  }

  @Test("E-56, E-67: a folder and a node keep to-dos without events in step, both ways")
  func folder() throws {
    var world = FolderWorld()
    world.files["u1.ics"] = FolderWorld.found(
      "VTODO", "u1", "PRIORITY:5", "STATUS:IN-PROCESS", "X-A:b", "RRULE:FREQ=DAILY",
      "DUE:20991224T170000Z")
    #expect(try world.look().problems.isEmpty)
    let toDo = try #require(world.toDos.values.first)
    #expect(toDo.priority == 5 && toDo.status == .inProcess && toDo.repeats == "RRULE:FREQ=DAILY\n")
    let before = world.text("u1.ics")
    #expect(before.contains("X-A:b\n") && !before.contains("RELATED-TO"))
    // Here, then there.
    world.toDos[toDo.id]?.priority = 1
    _ = try world.look()
    #expect(
      world.text("u1.ics")
        == before.replacing("PRIORITY:5", with: "PRIORITY:1")
        .replacing("END:VTODO", with: "SEQUENCE:1\nDTSTAMP:20231114T221320Z\nEND:VTODO"))
    world.edit("u1.ics") { $0.replacing("STATUS:IN-PROCESS", with: "STATUS:COMPLETED") }
    _ = try world.look()
    #expect(world.toDos[toDo.id]?.done == true && world.toDos[toDo.id]?.priority == 1)
    let writes = world.writes
    _ = try world.look()
    #expect(world.writes == writes, "then there is nothing to do")
    world.files["u1.ics"] = nil
    _ = try world.look()
    #expect(world.toDos.isEmpty && world.bases.isEmpty, "what is removed is deleted")
  }

  @Test(
    "E-63, E-67: single dates of a to-do that are otherwise are kept, and a cancelled one is left out"
  )
  func changedDates() throws {
    let moved = [
      "BEGIN:VTODO", "UID:u1", "RECURRENCE-ID;TZID=Europe/Oslo:20261220T090000",
      "DUE;TZID=Europe/Oslo:20261221T120000", "SUMMARY:plants and cat", "X-B:c", "END:VTODO",
    ]
    let cancelled = [
      "BEGIN:VTODO", "UID:u1", "RECURRENCE-ID;TZID=Europe/Oslo:20261213T090000",
      "STATUS:CANCELLED", "END:VTODO",
    ]
    let all =
      ["BEGIN:VCALENDAR"] + moved + ["BEGIN:VTODO"] + Self.foreign + ["END:VTODO"] + cancelled
      + ["END:VCALENDAR"]
    let text = all.joined(separator: "\n")
    let file = try CalendarFile(text, zone: "UTC")
    #expect(file.problems.isEmpty && file.toDos.count == 1)
    let line = try #require(file.toDos.first).toDo
    let lines = (moved + cancelled).map { $0 + "\n" }.joined()
    #expect(line.text == "plants" && line.changes == lines)
    var view = Self.view(line)
    view.changes = CalendarKept.changes(
      line.changes, of: CalendarText.toDo, uid: "u1", keepsAll: true)
    #expect(view.changes == lines)
    let again = CalendarText.write([], toDos: [view], now: 0).replacing("\r\n", with: "\n")
    #expect(again.contains(lines) && Self.written(view) == Self.foreign)
    // In a folder, an edit leaves them as they are, and they go with what they belong to.
    guard case .toDo(let item, _) = try CalendarItem(text, zone: "UTC") else {
      return #expect(Bool(false), "it is one to-do")
    }
    #expect(item.changes == lines)
    view.priority = 1
    let edited = CalendarText.write(view, of: nil, over: text, sequence: 4, now: 0)
    #expect(edited.contains(moved.joined(separator: "\n")) && edited.contains("PRIORITY:1\n"))
    view.changes = cancelled.map { $0 + "\n" }.joined()
    let fewer = CalendarText.write(view, of: nil, over: text, sequence: 4, now: 0)
    #expect(!fewer.contains("plants and cat") && CalendarFile.changes(in: fewer) == view.changes)
    // One date after the other, without the one that is cancelled.
    var toDo = ToDo()
    (toDo.start, toDo.repeats, toDo.changes) = (line.start ?? EventTime(), line.repeats, lines)
    #expect(ToDoDates.advance(&toDo))
    #expect(toDo.start.milliseconds - (line.start?.milliseconds ?? 0) == 14 * 86_400_000)
  }

  @Test("E-63, E-67: a to-do shows what its file says of the next date alone")
  func onItsDate() throws {
    let moved = [
      "BEGIN:VTODO", "UID:u1", "RECURRENCE-ID;TZID=Europe/Oslo:20261206T090000",
      "DUE;TZID=Europe/Oslo:20261207T120000", "SUMMARY:plants and cat", "END:VTODO", "",
    ].joined(separator: "\n")
    var view = Self.view(try #require(try file(Self.foreign).toDos.first).toDo)
    view.changes = moved
    let shown = view.onItsDate
    #expect(shown.text == "plants and cat" && shown.due.zone == "Europe/Oslo")
    #expect(shown.due.milliseconds == view.due.milliseconds + 26 * 3_600_000)
    #expect(shown.priority == view.priority && shown.start == view.start)
    view.changes = moved.replacing("20261206T09", with: "20261213T09")
    #expect(view.onItsDate == view, "it is another date that is otherwise")
    // A list has it where that date is.
    var other = view
    (other.id, other.changes) = ("t2", "")
    other.due.milliseconds += 3_600_000
    view.changes = moved
    #expect(ToDoLists.isBefore(other, view.onItsDate) && ToDoLists.isBefore(view, other))
  }

  @Test(
    "E-56, E-67: a to-do that belongs to a to-do stands for itself; one of an event waits for it")
  func parents() throws {
    var world = FolderWorld()
    world.files["a.ics"] = FolderWorld.found("VTODO", "a")
    world.files["b.ics"] = FolderWorld.found("VTODO", "b", "RELATED-TO:a")
    world.files["c.ics"] = FolderWorld.found("VTODO", "c", "RELATED-TO:e")
    let report = try world.look()
    #expect(report.problems.keys.sorted() == ["c.ics"] && world.toDos.count == 2)
    #expect(world.text("b.ics").contains("RELATED-TO:a"))
    world.files["e.ics"] = FolderWorld.found("VEVENT", "e", "DTSTART:20991224T170000Z")
    #expect(try world.look().problems.isEmpty)
    #expect(world.events.values.first?.toDos.map(\.uid) == ["c"])
  }
}
