import Schema

// A game without claims, spectators, rematches and secrets, and with nothing to show but its result.
extension Session {
  /// By default, two chairs.
  public var seats: [Seat] { Seat.chairs }
  /// By default, the name alone.
  public func distinctName(of seat: Seat) -> String { name(of: seat) }
  /// Returns the name of a chair at a table of two, with the first words of its key where both players have the same name.
  public func nameWithWords(of seat: Seat) -> String {
    let name = name(of: seat)
    guard let own = key(of: seat), let other = key(of: seat.other),
      name.lowercased() == self.name(of: seat.other).lowercased()
    else { return name }
    let words = KeyWords.words(of: own.prefix(4))
    let first = KeyWords.first(words)
    let isDistinct = first != KeyWords.first(KeyWords.words(of: other.prefix(4)))
    return "\(name) (\(isDistinct ? first : words))"
  }
  /// By default, nothing was said.
  public var terms: HostTable { HostTable() }
  /// False: by default, people can talk.
  public var hasNoChat: Bool { false }
  /// By default, nobody.
  public var spectatorPolicy: SpectatorPolicy { .unspecified }
  /// By default, they do not.
  public var spectatorsTalk: Bool { false }
  /// By default, no limit.
  public var moveSeconds: UInt32 { 0 }

  /// By default, once the joiner has taken the chair.
  public var canStart: Bool { phase == .seated && hasJoined(.joiner) }
  /// By default, the start alone.
  public func startingSteps() -> [SessionDuty] { [.step(.with { $0.start = StartMatch() })] }
  /// By default, nothing is played without the person.
  public func carriedMove(of seat: Seat) -> CarriedMove? { nil }
  /// By default, that the game cannot be played so.
  public func carriedText(of seat: Seat, moves: Int, isToTheEnd: Bool) -> String {
    "This game is not played in files: play it while your nodes are linked."
  }

  /// By default, no move.
  public func moves(of seat: Seat, for tap: Tap) -> [SessionDuty] { [] }

  /// By default, no commitment.
  public func commitment(of seat: Seat) -> SessionCommitment? { nil }
  /// By default, no commitment.
  public func commitment(of keep: SessionKeep, by seat: Seat) -> SessionCommitment {
    SessionCommitment(tips: [])
  }
  /// By default, always.
  public func keepsSecret(_ seat: Seat) -> Bool { true }
  /// By default, nothing is hidden.
  public func makePrivate(for seat: Seat, _ keep: SessionKeep) -> (any PrivateSession)? { nil }

  /// By default, whenever a tap without anything set is not refused.
  public func mayTap(_ seat: Seat) -> Bool { refusal(of: Tap(), by: seat) == nil }
  /// By default, never.
  public func hasPlayed(_ seat: Seat) -> Bool { false }
  /// By default, nobody leaves.
  public func hasLeft(_ seat: Seat) -> Bool { false }
  /// By default, never.
  public func canClaim(_ seat: Seat) -> Bool { false }
  /// By default, nobody.
  public var withholding: Seat? { nil }
  /// Nothing: it opens nothing.
  public var openings: Int { 0 }
  /// By default, none.
  public var claims: [ClaimView] { [] }
  /// By default, there is one round.
  public var round: UInt32 { 1 }
  /// By default, the round being played.
  public func claim(_ kind: ClaimKind, by seat: Seat) -> ClaimResult {
    .with { ($0.kind, $0.round) = (kind, round) }
  }
  /// By default, none.
  public var roundsDecided: UInt32 { 0 }

  /// By default, a match is one game.
  public var gameWinners: [Seat] { [] }
  /// By default, nothing is opened.
  public func audit() -> SessionAudit? { nil }

  /// By default, nobody watches.
  public var spectators: [Spectator] { [] }
  /// By default, always: what is hidden is not in the logs.
  public func isShown(isDecided: Bool) -> Bool { true }

  /// By default, nobody.
  public var rematchOffers: [Seat] { [] }
  /// Whether it is one of those who offer a rematch.
  public func offersRematch(_ seat: Seat) -> Bool { rematchOffers.contains(seat) }
  /// By default, nobody.
  public var rematchHost: Seat? { nil }
  /// By default, there is none.
  public var rematchTable: [UInt8]? { nil }
  /// By default, nobody.
  public var takeBackAsked: Seat? { nil }
  /// By default, never.
  public func mayAskTakeBack(_ seat: Seat) -> Bool { false }

  /// By default, nothing.
  public func fill(_ view: inout TableView) {}
  /// By default, nothing.
  public func fill(_ view: inout PlayerView, of seat: Seat) {}
}
