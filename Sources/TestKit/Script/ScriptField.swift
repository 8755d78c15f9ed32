import Schema
import WarSchema

/// Something that a script can look at, by its name in the file.
public enum ScriptField: String, CaseIterable, ScriptSight {
  case phase, round, battle, pot, rounds, wars, winner, ending, result, paused, notice, closed
  case asks, deciding
  case hostCards = "host-cards"
  case joinerCards = "joiner-cards"
  case lastWinner = "last-winner"
  case stateHash = "state-hash"
  case canPlay = "can-play"
  case canClaim = "can-claim"
  /// The player whose claims are not confirmed.
  case claimed
  /// Whether all who look see the same state.
  case agreement
  /// Whether the file that is exported verifies.
  case verified
  /// The words that are said of the file that is exported.
  case report

  /// The name of the field.
  public var name: String { rawValue }

  /// Whether its value is text.
  public var isText: Bool {
    switch self {
    case .result, .paused, .notice, .closed, .stateHash, .report: true
    default: false
    }
  }

  /// The goals of a script (rounds, a war) and the acts of people (concede, lie) come with any cards.
  public func isOpen(_ wanted: String, in view: TableView) -> Bool {
    let isEndedByCards = [Ending.cards, .bothOut, .short, .cycle, .roundCap]
      .contains(view.result.ending)
    return switch self {
    case .stateHash: true
    case .hostCards, .joinerCards, .lastWinner, .wars: view.roundsDecided > 0 || view.war.battle > 0
    case .winner, .result, .rounds, .round, .battle, .pot:
      isEndedByCards && view.result.ending != .roundCap
    case .ending: isEndedByCards && Self.endingsByCards.contains(wanted)
    case .phase, .paused, .notice, .closed, .asks, .deciding, .canPlay, .canClaim, .claimed,
      .agreement, .verified, .report:
      false
    }
  }

  private static let endingsByCards = Set(
    [Ending.cards, .bothOut, .short, .cycle, .roundCap].map(words))

  /// Returns the value that a table shows; nil for a field that is not in a view.
  public func value(in view: TableView) -> String? {
    switch self {
    case .phase: Self.words(view.phase)
    case .round: "\(view.round)"
    case .battle: "\(view.war.battle)"
    case .pot: "\(view.war.pot)"
    case .rounds: "\(view.roundsDecided)"
    case .wars: "\(view.war.wars)"
    case .winner: Self.words(view.result.winner)
    case .ending: Self.words(view.result.ending)
    case .result: view.result.text
    case .paused: view.paused
    case .notice: view.notice
    case .closed: view.closedReason
    case .asks: "\(view.asks.count)"
    case .deciding: Self.words(view.deciding)
    case .hostCards: "\(view.host.cards)"
    case .joinerCards: "\(view.joiner.cards)"
    case .lastWinner: Self.words(view.war.lastRounds.last?.winner ?? .unspecified)
    case .stateHash: view.stateHash
    case .canPlay: "\(view.canPlay)"
    case .canClaim: "\(view.canClaim)"
    case .claimed:
      view.claims.count == 2 ? "both" : Self.words(view.claims.first?.seat ?? .unspecified)
    case .agreement, .verified, .report: nil
    }
  }

  private static func words(_ seat: Seat) -> String {
    switch seat {
    case .host: "host"
    case .joiner: "joiner"
    case .unspecified, .UNRECOGNIZED: "nobody"
    }
  }

  private static func words(_ phase: TablePhase) -> String {
    switch phase {
    case .offered: "offered"
    case .watchable: "watchable"
    case .open: "open"
    case .asked: "asked"
    case .seated: "seated"
    case .playing: "playing"
    case .finished: "finished"
    case .closed: "closed"
    case .unspecified, .UNRECOGNIZED: "unknown"
    }
  }

  private static func words(_ ending: Ending) -> String {
    switch ending {
    case .cards: "cards"
    case .bothOut: "both-out"
    case .roundCap: "round-cap"
    case .short: "short"
    case .conceded: "conceded"
    case .claimed: "claimed"
    case .broken: "broken"
    case .cycle: "cycle"
    case .unspecified, .UNRECOGNIZED: "none"
    }
  }
}
