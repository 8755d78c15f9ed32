import DuelSchema
import Feature
import FoundationEssentials
import Schema

/// One table of a duel, replayed from the two seats' logs: the lobby, the match, its end, and the log for people.
///
/// As in War, every order in which each step comes after what its log has cited gives the same state but for the lines for
/// people, which stand in the order of arrival. It holds no secret: spectators and reports use the same value.
struct DuelMatch: Sendable {
  /// A step that does not follow, with a sentence that begins with the seat's title.
  struct Wrong: Error {
    var sentence: String
  }

  static let keyBytes = 32
  static let nonceBytes = 16

  let hostKey: [UInt8]
  var joinerKey: [UInt8]?
  var opened = OpenTable()
  var duelTerms = DuelTerms()
  var chairs: [Seat: DuelChair] = [.host: DuelChair(), .joiner: DuelChair()]
  var seated: UInt64?
  var started: UInt64?
  var cancelled: UInt64?
  var cancelReason = ""
  var spectators: [Spectator] = []
  /// The id of the match, 32 bytes; empty before the joiner has joined.
  var gameID: [UInt8] = []
  /// The match; nil before the start.
  var duel: Duel?
  /// The lines for people.
  var log = DuelLog(names: [])
  /// Everything that was played, for the audit …
  var entries: [DuelEntry] = []
  /// … and the number of each of these steps among all of the table, from 1.
  var numbers: [UInt64] = []
  /// The cards of each seat that has opened, at the end of the match.
  var openedCards: [SeatNumber: DuelCards] = [:]
  /// The verdicts that the judge has signed.
  var verdicts: [DuelStep.Verdict] = []
  /// The place of the judge who replays the match; nil for everybody else.
  var bench: DuelBench?
  /// Steps of the table.
  private(set) var steps: UInt64 = 0
  #if DEBUG
    /// Faults on purpose, of the node that replays the match.
    var bugs: Set<DuelBug> = []
  #endif

  /// A table about to be opened by an author, whose key has 32 bytes.
  init(hostKey: [UInt8]) { self.hostKey = hostKey }

  subscript(seat: Seat) -> DuelChair {
    get { chairs[seat] ?? DuelChair() }
    _modify { yield &chairs[seat, default: DuelChair()] }
  }

  /// Judges one step of a seat's log and lets it take effect if it follows.
  mutating func take(
    _ step: TableStep, by seat: Seat, sequence: UInt64, seen: UInt64
  ) -> SessionVerdict {
    steps += 1
    guard seat.isChair else {
      return .refused(
        seat, sentence: "The step was signed by somebody who does not sit at the table.")
    }
    let chair = self[seat]
    if chair.broken != nil || chair.forked.map({ $0 <= sequence }) ?? false {
      return .refused(seat, sentence: "Nothing of \(Self.title(seat))'s log counts any more.")
    }
    self[seat].see(seen, at: sequence)
    guard let step = step.step else { return .accepted([]) }
    let writer = StepWriter(seat: seat, sequence: sequence, seen: self[seat].seen)
    let isOver = knowsEnd(writer)
    let before = result
    do {
      if isOver, !Self.mayFollowEnd(step) {
        return .refused(seat, sentence: "The match was over before this step.")
      }
      var events = try perform(step, writer)
      if let result, result != before { events.append(.with { $0.finished = result }) }
      return .accepted(events)
    } catch {
      let sentence = (error as? Wrong)?.sentence ?? "\(error)"
      // What follows from nothing after the end counts for nothing, and the end stays what it was.
      if !isOver { (self[seat].broken, self[seat].brokenAt) = (sentence, sequence) }
      return .refused(seat, sentence: sentence)
    }
  }

  private static func mayFollowEnd(_ step: TableStep.OneOf_Step) -> Bool {
    switch step {
    case .left, .returned, .admitSpectator, .removeSpectator, .offerRematch, .acceptRematch,
      .withdrawRematch, .requestTakeBack, .grantTakeBack, .move:
      true
    default: false
    }
  }

  /// Ends the match by a proof that a seat signed two entries with one sequence.
  mutating func applyFork(by seat: Seat, from sequence: UInt64) {
    guard seat.isChair else { return }
    self[seat].forked = min(self[seat].forked ?? sequence, sequence)
  }

  // MARK: Names

  static func title(_ seat: Seat) -> String { seat == .joiner ? "the joiner" : "the host" }

  static func wrong(_ seat: Seat, _ sentence: String) -> Wrong {
    Wrong(sentence: "\(seat == .joiner ? "The joiner" : "The host") \(sentence).")
  }

  func name(of seat: Seat) -> String {
    let name = self[seat].name
    return name.isEmpty ? seat == .joiner ? "The joiner" : "The host" : name
  }

  func distinctName(of seat: Seat) -> String { nameWithWords(of: seat) }

  /// The number of a chair in the rules.
  static func number(_ seat: Seat) -> SeatNumber { seat == .joiner ? 2 : 1 }
}

/// The state of one seat's log at the table, beside what it plays.
struct DuelChair: Equatable, Sendable {
  /// A claim of a result.
  struct Claim: Equatable, Sendable {
    var step: ClaimResult
    var sequence: UInt64
    /// The highest entry of the other log that the claimant had cited.
    var seen: UInt64
  }

  /// The acceptance of a claim of the other seat.
  struct Acceptance: Equatable, Sendable {
    var sequence: UInt64
    var claim: ClaimResult
  }

  var name = ""
  var nonce: [UInt8] = []
  /// The entry that opened or joined the table.
  var began: UInt64?
  var setup: DuelSeatSetup?
  var commitment: SessionCommitment?
  var committed: UInt64?
  var departures = Departures()
  var concessions = Concessions()
  var claims: [Claim] = []
  var accepted: Acceptance?
  var rematch = RematchOffers()
  /// The last entry that played something.
  var moved: UInt64 = 0
  /// The reason why nothing of the log counts any more, and the entry.
  var broken: String?
  var brokenAt: UInt64?
  /// From this entry on there are two histories.
  var forked: UInt64?
  /// The highest entry of the other log that this one has cited.
  var seen: UInt64 { sights.last?.seen ?? 0 }
  /// The entries that cited more than all before them.
  private var sights: [Sight] = []

  /// A citation of the other log.
  private struct Sight: Equatable, Sendable {
    var sequence: UInt64
    var seen: UInt64
  }

  /// Notes that an entry cites the other log.
  mutating func see(_ seen: UInt64, at sequence: UInt64) {
    if seen > self.seen { sights.append(Sight(sequence: sequence, seen: seen)) }
  }

  /// The highest entry of the other log that was cited before an entry.
  func seen(before sequence: UInt64) -> UInt64 {
    sights.last { $0.sequence < sequence }?.seen ?? 0
  }

  /// Whether the seat has left, as known by somebody who has seen the log up to an entry.
  func isAway(asOf sequence: UInt64) -> Bool { departures.isAway(asOf: sequence) }
}
