import Foundation
import Testing

extension EndToEndTests {
  /// A duel between two homes, each with a library of its own.
  @Suite struct DuelTests {
    private static let library = ["--library", "Elves"]

    private func makeLibraries(_ pair: Pair) async throws {
      for home in [pair.ada, pair.berta] {
        let file = home.scratch + "/elves.txt"
        try "60 Forest\n".write(toFile: file, atomically: true, encoding: .utf8)
        try await home.done("library", "import", file, "Elves", "--owned")
      }
    }

    private func waits(for text: String, _ program: Program) async throws {
      _ = try await eventually("\(text) is said", otherwise: { program.story }) {
        program.output.contains(text) ? true : nil
      }
    }

    @Test(
      "V-02, V-40, V-43, V-50: two people play with their own libraries by words; a node is killed, and the duel goes on"
    )
    func byWords() async throws {
      var pair = try await Pair.linked()
      try await makeLibraries(pair)
      let host = try pair.ada.start(
        ["duel", "host"] + Self.library
          + ["--format", "none", "--life", "20", "--accept-first", "--plain"])
      var joiner = try pair.berta.start(
        ["duel", "join", "ada"] + Self.library + ["--plain", "--wait", "30"])
      try await waits(for: "Duel vs. Ada", joiner)
      let hand = [String](repeating: "Forest", count: 7).joined(separator: ", ")
      for program in [host, joiner] {
        program.say("begin")
        try await waits(for: "To your hand: \(hand).", program)
      }
      for line in ["play Forest", "tap 1", "lose 3"] { host.say(line) }
      let standing = "Ada: life 17, hand 6, library 53, graveyard 0, exile 0"
      try await holds("Berta sees what Ada did", otherwise: { host.story }) {
        try await pair.berta.done("duel", "move", "players").contains(standing)
      }
      let table = try await pair.berta.done("duel", "move", "their", "table")
      #expect(table.contains("1 Forest (tapped)"), "\(table)")
      // Before the end a replay has the own hand, and nobody else's.
      let again = try await pair.ada.done("duel", "replay", "berta", "--fast")
      #expect(again.contains("Your hand: \(hand)."), "\(again)")
      #expect(!again.contains("Berta's hand"), "\(again)")

      try await joiner.destroy()
      try await pair.bertasDaemon.program.destroy()
      pair.bertasDaemon = try await pair.berta.daemon()
      joiner = try pair.berta.start(["duel", "resume", "--plain"])
      joiner.say("draw")
      try await waits(for: "To your hand: Forest.", joiner)
      #expect(try await pair.ada.done("duel", "move", "players").contains("Berta: life 20, hand 8"))

      try await pair.ada.done("duel", "concede", "--yes")
      #expect(try await host.end() == .exit(0), "\(host.story)")
      #expect(try await joiner.end() == .exit(0), "\(joiner.story)")
      #expect(host.story.contains("You Lost!") && joiner.story.contains("You Won!"))
      #expect(try await pair.ada.done("duel", "list").contains("Completed Games"))

      try await pair.berta.done("duel", "move", "open-match")
      let lost = "With Elves: 1 played, 0 won, 1 lost, 0 drawn, 1 conceded by you; 0 games"
      try await holds("the duel counts") {
        try await pair.ada.done("duel", "stats").contains(lost)
      }
      let file = pair.ada.scratch + "/game.duel"
      try await pair.ada.done("duel", "export", "berta", file)
      let verified = try await pair.ada.done("duel", "verify", file)
      #expect(verified.contains("both players have opened"), "\(verified)")
      #expect(verified.contains("Ada (host) against Berta, 0 games decided."), "\(verified)")
    }

    @Test(
      "V-39: a judge to whom both agree reads a file of the duel, and what is signed makes it count"
    )
    func judged() async throws {
      let pair = try await Pair.linked()
      try await makeLibraries(pair)
      let cyd = try Home("cyd")
      let key = cyd.scratch + "/judge.key"
      let made = try await cyd.done("duel", "judge", "key", key, "--name", "Cyd")
      #expect(try await cyd.done("duel", "judge", "key", key, "--name", "Cyd") == made)
      let judge = try #require(made.split(separator: " ").last).trimmingCharacters(in: .newlines)
      let host = try pair.ada.start(
        ["duel", "host"] + Self.library
          + ["--format", "none", "--life", "20", "--accept-first", "--plain", "--judge", judge])
      try await holds("Berta sees that there is a judge", otherwise: { host.story }) {
        try await pair.berta.done("duel", "list").contains("opened to a judge, Cyd, alone")
      }
      let join = ["duel", "join", "ada"] + Self.library + ["--plain", "--wait", "30"]
      let unasked = try pair.berta.start(join)
      #expect(try await unasked.end() == .exit(1), "\(unasked.story)")
      #expect(unasked.story.contains("`parlor duel join --judged`"), "\(unasked.story)")
      let joiner = try pair.berta.start(join + ["--judged"])
      try await waits(for: "Duel vs. Ada", joiner)
      try await waits(for: "Berta begins game 1", host)
      try await pair.ada.done("duel", "concede", "--yes")
      try await pair.berta.done("duel", "move", "open-match")
      let file = pair.ada.scratch + "/game.duel"
      let signed = try await eventually("the judge can sign") {
        try await pair.ada.done("duel", "export", "berta", file, "--force")
        let sign = try await cyd.run("duel", "judge", "sign", file, "--key", key)
        return sign.output.contains("both players have opened to you") ? sign.output : nil
      }
      let waiting = try await pair.ada.done("duel", "verify", file)
      #expect(waiting.contains("counts once its judge Cyd"), "\(waiting)")
      let verdict = try #require(signed.split(separator: " ").last)
      try await pair.ada.done(
        "duel", "judge", "bring", verdict.trimmingCharacters(in: .newlines))
      try await holds("the duel counts") {
        try await pair.berta.done("duel", "stats").contains("With Elves: 1 played, 1 won")
      }
      try await pair.ada.done("duel", "export", "berta", file, "--force")
      let verified = try await pair.ada.done("duel", "verify", file)
      #expect(verified.contains("Cyd") && verified.contains("nobody cheated"), "\(verified)")
      let wrong = try await pair.ada.run("duel", "judge", "bring", "nothing")
      #expect(wrong.code == 2 && wrong.complaints.contains("copy the whole line"), "\(wrong)")
    }

    @Test("V-48: a library is played against nobody, by words, and nothing of it is kept")
    func solo() async throws {
      let pair = try await Pair.linked()
      try await makeLibraries(pair)
      let solo = try pair.ada.start(
        ["duel", "solo"] + Self.library + ["--format", "none", "--plain"])
      solo.say("begin")
      let hand = [String](repeating: "Forest", count: 7).joined(separator: ", ")
      try await waits(for: "To your hand: \(hand).", solo)
      solo.say("leave")
      #expect(try await solo.end() == .exit(0), "\(solo.story)")
      #expect(solo.output.contains("Nothing of this duel is kept."), "\(solo.output)")
      #expect(try await pair.ada.done("duel", "list").contains("No Games"))
    }

    @Test("V-40: the demo of a duel kills a node, goes on with the same cards, and verifies it")
    func demo() async throws {
      let demo = try await Home("ada").run("demo", "duel", "--fast")
      #expect(demo.code == 0, "\(demo)")
      for part in ["the same hand", "Ada concedes", "all of them follow"] {
        #expect(demo.output.contains(part), "\(part) is missing in \(demo.output)")
      }
    }

    @Test("V-02: commands of a duel say what to do where a library or a table is missing")
    func missing() async throws {
      let home = try Home("ada")
      let host = try await home.run("duel", "host", "--library", "Elves")
      #expect(host.code == 1, "\(host)")
      #expect(host.complaints.contains("`parlor library list` shows yours"), "\(host)")
      let move = try await home.run("duel", "move", "draw")
      #expect(move.code == 1 && move.complaints.contains("`parlor duel host`"), "\(move)")
      let games = try await home.run("duel", "host", "--library", "Elves", "--games", "2")
      #expect(games.code == 2 && games.complaints.contains("choose 1, 3 or 5"), "\(games)")
      let other = try await home.run("table", "host", "--game", "duel")
      #expect(other.code == 2 && other.complaints.contains("`parlor duel host --help`"), "\(other)")
    }
  }
}
