import ChatSchema
import EventSchema
import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// Events that two people plan together, each with a daemon of its own.
  @Suite struct SharedEventTests {
    /// Ada and Berta trust each other and are in the room friends.
    private func friends() async throws -> Pair {
      let pair = try await Pair.linked()
      try await pair.trust()
      let room = try await pair.ada.ask("room", "make", "friends", "Berta", as: RoomView.self)
      try await holds("Berta is in the room") {
        try await pair.berta.run("room", "show", room.id).code == 0
      }
      return pair
    }

    /// Ends a daemon, and waits until its home is free.
    private func stop(_ daemon: RunningDaemon, of home: Home) async throws {
      try await home.done("stop")
      #expect(try await daemon.program.end() == .exit(0))
    }

    @Test(
      "P-26: both change one field while apart: both values are shown, and who takes one takes it for both"
    )
    func contradicting() async throws {
      let pair = try await friends()
      let (ada, berta) = (pair.ada, pair.berta)
      try await ada.done("event", "add", "Picnic", "--at", "in 9 days", "--room", "friends")
      try await holds("Berta sees it") {
        try await berta.run("event", "show", "picnic").output.contains("Picnic")
      }
      try await stop(pair.adasDaemon, of: ada)
      try await stop(pair.bertasDaemon, of: berta)
      let alone = try await ada.daemon()
      try await ada.done("event", "edit", "picnic", "--name", "Feast")
      try await stop(alone, of: ada)
      let other = try await berta.daemon()
      try await berta.done("event", "edit", "picnic", "--name", "Party")
      let daemon = try await ada.daemon()
      try await berta.done("peer", "add", daemon.address)
      for home in [ada, berta] {
        try await holds("both names are there to choose from") {
          let text = try await home.run("conflict").output
          return ["Feast", "Party", "name", "friends", "shown"].allSatisfy { text.contains($0) }
        }
        #expect(try await home.run().output.contains("Two people changed 1 field at once"))
        #expect(try await home.run().output.contains("parlor conflict list"))
      }
      let list = try await ada.ask("conflict", "list", as: ConflictList.self)
      let conflict = try #require(list.conflicts.first)
      let wanted = conflict.title == "Feast" ? "Party" : "Feast"
      try await ada.done("conflict", "take", String(conflict.record.prefix(6)), "2", "name")
      for home in [ada, berta] {
        try await holds("it is called \(wanted), and nothing is left to choose") {
          let text = try await home.run("conflict", "list").output
          let event = try await home.run("event", "list").output
          return text.contains("Nothing was changed by two") && event.contains(wanted)
        }
      }
      withExtendedLifetime((daemon, other)) {}
    }

    @Test(
      "E-57, E-51, E-61: two who are apart change one event, one deletes what the other edits: both see the same, nothing else is lost"
    )
    func apart() async throws {
      let pair = try await friends()
      let (ada, berta) = (pair.ada, pair.berta)
      try await ada.done("event", "add", "Picnic", "--at", "in 9 days", "--room", "friends")
      try await ada.done("event", "todo", "add", "picnic", "invite")
      for (text, price) in [("bread", "4"), ("wine", "9")] {
        try await ada.done("event", "budget", "add", "picnic", text, price, "--shared")
      }
      try await holds("Berta sees all of it") {
        try await berta.run("event", "show", "picnic").output.contains("wine")
      }
      try await stop(pair.adasDaemon, of: ada)
      try await stop(pair.bertasDaemon, of: berta)
      // From here on only one of the daemons runs at a time.
      let alone = try await ada.daemon()
      try await ada.done("event", "edit", "picnic", "--name", "Feast")
      try await ada.done("event", "todo", "add", "feast", "buy bread")
      try await ada.done("event", "budget", "delete", "feast", "1", "--yes")
      try await stop(alone, of: ada)
      _ = try await berta.daemon()
      try await berta.done("event", "edit", "picnic", "--at", "2099-06-07 12:00", "--zone", "UTC")
      try await berta.done("event", "todo", "add", "picnic", "bring cups")
      try await berta.done("event", "todo", "done", "picnic", "1")
      try await berta.done("event", "budget", "edit", "picnic", "1", "--price", "5")
      try await berta.done(
        "event", "budget", "edit", "picnic", "2", "--actual", "8.50", "--paid-by", "Berta")
      let before = try await berta.ask("event", "show", "picnic", as: EventView.self)
      #expect(before.name == "Picnic" && before.budget.map(\.plannedText) == ["$5.00", "$9.00"])
      let daemon = try await ada.daemon()
      try await berta.done("peer", "add", daemon.address)
      var seen: [EventView] = []
      try await holds("both have what both did", otherwise: { "\(seen)" }) {
        seen = []
        for home in [ada, berta] {
          guard let event = try? await home.ask("event", "show", "feast", as: EventView.self) else {
            return false
          }
          seen.append(event)
        }
        return seen.allSatisfy { $0.toDos.count == 3 && $0.start.milliseconds == 4_084_516_800_000 }
      }
      for event in seen {
        #expect(Set(event.toDos.map(\.text)) == ["invite", "buy bread", "bring cups"])
        #expect(event.toDos.filter(\.done).map(\.text) == ["invite"])
        #expect(event.budget.map(\.text) == ["wine"], "a delete wins")
        #expect(event.budget.map(\.actualText) == ["$8.50"])
        #expect(
          event.debts.map { "\($0.fromName) \($0.toName) \($0.amountText)" } == ["Ada Berta $4.25"])
      }
      // Who sees it as their own, or knows its author, is another matter.
      for index in seen[0].toDos.indices {
        (seen[1].toDos[index].own, seen[1].toDos[index].paired) = (
          seen[0].toDos[index].own, seen[0].toDos[index].paired
        )
      }
      #expect(seen[0].toDos == seen[1].toDos && seen[0].budget == seen[1].budget)
      let list = try await ada.done("event", "budget", "list", "feast")
      #expect(list.hasSuffix("  Spent: $8.50\n  Ada owes Berta $4.25\n"), "\(list)")
    }

    @Test(
      "E-61, E-62: shared read-only, what is kept stays with its owner; and planned out of a message"
    )
    func readOnly() async throws {
      let pair = try await friends()
      let (ada, berta) = (pair.ada, pair.berta)
      try await ada.done("event", "add", "Picnic", "--at", "in 9 days")
      try await ada.done("event", "todo", "add", "picnic", "buy a present")
      try await ada.done("event", "budget", "add", "picnic", "a present", "50")
      let said = try await ada.done(
        "event", "share", "picnic", "friends", "--read-only", "--without-todos")
      #expect(
        said == "Picnic is in friends now, and only you can change it.\n"
          + "You keep to yourself: what is to be done and its budget.\n")
      try await holds("Berta sees it") {
        try await berta.run("event", "list").output.contains("· read-only\n")
      }
      let shown = try await berta.done("event", "show", "picnic")
      #expect(shown.contains(", read-only") && !shown.contains("present"), "\(shown)")
      for words in [
        ["edit", "picnic", "--name", "Mine"], ["delete", "--yes", "picnic"],
        ["todo", "add", "picnic", "cheese"],
        ["budget", "add", "picnic", "cheese", "3", "--shared"],
      ] {
        let refused = try await berta.run(["event"] + words)
        #expect(refused.code == 1, "\(words)")
        #expect(
          refused.complaints.contains(
            "Only Ada, who made the event, can change or delete it: ask Ada, or make your own."
          ),
          "\(words): \(refused)")
      }
      // It goes on by its name, with what was kept.
      try await ada.done("event", "todo", "done", "picnic", "1")
      let own = try await ada.done("event", "show", "picnic")
      #expect(
        own.contains("[x] buy a present  yours alone") && own.contains("Budget: $50.00"), "\(own)")
      try await ada.done("event", "edit", "picnic", "--name", "Feast")
      try await holds("Berta sees the change") {
        try await berta.run("event", "show", "feast").code == 0
      }
      #expect(
        try await ada.done("event", "share", "feast", "personal") == "Feast is in personal now.\n")
      #expect(
        try await ada.ask("event", "show", "feast", as: EventView.self).toDos.map(\.text)
          == ["buy a present"])
      let message = try await ada.ask(
        "chat", "post", "--room", "friends", "Round 2 on 2099-06-07 19:00!", as: MessageView.self)
      let round = try await ada.ask(
        "event", "add", "--from", String(message.id.prefix(10)), "--room", "friends",
        as: EventView.self)
      #expect(round.name == "Round 2" && round.roomName == "friends")
      let none = try await ada.run("event", "add", "--from", "22222222")
      #expect(none.code == 1 && none.complaints.contains("There is no message 22222222"))
      #expect(try await ada.run("event", "add").code == 2)
    }

    @Test("E-61, E-67: something to do is shared with a room later, and taken back")
    func sharedToDo() async throws {
      let pair = try await friends()
      let (ada, berta) = (pair.ada, pair.berta)
      try await ada.done("todo", "add", "buy bread", "--due", "in 9 days")
      let id = try await ada.ask("todo", "show", "buy bread", as: ToDoView.self).id
      #expect(
        try await ada.done("todo", "share", "buy bread", "friends")
          == "buy bread is in friends now.\n")
      try await holds("Berta sees it") {
        try await berta.run("todo", "list").output.contains("buy bread")
      }
      try await berta.done("todo", "done", "buy bread")
      try await holds("Ada sees that it is done") {
        try await ada.run("todo", "list", "--done").output.contains("[x] buy bread")
      }
      try await ada.done("todo", "share", "buy bread", "personal")
      let mine = try await ada.ask("todo", "show", "buy bread", as: ToDoView.self)
      #expect(mine.id == id && mine.personal && mine.done)
      try await holds("it is gone for Berta") {
        try await !berta.run("todo", "list", "--done").output.contains("buy bread")
      }
      try await ada.done("event", "add", "Picnic", "--at", "in 9 days")
      try await ada.done("event", "todo", "add", "picnic", "invite")
      let refused = try await ada.run("todo", "share", "invite", "friends")
      #expect(refused.code == 1 && refused.complaints.contains("belongs to the event Picnic"))
      withExtendedLifetime(pair) {}
    }

    @Test(
      "E-69: one deletes an event while the other, apart, adds to it: who added is told, and keeps it"
    )
    func deletedMeanwhile() async throws {
      let pair = try await friends()
      let (ada, berta) = (pair.ada, pair.berta)
      try await ada.done("event", "add", "Picnic", "--at", "in 9 days", "--room", "friends")
      try await holds("Berta sees it") {
        try await berta.run("event", "show", "picnic").output.contains("Picnic")
      }
      try await stop(pair.adasDaemon, of: ada)
      try await stop(pair.bertasDaemon, of: berta)
      let alone = try await ada.daemon()
      try await ada.done("event", "delete", "picnic", "--yes")
      try await stop(alone, of: ada)
      let other = try await berta.daemon()
      let told = berta.scratch + "/told"
      let program = berta.scratch + "/tell"
      try Data("#!/bin/sh\necho \"$PARLOR_EVENT: $*\" >> \(told)\n".utf8)
        .write(to: URL(filePath: program))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      try await berta.done("settings", "set", "notify-command", program)
      try await berta.done("event", "todo", "add", "picnic", "bring cups")
      try await berta.done("event", "budget", "add", "picnic", "wine", "9", "--shared")
      try await berta.done("event", "edit", "picnic", "--place", "Town hall")
      let daemon = try await ada.daemon()
      try await berta.done("peer", "add", daemon.address)
      try await holds("the event is gone for Berta") {
        try await berta.run("event", "show", "picnic").code != 0
      }
      let list = try await berta.done("event", "lost")
      for part in [
        "Picnic", "deleted by Ada in friends", "[ ] bring cups", "wine  $9.00", "place: Town hall",
      ] {
        #expect(list.contains(part), "\(list)")
      }
      try await holds("she is told") {
        ((try? String(contentsOfFile: told, encoding: .utf8)) ?? "").contains("Picnic")
      }
      let kept = try await berta.done("event", "lost", "keep", "pic")
      #expect(kept.contains("Picnic") && kept.contains("bring cups") && kept.contains("wine"))
      #expect(kept.contains("Place: Town hall"))
      #expect(try await berta.done("event", "lost").contains("Nothing is lost"))
      #expect(try await ada.run("event", "show", "picnic").code != 0, "it is hers alone")
      withExtendedLifetime((daemon, other)) {}
    }
  }
}
