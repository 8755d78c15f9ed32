import Events
import EventSchema
import Schema
import TestKit
import Testing

/// A calendar folder and a node that are kept in step, with kills in between.
@Suite struct CalendarFolderTests {
  @Test("E-16, E-56: what is planned is written, changed and removed; each thing to do is a file")
  func outwards() throws {
    var world = FolderWorld()
    world.plan("picnic", list: ["bread"])
    #expect(try world.look().problems.isEmpty)
    #expect(world.files.keys.sorted() == ["e1@parlor.ics", "t2@parlor.ics"])
    #expect(world.text("t2@parlor.ics").contains("RELATED-TO:e1@parlor\r\n"))
    #expect(world.text("e1@parlor.ics").contains("SEQUENCE:0\r\n"))
    world.events["e1"]?.name = "feast"
    _ = try world.look()
    #expect(world.text("e1@parlor.ics").contains("SUMMARY:feast\r\n"))
    #expect(world.text("e1@parlor.ics").contains("SEQUENCE:1\r\n"), "E-16: a change is counted")
    world.events["e1"] = nil
    _ = try world.look()
    #expect(world.files.isEmpty && world.bases.isEmpty)
  }

  @Test(
    "E-16, E-56, E-57: what a file says otherwise is an edit of that alone, and both sides live")
  func inwards() throws {
    var world = FolderWorld()
    world.plan("picnic", list: ["bread"])
    _ = try world.look()
    world.edit("e1@parlor.ics") { $0.replacing("SUMMARY:picnic", with: "SUMMARY:feast") }
    world.edit("e1@parlor.ics") { $0.replacing("END:VEVENT", with: "LOCATION:lake\r\nEND:VEVENT") }
    world.edit("t2@parlor.ics") { $0.replacing("NEEDS-ACTION", with: "COMPLETED") }
    world.events["e1"]?.start.milliseconds += 3_600_000
    let later = world.events["e1"]?.start
    _ = try world.look()
    let event = try #require(world.events["e1"])
    #expect(event.name == "feast" && event.place == "lake" && event.start == later)
    #expect(event.toDos.map(\.done) == [true])
    let edits = world.asked.compactMap { $0.request as? EditEvent }
    #expect(edits.last?.change.hasStart == false, "only what the file changed")
    #expect(world.text("e1@parlor.ics").contains("LOCATION:lake\r\n"))
    let file = try CalendarItem(world.text("e1@parlor.ics"), zone: "UTC")
    let here = try #require(CalendarFile.Event(event))
    #expect(file.says(.event(here)))
    let writes = world.writes
    _ = try world.look()
    #expect(world.writes == writes, "then there is nothing to do")
  }

  @Test("E-56: a new file is an event or a thing to do, and what is removed is deleted")
  func madeOutside() throws {
    var world = FolderWorld()
    world.files["a.ics"] = FolderWorld.found("VEVENT", "u1", "DTSTART:20991224T170000Z")
    world.files["b.ics"] = FolderWorld.found("VTODO", "u2", "RELATED-TO:u1")
    world.files["c.ics"] = FolderWorld.found("VTODO", "u3", "RELATED-TO:nowhere")
    world.files["old.ics"] = FolderWorld.found("VEVENT", "u4", "DTSTART:20011224T170000Z")
    world.files["same.ics"] = FolderWorld.found("VEVENT", "u1", "DTSTART:20991225T170000Z")
    world.files["bad.ics"] = .problem("It is none.")
    let report = try world.look()
    #expect(report.problems.keys.sorted() == ["bad.ics", "c.ics", "same.ics"])
    #expect(world.events.values.map(\.uid).sorted() == ["u1", "u4"], "E-66: past ones are kept")
    #expect(world.events.values.flatMap(\.toDos).map(\.uid) == ["u2"])
    #expect(world.files.count == 6, "nothing is touched")
    world.files["b.ics"] = nil
    _ = try world.look()
    #expect(world.events.values.flatMap(\.toDos).isEmpty)
    for name in ["a.ics", "same.ics", "old.ics"] { world.files[name] = nil }
    _ = try world.look()
    #expect(world.events.isEmpty)
  }

  @Test("E-56: a folder that is empty all at once, and a file that cannot be read, delete nothing")
  func guarded() throws {
    var world = FolderWorld()
    for name in ["a", "b", "c", "d"] { world.plan(name, list: []) }
    _ = try world.look()
    let files = world.files
    world.files = [:]
    #expect(try world.look().refusal != nil && world.events.count == 4 && world.files.isEmpty)
    world.files = files
    world.files["e1@parlor.ics"] = .problem("It is not readable.")
    world.events["e1"]?.name = "other"
    #expect(try world.look().problems.count == 1 && world.events.count == 4)
    #expect(world.files["e1@parlor.ics"] == .problem("It is not readable."))
  }

  @Test("43 C-1: a file that says less than the whole changes no more, and is written whole")
  func less() throws {
    var world = FolderWorld()
    let whole = [
      "UID:s1", "DTSTAMP:20261101T090000Z", "SUMMARY:Choir", "DTSTART:20270104T200000Z",
      "RRULE:FREQ=WEEKLY;COUNT=5",
    ]
    func file(_ lines: [String], _ method: String) -> String {
      let all = ["BEGIN:VCALENDAR", "METHOD:\(method)", "BEGIN:VEVENT"] + lines
      return (all + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }
    func event() throws -> EventView {
      try #require(world.events.values.first)
    }
    world.files["a.ics"] = FolderWorld.found(file(whole, "REQUEST"))
    #expect(try world.look().problems.isEmpty)
    let off = ["UID:s1", "DTSTAMP:20261102T090000Z", "RECURRENCE-ID:20270118T200000Z"]
    world.edit("a.ics") { _ in file(off, "CANCEL") }
    #expect(try world.look().problems.isEmpty)
    let start: Int64 = 1_799_000_000_000
    let dates = Occurrences(try event()).list(from: start, to: start + 8_640_000_000, limit: 9)
    #expect(try event().name == "Choir" && dates.count == 4)
    let text = world.text("a.ics")
    #expect(text.contains("RRULE:FREQ=WEEKLY;COUNT=5") && text.contains("RECURRENCE-ID"))
    #expect(try !world.look().isChanged)
    world.edit("a.ics") { _ in file(["UID:s1", "DTSTAMP:20261103T090000Z"], "CANCEL") }
    _ = try world.look()
    #expect(try event().status == .cancelled && event().name == "Choir")
    #expect(world.text("a.ics").contains("RRULE:FREQ=WEEKLY;COUNT=5"))
    // Beside the whole it does not count, whichever of both names comes first.
    world.files["A.ics"] = FolderWorld.found(file(off, "CANCEL"))
    #expect(try world.look().problems["A.ics"]?.contains("parlor event import") == true)
    world.files["b.ics"] = FolderWorld.found(file(["UID:none"], "CANCEL"))
    #expect(try world.look().problems["b.ics"]?.contains("not here") == true)
    #expect(world.events.count == 1)
  }

  @Test("E-56: what the node refuses is said once, and asked for again when the file is otherwise")
  func refused() throws {
    var world = FolderWorld()
    world.plan("picnic", list: [])
    _ = try world.look()
    world.refusal = CalendarRefusal("No.", isPassing: false)
    world.edit("e1@parlor.ics") { $0.replacing("SUMMARY:picnic", with: "SUMMARY:feast") }
    for _ in 0..<3 { #expect(try world.look().problems == ["e1@parlor.ics": "No."]) }
    #expect(world.asked.count == 1)
    world.refusal = nil
    world.edit("e1@parlor.ics") { $0.replacing("SUMMARY:feast", with: "SUMMARY:ball") }
    #expect(try world.look().problems.isEmpty && world.events["e1"]?.name == "ball")
  }

  @Test(
    "E-56: whatever another calendar calls something, its file stays in the folder",
    arguments: ["../../x", "/etc/x", ".hidden", "a/b", String(repeating: "x", count: 250), "ä ö"])
  func names(uid: String) throws {
    var world = FolderWorld()
    world.plan("picnic", list: [])
    world.events["e1"]?.uid = uid
    _ = try world.look()
    #expect(world.files.keys.sorted() == ["e1@parlor.ics"])
    _ = try world.look()
    #expect(world.writes == 1)
  }

  @Test(
    "E-55, E-59: any event and anything to do is read from its file as it is here",
    arguments: 1...40)
  func stable(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      var world = FolderWorld()
      world.plan("x", list: ["y"])
      FolderWorld.scramble(&world.events["e1"], using: &random)
      let event = try #require(world.events["e1"])
      guard let item = CalendarFile.Event(event), let line = CalendarFile.Line(event.toDos[0])
      else { continue }
      _ = try world.look()
      for case .entry(let entry) in world.files.values {
        let mine: CalendarItem = entry.item.uid == item.uid ? .event(item) : .toDo(line, event: "")
        #expect(entry.item.says(mine), "\(entry.text)")
      }
      #expect(world.files.count == 2)
      let all = CalendarText.write([event], now: 5)
      let file = try CalendarFile(all, zone: "UTC")
      #expect(!file.problems.contains { !$0.isHint })
      #expect(file.events.first?.toDos.first?.text == line.text)
      _ = try world.look()
      #expect(world.writes == 2 && world.asked.isEmpty)
    }
  }

  @Test(
    "E-16, E-56, E-57: edits on both sides, and kills at any step, end with the same on both and lose nothing",
    arguments: 1...60)
  func killed(seed: UInt64) throws {
    var run = FolderRun(seed: seed)
    for _ in 0..<40 { try run.step() }
    try run.end()
  }
}
