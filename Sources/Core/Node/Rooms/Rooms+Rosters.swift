import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Rosters of private rooms: they are compared, taken and signed (specification section 26).
extension Rooms {
  /// The comparison of a room's roster with that of a peer.
  enum RosterComparison {
    /// There is nothing to compare, or both are the same.
    case none
    /// The other side hears what it may lack.
    case told
    /// The other side does not belong to the room by what we know, and is asked to show that it does.
    case proves
  }

  /// Compares the roster that a digest names with ours.
  func compareRosters(
    _ digest: Digest, _ session: LinkSession, _ transaction: Transaction
  ) throws -> RosterComparison {
    guard !digest.roster.isEmpty, let id = RoomID(digest.room),
      var room = try room(id, transaction.reader), let roster = room.stored.roster,
      digest.opener == room.stored.opener.data, digest.nonce == room.stored.nonce
    else { return .none }
    let isSame = room.rosterHash?.data == digest.roster
    cache[id] = room
    guard try !isWithheld(id, from: session, transaction.reader) else { return .none }
    if try shares(id, with: session, transaction.reader) {
      if isSame { return .none }
      try tell(roster.news(limit: longestNews(to: session)), on: session.id)
      return .told
    }
    guard peers.isPaired(session.node), roster.isMember(account.author), !isSame else {
      return .none
    }
    try links.send(
      .rosterNews(
        .with {
          $0.room = id.data
          $0.all = true
        }), on: session.id)
    return .proves
  }

  /// The bytes of a frame of statements, about.
  private func longestNews(to session: LinkSession) -> Int {
    peers.isPaired(session.node) ? Limits.batchPaired : Limits.batchStranger
  }

  private func tell(_ news: [RosterNews], on link: LinkID) throws {
    for part in news { try links.send(.rosterNews(part), on: link) }
  }

  /// Takes statements of a peer that belongs to the room, or may turn out to.
  func receive(_ news: RosterNews, _ session: LinkSession, _ transaction: Transaction) throws {
    guard let id = RoomID(news.room) else { throw WireError.malformed("a room id") }
    let isShared = try shares(id, with: session, transaction.reader)
    guard isShared || peers.isPaired(session.node),
      try !isWithheld(id, from: session, transaction.reader),
      let room = try room(id, transaction.reader), room.stored.roster != nil
    else { return try refuseRoom(news.room, to: session, transaction.reader) }
    try take(news, in: id, from: session.id, transaction)
    guard news.all, let roster = cache[id]?.stored.roster else { return }
    guard try shares(id, with: session, transaction.reader) else {
      return try sayRefused(news.room, to: session, transaction.reader)
    }
    let known = Set(try news.statements(in: id).map(\.hash))
    let lacking = roster.statements.filter { !known.contains($0.hash) }
    guard !lacking.isEmpty else { return }
    try tell(
      Roster.news(
        lacking, bases: roster.bases, of: id, limit: longestNews(to: session)), on: session.id)
  }

  /// Takes statements that came over a link, or in a file.
  ///
  /// - Throws: `WireError` where one does not hold.
  func take(
    _ news: RosterNews, in id: RoomID, from link: LinkID?, _ transaction: Transaction
  ) throws {
    let statements = try news.statements(in: id)
    guard var roster = cache[id]?.stored.roster else { return }
    roster.accounts = [account.author]
    let taken = roster.take(statements, bases: news.news.bases)
    if let lie = taken.isFalse.first {
      throw WireError.unproven(
        "a statement of a roster that does not hold (\(lie.hash.description.prefix(8)))")
    }
    guard taken.falseBases.isEmpty else {
      throw WireError.unproven("standings that are not those of their term")
    }
    guard taken.isChanged else { return }
    try put(roster, in: id, from: link, transaction)
    try signOwed(in: id, transaction)
  }

  /// Signs statements of ours, and takes them.
  private func sign(
    _ bodies: [SignedStatement.Body], in id: RoomID, _ transaction: Transaction
  ) throws {
    let statements = try bodies.map { try SignedStatement($0, in: id, signedBy: [account.key]) }
    try takeOwn(statements, in: id, transaction)
  }

  private func takeOwn(
    _ statements: [SignedStatement], bases: [RosterBase] = [], in id: RoomID,
    _ transaction: Transaction
  ) throws {
    if let refusal = turn.writing.refusal { throw refusal }
    guard var roster = cache[id]?.stored.roster else { throw Self.roomIsGone }
    roster.accounts = [account.author]
    let taken = roster.take(statements, bases: bases)
    guard taken.early.isEmpty, taken.isFalse.isEmpty else {
      throw WireError.limit("a statement that the roster does not take")
    }
    try put(roster, in: id, from: nil, transaction)
  }

  /// Signs which of two terms our person took first, where somebody has signed another one.
  private func signOwed(in id: RoomID, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, let owed = cache[id]?.stored.roster?.owed, !owed.isEmpty else {
      return
    }
    try sign(owed.map { .seen($0) }, in: id, transaction)
  }

  /// Opens the roster of a new room of ours.
  func openRoster(of id: RoomID, nonce: Data, _ transaction: Transaction) throws {
    cache[id]?.set(Roster(room: id))
    let opening = RosterTerm.with {
      $0.owner = account.author.data
      $0.nonce = nonce
    }
    try sign([.term(opening)], in: id, transaction)
  }

  /// Adds people to a room that our person owns.
  func admit(_ people: [Author], to id: RoomID, _ transaction: Transaction) throws {
    guard let room = cache[id], let roster = room.stored.roster, !people.isEmpty else { return }
    let members = people.map {
      SignedStatement.Body.member(roster.admission(of: $0, newest: room.newest(of: $0)))
    }
    try sign(members, in: id, transaction)
  }

  /// Removes somebody from a room that our person owns; what it wrote, as far as it is here, goes on counting.
  func remove(_ author: Author, from id: RoomID, _ transaction: Transaction) throws {
    guard let room = cache[id], let roster = room.stored.roster else { return }
    let removal = roster.removal(of: author, newest: room.newest(of: author))
    try sign([.member(removal)], in: id, transaction)
  }

  /// Our person leaves a room.
  func leave(_ id: RoomID, _ transaction: Transaction) throws {
    guard let standing = cache[id]?.stored.roster?.standing(of: account.author) else { return }
    let leave = RosterLeave.with {
      $0.author = standing.author
      $0.generation = standing.generation
    }
    try sign([.leave(leave)], in: id, transaction)
  }

  /// Begins the next term of a room: our person keeps it, or takes it over.
  ///
  /// - Parameters:
  ///   - heir: who may take it over; nil for nobody.
  ///   - isHandedOver: whether the heir is to do so at once.
  /// - Throws: `Refused` where there are too many terms.
  func beginTerm(
    of id: RoomID, heir: Author?, isHandedOver: Bool = false, _ transaction: Transaction
  ) throws {
    guard let room = cache[id], let roster = room.stored.roster else { throw Self.roomIsGone }
    let next: (term: RosterTerm, base: [RosterStanding])
    do {
      next = try roster.nextTerm(
        owner: account.author, until: room.newest(of: roster.owner), heir: heir,
        isHandedOver: isHandedOver)
    } catch is WireError {
      throw Refused(
        .notNow,
        "The room has changed hands, or its heir, as often as it can: make a new room.")
    }
    let term = try SignedStatement(.term(next.term), in: id, signedBy: [account.key])
    let base = RosterBase.with {
      $0.term = term.hash.data
      $0.standings = next.base
    }
    try takeOwn([term], bases: [base], in: id, transaction)
  }

  /// Takes over a room that was handed over to our person.
  func takeOver(_ id: RoomID, _ transaction: Transaction) throws {
    guard let roster = cache[id]?.stored.roster, roster.isMember(account.author) else { return }
    try beginTerm(of: id, heir: nil, transaction)
  }

  /// Has a changed roster count: keeps it, tells it, and has the room made again where what counts is not what it was.
  private func put(
    _ roster: Roster, in id: RoomID, from link: LinkID?, _ transaction: Transaction
  ) throws {
    guard let room = cache[id], let earlier = room.stored.roster else { return }
    try transaction.keep(roster, of: room.stored, id: id)
    cache[id]?.set(roster)
    turn.touch(id)
    turn.changes.membership.insert(id)
    if !earlier.isMember(account.author), roster.isMember(account.author) {
      try forgetRemoval(from: id, transaction)
    }
    let isOther = room.logs.values.contains { log in
      roster.differs(from: earlier, in: log.state.key, before: log.state.next)
        || roster.ownsOtherwise(than: earlier, log.state.key, before: log.state.next)
    }
    if isOther { try remake(id, for: roster.owner, transaction) }
    // Their entries may have been passed over.
    if link != nil, !roster.known.isSubset(of: earlier.known) { cache.compareAgain(id) }
    let known = Set(earlier.statements.map(\.hash))
    let news = roster.statements.filter { !known.contains($0.hash) }
    let bases = roster.termName == earlier.termName ? [] : roster.bases
    for session in links.sorted
    where session.id != link && session.state == .established && room.syncs[session.id] != nil {
      guard try shares(id, with: session, transaction.reader) else { continue }
      try tell(
        Roster.news(news, bases: bases, of: id, limit: longestNews(to: session)), on: session.id)
    }
  }
}
