import Schema

/// One game as a person at the terminal sees and plays it: what is shown, what is selected and what is being typed.
///
/// The table around it is the same for every game. A key or line first goes to the game; what the game does not take is the table's.
public protocol GameFace: Sendable {
  /// The game's name in sentences and titles: "War".
  var title: String { get }
  /// The word of the command whose subcommands are about its tables: "war".
  var command: String { get }
  /// The noun for one move of a player in sentences: "card".
  var move: String { get }
  /// The noun for a part of a match that is decided by itself: "round".
  var round: String { get }
  /// The noun for what a replay can go to beside its rounds: "war"; nil for nothing.
  var mark: String? { get }
  /// Returns the number of the round that an event is about or begins; nil for none.
  func round(of event: TableEvent) -> UInt32?
  /// Returns the heading of a match that is played: "Round 17, war 1"; empty for none.
  func heading(_ view: TableView) -> String
  /// Returns the lines between title and footer; where there is too little room, the least important are left out first.
  func lines(_ view: TableView, _ size: ScreenSize, _ style: Style) -> [Line]
  /// Returns the match as lines of text, for output that is no screen.
  func summary(_ view: TableView, _ style: Style) -> [Line]
  /// Returns what the host of a table has set for this game: "best of 3 games".
  func conditions(_ view: TableView) -> [String]
  /// Returns how a match stands, for a list: "round 17, 20 to 22 cards".
  func standing(_ view: TableView, _ near: PlayerView, _ far: PlayerView) -> String
  /// Returns what a list says of a match that is over, beside its result, as sentences; empty for nothing.
  func outcome(_ view: TableView) -> String
  /// Whether a match that is over needs nothing more in order to count.
  func isSettled(_ view: TableView) -> Bool
  /// Whether a concession can still be taken back, where the other player lets it.
  func mayTakeBack(_ view: TableView) -> Bool
  /// Returns what a player holds, in words; empty for nothing.
  func held(by player: PlayerView) -> String
  /// Returns the keys of a move: "Return plays".
  func keys(_ view: TableView) -> [String]
  /// The question that the next keys answer, or the line that is being typed; empty for none. Until then all keys are the game's.
  var question: String { get }
  /// Whether the game needs the letters for itself. What else can be done at the table is a word after a colon then.
  var takesLetters: Bool { get }
  /// Whether a round takes one move of each player. Otherwise a player may make any number of moves, one after the other.
  var movesOnceARound: Bool { get }
  /// Whether a player chooses something before sitting down, such as a library.
  var needsChoice: Bool { get }
  /// Takes a key.
  ///
  /// - Returns: nil for a key that is not the game's.
  mutating func press(_ key: Key, at view: TableView) -> GameAct?
  /// Whether a line begins with a word of the game.
  func knows(_ line: String) -> Bool
  /// Does what a line says that it knows.
  mutating func read(_ line: String, at view: TableView) -> GameAct
  /// Whether the line of a script has to wait until something is done that was asked for before.
  func mustWait(_ line: String, at view: TableView) -> Bool
  /// Returns a move that is left once the match is over; nil for none.
  func lastMove(_ view: TableView) -> LastMove?
  /// Returns why no move counts now, where the match is not paused.
  func whyNot(_ view: TableView) -> String
  /// Follows a change of the view: what is selected may be gone.
  mutating func follow(_ view: TableView)
  /// Whether a view shows at least what the answer to a move showed; only asked in games of more than one move a round.
  func shows(_ view: TableView, atLeast answer: TableView) -> Bool
  /// Returns sentences about changes that no event tells, for a person who reads lines.
  func news(from old: TableView, to new: TableView) -> [String]
  /// Returns the lines of the log that are new between two views, for a command that follows no events.
  func log(from old: TableView, to new: TableView) -> [String]
  /// Whether a script has to see a changed view of the match.
  func hasChanged(from old: TableView, to new: TableView) -> Bool
}

extension GameFace {
  var command: String { "table" }
  var move: String { "move" }
  var round: String { "round" }
  var mark: String? { nil }
  func round(of event: TableEvent) -> UInt32? { event.round }
  func heading(_ view: TableView) -> String { view.round > 0 ? "Round \(view.round)" : "" }

  func summary(_ view: TableView, _ style: Style) -> [Line] {
    lines(view, ScreenSize(columns: 80, rows: 24), style)
  }

  func standing(_ view: TableView, _ near: PlayerView, _ far: PlayerView) -> String {
    "round \(view.round)"
  }

  func conditions(_ view: TableView) -> [String] { [] }
  func outcome(_ view: TableView) -> String { "" }
  func isSettled(_ view: TableView) -> Bool { true }
  func mayTakeBack(_ view: TableView) -> Bool { true }
  func held(by player: PlayerView) -> String { "" }
  func keys(_ view: TableView) -> [String] { [] }
  var question: String { "" }
  var takesLetters: Bool { false }
  var movesOnceARound: Bool { true }
  var needsChoice: Bool { false }
  func press(_ key: Key, at view: TableView) -> GameAct? { nil }
  func knows(_ line: String) -> Bool { false }
  func read(_ line: String, at view: TableView) -> GameAct { GameAct() }
  func mustWait(_ line: String, at view: TableView) -> Bool { false }
  func lastMove(_ view: TableView) -> LastMove? { nil }
  func whyNot(_ view: TableView) -> String { "It is \(view.farName)'s turn: wait." }
  func follow(_ view: TableView) {}
  func shows(_ view: TableView, atLeast answer: TableView) -> Bool { true }
  func news(from old: TableView, to new: TableView) -> [String] { [] }
  func log(from old: TableView, to new: TableView) -> [String] { [] }
  func hasChanged(from old: TableView, to new: TableView) -> Bool { false }
}

/// The faces of all games: the one list of the terminal.
public enum GameFaces {
  /// The faces by the names of the games at tables.
  static let all: [String: any GameFace] = [
    "": WarFace(), "duel": DuelFace(), "rock-paper-scissors": HandFace(),
  ]

  /// Returns the face of a game; a plain one for a game that this terminal does not know.
  public static func face(of game: String) -> any GameFace { all[game] ?? UnknownFace(title: game) }

  /// The name by which people choose the game whose own name is empty.
  private static let nameOfWar = "war"

  /// The names by which people choose a game that needs no choice of theirs, in order.
  public static let names =
    [nameOfWar] + all.filter { !$0.key.isEmpty && !$0.value.needsChoice }.map(\.key).sorted()

  /// Returns the name of a game at tables for the one by which people choose it; nil for no game.
  public static func game(named name: String) -> String? {
    guard names.contains(name) else { return nil }
    return name == nameOfWar ? "" : name
  }
}

extension TableView {
  /// The game as the terminal shows it, with nothing selected.
  public var face: any GameFace { GameFaces.face(of: game.plain) }
}
