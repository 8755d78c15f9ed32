import Feature
import Schema

/// The state of one seat's log, with everything that later steps are judged by.
struct SeatLog: Equatable, Sendable {
  /// A card turned over, with the entry that did it.
  struct Play: Equatable, Sendable {
    var round: UInt32
    var battle: UInt32
    var sequence: UInt64
  }

  /// A link revealed, with the entry that did it.
  struct Reveal: Equatable, Sendable {
    var round: UInt32
    var link: [UInt8]
    var sequence: UInt64
  }

  /// A claim, and what undid it.
  struct Claim: Equatable, Sendable {
    var step: ClaimResult
    var sequence: UInt64
    /// The highest entry of the other log that the claimant had cited.
    var seen: UInt64
    /// In each log, the first card or decision that the claim had not seen.
    var undone = Pair<UInt64?>(host: nil, joiner: nil)
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
  var tip: [UInt8]?
  var committed: UInt64?
  var reveal: Reveal?
  /// The round of a reveal that answers nobody: the next step must be its card.
  var owedPlay: UInt32?
  /// The last two plays; older ones cannot be asked for.
  var plays: [Play] = []
  var departures = Departures()
  var concessions = Concessions()
  /// The last two claims: nobody can answer an older one (protocol section 8).
  var claims: [Claim] = []
  var accepted: Acceptance?
  var rematch = RematchOffers()
  /// The entry from which on every card is played when it is due.
  var playsOn: UInt64?
  /// The entries of the last four cards and decisions; no claim misses more of them.
  var moves: [UInt64] = []
  /// Whether this seat's decisions count, by its own log.
  var decides: Bool
  /// The offer to decide that the other has not taken.
  var offer: UInt64?
  var violation: Violation?
  /// From this entry on there are two histories.
  var forked: UInt64?
  /// The highest entry of the other log that this one has cited.
  var seen: UInt64 = 0

  init(decides: Bool) { self.decides = decides }

  /// Whether the seat has left, as known by somebody who has seen the log up to an entry.
  func isAway(asOf sequence: UInt64) -> Bool { departures.isAway(asOf: sequence) }

  func play(round: UInt32, battle: UInt32) -> Play? {
    plays.last { $0.round == round && $0.battle == battle }
  }

  mutating func record(_ play: Play) {
    plays.append(play)
    if plays.count > 2 { plays.removeFirst() }
  }
}
