import Schema
import WarSchema

/// One game as the terminal shows and plays it. The table around it is the same for every game.
public protocol GameFace: Sendable {
  /// The game's name in sentences and titles: "War".
  var title: String { get }
  /// Returns the heading of a match that goes on: "Round 17, war 1"; empty for none.
  func heading(_ view: TableView) -> String
  /// Returns the lines between title and footer, at most so many; what matters least goes first.
  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line]
  /// Returns how a match stands, for a list: "round 17, 20 to 22 cards".
  func standing(_ view: TableView, _ near: PlayerView, _ far: PlayerView) -> String
  /// Returns what a player holds, in words; empty for nothing.
  func held(by player: PlayerView) -> String
  /// The keys of a move: "Return plays".
  var keys: [String] { get }
  /// Returns the move of a key; nil for a key that plays nothing.
  func move(for key: Key) -> GameMove?
  /// Returns the move of a word in a script; nil for a word that plays nothing.
  func move(for word: String) -> GameMove?
}

extension GameFace {
  func heading(_ view: TableView) -> String { view.round > 0 ? "Round \(view.round)" : "" }

  func standing(_ view: TableView, _ near: PlayerView, _ far: PlayerView) -> String {
    "round \(view.round)"
  }

  func held(by player: PlayerView) -> String { "" }
}

/// A move of a person, before the table and the round are known.
public struct GameMove: Equatable, Sendable {
  /// The bytes of `Tap.move`; empty in a game that does not let its players choose.
  public let bytes: [UInt8]

  /// The tap that makes this move at a table now.
  func tap(at view: TableView) -> Tap {
    .with {
      $0.table = view.id
      $0.round = view.round
      $0.battle = view.war.battle
      $0.move = .init(bytes)
    }
  }
}

/// The faces of all games: the one list of the terminal.
public enum GameFaces {
  /// The faces by the names of the games at tables.
  static let all: [String: any GameFace] = ["": WarFace(), "rock-paper-scissors": HandFace()]

  /// Returns the face of a game; a plain one for a game that this terminal does not know.
  public static func face(of game: String) -> any GameFace { all[game] ?? UnknownFace(title: game) }

  /// The name by which people choose the game whose own name is empty.
  private static let nameOfWar = "war"

  /// The names by which people choose a game, in order.
  public static let names = [nameOfWar] + all.keys.filter { !$0.isEmpty }.sorted()

  /// Returns the name of a game at tables for the one by which people choose it; nil for no game.
  public static func game(named name: String) -> String? {
    guard names.contains(name) else { return nil }
    return name == nameOfWar ? "" : name
  }
}

extension TableView {
  /// The game as the terminal shows it.
  var face: any GameFace { GameFaces.face(of: game.plain) }
}

/// War: Return or space plays the next card.
struct WarFace: GameFace {
  var title: String { "War" }
  var keys: [String] { ["Return plays"] }

  func heading(_ view: TableView) -> String {
    guard view.round > 0 else { return "" }
    return view.war.battle > 0
      ? "Round \(view.round), war \(view.war.battle)" : "Round \(view.round)"
  }

  func standing(_ view: TableView, _ near: PlayerView, _ far: PlayerView) -> String {
    "round \(view.round), \(near.cards) to \(Count.of(far.cards, "card"))"
  }

  func held(by player: PlayerView) -> String { Count.of(player.cards, "card") }

  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line] {
    GameScreen(view, style: style).lines(size)
  }

  func move(for key: Key) -> GameMove? {
    key == .enter || key == .space ? GameMove(bytes: []) : nil
  }

  func move(for word: String) -> GameMove? { nil }
}

/// A game that this terminal does not know: it is shown and not played.
struct UnknownFace: GameFace {
  let title: String
  var keys: [String] { [] }

  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line] {
    [Line("  This Parlor does not know the game \(title): update it to play.")]
  }

  func move(for key: Key) -> GameMove? { nil }
  func move(for word: String) -> GameMove? { nil }
}
