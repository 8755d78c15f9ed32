import ArgumentParser
import Commands
import Schema
import Terminal

/// The table and the asker that `accept` and `decline` are about.
struct AskerChoice: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Who asks: an author id or any unique beginning of it, or a name; may be left out when only "
        + "one asks.", valueName: "id"))
  var asker = ""

  /// The call that answers the asker named.
  func answer(
    _ table: TableView, accept: Bool, reason: String, forGood: Bool = false
  ) -> Call {
    let named = table.asks.filter { $0.name.plain.lowercased() == asker.plain.lowercased() }
    return Methods.Tables.answer {
      $0.table = table.id
      $0.asker = named.count == 1 && !asker.isEmpty ? named[0].author : asker
      $0.accept = accept
      $0.reason = reason
      $0.forGood = forGood
    }
  }
}

/// `parlor war accept`.
struct GameAcceptCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "accept", abstract: "Add somebody who asks to join your table.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice
  @OptionGroup var asker: AskerChoice

  func fits(_ table: TableView) -> Bool { table.seat == .host && table.phase == .open }

  func call(_ table: TableView) -> Call {
    asker.answer(table, accept: true, reason: "")
  }

  func done(_ table: TableView) -> String {
    "Added to Game: \(table.name(.joiner)); `\(table.command) start \(ShortID.text(table.id))` begins."
  }
}

/// `parlor war decline`.
struct GameDeclineCommand<Game: GameCommands>: TableAction {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "decline", abstract: "Decline somebody who asks to join your table.")
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var choice: TableChoice
  @OptionGroup var asker: AskerChoice

  @Option(help: ArgumentHelp("The reason to give to the asker.", valueName: "text"))
  var reason = ""

  @Flag(help: "The asker cannot ask for this table again.")
  var forGood = false

  func fits(_ table: TableView) -> Bool {
    table.seat == .host && [.open, .seated].contains(table.phase)
  }

  func call(_ table: TableView) -> Call {
    asker.answer(table, accept: false, reason: reason, forGood: forGood)
  }

  func done(_ table: TableView) -> String {
    forGood ? "Declined for good." : "Declined; --for-good keeps somebody from asking again."
  }
}
