import Schema
import WarSchema

/// The effects of a key or a line in a game.
public struct GameAct: Equatable, Sendable {
  /// The moves to make, in order.
  public var moves: [GameMove] = []
  /// Sentences for the person.
  public var texts: [String] = []
  /// A list that the person asked for; a screen shows it by itself.
  public var list: [String] = []

  /// States moves.
  init(moves: [GameMove] = []) { self.moves = moves }

  /// States a sentence, and no move.
  init(text: String) { texts = [text] }

  /// States a list, and no move.
  init(list: [String]) { self.list = list }
}

/// A move that is left once a match is over.
public struct LastMove: Equatable, Sendable {
  /// The key that makes it.
  let key: Character
  /// Its effect: "opens all hands".
  let help: String
  /// The move.
  let move: GameMove
}

/// A move of a person, before the table and the round are known.
public struct GameMove: Equatable, Sendable {
  /// The bytes of `Tap.move`; empty in a game that does not let its players choose.
  public let bytes: [UInt8]
  /// The bytes of `Tap.choice`, which only the own node sees; empty for none.
  public let choice: [UInt8]

  /// States a move.
  init(bytes: [UInt8], choice: [UInt8] = []) { (self.bytes, self.choice) = (bytes, choice) }

  /// Returns the tap that makes this move at a table now.
  public func tap(at view: TableView) -> Tap {
    .with {
      $0.table = view.id
      $0.round = view.round
      $0.battle = view.war.battle
      $0.move = .init(bytes)
      $0.choice = .init(choice)
    }
  }
}
