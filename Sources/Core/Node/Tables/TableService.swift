import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import SwiftProtobuf
import Wire

/// The engine of what people do at tables: they host, join, play, claim and offer a rematch.
///
/// Each method answers, or refuses with what, why, what to do.
final class TableService: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  let tables: Tables
  let views: TableViews
  let exchange: TableExchange

  init(_ exchange: TableExchange) {
    self.exchange = exchange
    (context, links, peers) = (exchange.context, exchange.links, exchange.peers)
    (rooms, tables) = (exchange.rooms, exchange.tables)
    views = exchange.spectators.views
  }

  /// Writes what our node owes at a table, and does what follows from an agreed rematch.
  func settle(_ id: RoomID, _ transaction: Transaction) throws {
    guard let table = try tables.settle(id, transaction) else { return }
    try settleRematch(table, transaction)
  }

  private func answer(_ id: RoomID, _ transaction: Transaction) throws -> TableView {
    guard let table = try tables.table(id, transaction) else {
      throw Tables.noTable(id.description)
    }
    return answer(table)
  }

  private func answer(_ table: Table) -> TableView {
    turn.touch(table: table.id)
    return views.view(of: table)
  }

  /// Writes one step of ours.
  func act(
    _ prefix: String, _ transaction: Transaction, _ fill: (inout TableStep) -> Void
  ) throws -> TableView {
    let table = try tables.ownTable(prefix, transaction)
    var step = TableStep()
    fill(&step)
    try tables.propose(step, to: table)
    try tables.write([step], at: table.id, transaction)
    try settle(table.id, transaction)
    return answer(table)
  }

  func perform(_ command: HostTable, _ transaction: Transaction) throws -> TableView {
    guard tables.inMemory.values.filter(\.isOpen).count < Limits.openTables else {
      throw Refused(
        .notNow, "You have \(Limits.openTables) open tables.", .cancelTable)
    }
    guard let game = store.registry.games[command.game] else {
      throw Refused(.invalid, "There is no game \(command.game): leave the game out to play War.")
    }
    let terms = try settleTerms(command, game)
    let choice = try settleChoice(command.choice, game, terms: terms)
    guard game.mayBeWatched || command.spectators == .unspecified else {
      throw Refused(.invalid, "Nobody can watch a match of \(game.game): let nobody watch.")
    }
    guard command.moveSeconds <= SessionRules.mostMoveSeconds else {
      throw Refused(
        .invalid,
        "The time for a move cannot be \(command.moveSeconds) seconds: choose up to \(SessionRules.mostMoveSeconds), or 0 for no limit."
      )
    }
    var open = OpenTable()
    let random = randomBytes(16)
    open.nonce = Data(command.hasSeed ? MatchSeed.nonce(of: command.seed, .host) : random)
    open.spectators = command.spectators
    open.spectatorsTalk = command.spectatorsTalk
    open.moveSeconds = command.moveSeconds
    open.rules = terms
    open.name = settings.name
    open.noChat = command.noChat
    open.game = command.game
    open.description_p = try Refused.line(
      command.description_p, "The description", limit: Limits.text)
    let id = RoomID(table: account.author, nonce: open.nonce)
    guard try !command.hasSeed || transaction.reader.room(id) == nil else {
      throw Refused(
        .notNow, "You have played with the seed \(command.seed) before: choose another number.")
    }
    let stored = try transaction.addRoom(id, kind: .table, opener: account.author)
    try transaction.addMember(account.author, of: id)
    rooms.add(stored, id)
    let table = Table(
      id: id, host: account.author, created: now.wall, person: account.author,
      store.registry.games)
    table.door.isPairedOnly = command.pairedOnly
    if !command.password.isEmpty {
      let password = try Refused.line(command.password, "The password", limit: Limits.text)
      table.door.passwordKey = Data(TablePassword.key(password, host: account.author.bytes))
    }
    if command.hasSeed { table.secret.seed = command.seed }
    if let choice { try transaction.setChoice(choice, number: 0, room: id) }
    let step = TableStep.with { $0.open = open }
    try tables.propose(step, to: table)
    tables.keep(table)
    try tables.write([step], at: id, transaction)
    return answer(table)
  }

  func perform(_ command: AnswerAsk, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    guard table.seat == .host else {
      throw Refused(.notNow, "Only the host can accept or decline.")
    }
    let askers = Array(table.door.askers)
    let found =
      command.asker.isEmpty
      ? askers
      : askers.meant(
        by: command.asker, ids: { [$0.key.description] },
        isNamed: { $0.value.name.isName(command.asker) })
    guard let (author, asker) = found.first else {
      throw Refused(.notFound, "Nobody of that name is asking to join: wait for a request.")
    }
    guard found.count == 1 else {
      throw Refused(
        .ambiguous,
        "\(found.count) people are asking to join: name one by the first letters of the id.")
    }
    table.door.askers[author] = nil
    guard command.accept else {
      let reason = try Refused.line(command.reason, "The reason", limit: Limits.text)
      if command.forGood { table.door.declinedForGood.insert(author) }
      try tables.decline(
        table.id.data, reason.isEmpty ? "not now" : reason, forGood: command.forGood,
        on: asker.link)
      return answer(table)
    }
    let answer = try act(command.table, transaction) { $0.seat.joiner = author.data }
    try transaction.addMember(author, of: table.id)
    for (_, other) in table.door.askers.sorted(by: { $0.key < $1.key }) {
      try tables.decline(table.id.data, "the other chair is taken", forGood: true, on: other.link)
    }
    table.door.askers = [:]
    if var peer = peers[asker.node] {
      peer.isKept = true
      try peers.keep(peer, asker.node, transaction)
    }
    try rooms.beginSync(of: table.id, on: asker.link)
    return answer
  }

  func start(_ prefix: String, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(prefix, transaction)
    guard table.seat == .host else {
      throw Refused(.notNow, "Only the host can start the match.")
    }
    guard table.match.canStart else {
      throw Self.notStarted(table)
    }
    try tables.write(table.match.startingSteps(), of: table, transaction)
    try settle(table.id, transaction)
    return answer(table)
  }

  private static func notStarted(_ table: Table) -> Refused {
    switch table.phase {
    case .unopened, .open:
      Refused(
        .notNow, "Nobody has been added to the game.", .item(table.id.description, .acceptAsk))
    case .seated:
      Refused(
        .notNow, "The other player's node has not answered yet: wait a moment and start again.")
    case .playing:
      Refused(.notNow, "The match has begun.", .item(table.id.description, .resumeMatch))
    case .finished, .closed: Refused(.notNow, "The match is over: host a new one.")
    }
  }

  /// Closes a table, and opens one like it for somebody else where that is wanted.
  func perform(_ command: CloseTable, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    guard table.seat == .host else {
      throw Refused(.notNow, "Only the host can close a table: take back your request instead.")
    }
    var reason = try Refused.line(command.reason, "The reason", limit: Limits.text)
    guard command.reopen else {
      try exchange.close(table, reason: reason, transaction)
      return answer(table)
    }
    if reason.isEmpty { reason = "the host removed the player and looks for another one" }
    try exchange.close(table, reason: reason, transaction)
    var terms = try termsAgain(of: table, transaction)
    terms.pairedOnly = table.door.isPairedOnly
    let answer = try perform(terms, transaction)
    if let id = Base32.decode(answer.id).flatMap({ RoomID($0) }), let next = tables[id] {
      next.door.declinedForGood = table.door.declinedForGood
      next.door.passwordKey = table.door.passwordKey
      return self.answer(next)
    }
    return answer
  }

  func perform(_ command: AskToJoin, _ transaction: Transaction) throws -> TableView {
    let id = try Tables.table(command.table, transaction.reader)
    if command.withdrawn {
      guard let ask = tables.endAsk(at: id) else {
        throw Refused(.notNow, "You are not asking to join that table.")
      }
      try transaction.removeAsk(id)
      try transaction.removeChoices(id)
      if let link = links.link(to: ask.node) { try exchange.sendAsk(id, withdrawn: true, on: link) }
      try exchange.closeAsked(id, reason: "you took the request back", again: true, transaction)
      return TableView()
    }
    if tables.sessions.asks[id] != nil { return try answer(id, transaction) }
    guard tables.sessions.mayAsk else {
      throw Refused(
        .notNow,
        "You are already asking to join another table: wait for the answer, or take the request back."
      )
    }
    guard let offer = tables.sessions.offer(of: id, links.table) else {
      throw Refused(.notFound, "That table is gone.", .see("war list"))
    }
    var ask = OwnAsk(host: offer.host, node: offer.node)
    if offer.view.needsPassword {
      guard !command.password.isEmpty else {
        throw Refused(
          .notNow, "That table has a password: ask its host for it, and join with --password.")
      }
      let key = TablePassword.key(command.password, host: offer.host.bytes)
      ask.proof = Data(
        TablePassword.proof(key, table: id.bytes, asker: account.author.bytes))
    }
    if command.hasSeed { ask.seed = command.seed }
    if let game = store.registry.games[offer.view.game],
      let choice = try settleChoice(command.choice, game, terms: offer.view.terms)
    {
      try transaction.setChoice(choice, number: 0, room: id)
    }
    tables.ask(ask, at: id)
    try transaction.setAsk(id, host: offer.host, node: offer.node)
    if try transaction.reader.room(id) == nil {
      _ = try transaction.addRoom(id, kind: .table, opener: offer.host)
    }
    tables.drop(id)
    try exchange.sendAsk(id, withdrawn: false, on: offer.link)
    return try answer(id, transaction)
  }

  func perform(_ command: Attend, _ transaction: Transaction) throws -> TableView {
    let id = try Tables.table(command.table, transaction.reader)
    guard let table = try tables.table(id, transaction),
      table.seat != .unspecified || tables.sessions.asks[id] != nil
        || table.isWatched(by: account.author)
    else {
      throw Refused(.notNow, "You have no chair at that table: ask to join it first.")
    }
    let isHere = command.attendance == .here
    let away = table.match.hasLeft(table.seat)
    if isHere, away, turn.writing == .diskFull { throw DiskFull.refused }
    table.attendance.isHere = isHere
    table.attendance.isAuto = isHere && command.auto
    if table.isPlaying, table.seat != .unspecified, turn.writing == .allowed,
      !tables.isCutOff(table)
    {
      if command.attendance == .leave, !away {
        _ = try act(command.table, transaction) { $0.left = LeaveTable() }
      } else if isHere, away {
        _ = try act(command.table, transaction) { $0.returned = ReturnToTable() }
      }
    }
    if let link = links.link(ofAuthor: table.other) { try tables.sendPresence(table, on: link) }
    return answer(table)
  }

  func perform(_ command: Tap, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    if let sentence = table.match.refusal(of: command, by: table.seat) {
      throw Refused(.notNow, sentence)
    }
    // What may be done after the end waits for nobody.
    guard table.phase == .finished || tables.mayPlay(at: table) else {
      throw Refused(.notNow, "The match is paused: wait until both players are at the table.")
    }
    do {
      try choose(command.choice, at: table, transaction)
      let moves = try tables.moves(for: command, at: table)
      try tables.write(moves, of: table, transaction)
      // Without an entry nothing else tells that the choice is taken back with its turn.
      if moves.isEmpty, !command.choice.isEmpty { table.needsReload = true }
    } catch {
      // A choice that came to nothing is not to be remembered.
      if !command.choice.isEmpty { table.needsReload = true }
      throw error
    }
    try settle(table.id, transaction)
    return answer(table)
  }

  func perform(_ command: MakeClaim, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    if command.accept {
      guard tables.isClaimed(table) else {
        throw Refused(.notNow, "The other side claims nothing: there is nothing to accept.")
      }
      return try act(command.table, transaction) { $0.acceptClaim = AcceptClaim() }
    }
    let wait = tables.sessions.waits[table.id]
    guard wait?.mayClaim == true else {
      let seconds = (wait?.milliseconds ?? configuration.claimMilliseconds) / 1000
      throw Refused(
        .notNow,
        "There is nothing to claim yet: the other side may take \(Count.of(seconds, "second")) to answer."
      )
    }
    return try act(command.table, transaction) {
      $0.claim = table.match.claim(command.kind, by: table.seat)
    }
  }
}
