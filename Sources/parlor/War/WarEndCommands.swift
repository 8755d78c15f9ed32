import ArgumentParser
import Commands
import Schema
import Terminal

/// `parlor war concede`.
struct GameConcedeCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "concede", abstract: "Give a match to the other player.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Flag(help: "Do not ask first.")
  var yes = false

  func fits(_ table: TableView) -> Bool { table.isPlaying }

  func call(_ table: TableView) throws -> Call {
    if !yes {
      try Confirmation.ask(
        "Give the match to \(table.farName)?", isScript: options.json, action: "Conceding",
        refusal: "You did not concede: the match goes on.")
    }
    return Methods.Tables.giveUp { $0.table = table.id }
  }

  func done(_ table: TableView) -> String { "You have conceded to \(table.farName)." }
}

/// `parlor war claim`.
struct GameClaimCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "claim",
      abstract:
        "Claim a match in which the other player's node does not answer, or accept a claim.",
      discussion: """
        A claim is not confirmed until the other player accepts it or concedes. The next \
        \(GameFaces.face(of: Game.game ?? "").move) of the other player undoes it, and the match goes on.
        """)
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Flag(help: "Claim a draw instead of the win.")
  var draw = false

  @Flag(help: "Accept the other player's claim, which ends the match.")
  var accept = false

  func validate() throws {
    guard !(draw && accept) else {
      throw ValidationError(
        "--draw and --accept do not go together: accept takes the claim as it is.")
    }
  }

  func fits(_ table: TableView) -> Bool {
    table.isPlaying && (!accept || table.farClaim != nil)
  }

  func call(_ table: TableView) -> Call {
    Methods.Tables.claim {
      $0.table = table.id
      $0.kind = draw ? .draw : .win
      $0.accept = accept
    }
  }

  func done(_ table: TableView) -> String {
    table.isOver
      ? "\(table.verdict) \(table.result.text.plain)"
      : table.claimTexts.joined(separator: " ")
  }
}

/// `parlor war hosting`.
struct WarHostingCommand: TableAction {
  typealias Game = OfWar

  static let configuration = CommandConfiguration(
    commandName: "hosting",
    abstract: "Offer to let the other node decide the match, or take that offer.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice

  @Flag(help: "Take the offer instead of making one.")
  var take = false

  func fits(_ table: TableView) -> Bool { table.isPlaying }

  func call(_ table: TableView) -> Call {
    Methods.Tables.moveHosting {
      $0.table = table.id
      $0.take = take
    }
  }

  func done(_ table: TableView) -> String {
    take
      ? "Your node decides from now on."
      : "Offered to \(table.farName): they take it with `parlor war hosting --take`."
  }
}
