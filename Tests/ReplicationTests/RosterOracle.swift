import FoundationEssentials
import Identifiers
import Replication
import Schema

/// Rosters as the specification says them, over all statements that were ever signed: slow, and nothing is forgotten.
struct RosterOracle {
  let signed: [RosterStage.Signed]
  let bases: [RosterBase]
  private(set) var chain: [(hash: Data, term: RosterTerm)] = []

  init(_ signed: [RosterStage.Signed], _ bases: [RosterBase]) {
    (self.signed, self.bases) = (signed, bases)
    var isLonger = true
    while isLonger {
      isLonger = false
      for one in signed {
        guard case .term(let term) = one.statement.body, term.number == chain.count,
          chain.last.map({ $0.hash == term.previous && signers(term, one, after: $0.term) })
            ?? true,
          term.number == 0 || bases.contains(where: { $0.term == one.statement.hash.data })
        else { continue }
        chain.append((one.statement.hash.data, term))
        isLonger = true
      }
    }
  }

  private func signers(
    _ term: RosterTerm, _ signed: RosterStage.Signed, after before: RosterTerm
  ) -> Bool {
    let names = signed.signers.map(\.data)
    return names == [before.owner, term.owner] || names == [before.heir]
      || names == [term.owner] && term.owner == before.owner
  }

  private var last: (hash: Data, term: RosterTerm) { chain[chain.count - 1] }
  private var first: UInt64 { UInt64(last.term.number) << 32 }
  var owner: Data { last.term.owner }

  /// The standings of an author that count together: those of one generation.
  private func standings(_ author: Data) -> [RosterStanding] {
    let owned = signed.compactMap { one -> RosterStanding? in
      guard case .member(let member) = one.statement.body, member.author == author,
        member.term == last.hash, member.invite.isEmpty, one.signers.map(\.data) == [owner]
      else { return nil }
      return .with {
        ($0.generation, $0.cut, $0.holes) = (member.generation, member.cut, member.holes)
      }
    }
    if let highest = owned.map(\.generation).max() {
      return owned.filter { $0.generation == highest }
    }
    let base = bases.first { $0.term == last.hash }?.standings.filter { $0.author == author } ?? []
    guard base.isEmpty else { return base }
    let isIn = author == owner || isAdmitted(author)
    return isIn ? [.with { $0.generation = first + 1 }] : []
  }

  private func isAdmitted(_ author: Data) -> Bool {
    signed.contains { one in
      guard case .member(let member) = one.statement.body, member.author == author,
        member.term == last.hash, one.signers.map(\.data) == [member.invite]
      else { return false }
      let invites = signed.compactMap { other -> Bool? in
        guard case .invite(let invite) = other.statement.body, invite.key == member.invite,
          invite.term == last.hash
        else { return nil }
        return invite.closed
      }
      return !invites.isEmpty && !invites.contains(true)
    }
  }

  func hasPart(_ author: Author) -> Bool { !standings(author.data).isEmpty }

  func isMember(_ author: Author) -> Bool {
    guard author.data != owner else { return true }
    guard let standing = standings(author.data).first, standing.generation % 2 == 1 else {
      return false
    }
    return !standing.left
      && !signed.contains { one in
        guard case .leave(let leave) = one.statement.body else { return false }
        return leave.author == author.data && leave.generation >= standing.generation
      }
  }

  func counts(_ author: Author, _ incarnation: UInt64, _ sequence: UInt64) -> Bool {
    let standings = standings(author.data)
    let cuts = signed.compactMap { one -> RosterCut? in
      guard case .cut(let cut) = one.statement.body, cut.author == author.data else { return nil }
      return cut
    }
    let newest = cuts.map(\.generation).max()
    return !standings.isEmpty
      && standings.allSatisfy { standing in
        let cut = standing.cut.first { $0.incarnation == incarnation }?.sequence ?? 0
        let isInHole = standing.holes.contains {
          $0.incarnation == incarnation && ($0.above + 1...$0.last).contains(sequence)
        }
        return !isInHole && (standing.generation % 2 == 1 || sequence <= cut)
      }
      && cuts.filter { $0.generation == newest }.flatMap(\.last).allSatisfy {
        $0.incarnation != incarnation || sequence <= $0.sequence
      }
  }
}
