import EventSchema
import Schema
import Testing

extension EndToEndTests {
  /// Questions to a person at a terminal about an event that comes again.
  @Suite struct SeriesQuestionTests {
    private func answer(_ home: Home, _ words: [String], _ key: String) async throws {
      let terminal = try PseudoTerminal()
      let program = try Program(
        home.words(words), streams: .terminal(terminal.device), environment: home.environment)
      func shows(_ text: String) async throws {
        try await holds("\"\(text)\" on the terminal") { terminal.look().plain.contains(text) }
      }
      try await shows("[t]his date")
      terminal.type(key + "\n")
      if words.contains("delete") {
        try await shows("really want to Delete")
        terminal.type("y\n")
      }
      #expect(try await program.end() == .exit(0), "\(terminal.look().plain)")
    }

    @Test("E-63: an edit and a deletion of a series ask: this date, this and later ones, or all")
    func asked() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      let made = try await home.ask(
        "event", "add", "Choir", "--at", "2099-01-05 20:00", "--zone", "UTC", "--repeat",
        "every monday", as: EventView.self)
      try await answer(home, ["event", "edit", "choir", "--place", "Hall"], "t")
      var event = try await home.ask("event", "show", made.id, as: EventView.self)
      #expect(event.place.isEmpty && event.changes.contains("LOCATION:Hall"))
      try await answer(home, ["event", "edit", "choir", "--notes", "sing"], "a")
      event = try await home.ask("event", "show", made.id, as: EventView.self)
      #expect(event.notes == "sing" && event.repeats == made.repeats)
      try await answer(home, ["event", "delete", "choir"], "t")
      event = try await home.ask("event", "show", made.id, as: EventView.self)
      #expect(event.repeats.contains("EXDATE") && !event.deleted)
      // A script is not asked, and means all of them.
      let said = try await home.done("event", "edit", "choir", "--name", "Chorus")
      #expect(said.contains("Chorus") && !said.contains("[t]his"))
      #expect(try await home.run("event", "edit", "choir", "--all", "--on", "5 jan").code == 2)
    }
  }
}
