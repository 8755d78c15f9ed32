import Identifiers
import Schema
import Wire

/// The things that came from one peer and cannot be taken yet: standings that come in parts, and the terms up to the one that
/// begins with them.
struct RosterIntake {
  /// Terms that came and that the roster does not keep before their standings are here.
  private var terms: [SignedStatement] = []
  /// The standings so far, and the term that begins with them.
  private var base: RosterBase?
  private var size = 0

  /// Takes a part as it came, and what came before it, into a roster.
  ///
  /// - Returns: what became of it, and whether it was of any use.
  /// - Throws: `WireError` for what no honest node sends; nothing is taken then.
  mutating func take(
    _ part: RosterPart, into roster: inout Roster
  ) throws -> (taken: Roster.Taken, isUseful: Bool) {
    guard part.statements.count <= Limits.rosterPart else {
      throw WireError.limit("\(part.statements.count) statements of a roster in one frame")
    }
    let statements = try part.statements.map { try SignedStatement($0, in: roster.room) }
    let terms = statements.filter(\.isTerm)
    let before = (roster.chain.last, roster.rivals.count)
    note(terms, beside: roster)
    let hasGrown = part.hasBase ? try add(part.base, beside: roster) : false
    let whole = wholeBase(roster)
    let taken =
      whole.map { roster.take(self.terms + statements, bases: [$0]) } ?? roster.take(statements)
    if whole != nil { self = RosterIntake() }
    // A term that does not stay is new each time that it comes.
    let isNew =
      taken.isChanged
      && (terms.count < statements.count || before.0 != roster.chain.last
        || before.1 != roster.rivals.count)
    return (taken, isNew || hasGrown)
  }

  private mutating func note(_ terms: [SignedStatement], beside roster: Roster) {
    let known = Set((roster.chain + roster.rivals).map(\.hash))
    self.terms += terms.filter { !known.contains($0.hash) && !self.terms.contains($0) }
    // More are in no chain, and those of the sender's come first.
    self.terms = Array(self.terms.prefix(Limits.rosterTerms + Limits.rosterRivals))
  }

  private func term(_ hash: Bytes32, beside roster: Roster) -> SignedTerm? {
    roster.rivals.first { $0.hash == hash }
      ?? terms.first { $0.hash == hash }.flatMap { SignedTerm($0) }
  }

  /// Adds standings where they stand side by side with those that came before.
  private mutating func add(_ part: RosterBasePart, beside roster: Roster) throws -> Bool {
    guard let hash = Bytes32(part.term), let term = term(hash, beside: roster) else { return false }
    if base?.term != part.term {
      guard part.first == 0 else { return false }
      base = .with { $0.term = part.term }
      size = 0
    }
    let here = base?.standings.count ?? 0
    guard part.first <= here else { return false }
    let new = part.standings.dropFirst(here - Int(part.first)).map(\.plain)
    size += new.size
    guard here + new.count <= term.term.baseCount, size <= Limits.rosterBase else {
      throw WireError.limit("\(here + new.count) standings of \(size) bytes")
    }
    base?.standings += new
    return !new.isEmpty
  }

  /// All standings of a term; nil while some are missing.
  private func wholeBase(_ roster: Roster) -> RosterBase? {
    guard let base, let hash = Bytes32(base.term), let term = term(hash, beside: roster),
      base.standings.count == term.term.baseCount
    else { return nil }
    return base
  }
}
