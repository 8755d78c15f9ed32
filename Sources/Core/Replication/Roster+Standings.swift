import FoundationEssentials
import Identifiers
import Schema
import Wire

extension Roster {
  /// The owner of the room; zero, which is nobody's key, before it is opened.
  public var owner: Author { chain.last?.owner ?? .zero }

  /// The person who may take the room over alone; nil for nobody.
  public var heir: Author? { chain.last?.heir }

  /// The standing of an author; nil for somebody who has no part in the room.
  public func standing(of author: Author) -> RosterStanding? {
    guard var standing = unleft(author) else { return nil }
    guard author != owner, standing.isIn else { return standing }
    if let leave = leaves[author], leave.generation >= standing.generation { standing.left = true }
    return standing
  }

  /// The standing without what the author itself says.
  private func unleft(_ author: Author) -> RosterStanding? {
    if let newest = owned[author] {
      return .merged(
        newest.statements.compactMap {
          guard case .member(let member) = $0.body else { return nil }
          return member.standing
        })
    }
    if let place = places[author] {
      #if DEBUG
        if planted == .readmitsByInvite, isAdmitted(author) { return admittedStanding(author) }
      #endif
      return base[place]
    }
    return author == owner && !chain.isEmpty || isAdmitted(author) ? admittedStanding(author) : nil
  }

  /// The standing of the opener, and of a person who came by an invite.
  private func admittedStanding(_ author: Author) -> RosterStanding {
    .with {
      $0.author = author.data
      $0.generation = number << 32 + 1
    }
  }

  /// Whether an open invite admits an author, and there is a place.
  private func isAdmitted(_ author: Author) -> Bool {
    (lastAdmitted.map { author <= $0 } ?? true)
      && admitted.contains { $0.value[author] != nil && isOpen($0.key) }
  }

  func isOpen(_ invite: Bytes32) -> Bool {
    #if DEBUG
      if planted == .ignoresClosing { return true }
    #endif
    return invites[invite]?.generation == 1
  }

  /// Whether an author belongs to the room now.
  public func isMember(_ author: Author) -> Bool {
    author == owner && !chain.isEmpty || standing(of: author)?.belongs == true
  }

  /// Everybody who has a part in the room, the longest known first.
  public var people: [Author] {
    let based = base.compactMap { Author($0.author) }
    let opener = chain.count == 1 ? [owner] : []
    return opener + based + arrivals.filter { places[$0] == nil } + invited
  }

  /// The people who have a part by an open invite alone, in the order of their keys.
  public var invited: [Author] {
    Set(admitted.values.flatMap(\.keys)).filter { !isOwned($0) && isAdmitted($0) }.sorted()
  }

  /// The keys of the invites with which people can be admitted now, in order.
  public var openInvites: [Bytes32] { invites.keys.filter(isOpen).sorted() }

  /// Whether one more invite can be made in this term.
  public var hasPlaceForInvite: Bool { invites.count < Limits.rosterInvites }

  /// The number of times that people have ceased to belong to the room in this term, by the owner's word or their own.
  public var endings: UInt64 {
    owned.values.reduce(UInt64(leaves.count)) { $0 + ($1.generation & 0xFFFF_FFFF) / 2 }
  }

  /// Whether an entry counts: its author had a part in the room where it was written.
  public func counts(_ log: LogKey, _ sequence: UInt64) -> Bool {
    #if DEBUG
      if planted == .forgetsIncarnations, log.incarnation > 0, isOwned(log.author) { return true }
    #endif
    guard standing(of: log.author)?.counts(log.incarnation, sequence) == true else { return false }
    return (cuts[log.author]?.statements ?? []).allSatisfy { statement in
      guard case .cut(let cut) = statement.body else { return true }
      return cut.last.allSatisfy {
        $0.incarnation != log.incarnation || sequence <= $0.sequence
      }
    }
  }

  /// Whether an entry was written as the owner of a term that is in force.
  ///
  /// - Parameter term: the first bytes of the hash of the term, as the header of the entry names it.
  public func isOwners(_ log: LogKey, _ sequence: UInt64, term: Data) -> Bool {
    guard
      let index = chain.firstIndex(where: {
        $0.owner == log.author && !term.isEmpty && $0.hash.data.starts(with: term)
      })
    else { return false }
    return index + 1 == chain.count
      || sequence <= chain[index + 1].term.until.sequence(of: log.incarnation)
  }

  /// The owner's words that an author belongs to the room from now on, or again.
  ///
  /// - Parameter newest: where its logs stand here. What it wrote while it did not belong to the room does not count.
  public func admission(of author: Author, newest: [LogCut]) -> RosterMember {
    let next = standing(of: author)?.returned(in: number, newest: newest)
    return member(next ?? .with { $0.generation = number << 32 + 1 }, author)
  }

  /// The words that an author belongs to the room, for who has the secret of an invite.
  public func admission(of author: Author, by invite: Bytes32) -> RosterMember {
    var member = confirmation(of: author)
    member.invite = invite.data
    return member
  }

  /// The owner's words that somebody who came by an invite belongs to the room.
  public func confirmation(of author: Author) -> RosterMember {
    member(.with { $0.generation = number << 32 + 1 }, author)
  }

  /// The owner's words that an author no longer belongs to the room.
  ///
  /// - Parameter newest: where its logs stand here; what it wrote up to there goes on counting.
  public func removal(of author: Author, newest: [LogCut]) -> RosterMember {
    let next = standing(of: author)?.removed(in: number, newest: newest)
    return member(next ?? .with { $0.generation = number << 32 + 2 }, author)
  }

  private var number: UInt64 { chain.last?.number ?? 0 }

  private func member(_ standing: RosterStanding, _ author: Author) -> RosterMember {
    .with {
      $0.term = chain.last?.hash.data ?? Data()
      $0.author = author.data
      $0.generation = standing.generation
      $0.cut = standing.cut
      $0.holes = standing.holes
    }
  }

  /// The term that gives the room to somebody who belongs to it, or keeps it with the owner or the heir, and its standings.
  ///
  /// - Parameters:
  ///   - until: where the logs of the present owner stand.
  ///   - isHandedOver: whether the heir takes the room over as soon as it hears of this term.
  /// - Throws: `WireError.limit` where there are too many terms or people, or too much is said of them.
  public func nextTerm(
    owner: Author, until: [LogCut], heir: Author? = nil, isHandedOver: Bool = false
  ) throws -> (RosterTerm, [RosterStanding]) {
    guard let last = chain.last, last.number + 1 < UInt64(Limits.rosterTerms) else {
      throw WireError.limit("a term behind the last one")
    }
    let base = people.compactMap { standing(of: $0) }
    guard base.count <= Limits.rosterMembers, base.size <= Limits.rosterBase,
      base.allSatisfy(\.isWellFormed)
    else { throw WireError.limit("\(base.count) standings of \(base.size) bytes") }
    let term = RosterTerm.with {
      $0.number = last.term.number + 1
      $0.previous = last.hash.data
      $0.owner = owner.data
      $0.base = base.root.data
      $0.baseCount = UInt32(base.count)
      $0.until = until
      $0.heir = heir?.data ?? Data()
      $0.handed = isHandedOver
    }
    return (term, base)
  }

  /// Everything that is here, as it is sent whole.
  public var statements: [SignedStatement] {
    (chain + rivals).map(\.statement) + owned.statements + invites.statements
      + admitted.values.flatMap(\.statements) + leaves.statements + cuts.statements
      + seen.values.flatMap(\.values).flatMap(\.values)
  }

  /// The standings with which the present term begins.
  public var bases: [RosterBase] {
    guard let last = chain.last, last.number > 0 else { return [] }
    return [
      .with {
        $0.term = last.hash.data
        $0.standings = base
      }
    ]
  }

  /// The hash of all statements here, which two nodes compare.
  public var hash: Bytes32 {
    let hashes = statements.map(\.hash).sorted()
    return Hashing.digest(.rosterSet, room.bytes, hashes.flatMap(\.bytes))
  }
}
