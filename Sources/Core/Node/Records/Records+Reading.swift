import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The messages that our person has read, and the people it does not want to read (rows C-15 and C-25). Nothing of this leaves the node.
extension Records {
  func perform(_ command: MarkRead, _ transaction: Transaction) throws -> RoomView {
    let id = try RoomNames.room(command.room, transaction.reader, own: account.author)
    let room = try rooms.present(id, transaction.reader)
    let last =
      command.message.isEmpty
      ? nil : try Self.record(command.message, in: room, transaction.reader).order
    try markRead(room, upTo: last, transaction)
    return try answer(room: id, transaction)
  }

  /// Notes that everything up to an order is read; nil for everything.
  func markRead(_ room: Room, upTo order: UInt64?, _ transaction: Transaction) throws {
    let newest = try transaction.reader.newest(
      of: store.registry.messageKinds, in: room.stored.records)?.order
    guard let newest else { return }
    if try transaction.reader.lateUnread(of: room.id) > 0 {
      try transaction.setLateUnread(0, of: room.id)
    }
    let last = min(order ?? newest, newest)
    guard try last > transaction.reader.readOrder(of: room.id) else { return }
    try transaction.setReadOrder(last, of: room.id)
  }

  /// Notes new messages. They are read if our person is looking on; otherwise there is more to read, even if they were written
  /// before a message that is read already.
  ///
  /// - Returns: whether the room was told as a change.
  @discardableResult
  func noteUnread(
    _ changes: [RecordApplier.Change], in room: Room, _ transaction: Transaction
  ) throws -> Bool {
    // A table is looked at as a match.
    guard room.stored.kind != .table else { return true }
    guard !rooms.presence[room.id].contains(account.author) else {
      if turn.writing != .diskFull { try markRead(room, upTo: nil, transaction) }
      return false
    }
    let read = try transaction.reader.readOrder(of: room.id)
    let logKeys = room.logKeys
    let hidden = try peers.people.hidden(by: settings)
    var late: UInt64 = 0
    for change in changes
    where isMessage(change) && change.effect == .made && change.order <= read {
      guard let author = logKeys[change.log]?.author else { continue }
      if author != account.author && !hidden.contains(author) { late += 1 }
    }
    if late > 0 && turn.writing != .diskFull {
      let known = try transaction.reader.lateUnread(of: room.id)
      try transaction.setLateUnread(known + late, of: room.id)
    }
    try publish(room, transaction)
    return true
  }

  /// Whether a change is one of a message.
  func isMessage(_ change: RecordApplier.Change) -> Bool {
    store.registry.messageKinds.contains(change.kind)
  }

  func perform(_ command: MutePerson, _ transaction: Transaction) throws -> SettingsView {
    let author = try person(command.person, muted: command.muted, transaction.reader)
    try transaction.setSetting("muted", settings.mute(author.description, command.muted))
    turn.publish(.settings(settings.view))
    try publishWritten(by: [author], transaction)
    return settings.view
  }

  /// Tells that what some people wrote looks otherwise from now on.
  func publishWritten(by authors: [Author], _ transaction: Transaction) throws {
    for id in try RoomNames.all(transaction.reader, own: account.author) {
      guard let room = try rooms.room(id, transaction.reader),
        authors.contains(where: { !room.logs.logs(of: $0).isEmpty })
      else { continue }
      turn.publish(.roomChanged(id.description))
      turn.publish(.room(try RoomViews(rooms, room, transaction.reader).roomView()))
    }
  }

  /// Anybody but us in a room of ours or on a node that we know of, by name or by the beginning of the author id;
  /// a name goes before an id.
  private func person(_ text: String, muted: Bool, _ reader: Reader) throws -> Author {
    let names = try namesOfEverybody(reader).filter { author, _ in
      author != account.author && (muted || settings.muted.contains(author.description))
    }
    let wanted = text.lowercased()
    let found = names.meant(
      by: text, ids: { [$0.key.description] }, isNamed: { $0.value.contains(wanted) }
    ).map(\.key)
    return try found.only(
      muted
        ? "Nobody called \(text) has been here."
        : "You are not ignoring anybody called \(text).",
      .see(muted ? "room show" : "settings")
    ) { count in
      let ids = found.sorted().map { String($0.description.prefix(8)) }
      return "\(count) people fit \(text): say which by id, \(ids.joined(separator: " or "))."
    }
  }

  /// The names, in small letters, of everybody in our rooms and on known nodes.
  private func namesOfEverybody(_ reader: Reader) throws -> [Author: Set<String>] {
    var names: [Author: Set<String>] = [:]
    for id in try RoomNames.all(reader, own: account.author) {
      guard let room = try rooms.room(id, reader) else { continue }
      let views = RoomViews(rooms, room, reader)
      for author in try views.authors() {
        names[author, default: []].insert(try views.person(author).name.lowercased())
      }
    }
    for (author, peer) in try peers.people.byAuthor() {
      names[author, default: []].insert(peer.name.lowercased())
    }
    for account in settings.muted {
      guard let author = Base32.decode(account).flatMap({ Author($0) }) else { continue }
      names[author, default: []].formUnion([])
    }
    return names
  }
}
