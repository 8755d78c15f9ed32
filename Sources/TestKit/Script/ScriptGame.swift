import Feature
import Schema

/// A game that scripts play: what a file says of it at its top, its acts, and what can be seen of it.
///
/// The table around it is the same for every game: its steps and fields are those of `ScriptReader` and `ScriptField`.
package protocol ScriptGame: Sendable {
  /// The name by which a script chooses it; the first game of the list needs none.
  static var name: String { get }
  /// Takes a word at the top of a file with what belongs to it.
  ///
  /// - Returns: false for a word that is not the game's.
  mutating func take(_ word: String, _ value: ScriptNode, _ reader: ScriptReader) throws -> Bool
  /// Returns the acts of a step, in order; nil for a word that is not the game's.
  func acts(
    _ word: String, _ value: ScriptNode, _ reader: ScriptReader
  ) throws -> [any ScriptAct]?
  /// Returns the field of a name; nil for a field that is not the game's.
  func sight(_ name: String) -> (any ScriptSight)?
  /// The fields that everybody must see alike.
  var agreed: [any ScriptSight] { get }
  /// Whether the cards alone end a match and decide who wins, so that no script knows without the seed.
  var isDecidedByCards: Bool { get }
  /// Fills in what the host opens its table with.
  func fill(_ request: inout HostTable)
  /// Fills in what somebody asks for a chair with.
  func fill(_ request: inout AskToJoin, by person: Person)
}

/// One act of people, or one lie, in a game.
public protocol ScriptAct: Sendable {
  /// The people who take part.
  var people: [Person] { get }
  /// Lets it happen.
  ///
  /// - Throws: `ScriptFailure` where it does not go as the step says.
  func perform(_ step: ScriptStep, in runner: ScriptRunner) throws
}

/// Something of a table that a script can look at.
public protocol ScriptSight: Sendable {
  /// The name in the file.
  var name: String { get }
  /// Whether a part of the text is enough.
  var isText: Bool { get }
  /// Returns the value that a table shows; nil for one that is not in a view.
  func value(in view: TableView) -> String?
  /// Whether other cards may show something else than what is wanted, given what else is seen.
  func isOpen(_ wanted: String, in view: TableView) -> Bool
}

extension ScriptSight {
  /// Whether what is seen is what was wanted.
  func fits(_ found: String, wanted: String) -> Bool {
    guard isText, !wanted.isEmpty else { return found == wanted }
    return found.contains(wanted)
  }
}

/// The games that scripts play.
enum ScriptGames {
  /// All games, before a file says anything of them. The first is played where a file names none.
  static var all: [any ScriptGame] { [ScriptedWar(), ScriptedDuel()] }

  /// Returns the game of a name; nil for no game.
  static func game(named name: String) -> (any ScriptGame)? {
    all.first { type(of: $0).name == name }
  }
}
