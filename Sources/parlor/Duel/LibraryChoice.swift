import ArgumentParser
import Client
import Commands
import Duel
import DuelSchema
import Schema
import Terminal

/// The library that a person plays a duel with.
struct LibraryChoice {
  /// Its name, its id or any unique beginning of that.
  let library: String

  /// Checks a name that somebody has typed.
  static func check(_ library: String) throws {
    guard !library.isEmpty else {
      throw ValidationError("The name of the library is empty: `parlor library list` shows yours.")
    }
  }

  /// Checks the library and makes the choice to sit down with; says what breaks a rule that is not asked for.
  func choose(
    _ client: DaemonClient, isQuiet: Bool, _ fill: (inout ChooseLibrary) -> Void
  ) throws -> DuelChosen {
    let chosen: DuelChosen
    do {
      chosen = try client.call(Methods.Duels.choose) {
        $0.library = library
        fill(&$0)
      }
    } catch ClientFailure.refused(let refusal) where refusal.code == .notFound {
      throw CommandFailure(
        SessionEnd.refused,
        "You have no library called \(library.plain): `parlor library list` shows yours.")
    }
    if !isQuiet { Output.lines(chosen.notes.map(\.plain)) }
    return chosen
  }

  /// The choice to join a table with, by its format.
  ///
  /// - Parameter isJudged: whether our person agrees to the judge of the table.
  func choose(
    at table: TableView, _ client: DaemonClient, isQuiet: Bool, isJudged: Bool = false
  ) throws -> [UInt8] {
    let terms = try DuelTerms(serializedBytes: table.terms)
    guard isJudged || !terms.hasJudge else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(terms.judge.title.plain) is the judge of that table, who sees your list and hands at the end: if you agree, use `parlor duel join --judged`."
      )
    }
    return [UInt8](
      try choose(client, isQuiet: isQuiet) {
        $0.format = terms.format.isEmpty ? "none" : terms.format
        if isJudged, terms.hasJudge { $0.judge = terms.judge }
      }.choice)
  }
}

/// The option that names it.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library that you play with: its name, its id or any unique beginning of that.",
      valueName: "name"))
  var library: String

  var choice: LibraryChoice { LibraryChoice(library: library) }

  func validate() throws { try LibraryChoice.check(library) }
}
