import Schema

/// One match at a table, replayed from the two seats' logs: what the core asks of a game.
///
/// The core has the table: its room, seats, places of steps, secrets, offers, questions, presence, pauses, times and
/// spectators. The game says what each step means. A session is a value without clock and chance. The core feeds it the steps
/// of both logs in any order in which each step comes after what it has cited, and every such order must give the same state.
/// Nothing that is fed may throw or trap.
///
/// What has a default below need not be there in a small game.
public protocol Session: Sendable {
  // MARK: The table

  /// The accepted joiner's author key, 32 bytes; nil while nobody is.
  var joinerKey: [UInt8]? { get }
  /// True once the joiner has taken the chair.
  var hasJoined: Bool { get }
  /// How far the table has come.
  var phase: SessionPhase { get }
  /// How the match ended; nil while it goes on or when it never started.
  var result: MatchResult? { get }
  /// Why a table without a match is closed; nil while it is open or once the match has started.
  var closedReason: String? { get }
  /// A player's name without control characters; what sentences call the chair when it has none.
  func name(of seat: Seat) -> String
  /// The name, with something of the key where both players have the same name.
  func distinctName(of seat: Seat) -> String
  /// What the host said when it opened the table, but for what only its node keeps.
  var terms: HostTable { get }
  /// What is said at the table is not shown.
  var hasNoChat: Bool { get }
  /// Who may watch.
  var spectatorPolicy: SpectatorPolicy { get }
  /// Spectators may talk, too.
  var spectatorsTalk: Bool { get }
  /// Seconds that a player has for each move once the other has made its own; 0 for no limit.
  var moveSeconds: UInt32 { get }

  // MARK: Steps

  /// Judges one step of a seat's log and lets it take effect if it follows.
  ///
  /// The core maps the entry's author to the seat and hands over the steps of an entry one after another with the same
  /// position. After a step that does not follow nothing of that log may count any more.
  mutating func take(
    _ step: TableStep, by seat: Seat, at position: SessionPosition
  ) -> SessionVerdict
  /// Ends the match by a proof that a seat signed two entries with one sequence; called before the entries are replayed.
  mutating func applyFork(by seat: Seat, from sequence: UInt64)

  // MARK: What a node writes

  /// What a seat's node must write now without asking its person; nil for nothing. The core writes it and asks again.
  func due(of seat: Seat) -> SessionDuty?
  /// What the host's person writes to start, where the match can start.
  var canStart: Bool { get }
  /// Those steps, all in one entry.
  func startingSteps() -> [SessionDuty]
  /// What a seat's person plays by a tap, all in one entry; empty when it does not count now. A tap without anything set is
  /// what the node plays by itself for a person who lets it.
  func moves(of seat: Seat, for tap: Tap) -> [SessionDuty]
  /// Why a tap does not count now, as a sentence for people; nil when it does.
  func refusal(of tap: Tap, by seat: Seat) -> String?
  /// What a seat plays next where the match is carried in files; nil when the other side must go on, or a person decides.
  func carriedMove(of seat: Seat) -> CarriedMove?
  /// What people are told after so many of them.
  func carriedText(of seat: Seat, moves: Int, isToTheEnd: Bool) -> String

  // MARK: Secrets

  /// What a seat has committed to, 32 bytes; nil before, and in a game without secrets.
  func tip(of seat: Seat) -> [UInt8]?
  /// What a seat commits to, from its 32 secret bytes.
  func tip(of secret: [UInt8], by seat: Seat) -> [UInt8]
  /// What the secret gives, in the order in which it is revealed.
  func links(of secret: [UInt8], by seat: Seat) -> [[UInt8]]

  // MARK: Waiting

  /// True when a tap of the seat would count: the match goes on, the seat has not moved, and both are here.
  func mayTap(_ seat: Seat) -> Bool
  /// True when the seat has moved and waits for the other.
  func hasPlayed(_ seat: Seat) -> Bool
  /// True while the seat has left on purpose and not returned.
  func hasLeft(_ seat: Seat) -> Bool
  /// True when the seat may claim a result by now, because the other side owes something. The core says how long to wait.
  func canClaim(_ seat: Seat) -> Bool
  /// The seat whose node withholds what it should have revealed by itself; nil for none.
  var withholding: Seat? { get }
  /// Claims that stand, for people.
  var claims: [ClaimView] { get }
  /// The round being played, from 1, and the part of it, from 0: what a claim is about.
  var round: UInt32 { get }
  /// See `round`.
  var battle: UInt32 { get }
  /// Rounds decided so far.
  var roundsDecided: UInt32 { get }

  // MARK: Spectators

  /// Everybody whom the host has let watch, in that order.
  var spectators: [Spectator] { get }
  /// Something of the round being played is known to the players and not shown yet.
  var hidesCards: Bool { get }
  /// Nobody has done anything yet in the round being played.
  var isBetweenRounds: Bool { get }

  // MARK: After the end

  /// Who offers a rematch that nobody has accepted yet, the host first.
  var rematchOffers: [Seat] { get }
  /// Whether a seat offers a rematch and has not taken that back.
  func offersRematch(_ seat: Seat) -> Bool
  /// Who accepted the rematch and hosts it; nil before that.
  var rematchHost: Seat? { get }
  /// The id of the table of the rematch, 16 bytes; nil before it is accepted.
  var rematchTable: [UInt8]? { get }
  /// Who asks to take a concession back, and waits for the other side; nil for nobody.
  var takeBackAsked: Seat? { get }
  /// Whether a seat may ask to take its concession back now.
  func mayAskTakeBack(_ seat: Seat) -> Bool

  // MARK: What people see

  /// Adds what the game shows of a match that goes on or is over. Everything else of the view is the core's and there already.
  func fill(_ view: inout TableView)
  /// The same of one of its players.
  func fill(_ view: inout PlayerView, of seat: Seat)

  #if DEBUG
    /// Whether the first card goes to who tapped first, on purpose: what a simulator must find.
    var picksInTapOrder: Bool { get set }
  #endif
}

extension Session {
  /// A spectator by its key; nil for somebody else.
  public func spectator(_ key: [UInt8]) -> Spectator? { spectators.first { $0.key == key } }

  /// Whether somebody watches now.
  public func watches(_ key: [UInt8]) -> Bool { spectator(key)?.isRemoved == false }
}
