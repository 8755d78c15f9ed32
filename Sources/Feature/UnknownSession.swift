import Schema

/// A match of a game that this program does not know.
struct UnknownSession: Session {
  let game: String
  func key(of seat: Seat) -> [UInt8]? { nil }
  func hasJoined(_ seat: Seat) -> Bool { false }
  var phase: SessionPhase { .closed }
  var result: MatchResult? { nil }
  var closedReason: String? { "This version of Parlor does not know the game \(game)." }

  func name(of seat: Seat) -> String { seat == .joiner ? "The joiner" : "The host" }
  func applyFork(by seat: Seat, from sequence: UInt64) {}
  func take(_ step: TableStep, by seat: Seat, at position: SessionPosition) -> SessionVerdict {
    .refused(seat, sentence: closedReason ?? "")
  }
  func due(of seat: Seat) -> SessionDuty? { nil }
  func refusal(of tap: Tap, by seat: Seat) -> String? { closedReason }
}
