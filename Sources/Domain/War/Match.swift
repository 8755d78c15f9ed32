import Feature
import Schema
import WarSchema

/// One match of War at one table, replayed from the two seats' logs (protocol section 8).
///
/// The same value serves the live node, verification, replay and the simulator. Feed it the steps
/// of both logs in any order in which each step comes after what it has cited: every such order
/// gives the same state, because a step is judged only by its own log and what that has cited.
/// Nothing that is fed can throw or trap.
public struct Match: Equatable, Sendable {
  /// The position of a step in the logs of two seats.
  public struct Position: Equatable, Sendable {
    /// The number of the step's entry in its seat's log, from 1.
    public var sequence: UInt64
    /// The highest entry of the other seat's log that this log has cited up to and including this entry; 0 for none.
    public var seen: UInt64

    /// Describes where a step stands.
    public init(sequence: UInt64, seen: UInt64) {
      self.sequence = sequence
      self.seen = seen
    }
  }

  /// A decided battle and who decided it where.
  struct Decision: Equatable, Sendable {
    var round: UInt32
    var battle: UInt32
    var seat: Seat
    var sequence: UInt64
  }

  /// The host's author key, 32 bytes.
  public let hostKey: [UInt8]
  /// The accepted joiner's author key; nil while nobody is.
  public internal(set) var joinerKey: [UInt8]?
  /// The rules agreed on, every field set; the standard ones until the table is open.
  public internal(set) var rules = Rules.standard
  /// The host's description of the match, a label.
  public internal(set) var tableDescription = ""
  /// Whether messages at the table are hidden.
  public internal(set) var hasNoChat = false
  /// The people who may watch.
  public internal(set) var spectatorPolicy = SpectatorPolicy.unspecified
  /// Whether spectators may talk, too.
  public internal(set) var spectatorsTalk = false
  /// Seconds that a player has for each card once the other has played; 0 for no limit.
  public internal(set) var moveSeconds: UInt32 = 0
  /// Everybody whom the host has let watch, in that order.
  public internal(set) var spectators: [Spectator] = []
  /// 32 bytes, known as soon as the joiner has joined.
  public internal(set) var gameID: [UInt8]?
  /// The layout of the cards after the last decided battle.
  public internal(set) var layout = Layout.dealt
  /// The round being played, from 1; of a finished match the last one plus one.
  public internal(set) var round: UInt32 = 1
  /// 0, then the number of the war within the round.
  public internal(set) var battle: UInt32 = 0
  /// Wars fought so far.
  public internal(set) var wars: UInt32 = 0
  /// The newest decided rounds, oldest first, at most five.
  public internal(set) var lastRounds: [RoundView] = []
  /// The newest decided battle.
  public internal(set) var lastBattle: DecidedView?
  /// The state hash after the last decided battle, 32 bytes; empty before the joiner has joined.
  public internal(set) var stateHash: [UInt8] = []

  var logs = Pair(host: SeatLog(decides: true), joiner: SeatLog(decides: false))
  var rulesBytes: [UInt8] = []
  var seated: UInt64?
  var started: UInt64?
  var cancelled: UInt64?
  var cancelReason = ""
  /// Whether the round being played reveals links, settled when it begins.
  var roundNeedsLinks = true
  /// The round being played, once its cards can be known.
  var deal: Deal?
  var lastRoundSeed = [UInt8](repeating: 0, count: digestByteCount)
  var lastDecision: Decision?
  /// The end by a decided battle.
  var decidedEnd: Deal.End?
  /// The layouts of the cards after earlier rounds, once no chance is left in the match.
  var pastLayouts: Set<[UInt8]> = []

  #if DEBUG
    /// Whether the first card goes to the player who tapped first: a bug on purpose that a simulator must find.
    var picksInTapOrder = false
  #endif

  /// A table about to be opened by an author, whose key has 32 bytes.
  public init(hostKey: [UInt8]) { self.hostKey = hostKey }

  /// Judges one step of a seat's log and lets it take effect if it follows.
  ///
  /// The caller maps the entry's author to the seat (`hostKey`, `joinerKey`) and hands over the
  /// steps of an entry one after another with the same position. After a violation nothing of that
  /// log counts any more; a step by somebody who knew that the match was over never counts, except
  /// that leaving and returning are let pass.
  public mutating func apply(_ step: TableStep, by seat: Seat, at position: Position) -> Verdict {
    guard seat.isChair else {
      return refuse(
        seat, position.sequence, "The step was signed by somebody who does not sit at the table.")
    }
    let log = logs[seat]
    if log.violation != nil || (log.forked.map { $0 <= position.sequence } ?? false) {
      return refuse(seat, position.sequence, "Nothing of \(seat.title)'s log counts any more.")
    }
    let seen = max(log.seen, position.seen)
    logs[seat].seen = seen
    guard let step = step.step else { return .accepted([]) }
    // War has none: for whoever plays it such a step says nothing.
    if case .move = step { return .accepted([]) }
    if knowsEnd(seat, seen: seen) {
      switch step {
      case .left, .returned: return .accepted([])
      case .admitSpectator, .removeSpectator, .offerRematch, .acceptRematch, .withdrawRematch,
        .requestTakeBack, .grantTakeBack:
        break
      default: return refuse(seat, position.sequence, "The match was over before this step.")
      }
    }
    let before = result
    do {
      let author = StepWriter(seat: seat, sequence: position.sequence, seen: seen)
      try refuseUnplayedReveal(step, author)
      var events = try perform(step, author)
      if let result, result != before { events.append(.finished(result)) }
      return .accepted(events)
    } catch {
      // What follows from nothing after the end counts for nothing, and the end stays what it was.
      if !knowsEnd(seat, seen: seen) { logs[seat].violation = error }
      return .refused(error)
    }
  }

  /// Ends the match by a proof that a seat signed two entries with one sequence.
  ///
  /// Call it on a new match before replaying the entries: steps of that log from `sequence` on
  /// count for nothing, and the other seat's steps that cite them are past the end.
  public mutating func applyFork(by seat: Seat, from sequence: UInt64) {
    guard seat.isChair else { return }
    logs[seat].forked = min(logs[seat].forked ?? sequence, sequence)
  }

  private func refuse(_ seat: Seat, _ sequence: UInt64, _ sentence: String) -> Verdict {
    .refused(Violation(seat: seat, sequence: sequence, sentence: sentence))
  }
}

extension Seat {
  /// The chair as sentences name it.
  var title: String { self == .joiner ? "the joiner" : "the host" }
  /// The same at the beginning of a sentence.
  var capitalTitle: String { self == .joiner ? "The joiner" : "The host" }
}
