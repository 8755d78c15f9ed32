import Feature
import Identifiers
import Schema
import Store
import Wire

/// The people who are at a table, or look at a room, now (specification section 7).
///
/// Presence is a state that no entry holds. It is told when it changes, to a new link, to somebody who has just come, and again
/// with each ping, so that no order of events loses it for good.
extension Node {
  /// Says again at which tables our person is, and at which rooms it looks, as far as the peer has a part in them.
  func sayPresence(to session: LinkSession, _ transaction: Transaction) throws {
    for (id, table) in tables.sorted(by: { $0.key < $1.key })
    where table.attendance.isHere && table.other.map(session.accounts.contains) == true {
      guard try shares(id, with: session, transaction.reader) else { continue }
      try sendPresence(table, on: session.id)
    }
    try sayPlayers(to: session)
    try sayRoomPresence(to: session, transaction)
  }

  /// Says at which rooms our person looks, as far as the peer has a part in them.
  func sayRoomPresence(to session: LinkSession, _ transaction: Transaction) throws {
    for id in attendedRooms where try shares(id, with: session, transaction.reader) {
      try sendPresence(in: id, here: true, on: session.id)
    }
  }

  /// Says whether our person is at a table, once the peer can know that it has a chair there.
  func sendPresence(_ table: Table, on link: LinkID) throws {
    guard table.isTaken else { return }
    try sendPresence(in: table.id, here: table.attendance.isHere, on: link)
  }

  func receive(
    _ presence: Presence, _ session: LinkSession, _ transaction: Transaction
  ) throws {
    if try receiveRoomPresence(presence, session, transaction) { return }
    if try receivePlayer(presence, session, transaction) { return }
    guard let id = RoomID(presence.room), let author = Author(presence.author),
      session.accounts.contains(author), try shares(id, with: session, transaction.reader),
      let table = try table(id, transaction)
    else {
      return try refuseRoom(presence.room, to: session, transaction.reader)
    }
    // Also before the chair is ours: the host whom we asked may be there already.
    guard table.other == author, table.attendance.isOtherHere != presence.here else { return }
    table.attendance.isOtherHere = presence.here
    turn.touch(table: id)
    // Who comes may not have heard of us, as what was said earlier may have come too early.
    if presence.here, table.attendance.isHere { try sendPresence(table, on: session.id) }
  }

  // MARK: Rooms that are no tables

  /// Somebody looks at a room, or no longer does.
  ///
  /// - Returns: false when it is about no room of ours but a table.
  private func receiveRoomPresence(
    _ presence: Presence, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Bool {
    guard let id = RoomID(presence.room), tables[id] == nil,
      let stored = try rooms[id]?.stored ?? transaction.reader.room(id), stored.kind != .table,
      let author = Author(presence.author), session.accounts.contains(author),
      try shares(id, with: session, transaction.reader)
    else { return false }
    guard self.presence.set(presence.here, of: author, in: id) else { return true }
    if let room = try room(id, transaction.reader) {
      turn.publish(.room(try RoomViews(self, room, transaction.reader).roomView()))
    }
    return true
  }

  /// The rooms that our person looks at now, in order.
  var attendedRooms: [RoomID] { presence.rooms(of: account.author) }

  /// Tells the peer at a link whether our person looks at a room, or is at a table.
  func sendPresence(in id: RoomID, here: Bool, on link: LinkID) throws {
    var presence = Presence()
    presence.room = id.data
    presence.author = account.author.data
    presence.here = here
    try send(.presence(presence), on: link)
  }
}

/// Presence of players for those who watch (row G-49, specification section 7): the host of the match tells it.
extension Node {
  /// The name in a Hello of nodes that understand `Presence` of a player from the host's node.
  static let playersFeature = "players"

  /// The least time between two words to the same spectators about one table.
  static let playersMilliseconds: Int64 = 250

  // MARK: The host's side

  /// Notes that spectators are to be told where the players are, where that has changed.
  func updatePlayers(_ table: Table) {
    guard table.seat == .host, table.isPlaying, !table.match.spectators.isEmpty,
      table.audience.told != players(of: table), table.audience.tellAt == nil
    else { return }
    table.audience.tellAt = max(now.steady, table.audience.toldAt + Self.playersMilliseconds)
  }

  /// Tells spectators whose time has come.
  func tickPlayers() throws {
    for (_, table) in tables.sorted(by: { $0.key < $1.key }) {
      guard let at = table.audience.tellAt, at <= now.steady else { continue }
      table.audience.tellAt = nil
      table.audience.toldAt = now.steady
      table.audience.told = players(of: table)
      for session in links.sorted { try sendPlayers(of: table, to: session) }
    }
  }

  /// Tells the peer at a link where the players are of each match of ours that it watches.
  func sayPlayers(to session: LinkSession) throws {
    guard session.rooms.takesPlayers else { return }
    for (_, table) in tables.sorted(by: { $0.key < $1.key })
    where table.seat == .host && table.isPlaying {
      try sendPlayers(of: table, to: session)
    }
  }

  private func players(of table: Table) -> [Seat: PlayerState] {
    let claims = table.match.claims
    func state(_ seat: Seat, _ isHere: Bool) -> PlayerState {
      let claim = claims.first { $0.seat == seat }.map { claim in
        PlayerClaim.with { ($0.kind, $0.round) = (claim.kind, claim.round) }
      }
      return PlayerState(isHere: isHere, claim: claim)
    }
    return [
      .host: state(.host, table.attendance.isHere),
      .joiner: state(.joiner, table.attendance.isOtherHere && link(to: table.other) != nil),
    ]
  }

  private func sendPlayers(of table: Table, to session: LinkSession) throws {
    guard session.rooms.takesPlayers, session.state == .established,
      session.accounts.contains(where: { table.match.watches($0.bytes) }),
      let joiner = table.joiner
    else { return }
    let players = players(of: table)
    for (author, seat) in [(table.host, Seat.host), (joiner, .joiner)] {
      var presence = Presence()
      presence.room = table.id.data
      presence.author = author.data
      presence.here = players[seat]?.isHere ?? false
      if let claim = players[seat]?.claim { presence.claim = claim }
      try send(.presence(presence), on: session.id)
    }
  }

  // MARK: The spectator's side

  /// The host says where a player of a match is that we watch.
  ///
  /// - Returns: false when it is about something else.
  func receivePlayer(
    _ presence: Presence, _ session: LinkSession, _ transaction: Transaction
  ) throws -> Bool {
    guard let id = RoomID(presence.room), let author = Author(presence.author),
      let table = try table(id, transaction), table.seat == .unspecified,
      session.accounts.contains(table.host),
      sessions.watches[id] != nil || table.isWatched(by: account.author)
    else { return false }
    // Who the players are may come later than where they are.
    let state = PlayerState(
      isHere: presence.here, claim: presence.hasClaim ? presence.claim : nil)
    guard table.concerns(author), table.attendance.seen[table.seat(of: author)] != state
    else { return true }
    table.attendance.seen[table.seat(of: author)] = state
    turn.touch(table: id)
    return true
  }

  /// Whether a player is at a table that we watch, by what its host said last; true until it has said something.
  func isHere(_ seat: Seat, at table: Table) -> Bool {
    link(to: table.host) != nil && table.attendance.seen[seat]?.isHere ?? true
  }

  /// The claims of a match that we watch, by what its host said last; before that, those in the rounds that we were shown.
  func watchedClaims(_ table: Table) -> [ClaimView] {
    Seat.chairs.compactMap { seat -> ClaimView? in
      guard let state = table.attendance.seen[seat], table.isPlaying else {
        return table.match.claims.first { $0.seat == seat }
      }
      guard let claim = state.claim, claim.kind == .win || claim.kind == .draw else { return nil }
      return table.match.claimView(claim.kind, round: claim.round, of: seat)
    }
  }

  /// The reason for which a match that we watch stands still; empty when it goes on.
  func watchedPause(_ table: Table) -> String {
    let match = table.match
    guard link(to: table.host) != nil else {
      return "The connection to \(match.distinctName(of: .host)) is lost."
    }
    if let away = Seat.chairs.first(where: match.hasLeft) {
      return "\(match.distinctName(of: away)) has left."
    }
    let away = Seat.chairs.first { !isHere($0, at: table) }
    return away.map { "\(match.distinctName(of: $0)) is not at the table." } ?? ""
  }
}
