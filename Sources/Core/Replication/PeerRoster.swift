import Identifiers
import Schema
import Wire

/// The state of another node's roster, as it told.
struct PeerRoster {
  /// The terms of its chain.
  let terms: [Bytes32]
  private let awaited: [Bytes32]

  /// Takes a summary from outside.
  ///
  /// - Throws: `WireError.malformed` when its sizes are not as the specification says.
  init(_ summary: RosterSummary) throws {
    terms = summary.terms.compactMap { Bytes32($0) }
    awaited = summary.awaited.compactMap { Bytes32($0) }
    guard summary.hash.count == 32, terms.count == summary.terms.count,
      awaited.count == summary.awaited.count, terms.count <= Limits.rosterTerms,
      awaited.count <= Limits.rosterTerms
    else { throw WireError.malformed("a summary of a roster that is none") }
  }

  /// The standings with which our present term begins, where the other node follows once it has them: its last term is one of
  /// ours, or it waits for them.
  func dueBase(_ roster: Roster) -> RosterBase? {
    guard let base = roster.bases.first, let tip = roster.chain.last, !terms.contains(tip.hash)
    else { return nil }
    let ours = Set(roster.chain.map(\.hash))
    let isBehind = terms.last.map(ours.contains) ?? true
    return isBehind || awaited.contains(where: ours.contains) ? base : nil
  }

  /// Whether our roster waits for standings that the other node has.
  func canHelp(_ roster: Roster) -> Bool { roster.awaited.contains(where: terms.contains) }
}

extension RosterSummary {
  /// The state of a node's own roster, to be told.
  init(of roster: Roster) {
    self.init()
    hash = roster.hash.data
    terms = roster.chain.map(\.hash.data)
    awaited = roster.awaited.prefix(Limits.rosterTerms).map(\.data)
  }
}
