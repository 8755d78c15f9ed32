import Feature
import Identifiers
import Schema
import Store
import Wire

/// Presence of players for those who watch (row G-49, specification section 7): the host of the match tells it.
extension Spectators {
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
    for (_, table) in tables.sorted {
      guard let at = table.audience.tellAt, at <= now.steady else { continue }
      table.audience.tellAt = nil
      table.audience.toldAt = now.steady
      table.audience.told = players(of: table)
      for session in links.sorted { try sendPlayers(of: table, to: session) }
    }
  }

  /// Tells the peer at a link where the players are of each match of ours that it watches.
  func sayPlayers(to session: LinkSession) throws {
    guard session.takesPlayers else { return }
    for (_, table) in tables.sorted
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
    let isOtherHere = table.attendance.isOtherHere && links.link(ofAuthor: table.other) != nil
    return Dictionary(
      uniqueKeysWithValues: table.match.seats.map { seat in
        (seat, state(seat, seat == table.seat ? table.attendance.isHere : isOtherHere))
      })
  }

  private func sendPlayers(of table: Table, to session: LinkSession) throws {
    guard session.takesPlayers, session.state == .established,
      session.accounts.contains(where: { table.match.watches($0.bytes) }),
      let joiner = table.joiner
    else { return }
    let players = players(of: table)
    for author in [table.host, joiner] {
      let seat = table.seat(of: author)
      var presence = Presence()
      presence.room = table.id.data
      presence.author = author.data
      presence.here = players[seat]?.isHere ?? false
      if let claim = players[seat]?.claim { presence.claim = claim }
      try links.send(.presence(presence), on: session.id)
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
      let table = try tables.table(id, transaction), table.seat == .unspecified,
      session.accounts.contains(table.host),
      tables.sessions.watches[id] != nil || table.isWatched(by: account.author)
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
}
