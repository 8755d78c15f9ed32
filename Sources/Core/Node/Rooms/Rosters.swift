import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of rosters: they are compared, taken and signed (specification section 26).
final class Rosters: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  /// The roster in the file of a room that is being read, piece by piece.
  private var ofFile: (room: RoomID, sync: RosterSync)?

  init(_ rooms: Rooms) {
    self.rooms = rooms
    (context, links, peers) = (rooms.context, rooms.links, rooms.peers)
  }

  /// The comparison of a room's roster with that of a peer.
  enum Comparison {
    /// There is nothing to compare, or both are the same.
    case none
    /// The other side hears what it may lack.
    case told
    /// The other side does not belong to the room by what we know, and is asked to show that it does.
    case proves
  }

  /// Compares the roster that a digest names with ours.
  func compare(
    _ digest: Digest, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Comparison {
    guard !digest.roster.isEmpty, let id = RoomID(digest.room),
      var room = try rooms.room(id, transaction.reader), let roster = room.stored.roster,
      digest.opener == room.stored.opener.data, digest.nonce == room.stored.nonce
    else { return .none }
    let isSame = room.rosterState?.data == digest.roster && roster.awaited.isEmpty
    rooms.cache[id] = room
    guard try !rooms.isWithheld(id, from: session, transaction.reader) else { return .none }
    if try rooms.shares(id, with: session, transaction.reader) {
      if isSame { return .none }
      try begin(roster, on: session)
      return .told
    }
    guard peers.isPaired(session.node), roster.isMember(account.author), !isSame else {
      return .none
    }
    try begin(roster, on: session)
    return .proves
  }

  private func begin(_ roster: Roster, on session: LinkSession) throws {
    var sync = sync(of: roster.room, on: session)
    let summary = sync.begin(roster)
    rooms[session.id]?.rosters[roster.room] = sync
    try links.send(.rosterExchange(summary), on: session.id)
  }

  /// The comparison of a room's roster over a link, as it stands.
  private func sync(of room: RoomID, on session: LinkSession) -> RosterSync {
    rooms[session.id]?.rosters[room]
      ?? RosterSync(
        frame: peers.isPaired(session.node) ? Limits.batchPaired : Limits.batchStranger)
  }

  /// Takes what a peer that belongs to the room, or may turn out to, says of its roster.
  func receive(
    _ said: RosterExchange, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    guard let id = RoomID(said.room) else { throw WireError.malformed("a room id") }
    let isShared = try rooms.shares(id, with: session, transaction.reader)
    guard isShared || peers.isPaired(session.node),
      try !rooms.isWithheld(id, from: session, transaction.reader),
      var roster = try rooms.room(id, transaction.reader)?.stored.roster
    else { return try rooms.refuseRoom(said.room, to: session, transaction.reader) }
    // Who does not belong to the room by what we know shows what it has, and is told nothing.
    guard isShared || said.isPart else { return }
    var sync = sync(of: id, on: session)
    if said.isSummary { try sayOwn(roster, &sync, to: session) }
    roster.accounts = [account.author]
    let reaction = try sync.receive(said, &roster)
    rooms[session.id]?.rosters[id] = sync
    guard !reaction.isFalse else {
      throw WireError.unproven("a statement of a roster that does not hold")
    }
    if reaction.taken.isChanged {
      try put(roster, in: id, from: session.id, transaction)
      try signOwed(in: id, transaction)
    }
    guard try rooms.shares(id, with: session, transaction.reader) else {
      if said.isLastPart { try rooms.sayRefused(said.room, to: session, transaction.reader) }
      return
    }
    for answer in reaction.answers { try links.send(.rosterExchange(answer), on: session.id) }
  }

  /// Says what gives our person a part in the room, where a comparison might not come to that: by what the other side knows it
  /// may have none, and then nothing is asked.
  private func sayOwn(
    _ roster: Roster, _ sync: inout RosterSync, to session: LinkSession
  ) throws {
    let words = roster.statements(about: account.author)
    guard roster.statements.count > Limits.rosterWhole, !words.isEmpty else { return }
    for part in sync.tell(words, of: roster) {
      try links.send(.rosterExchange(part), on: session.id)
    }
  }

  /// Takes a part of a roster out of a room's file.
  ///
  /// - Throws: `WireError` where a statement does not hold.
  func takeFromFile(
    _ part: RosterExchange, in id: RoomID, _ transaction: Transaction
  ) throws {
    guard var roster = rooms.cache[id]?.stored.roster else { return }
    roster.accounts = [account.author]
    var sync = ofFile?.room == id ? ofFile?.sync ?? RosterSync() : RosterSync()
    let reaction = try sync.receive(part, &roster)
    ofFile = (id, sync)
    guard !reaction.isFalse else {
      throw WireError.unproven("a statement of a roster that does not hold")
    }
    guard reaction.taken.isChanged else { return }
    try put(roster, in: id, from: nil, transaction)
    try signOwed(in: id, transaction)
  }

  /// Allows every peer as much of a comparison again.
  func renew() {
    for link in rooms.atLinks.keys {
      for room in rooms[link]?.rosters.keys.sorted() ?? [] { rooms[link]?.rosters[room]?.renew() }
    }
  }

  /// Signs statements of ours, and takes them.
  ///
  /// - Throws: `Refused` where the roster has no place for them.
  private func sign(
    _ bodies: [SignedStatement.Body], in id: RoomID, _ transaction: Transaction
  ) throws {
    let statements = try bodies.map { try SignedStatement($0, in: id, signedBy: [account.key]) }
    guard try takeOwn(statements, in: id, transaction) else { throw Self.isFull }
  }

  private static let isFull = Refused(
    .notNow, "The roster of the room is full: \(Limits.rosterMembers) people are in it.")

  /// Takes statements that our person has signed.
  ///
  /// - Returns: whether the roster has all of them.
  private func takeOwn(
    _ statements: [SignedStatement], bases: [RosterBase] = [], in id: RoomID,
    _ transaction: Transaction
  ) throws -> Bool {
    if let refusal = turn.writing.refusal { throw refusal }
    guard var roster = rooms.cache[id]?.stored.roster else { throw Rooms.roomIsGone }
    roster.accounts = [account.author]
    _ = roster.take(statements, bases: bases)
    guard Set(roster.statements).isSuperset(of: statements) else { return false }
    try put(roster, in: id, from: nil, transaction)
    return true
  }

  /// Signs which of two terms our person took first, where somebody has signed another one.
  private func signOwed(in id: RoomID, _ transaction: Transaction) throws {
    guard turn.writing == .allowed, let owed = rooms.cache[id]?.stored.roster?.owed, !owed.isEmpty
    else {
      return
    }
    let seen = try owed.map { try SignedStatement(.seen($0), in: id, signedBy: [account.key]) }
    _ = try takeOwn(seen, in: id, transaction)
  }

  /// Opens the roster of a new room of ours.
  func open(of id: RoomID, nonce: Data, _ transaction: Transaction) throws {
    rooms.cache[id]?.set(Roster(room: id))
    let opening = RosterTerm.with {
      $0.owner = account.author.data
      $0.nonce = nonce
    }
    try sign([.term(opening)], in: id, transaction)
  }

  /// Adds people to a room that our person owns.
  func admit(_ people: [Author], to id: RoomID, _ transaction: Transaction) throws {
    guard let room = rooms.cache[id], let roster = room.stored.roster, !people.isEmpty else {
      return
    }
    let members = people.map {
      SignedStatement.Body.member(roster.admission(of: $0, newest: room.newest(of: $0)))
    }
    try sign(members, in: id, transaction)
  }

  /// Adds somebody to a room with an invite of its owner's.
  ///
  /// - Throws: `Refused` where the owner has removed the person, or it has left.
  func admit(
    _ author: Author, to id: RoomID, by invite: SigningKey, _ transaction: Transaction
  ) throws {
    guard let roster = rooms.cache[id]?.stored.roster else { throw Rooms.roomIsGone }
    guard !roster.knows(author) else {
      throw Refused(
        .notNow,
        "That person has left the room, or was removed: only the owner of the room can add it again."
      )
    }
    let member = roster.admission(of: author, by: invite.author)
    let statement = try SignedStatement(.member(member), in: id, signedBy: [invite])
    guard try takeOwn([statement], in: id, transaction) else { throw Self.isFull }
  }

  /// Opens an invite: everybody who has its secret can add people to a room of ours.
  func openInvite(of id: RoomID, _ invite: SigningKey, _ transaction: Transaction) throws {
    try sign([word(on: invite.author, isClosed: false, in: id)], in: id, transaction)
  }

  /// Closes the invites of a room of ours. People who came by them stay if our node has met them, or has something that they wrote.
  ///
  /// - Parameter met: the people that our node has met.
  func closeInvites(of id: RoomID, metBy met: Set<Author>, _ transaction: Transaction) throws {
    guard let room = rooms.cache[id], let roster = room.stored.roster else { return }
    let staying = roster.invited.filter { met.contains($0) || !room.newest(of: $0).isEmpty }
    try sign(
      staying.map { .member(roster.confirmation(of: $0)) }
        + roster.openInvites.map { word(on: $0, isClosed: true, in: id) }, in: id, transaction)
  }

  private func word(on invite: Bytes32, isClosed: Bool, in id: RoomID) -> SignedStatement.Body {
    .invite(
      .with {
        $0.term = rooms.cache[id]?.stored.roster?.chain.last?.hash.data ?? Data()
        $0.key = invite.data
        $0.closed = isClosed
      })
  }

  /// Removes somebody from a room of ours. Entries of theirs that are here go on counting.
  func remove(_ author: Author, from id: RoomID, _ transaction: Transaction) throws {
    guard let room = rooms.cache[id], let roster = room.stored.roster else { return }
    let removal = roster.removal(of: author, newest: room.newest(of: author))
    try sign([.member(removal)], in: id, transaction)
  }

  /// Our person leaves a room.
  func leave(_ id: RoomID, _ transaction: Transaction) throws {
    guard let standing = rooms.cache[id]?.stored.roster?.standing(of: account.author) else {
      return
    }
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
    guard let room = rooms.cache[id], let roster = room.stored.roster else {
      throw Rooms.roomIsGone
    }
    guard
      let (next, standings) = try? roster.nextTerm(
        owner: account.author, until: room.newest(of: roster.owner), heir: heir,
        isHandedOver: isHandedOver)
    else { throw Self.tooManyTerms }
    let term = try SignedStatement(.term(next), in: id, signedBy: [account.key])
    let base = RosterBase.with {
      $0.term = term.hash.data
      $0.standings = standings
    }
    guard try takeOwn([term], bases: [base], in: id, transaction) else { throw Self.tooManyTerms }
    // An invite holds in its term alone. Whoever goes on owning the room goes on letting people in.
    guard roster.owner == account.author, !isHandedOver else { return }
    try sign(
      roster.openInvites.map { word(on: $0, isClosed: false, in: id) }, in: id, transaction)
  }

  private static let tooManyTerms = Refused(
    .notNow, "The room has changed hands, or its heir, as often as it can: make a new room.")

  /// Takes over a room that was handed over to our person.
  func takeOver(_ id: RoomID, _ transaction: Transaction) throws {
    guard let roster = rooms.cache[id]?.stored.roster, roster.isMember(account.author) else {
      return
    }
    try beginTerm(of: id, heir: nil, transaction)
  }

  /// Our person chooses one of several terms that follow one. Standings that are missing are asked for.
  func choose(_ term: Bytes32, in id: RoomID, _ transaction: Transaction) throws {
    guard var roster = rooms.cache[id]?.stored.roster, roster.choose(term) else {
      throw Rooms.roomIsGone
    }
    roster.accounts = [account.author]
    _ = roster.take([])
    try put(roster, in: id, from: nil, transaction)
    rooms.compareAgain(id)
  }

  /// Has a changed roster count: keeps it, tells it, and has the room made again where what counts is not what it was.
  private func put(
    _ roster: Roster, in id: RoomID, from link: LinkID?, _ transaction: Transaction
  ) throws {
    guard let room = rooms.cache[id], let earlier = room.stored.roster else { return }
    try transaction.setRoster(roster)
    try transaction.setMembers(roster.current, of: id)
    rooms.cache[id]?.set(roster)
    turn.touch(id)
    turn.changes.membership.insert(id)
    // After our person has left, the room is still shared with those who stay, so that they hear of it.
    if roster.hasLeft(account.author) {
      rooms.roomInvitations.settle(id, isMember: false, Set(roster.current))
    }
    if !earlier.isMember(account.author), roster.isMember(account.author) {
      try rooms.forgetRemoval(from: id, transaction)
    }
    let isOther = room.logs.values.contains { log in
      roster.differs(from: earlier, in: log.state.key, before: log.state.next)
        || roster.ownsOtherwise(than: earlier, log.state.key, before: log.state.next)
    }
    if isOther { try rooms.remake(id, for: roster.owner, transaction) }
    // Their entries may have been passed over.
    if link != nil, !roster.known.isSubset(of: earlier.known) { rooms.compareAgain(id) }
    let known = Set(earlier.statements.map(\.hash))
    let news = roster.statements.filter { !known.contains($0.hash) }
    for session in links.sorted
    where session.id != link && session.state == .established && room.syncs[session.id] != nil {
      guard try rooms.shares(id, with: session, transaction.reader) else { continue }
      var sync = sync(of: id, on: session)
      let parts = sync.tell(news, of: roster)
      rooms[session.id]?.rosters[id] = sync
      for part in parts { try links.send(.rosterExchange(part), on: session.id) }
    }
  }
}

extension RosterExchange {
  fileprivate var isPart: Bool {
    if case .part = body { return true }
    return false
  }

  fileprivate var isLastPart: Bool {
    if case .part(let part) = body { return !part.hash.isEmpty }
    return false
  }

  fileprivate var isSummary: Bool {
    if case .summary = body { return true }
    return false
  }
}
