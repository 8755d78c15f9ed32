import Identifiers
import Schema
import Wire

/// A term with the statement that it came in: the time in which one person owns the room.
public struct SignedTerm: Sendable, Equatable {
  let statement: SignedStatement
  let term: RosterTerm
  /// The owner of the room in this term.
  public let owner: Author
  let heir: Author?
  /// The hash of the term before; nil for the opener's.
  let previous: Bytes32?

  /// Its hash, by which statements name it.
  public var hash: Bytes32 { statement.hash }
  /// Its number, 0 for the opener's.
  public var number: UInt64 { UInt64(term.number) }

  /// Takes the term of a statement. Nil for a statement of another kind.
  init?(_ statement: SignedStatement) {
    guard case .term(let term) = statement.body, let owner = Author(term.owner) else { return nil }
    self.statement = statement
    self.term = term
    self.owner = owner
    heir = Author(term.heir)
    previous = Bytes32(term.previous)
  }

  /// Whether the term may follow another one: the owner hands over to itself or to somebody who signs as well, or the heir
  /// takes over alone.
  func follows(_ before: SignedTerm) -> Bool {
    guard number == before.number + 1 else { return false }
    if statement.message.signatures.count == 1 {
      return (owner == before.owner || owner == before.heir) && statement.isSigned(by: owner)
    }
    return owner != before.owner && statement.isSigned(by: before.owner, owner)
  }

  /// Whether these are the standings with which the term begins.
  func begins(with base: [RosterStanding]) -> Bool {
    base.count == term.baseCount && base.size <= Limits.rosterBase
      && base.allSatisfy { $0.isWellFormed && $0.isFrom(before: number) }
      && base.contains { $0.author == term.owner && $0.isIn }
      && Set(base.map(\.author)).count == base.count && base.root.data == term.base
  }
}

extension RosterStanding {
  /// Whether it was given in a term before this number.
  fileprivate func isFrom(before number: UInt64) -> Bool {
    generation > 0 && generation >> 32 < number
  }
}
