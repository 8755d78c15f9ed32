import Foundation
import Schema
import Testing

extension EndToEndTests {
  /// Rock, paper, scissors between two homes.
  @Suite struct HandTests {
    @Test("Seam: two people play rock, paper, scissors by commands, and both verify it")
    func byCommands() async throws {
      let pair = try await Pair.linked()
      let host = try pair.ada.start([
        "table", "host", "--game", "rock-paper-scissors", "--accept-first", "--no-chat",
      ])
      let joiner = try pair.berta.start(["table", "join", "ada", "--wait", "30"])
      _ = try await eventually("Berta sits", otherwise: { joiner.story }) {
        joiner.output.contains("Ada 0, Berta 0.") ? true : nil
      }
      for word in ["rock", "paper", "rock"] { host.say(word) }
      for word in ["scissors", "paper", "scissors"] { joiner.say(word) }
      #expect(try await host.end() == .exit(0), "\(host.story)")
      #expect(try await joiner.end() == .exit(0), "\(joiner.story)")
      #expect(host.story.contains("You Won!") && joiner.story.contains("You Lost!"))
      #expect(joiner.story.contains("Ada shows rock.") && host.story.contains("Berta shows paper."))
      let table = try #require(
        try await pair.ada.ask("war", "list", as: TableList.self).tables.first?.id)
      let file = pair.ada.scratch + "/hands.war"
      try await pair.ada.done("table", "export", table, file)
      let report = try await pair.berta.ask("table", "verify", file, as: VerifyReport.self)
      #expect(report.valid && report.rounds == 3 && report.result.winner == .host)
    }
  }
}
