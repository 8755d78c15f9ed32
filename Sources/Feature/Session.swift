import Schema

/// One match at a table, replayed from the two seats' logs: what the core asks of a game.
///
/// The core has the table: its room, seats, places of steps, secrets, offers, questions, presence, pauses, times and
/// spectators. The game says what each step means. A session is a value without clock and chance. The core feeds it the steps
/// of both logs in any order in which each step comes after what it has cited, and every such order must give the same state.
/// Nothing that is fed may throw or trap.
///
/// A small game need not implement the members that have a default below.
public protocol Session: Sendable {
  // MARK: The table

  /// The chairs of this match in the order of play, the host's first.
  var seats: [Seat] { get }
  /// The author key of a chair, 32 bytes; nil while nobody has it. The core knows the host's.
  func key(of seat: Seat) -> [UInt8]?
  /// Whether somebody has taken a chair: its log has begun.
  func hasJoined(_ seat: Seat) -> Bool
  /// The phase of the table.
  var phase: SessionPhase { get }
  /// The result of the match; nil during the match, or if it never started.
  var result: MatchResult? { get }
  /// The reason why a table without a match is closed; nil while it is open or once the match has started.
  var closedReason: String? { get }
  /// A player's name without control characters; what sentences call the chair when it has none.
  func name(of seat: Seat) -> String
  /// The name, with something of the key where both players have the same name.
  func distinctName(of seat: Seat) -> String
  /// The terms that the host set when it opened the table, without those that only its node keeps.
  var terms: HostTable { get }
  /// Whether the chat of the table is hidden.
  var hasNoChat: Bool { get }
  /// The people who may watch.
  var spectatorPolicy: SpectatorPolicy { get }
  /// Whether spectators may talk, too.
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

  /// Returns the step that a seat's node must write now without asking its person; nil for none. The core writes it and asks again.
  func due(of seat: Seat) -> SessionDuty?
  /// Whether the host's person can start the match now.
  var canStart: Bool { get }
  /// Makes the steps that the host's person writes to start, all in one entry.
  func startingSteps() -> [SessionDuty]
  /// Returns the steps that a tap of a seat's person plays, all in one entry; empty if it does not count now. A tap without any
  /// field set is the one that the node plays by itself for a person who lets it.
  func moves(of seat: Seat, for tap: Tap) -> [SessionDuty]
  /// Returns the reason why a tap does not count now, as a sentence for people; nil if it does.
  func refusal(of tap: Tap, by seat: Seat) -> String?
  /// Returns the next move of a seat in a match that is carried in files. Nil if the other side must move, or a person decides.
  func carriedMove(of seat: Seat) -> CarriedMove?
  /// Writes the sentence that people are told after a number of such moves.
  func carriedText(of seat: Seat, moves: Int, isToTheEnd: Bool) -> String

  // MARK: Secrets

  /// Returns the commitment of a seat; nil before it, and in a game without secrets.
  func commitment(of seat: Seat) -> SessionCommitment?
  /// Makes the commitment of a seat from its secret and from the choice of its person.
  func commitment(of keep: SessionKeep, by seat: Seat) -> SessionCommitment
  /// Whether the secret of a seat that has committed is still needed. The core deletes one that is not.
  func keepsSecret(_ seat: Seat) -> Bool
  /// Makes the part of the match that only a seat's own node replays, once the seat has committed; nil in a game that hides nothing
  /// from the other seats.
  func makePrivate(for seat: Seat, _ keep: SessionKeep) -> (any PrivateSession)?

  // MARK: Waiting

  /// Whether a tap of the seat would count: the match goes on, the seat has not moved, and both are here.
  func mayTap(_ seat: Seat) -> Bool
  /// Whether the seat has moved and waits for the other.
  func hasPlayed(_ seat: Seat) -> Bool
  /// True while the seat has left on purpose and not returned.
  func hasLeft(_ seat: Seat) -> Bool
  /// Whether the seat may claim a result by now, because the other side owes something. The core says how long to wait.
  func canClaim(_ seat: Seat) -> Bool
  /// The seat whose node withholds what it should have revealed by itself; nil for none.
  var withholding: Seat? { get }
  /// Claims that stand, for people.
  var claims: [ClaimView] { get }
  /// The round being played, from 1.
  var round: UInt32 { get }
  /// Makes the step by which a seat claims a result now.
  func claim(_ kind: ClaimKind, by seat: Seat) -> ClaimResult
  /// Rounds decided so far.
  var roundsDecided: UInt32 { get }

  /// The winners of the games of a match that is over, in order; unspecified for a drawn game. Games that were given away with the
  /// match are the winner's. Empty where a match is one game.
  var gameWinners: [Seat] { get }
  /// Grows with whatever is written after the end that `audit` may judge otherwise.
  var openings: Int { get }
  /// Checks what was opened after the end of the match; nil while it goes on, and in a game that opens nothing.
  func audit() -> SessionAudit?

  // MARK: Spectators

  /// Everybody whom the host has let watch, in that order.
  var spectators: [Spectator] { get }
  /// Whether spectators may have all that the logs hold now. Somebody who has a log sees what is in it, so this is false while a
  /// round is in them that is not to be seen yet.
  ///
  /// - Parameter isDecided: a round was decided since they were shown something last.
  func isShown(isDecided: Bool) -> Bool

  // MARK: After the end

  /// The seats that offer a rematch which is not accepted yet, the host first.
  var rematchOffers: [Seat] { get }
  /// Whether a seat offers a rematch and has not taken that back.
  func offersRematch(_ seat: Seat) -> Bool
  /// The seat that accepted the rematch and hosts it; nil before that.
  var rematchHost: Seat? { get }
  /// The id of the table of the rematch, 16 bytes; nil before it is accepted.
  var rematchTable: [UInt8]? { get }
  /// The seat that asks to take its concession back and waits for the other side; nil for none.
  var takeBackAsked: Seat? { get }
  /// Whether a seat may ask to take its concession back now.
  func mayAskTakeBack(_ seat: Seat) -> Bool

  // MARK: What people see

  /// Adds what the game shows of a match that goes on or is over. Everything else of the view is the core's and there already.
  func fill(_ view: inout TableView)
  /// The same of one of its players.
  func fill(_ view: inout PlayerView, of seat: Seat)
}

extension Session {
  /// A spectator by its key; nil for somebody else.
  public func spectator(_ key: [UInt8]) -> Spectator? { spectators.first { $0.key == key } }

  /// Whether somebody watches now.
  public func watches(_ key: [UInt8]) -> Bool { spectator(key)?.isRemoved == false }
}
