import EventSchema
import Foundation
import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// `parlor event` as people at terminals and scripts see it.
  @Suite struct EventTests {
    @Test(
      "E-01, E-03 to E-07, E-08, E-09, E-10, E-17, E-30 to E-33, E-43 to E-46, E-54: a personal event"
    )
    func alone() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      #expect(try await home.done("event").contains("No events yet: `parlor event add`"))
      let event = try await home.ask(
        "event", "add", "Picnic by the lake", "--at", "2099-06-07 12:00", "--zone", "Europe/Oslo",
        as: EventView.self)
      #expect(event.start.milliseconds == 4_084_509_600_000 && event.minutes == 120)
      try await home.done(
        "event", "add", "Christmas", "--at", "next fri 18:00", "--repeat", "yearly")
      try await home.done(
        "event", "todo", "add", "picnic by the lake", "buy bread", "--for", "none")
      try await home.done("event", "todo", "add", "picnic by the lake", "invite", "--place", "1")
      try await home.done("event", "todo", "done", "picnic by the lake", "1")
      let list = try await home.done("event", "todo", "list", event.id)
      #expect(list == "  1.  [x] invite\n  2.  [ ] buy bread\n")
      try await home.done("event", "todo", "edit", event.id, "2", "--text", "buy two loaves")
      try await home.done("event", "todo", "delete", event.id, "1", "--yes")
      let shown = try await home.done("event", "show", String(event.id.prefix(10)))
      #expect(shown.contains("Sun 2099-06-07 10:00 (Sun 2099-06-07 12:00 in Europe/Oslo), in "))
      #expect(shown.contains("1.  [ ] buy two loaves"))
      let names = { (output: String) in
        output.split(separator: "\n").map { $0.contains("Picnic") ? "p" : "c" }.joined()
      }
      #expect(try await names(home.done("event", "list")) == "cp")
      try await home.done("event", "edit", "picnic by the lake", "--name", "A Picnic")
      #expect(try await names(home.done("event", "list", "--sort", "name")) == "pc")
      #expect(try await home.done("event", "list", "--grid").contains("A Picnic"))
      #expect(try await home.ask("event", "list", as: EventViews.self).events.count == 2)
      let lines = try await home.done("event", "watch", "Christmas", "--count", "2")
      #expect(lines.split(separator: "\n").count == 2 && lines.contains("until Christmas"))
      let unasked = try await home.run("event", "delete", "A Picnic")
      #expect(unasked.code == 2 && unasked.sentences[0].contains("add --yes"), "\(unasked)")
      try await home.done("event", "delete", "--yes", "A Picnic", "Christmas", "a picnic")
      #expect(try await home.ask("event", "list", as: EventViews.self).events.isEmpty)
    }

    @Test("E-18, E-47 to E-50: a budget is kept and added up")
    func budget() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("event", "add", "Picnic by the lake", "--at", "in 9 days")
      #expect(try await home.done("event", "budget", "list", "picnic") == "  Budget: $0.00\n")
      try await home.done("event", "budget", "add", "picnic", "bread and wine", "24.5")
      let two = try await home.done(
        "event", "budget", "add", "picnic", "boat", "8", "--actual", "7.75", "--category", "fun")
      #expect(two.contains("1.  bread and wine") && two.contains("$24.50\n"))
      #expect(two.contains("spent $7.75  fun\n  Budget: $32.50\n  Spent: $7.75\n"), "\(two)")
      try await home.done("event", "budget", "edit", "picnic", "1", "--price", "20.05")
      #expect(try await home.done("event", "show", "picnic").contains("Budget: $28.05"))
      let asked = try await home.run("event", "budget", "delete", "picnic", "2")
      #expect(asked.code == 2 && asked.complaints.contains("--yes"), "\(asked)")
      let rest = try await home.done("event", "budget", "delete", "picnic", "2", "2", "--yes")
      #expect(rest.hasSuffix("  Budget: $20.05\n") && !rest.contains("boat"))
      for (price, reason) in [
        ("", "is missing"), ("123456", "not a price"), ("1.234", "not a price"),
      ] {
        let said = try await home.run("event", "budget", "add", "picnic", "x", price)
        #expect(said.code == 1 && said.complaints.contains(reason), "\(said)")
      }
      let none = try await home.run("event", "budget", "delete", "picnic", "7", "--yes")
      #expect(none.code == 1 && none.complaints.contains("no one line 7"), "\(none)")
    }

    @Test("43: where the rule has no date on the day that was typed, the answer says the first one")
    func firstDate() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let words = ["--at", "2099-06-06 12:00", "--zone", "UTC", "--repeat"]
      let moved = try await home.done(["event", "add", "Choir"] + words + ["every monday"])
      #expect(
        moved.hasSuffix(
          "The first date is Mon 2099-06-08, as the rule has none on Sat 2099-06-06.\n"), "\(moved)"
      )
      let kept = try await home.done(["event", "add", "Market"] + words + ["every saturday"])
      #expect(!kept.contains("The first date"), "\(kept)")
      let toDo = try await home.done(
        "todo", "add", "water", "--due", "2099-06-06 12:00", "--zone", "UTC", "--repeat",
        "every monday")
      #expect(toDo.contains("The first date is Mon 2099-06-08, as the rule has none on Sat"))
    }

    @Test("43: a script gets each date of what comes again in a time, as people do")
    func datesForScripts() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done(
        "event", "add", "Choir", "--at", "2099-06-01 12:00", "--zone", "UTC", "--repeat",
        "every day for 5 times")
      try await home.done(
        "event", "edit", "choir", "--on", "2099-06-03", "--name", "Concert")
      let text = try await home.done(
        "event", "list", "--from", "2099-06-02", "--to", "2099-06-03"
      ).split(separator: "\n")
      let list = try await home.ask(
        "event", "list", "--from", "2099-06-02", "--to", "2099-06-03", as: EventViews.self
      ).events
      #expect(text.count == 2 && list.map(\.name) == ["Choir", "Concert"])
      let second: Int64 = 4_084_084_800_000
      #expect(list.map(\.start.milliseconds) == [second, second + 86_400_000])
      #expect(list.allSatisfy { $0.repeats.isEmpty && $0.changes.isEmpty && $0.minutes == 120 })
      #expect(try await home.ask("event", "list", as: EventViews.self).events.count == 1)
    }

    @Test("E-63: the name of a series that has two parts means both where it is shared or exported")
    func parts() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done("room", "make", "friends")
      let date = ["--at", "2099-06-01 12:00", "--zone", "UTC"]
      try await home.done(
        ["event", "add", "Choir"] + date + ["--repeat", "every day for 5 times"])
      try await home.done(
        "event", "edit", "choir", "--on", "2099-06-03", "--later", "--place", "Hall")
      let path = home.scratch + "/choir.ics"
      #expect(
        try await home.done("event", "export", path, "choir") == "2 events are in \(path).\n")
      let said = try await home.done("event", "share", "choir", "friends")
      #expect(said == "Choir with 1 other part of its series is in friends now.\n")
      let all = try await home.ask("event", "list", as: EventViews.self).events
      #expect(all.map(\.roomName) == ["friends", "friends"])
      // The id of a part means that part alone.
      let later = try #require(all.first { $0.place == "Hall" })
      #expect(
        try await home.done("event", "share", later.id, "personal")
          == "Choir is in personal now.\n")
      // A name means the parts of one room, and those of others are named.
      func others(_ outcome: String, _ deed: String) -> String {
        "1 part of the series is in another room and \(outcome) "
          + "(\(later.id.prefix(8)) in personal): `parlor event \(deed)` with an id means that part."
      }
      let second = home.scratch + "/second.ics"
      let written = try await home.run("event", "export", second, "choir")
      #expect(written.code == 0 && written.output == "1 event is in \(second).\n")
      #expect(written.complaints == "parlor: \(others("is not in the file", "export"))\n")
      try await home.done("room", "make", "choir people")
      #expect(
        try await home.done("event", "share", "choir", "choir people")
          == "Choir is in choir people now.\n\(others("was not moved", "share"))\n")
    }

    @Test("E-68: an event that is said to take whole days lasts as many as before")
    func wholeDays() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      try await home.done(
        "event", "add", "Camp", "--at", "2099-07-01", "--all-day", "--minutes", "4320")
      try await home.done("event", "edit", "camp", "--all-day", "--place", "Lake")
      try await home.done("event", "add", "Fair", "--at", "2099-07-01", "--all-day")
      let camp = try await home.ask("event", "show", "camp", as: EventView.self)
      #expect(camp.allDay && camp.minutes == 4_320 && camp.place == "Lake")
      let fair = try await home.ask("event", "show", "fair", as: EventView.self)
      #expect(fair.allDay && fair.minutes == 1_440)
    }

    @Test(
      "E-13, E-14, E-15, E-16, E-55, E-59: calendar files go out and come back, and twice is once")
    func calendar() async throws {
      let (ada, bob) = (try Home("ada"), try Home("bob"))
      _ = try await ada.daemon()
      _ = try await bob.daemon()
      let path = ada.scratch + "/picnic.ics"
      try await ada.done(
        "event", "add", "Picnic, by the lake", "--at", "in 9 days", "--zone", "Europe/Oslo")
      try await ada.done("event", "add", "New Year", "--at", "1 jan", "--repeat", "yearly")
      try await ada.done("event", "todo", "add", "picnic", "buy bread", "--due", "in 8 days")
      #expect(
        try await ada.done("event", "export", path)
          == "2 events are in \(path).\n")
      #expect(try await ada.run("event", "export", path).code == 1, "it is there already")
      #expect(try await ada.run("event", "export", "/nowhere/x.ics").code == 1)
      #expect(
        try await bob.done("event", "import", path)
          == "2 made, 0 changed, 0 as they were, 0 problems.\n")
      let (one, other) = (
        try await ada.ask("event", "show", "picnic", as: EventView.self),
        try await bob.ask("event", "show", "picnic", as: EventView.self)
      )
      #expect(one.start == other.start && one.name == other.name)
      #expect(other.toDos.map(\.text) == ["buy bread"] && other.toDos[0].due == one.toDos[0].due)
      for home in [ada, bob] {
        let again = try await home.done("event", "import", path)
        #expect(again == "0 made, 0 changed, 2 as they were, 0 problems.\n", "\(again)")
      }
      // What one changes comes to the other by the file, as a change of the same event.
      try await ada.done("event", "edit", "picnic", "--name", "Feast", "--minutes", "30")
      try await ada.done("event", "todo", "done", "feast", "1")
      try await ada.done("event", "export", "--force", path, "feast")
      #expect(try String(contentsOfFile: path, encoding: .utf8).contains("SEQUENCE:0\r\n") == false)
      #expect(try await bob.done("event", "import", path).hasPrefix("0 made, 1 changed"))
      let feast = try await bob.ask("event", "show", "feast", as: EventView.self)
      #expect(feast.id == other.id && feast.minutes == 30 && feast.toDos.map(\.done) == [true])
      // An event that is in a room is changed there.
      try await bob.done("room", "make", "attic")
      try await bob.done("event", "share", "feast", "attic")
      try await ada.done("event", "edit", "feast", "--minutes", "45")
      try await ada.done("event", "export", "--force", path, "feast")
      #expect(
        try await bob.done("event", "import", path)
          == "0 made, 1 changed, 0 as they were, 0 problems.\n")
      let shared = try await bob.ask("event", "show", "feast", as: EventView.self)
      #expect(shared.roomName == "attic" && shared.minutes == 45)
      #expect(try await bob.done("event", "import", path, "--room", "personal").hasPrefix("1 made"))
      let bad = try await bob.run(
        "event", "import", "-",
        input:
          "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:None\nEND:VEVENT\n"
          + "BEGIN:VEVENT\nUID:2\nSUMMARY:Old\nDTSTART:20010101T000000Z\nEND:VEVENT\nEND:VCALENDAR")
      #expect(bad.code == 1 && bad.output == "1 made, 0 changed, 0 as they were, 1 problem.\n")
      #expect(bad.sentences[0].hasPrefix("parlor: line 2: lost: The event has no DTSTART."))
      // What is past is kept, and lists leave it out until they are asked (row E-66).
      let listed = try await bob.done("event", "list")
      #expect(!listed.contains("Old") && listed.contains("1 past event is not listed: --past"))
      #expect(try await bob.done("event", "list", "--past").contains("Old"))
      #expect(
        try await bob.done("event", "list", "--from", "2001-01-01", "--to", "2001-01-01").contains(
          "Old"))
      let none = try await bob.run("event", "import", "-", input: "hello")
      #expect(none.code == 1 && none.complaints.contains("is not a calendar file"))
    }

    @Test("E-31, E-32, E-60: what cannot be saved is said, with the exit code")
    func badInput() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let wrong: [([String], Int32, String)] = [
        (["add", " ", "--at", "fri"], 1, "Please Add an Event Description"),
        (["add", "Picnic"], 2, "--at"),
        (["add", "Picnic", "--at", "2001-01-01"], 1, "has passed"),
        (["add", "Picnic", "--at", "soon"], 1, "\"soon\" is not a date"),
        (["add", "Picnic", "--at", "fri", "--zone", "Mars/North"], 1, "no time zone Mars/North"),
        (["add", "Picnic", "--at", "fri", "--room", "nowhere"], 1, "no room nowhere"),
        (["edit", "Picnic", "--zone", "UTC"], 2, "--zone goes with --at"),
        (["edit", "Picnic"], 2, "No change was given"),
        (["show", "Picnic"], 1, "no event Picnic"), (["watch", "Picnic"], 1, "no event Picnic"),
        (["watch", "Picnic", "--count", "0"], 2, "at least 1"),
        (["list", "--sort", "colour"], 2, "sort"), (["delete", "--yes"], 2, "events"),
        (["todo", "add", "Picnic", "bread"], 1, "no event Picnic"),
        (["share", "Picnic", "lobby"], 1, "no event Picnic"),
      ]
      for (words, code, reason) in wrong {
        let said = try await home.run(["event"] + words)
        #expect(said.code == code && said.sentences.count == 1, "\(words): \(said)")
        #expect(said.complaints.contains(reason), "\(words): \(said)")
      }
      #expect(try await home.ask("event", "list", as: EventViews.self).events.isEmpty)
    }

    @Test(
      "E-20 to E-28, E-57, E-61: two people share an event, and one watches what the other changes")
    func together() async throws {
      let pair = try await Pair.linked()
      try await pair.trust()
      let room = try await pair.ada.ask("room", "make", "friends", "Berta", as: RoomView.self)
      try await holds("Berta is in the room") {
        try await pair.berta.run("room", "show", room.id).code == 0
      }
      // An hour less than nine days, so that eight whole ones remain for as long as the test runs.
      let date = Date(timeIntervalSinceNow: 9 * 86_400 - 3_600)
        .formatted(
          .iso8601.year().month().day().dateTimeSeparator(.space)
            .time(includingFractionalSeconds: false))
      try await pair.ada.done(
        "event", "add", "Picnic", "--at", String(date.prefix(16)), "--zone", "UTC")
      try await pair.ada.done("event", "todo", "add", "Picnic", "buy bread")
      try await pair.ada.done("event", "share", "Picnic", "friends")
      let terminal = try PseudoTerminal()
      try await holds("it is shared") {
        try await pair.berta.run("event", "show", "Picnic").output.contains("buy bread")
      }
      let watch = try Program(
        pair.berta.words(["event", "watch", "picnic"]), streams: .terminal(terminal.device),
        environment: pair.berta.environment)
      try await terminal.shows("Magic Wand OFF", watch)
      try await terminal.shows("Only 8 + Days until Picnic", watch)
      let before = terminal.look().text
      try await holds("the seconds go by") { terminal.look().text != before }
      terminal.type("w")
      try await terminal.shows("Magic Wand ON", watch)
      try await terminal.shows("Only 6 + Days", watch)
      terminal.type("\u{1b}[C")
      try await terminal.shows("+ Hours until Picnic", watch)
      try await pair.ada.done("event", "edit", "Picnic", "--name", "Feast")
      try await terminal.shows("+ Hours until Feast", watch)
      try await pair.ada.done("event", "todo", "done", "Feast", "1")
      try await terminal.shows("[x] buy bread", watch)
      try await pair.adasDaemon.program.destroy()
      try await pair.berta.done("event", "edit", "Feast", "--notes", "while Ada is away")
      try await pair.ada.done("event", "delete", "--yes", "Feast")
      // Ada's command has started her daemon again.
      #expect(try await watch.end() == .exit(0))
      #expect(terminal.echoes && terminal.look().plain.contains("The event was deleted."))
      #expect(try await pair.berta.ask("event", "list", as: EventViews.self).events.isEmpty)
    }
  }
}
