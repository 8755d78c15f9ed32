import Identifiers
import Schema
import War
import WarSchema

/// The state that a node keeps is the one that its logs give, and each of the 52 cards is in exactly
/// one place after every step.
public final class RebuildChecker: Checker {
  /// Tables that were rebuilt so far.
  public private(set) var rebuilds = 0

  /// A checker that compares whenever a node starts and at the end.
  public init() {}

  /// Compares what a node woke up with.
  public func started(_ number: Int, in network: VirtualNetwork) throws {
    try compare(number, in: network)
  }

  /// Compares what all nodes end with.
  public func finished(in network: VirtualNetwork) throws {
    for number in network.nodes.indices { try compare(number, in: network) }
  }

  /// Compares all tables of a node; call it between two turns.
  public func compare(_ number: Int, in network: VirtualNetwork) throws {
    for table in try StoredTable.all(in: network.nodes[number].store) where table.isOfWar {
      guard let view = table.view.map(network.nodes[number].live.newest), view.phase != .offered,
        view.phase != .asked,
        view.phase != .closed
      else { continue }
      let match = try table.replayed { match in
        guard match.checkConservation() else {
          throw CheckViolation("rebuild", "a card is missing or twice after round \(match.round)")
        }
      }
      // A match that nobody here watches is kept as the host offers it. That is so too when the person has just stopped watching
      // and the host does not know it yet.
      if view.phase == .watchable { continue }
      rebuilds += 1
      let wanted = Summary(match)
      let kept = Summary(view)
      guard wanted == kept else {
        throw CheckViolation(
          "rebuild", "node \(number) keeps \(kept) and its logs give \(wanted)")
      }
    }
  }

  /// The part of a view that follows from the logs alone.
  private struct Summary: Equatable {
    var phase: TablePhase
    var round: UInt32 = 0
    var battle: UInt32 = 0
    var decided: UInt32 = 0
    var wars: UInt32 = 0
    var pot: UInt32 = 0
    var hostCards: UInt32 = 0
    var joinerCards: UInt32 = 0
    var stateHash = ""
    var result = MatchResult()

    init(_ view: TableView) {
      phase = view.phase
      guard phase == .playing || phase == .finished else { return }
      round = view.round
      battle = view.war.battle
      decided = view.roundsDecided
      wars = view.war.wars
      pot = view.war.pot
      hostCards = view.host.cards
      joinerCards = view.joiner.cards
      stateHash = view.stateHash
      result = view.result
    }

    init(_ match: Match) {
      switch match.phase {
      case .unopened: phase = .asked
      case .open: phase = .open
      case .seated: phase = .seated
      case .playing: phase = .playing
      case .finished: phase = .finished
      case .closed: phase = .closed
      }
      guard phase == .playing || phase == .finished else { return }
      round = match.round
      battle = match.battle
      decided = match.roundsDecided
      wars = match.wars
      pot = UInt32(match.pot)
      hostCards = UInt32(match.cards(of: .host))
      joinerCards = UInt32(match.cards(of: .joiner))
      stateHash = match.stateHash.hex
      result = match.result ?? MatchResult()
    }
  }
}
