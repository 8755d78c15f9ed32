import FoundationEssentials
import Identifiers
import Schema
import Wire

/// The people of a private room, and what counts of what they wrote: by its roster, or, where it has none, by its logs.
public protocol RoomPeople: Sendable {
  /// The owner of the room; zero, which is nobody's key, if there is none.
  var owner: Author { get }
  /// The number of times that it was said who owns the room.
  var terms: Int { get }
  /// Everybody who belongs to the room now, in order.
  var current: [Author] { get }
  /// All present and former members of the room.
  var known: Set<Author> { get }

  /// Whether an author has a part in the room: whether there may be entries of it.
  func knows(_ author: Author) -> Bool
  /// Whether an author belongs to the room now.
  func isMember(_ author: Author) -> Bool
  /// Whether an author left by its own word, and was not removed besides.
  func hasLeft(_ author: Author) -> Bool
  /// The owner who added an author last; nil for who opened the room, and where it is not known.
  func adder(of author: Author) -> Author?
  /// Whether an entry counts: written while its author belonged to the room.
  func counts(_ log: LogKey, _ sequence: UInt64) -> Bool
}

extension RoomPeople {
  /// Whether an author belonged to the room and was removed.
  public func wasRemoved(_ author: Author) -> Bool {
    knows(author) && !isMember(author) && !hasLeft(author)
  }
}

extension Members: RoomPeople {
  /// The number of owners in turn.
  public var terms: Int { message.owners.count }
}

extension Roster: RoomPeople {
  /// The number of terms in force.
  public var terms: Int { chain.count }

  /// Everybody who belongs to the room now, in order.
  public var current: [Author] { people.filter { isMember($0) }.sorted() }

  /// Everybody who has a part in the room.
  public var known: Set<Author> { Set(people) }

  /// Whether an author has a part in the room.
  public func knows(_ author: Author) -> Bool { standing(of: author) != nil }

  /// Whether an author left by its own word.
  public func hasLeft(_ author: Author) -> Bool {
    author != owner && standing(of: author)?.left == true
  }

  /// The owner who spoke of an author in the present term; nil for who is in its base, and who came by an invite.
  public func adder(of author: Author) -> Author? {
    places[author] == nil && owned[author] != nil ? owner : nil
  }

  /// Whether somebody who had a part in the room may have none now: what cites entries of theirs does not depend on those.
  public var mayHaveLost: Bool {
    chain.count > 1 || !rivals.isEmpty || invites.contains { !isOpen($0.key) }
  }

  /// Whether what counts of the first entries of a log is not what it was.
  ///
  /// - Parameter next: the sequence behind the last entry.
  public func differs(from earlier: Roster, in log: LogKey, before next: UInt64) -> Bool {
    guard next > 1 else { return false }
    // What counts changes at the ends of what statements name, and nowhere else.
    let ends = Set([1, next - 1] + marks(of: log) + earlier.marks(of: log))
    return ends.filter { (1..<next).contains($0) }.contains {
      counts(log, $0) != earlier.counts(log, $0)
    }
  }

  /// Whether some of the first entries of a log may count as an owner's now and did not, or the other way round.
  ///
  /// - Parameter next: the sequence behind the last entry.
  public func ownsOtherwise(
    than earlier: Roster, _ log: LogKey, before next: UInt64
  ) -> Bool {
    let shared = zip(chain, earlier.chain).prefix { $0.hash == $1.hash }.count
    // A term that only follows the others ends the one before it, and makes nothing an owner's.
    guard shared == earlier.chain.count else {
      return (chain + earlier.chain).contains { $0.owner == log.author }
    }
    return chain.indices.dropFirst(max(1, shared)).contains { index in
      chain[index - 1].owner == log.author
        && chain[index].term.until.sequence(of: log.incarnation) + 1 < next
    }
  }

  /// The sequences at which what counts of a log may change.
  private func marks(of log: LogKey) -> [UInt64] {
    let standing = standing(of: log.author)
    let said = (cuts[log.author]?.statements ?? []).flatMap { statement -> [LogCut] in
      if case .cut(let cut) = statement.body { return cut.last }
      return []
    }
    let last = ((standing?.cut ?? []) + said).filter { $0.incarnation == log.incarnation }
      .map(\.sequence)
    let holes = (standing?.holes ?? []).filter { $0.incarnation == log.incarnation }
      .flatMap { [$0.above, $0.last] }
    return (last + holes).flatMap { [$0, $0 &+ 1] }
  }

  /// The first bytes of the hash of the present term, which its owner's entries name.
  public var termName: Data { chain.last.map { $0.hash.data.prefix(8) } ?? Data() }

  /// The statements of the present term that give an author a part in the room.
  public func statements(about author: Author) -> [SignedStatement] {
    let invited = admitted.filter { $0.value[author] != nil }
    return invited.keys.sorted().flatMap { invites[$0]?.statements ?? [] }
      + (owned[author]?.statements ?? [])
      + invited.values.flatMap { $0[author]?.statements ?? [] }
      + (cuts[author]?.statements ?? [])
  }

  /// The owner of a term that is here; nil where none has the hash.
  public func owner(of term: Bytes32) -> Author? {
    (chain + rivals).first { $0.hash == term }?.owner
  }

  /// The person who is to take the room over now, as its owner has handed it over; nil for nobody.
  public var successor: Author? { chain.last?.term.handed == true ? heir : nil }
}

extension Roster: Equatable {
  /// Whether two rosters have the same term in force and the same statements.
  public static func == (one: Roster, other: Roster) -> Bool { one.state == other.state }

  /// The hash of all statements and of the present term. Two rosters with the same statements may follow different terms.
  public var state: Bytes32 {
    Hashing.digest(.rosterState, hash.bytes, (chain.last?.hash ?? .zero).bytes)
  }
}
