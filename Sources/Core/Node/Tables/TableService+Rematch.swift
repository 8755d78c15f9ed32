import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The agreements that two people may make once their match is over: a rematch, and taking back a concession.
extension TableService {
  /// Offers a rematch, accepts the other side's, or takes ours back (row G-56).
  func perform(_ command: AskRematch, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    let match = table.match
    guard match.phase == .finished else {
      throw Refused(.notNow, "The match is not over: a rematch can be offered when it is.")
    }
    if command.withdraw {
      guard match.offersRematch(table.seat), match.rematchTable == nil else {
        throw Refused(.notNow, "You offer no rematch there that could be taken back.")
      }
      return try act(command.table, transaction) { $0.withdrawRematch = WithdrawRematch() }
    }
    if let id = match.rematchTable.flatMap({ RoomID(Data($0)) }) {
      // The table of the rematch may exist already: the person goes on there.
      if let next = try tables.table(id, transaction) { return views.view(of: next) }
      throw Refused(
        .notNow,
        "The rematch is agreed: it begins as soon as your nodes meet.", .see("war list")
      )
    }
    let other = table.opposite
    if match.offersRematch(other) {
      guard table.seat == .host || !match.offersRematch(.joiner) else {
        throw Refused(.notNow, "You both offer a rematch: the host's node opens the table.")
      }
      return try acceptRematch(table, transaction)
    }
    guard !match.offersRematch(table.seat) else {
      throw Refused(.notNow, "You have offered a rematch: wait for the other player's answer.")
    }
    return try act(command.table, transaction) { $0.offerRematch = OfferRematch() }
  }

  /// Opens a table like the one before, seats the other player there, and says so at the old one.
  private func acceptRematch(_ table: Table, _ transaction: Transaction) throws -> TableView {
    guard let other = table.other else { throw Refused(.notNow, "There is nobody to play with.") }
    let opened = try perform(try termsAgain(of: table, transaction), transaction)
    guard let id = opened.room, let next = tables[id] else { return opened }
    var seating = TableStep()
    seating.seat.joiner = other.data
    try tables.propose(seating, to: next)
    try tables.write([seating], at: id, transaction)
    try transaction.addMember(other, of: id)
    var step = TableStep()
    step.acceptRematch.table = id.data
    try tables.propose(step, to: table)
    try tables.write([step], at: table.id, transaction)
    turn.touch(table: table.id)
    if let link = links.link(ofAuthor: other) { try rooms.beginSync(of: id, on: link) }
    turn.touch(table: id)
    return views.view(of: next)
  }

  /// Does what follows from an agreed rematch: the host opens the table when both have offered, the other side comes to it, and
  /// the match begins as soon as both nodes are ready.
  func settleRematch(_ table: Table, _ transaction: Transaction) throws {
    let match = table.match
    if match.phase == .seated, table.seat == .host, match.canStart,
      try tables.isRematch(table.id, transaction.reader)
    {
      _ = try start(table.id.description, transaction)
      return
    }
    guard match.phase == .finished else { return }
    if match.rematchTable == nil {
      if table.seat == .host, match.offersRematch(.host), match.offersRematch(.joiner) {
        _ = try acceptRematch(table, transaction)
      }
      return
    }
    guard match.rematchHost == table.opposite, match.offersRematch(table.seat),
      let other = table.other, let id = match.rematchTable.flatMap({ RoomID(Data($0)) }),
      tables.sessions.asks[id] == nil, try transaction.reader.room(id) == nil
    else { return }
    guard let node = try peers.people.byAuthor()[other].flatMap({ NodeID(text: $0.id) }) else {
      return
    }
    var ask = OwnAsk(host: other, node: node)
    ask.isAgreed = true
    tables.ask(ask, at: id)
    try transaction.setAsk(id, host: other, node: node)
    if let choice = try transaction.reader.choices(table.id).first {
      try transaction.setChoice(choice, number: 0, room: id)
    }
    let stored = try transaction.addRoom(id, kind: .table, opener: other)
    rooms.add(stored, id)
    if let link = links.link(ofAuthor: other) {
      try exchange.sendAsk(id, withdrawn: false, on: link)
      try rooms.beginSync(of: id, on: link)
    }
    turn.touch(table: id)
  }

  /// Offers the other side to decide the rounds, or takes that offer (row G-63).
  func perform(_ command: MoveHosting, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    let now = views.view(of: table)
    if now.phase == .playing, !command.take, now.offeredHosting == table.seat {
      let other = table.match.distinctName(of: table.opposite)
      throw Refused(
        .notNow,
        "You have offered it already.", .about(other, .takeRematchThere))
    }
    if now.phase == .playing, command.take, now.offeredHosting != table.opposite {
      let other = table.match.distinctName(of: table.opposite)
      throw Refused(
        .notNow,
        "\(other) does not offer it.", .about(other, .offerRematchThere))
    }
    return try act(command.table, transaction) {
      if command.take {
        $0.takeHosting = TakeHosting()
      } else {
        $0.offerHosting = OfferHosting()
      }
    }
  }

  /// Asks to take our concession back, or lets the other side take its own back (row G-52).
  func perform(_ command: AskTakeBack, _ transaction: Transaction) throws -> TableView {
    let table = try tables.ownTable(command.table, transaction)
    let match = table.match
    if match.takeBackAsked == table.opposite {
      return try act(command.table, transaction) { $0.grantTakeBack = GrantTakeBack() }
    }
    guard match.takeBackAsked != table.seat else {
      throw Refused(.notNow, "You have asked already: wait for the other player's answer.")
    }
    guard match.mayAskTakeBack(table.seat) else {
      throw Refused(
        .notNow,
        match.phase == .playing
          ? "The match goes on: only a concession of it can be taken back. After leaving, just come back."
          : "There is nothing of yours to take back: only a concession can be.",
        match.phase == .playing ? .item(table.id.description, .resumeMatch) : nil)
    }
    return try act(command.table, transaction) { $0.requestTakeBack = RequestTakeBack() }
  }
}
