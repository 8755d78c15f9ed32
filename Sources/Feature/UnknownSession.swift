import Schema

/// A match of a game that this program does not know.
struct UnknownSession: Session {
  let game: String
  var joinerKey: [UInt8]? { nil }
  var hasJoined: Bool { false }
  var phase: SessionPhase { .closed }
  var result: MatchResult? { nil }
  var closedReason: String? { "This version of Parlor does not know the game \(game)." }

  func name(of seat: Seat) -> String { seat == .joiner ? "The joiner" : "The host" }
  func applyFork(by seat: Seat, from sequence: UInt64) {}
  func take(_ step: TableStep, by seat: Seat, at position: SessionPosition) -> SessionVerdict {
    .refused(seat, sentence: closedReason ?? "")
  }
  func due(of seat: Seat) -> SessionDuty? { nil }
  func moves(of seat: Seat, for tap: Tap) -> [SessionDuty] { [] }
  func refusal(of tap: Tap, by seat: Seat) -> String? { closedReason }
}
