import EventSchema
import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// `parlor todo`, as a person types it.
  @Suite struct ToDoCommandTests {
    @Test("43, E-70: an undo takes back all that one command did, and no more")
    func undo() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      for name in ["one", "two", "three"] { try await home.done("todo", "add", name) }
      func open() async throws -> [String] {
        try await home.ask("todo", "list", as: ToDoViews.self).toDos.map(\.text).sorted()
      }
      try await home.done("todo", "done", "three")
      try await home.done("todo", "done", "one", "two")
      #expect(try await open().isEmpty)
      let said = try await home.done("undo")
      #expect(said.contains("and 1 other"), "\(said)")
      #expect(try await open() == ["one", "two"])
      try await home.done("undo")
      #expect(try await open() == ["one", "three", "two"])
      try await home.done("undo")
      #expect(try await open() == ["one", "two"], "each was added by a command of its own")
    }

    @Test(
      "E-67: a person keeps a list: adds, lists, edits, finishes and deletes, by number or text")
    func list() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      #expect(try await home.done("todo").contains("Nothing is to be done: `parlor todo add`"))
      try await home.done("todo", "add", "pay rent")
      try await home.done(
        "todo", "add", "buy bread", "--due", "2099-06-05 18:00", "--zone", "UTC", "--priority",
        "high", "--notes", "of rye")
      try await home.done(
        "todo", "add", "water plants", "--due", "2099-06-07 10:00", "--zone", "UTC", "--repeat",
        "every sunday")
      try await home.done("event", "add", "Picnic", "--at", "2099-06-07 12:00", "--zone", "UTC")
      try await home.done("event", "todo", "add", "picnic", "invite")
      let list = try await home.done("todo", "list").split(separator: "\n").map(String.init)
      #expect(list.count == 4)
      #expect(list[0].hasPrefix("  1.  [ ] buy bread") && list[0].contains("high priority"))
      #expect(list[1].contains("water plants") && list[1].contains("on Sun"))
      #expect(list[2].contains("invite  for Picnic") && list[3].contains("pay rent"))
      let weekly = try await home.done("todo", "done", "water")
      #expect(weekly.contains("[ ] water plants  until Sun 2099-06-14"), "\(weekly)")
      #expect(try await home.done("todo", "done", "1").contains("[x] buy bread"))
      #expect(try await home.done("todo", "done", "invite").contains("[x] invite"))
      #expect(try await home.done("event", "todo", "list", "picnic").contains("[x] invite"))
      let open = try await home.done("todo")
      #expect(!open.contains("bread") && open.contains("2 done or cancelled are not listed"))
      #expect(try await home.done("todo", "list", "--done", "--alone").contains("[x] buy bread"))
      let begun = try await home.done(
        "todo", "edit", "pay", "--status", "in-process", "--percent", "30")
      #expect(begun.contains("in process  30 %"), "\(begun)")
      #expect(try await home.done("todo", "show", "buy").contains("of rye"))
      // No undo brings it back, so that a script says so.
      for words in [["todo", "delete", "pay"], ["event", "todo", "delete", "picnic", "1"]] {
        let asked = try await home.run(words)
        #expect(asked.code != 0 && asked.complaints.contains("add --yes"), "\(asked)")
      }
      #expect(try await home.done("todo", "list").contains("pay rent"))
      #expect(
        try await home.done("todo", "delete", "pay", "--yes").contains("pay rent is deleted"))
      for words in [
        ["todo", "done", "99"], ["todo", "done", "nothing"], ["todo", "add", " "],
        ["todo", "add", "x", "--repeat", "every day"],
      ] {
        let said = try await home.run(words)
        #expect(said.code == 1 && !said.complaints.isEmpty, "\(words)")
      }
      #expect(try await home.run("todo", "add", "x", "--priority", "11").code == 2)
      #expect(try await home.run("todo", "edit", "buy").code == 2)
      #expect(try await home.ask("todo", "list", "--done", as: ToDoViews.self).toDos.count == 3)
    }

    @Test("E-67, E-55: what is to be done without an event goes through files, and twice is once")
    func files() async throws {
      let (ada, bob) = (try Home("ada"), try Home("bob"))
      _ = try await ada.daemon()
      _ = try await bob.daemon()
      let text = [
        "BEGIN:VCALENDAR", "BEGIN:VTODO", "UID:u1", "SUMMARY:plants", "PRIORITY:5", "X-A:b",
        "DUE;VALUE=DATE:20991224", "RRULE:FREQ=WEEKLY", "STATUS:IN-PROCESS", "END:VTODO",
        "BEGIN:VTODO", "UID:u2", "SUMMARY:bread", "RELATED-TO:nowhere", "STATUS:CANCELLED",
        "END:VTODO", "END:VCALENDAR", "",
      ].joined(separator: "\r\n")
      let said = try await ada.run("event", "import", "-", input: text)
      #expect(said.code == 0 && said.output.hasPrefix("2 made, 0 changed, 0 as they were"))
      #expect(
        try await ada.run("event", "import", "-", input: text).output.hasPrefix(
          "0 made, 0 changed, 2"))
      let path = ada.scratch + "/all.ics"
      #expect(
        try await ada.done("event", "export", path)
          == "0 events and 2 to-dos without an event are in \(path).\n")
      let written = try String(contentsOfFile: path, encoding: .utf8)
      for line in ["X-A:b", "DUE;VALUE=DATE:20991224", "RELATED-TO:nowhere", "STATUS:CANCELLED"] {
        #expect(written.contains(line + "\r\n"), "\(line)")
      }
      #expect(try await bob.done("event", "import", path).hasPrefix("2 made"))
      let list = try await bob.ask("todo", "list", "--done", as: ToDoViews.self).toDos
      #expect(list.map(\.text) == ["plants", "bread"])
      #expect(list[0].allDay && list[0].status == .inProcess && list[0].priority == 5)
    }
  }
}
