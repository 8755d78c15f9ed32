import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor demo`: two nodes on this machine play, one is killed and comes back, the game is verified.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch two nodes of this machine play a match, lose one, go on, and prove it fair.",
    discussion: """
      Both nodes have homes of their own in a directory for temporary files; your own home is not touched. \
      The game is War, or a duel with decks that are made up.

      EXAMPLES
        parlor demo
        parlor demo --fast
        parlor demo duel
      """)

  /// The games that can be watched.
  enum Game: String, ExpressibleByArgument, CaseIterable { case war, duel }

  @Argument(help: "The game: war or duel.")
  var game = Game.war

  @Flag(help: "Do not wait between the cards.")
  var fast = false

  @Flag(help: "Print JSON: one event a line, the report of the verification last.")
  var json = false

  func run() throws {
    let stage = try DemoStage()
    defer { stage.tearDown() }
    let table = DemoTable(stage, pace: fast || json ? 0 : 350, json: json)
    do {
      switch game {
      case .war:
        var demo = Demo(table)
        try demo.play()
      case .duel:
        var demo = DuelDemo(table)
        try demo.play()
      }
    } catch let failure as ClientFailure {
      throw CommandFailure(failure)
    }
  }
}
