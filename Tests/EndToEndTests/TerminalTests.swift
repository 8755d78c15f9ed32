import Glibc
import Schema
import Testing

extension EndToEndTests {
  /// `war host` as a person at a terminal sees it.
  @Suite struct TerminalTests {
    /// Ada at a terminal, Berta as a script.
    private func begin() async throws -> (Pair, PseudoTerminal, Program) {
      let pair = try await Pair.linked()
      let terminal = try PseudoTerminal()
      let program = try Program(
        pair.ada.words(["war", "host"]), streams: .terminal(terminal.device),
        environment: pair.ada.environment)
      try await terminal.shows("Waiting for players", program)
      return (pair, terminal, program)
    }

    private func join(_ pair: Pair, _ terminal: PseudoTerminal) async throws -> Player {
      let joiner = try Player(pair.berta, "war", "join", "ada", "--wait", "30")
      try await terminal.shows("Requesting to Join")
      try await terminal.shows("Berta")
      terminal.type("1")
      _ = try await joiner.sees("her chair") { $0.table.phase == .seated ? true : nil }
      try await terminal.shows("Return starts")
      try await holds("the start", otherwise: { terminal.look().text }) {
        // Until Berta's node has answered, the start is refused with a sentence.
        terminal.type("\r")
        try await Task.sleep(for: .milliseconds(50))
        try joiner.listen()
        return joiner.view.phase == .playing
      }
      return joiner
    }

    @Test("G-06 to G-14, G-29, G-30: lobby, added player, piles, a card, q leaves and restores")
    func byHand() async throws {
      let (pair, terminal, program) = try await begin()
      let before = try PseudoTerminal().mode
      #expect(!terminal.echoes && terminal.look().isSecond && terminal.look().isCursorHidden)
      let joiner = try await join(pair, terminal)
      try await terminal.shows("vs. Berta", program)
      try await terminal.shows("26 cards", program)
      try await terminal.shows("Return plays", program)
      terminal.type(" ")
      _ = try await joiner.sees("Ada's card") { change in
        if case .played? = change.tableEvent.what { true } else { nil }
      }
      try await terminal.shows("25 cards", program)
      try await terminal.shows("waiting for Berta to play", program)
      try await play([joiner]) { joiner.events.contains(where: \.isDecided) }
      try await terminal.shows("Round ", program)
      terminal.type("q")
      #expect(try await program.end() == .exit(0))
      restored(terminal, before)
      try await holds("Berta is told", otherwise: { joiner.program.story }) {
        try joiner.listen()
        return joiner.view.paused.contains("left")
      }
    }

    @Test("G-41: the end of the match is told, then the terminal is as it was")
    func end() async throws {
      let (pair, terminal, program) = try await begin()
      let before = try PseudoTerminal().mode
      let joiner = try await join(pair, terminal)
      try await terminal.shows("Return plays", program)
      joiner.program.say("concede")
      try await terminal.shows("You Won!", program)
      terminal.type("\r")
      #expect(try await program.end() == .exit(0))
      restored(terminal, before)
      #expect(terminal.look().plain.contains("You Won!"), "it stays readable after the screen")
    }

    @Test(
      "signals end a terminal's command and restore the terminal",
      arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(number: Int32) async throws {
      let (pair, terminal, program) = try await begin()
      let before = try PseudoTerminal().mode
      let joiner = try await join(pair, terminal)
      try await terminal.shows("26 cards", program)
      program.signal(number)
      #expect(try await program.end() == .exit(0))
      restored(terminal, before)
      try await holds("the match is paused", otherwise: { joiner.program.story }) {
        try joiner.listen()
        return !joiner.view.paused.isEmpty
      }
    }

    @Test("q in the lobby cancels the table and restores the terminal; small screens do no harm")
    func cancel() async throws {
      let home = try Home("ada")
      _ = try await home.daemon()
      for (columns, rows) in [(80, 24), (20, 5), (1, 1), (500, 200)] as [(UInt16, UInt16)] {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        let before = try PseudoTerminal().mode
        let program = try Program(
          home.words(["war", "host"]), streams: .terminal(terminal.device),
          environment: home.environment)
        try await holds("a screen") { terminal.look().isSecond }
        try await holds("an open table") {
          try await home.ask("war", "list", as: TableList.self).tables.contains {
            $0.phase == .open
          }
        }
        terminal.type("q")
        #expect(try await program.end() == .exit(0))
        restored(terminal, before)
        try await holds("no open table") {
          try await !home.ask("war", "list", as: TableList.self).tables
            .contains { $0.phase == .open }
        }
      }
    }

    private func restored(_ terminal: PseudoTerminal, _ mode: [UInt32]) {
      #expect(terminal.mode == mode && terminal.echoes)
      #expect(!terminal.look().isSecond && !terminal.look().isCursorHidden)
    }
  }
}
