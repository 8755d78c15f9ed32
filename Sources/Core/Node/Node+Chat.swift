import Chat
import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// What people say (rows C-01 to C-25, specification section 15).
extension Node {
  func perform(_ command: PostMessage, _ transaction: Transaction) throws -> Answer {
    let id = try Self.chatRoom(command.room, transaction.reader, own: account.author)
    guard let room = try room(id, transaction.reader) else { return Answer() }
    try checkTableChat(room, command.text, transaction)
    try checkHearing(in: room, transaction.reader)
    var message = ChatMessage()
    if command.item.isEmpty {
      message.text = try chatText(command.text)
    } else {
      message.text = command.text.isEmpty ? "" : try chatText(command.text)
      message.item = try sharedItem(command.item, in: command.itemRoom, transaction.reader)
    }
    if !command.replyTo.isEmpty {
      message.replyTo = try record(command.replyTo, in: room, transaction.reader).id.data
    }
    message.mentions = try mentions(in: message.text, room, transaction.reader)
    try spendMessage()
    // At a table the match says who we are.
    if room.stored.kind != .table { try introduce(in: id, transaction) }
    let nonce = Data(randomBytes(16))
    try write([try .making(.chatMessage, nonce: nonce, message)], in: id, transaction)
    return try answer(message: RecordID(by: account.author, nonce: nonce), in: id, transaction)
  }

  func perform(_ command: EditMessage, _ transaction: Transaction) throws -> Answer {
    let (room, record) = try ownMessage(command.message, in: command.room, transaction)
    try checkTableChat(room, command.text, transaction)
    try checkHearing(in: room, transaction.reader)
    var message = ChatMessage()
    message.text = try chatText(command.text)
    message.mentions = try mentions(in: message.text, room, transaction.reader)
    let cleared: [UInt32] =
      message.mentions.isEmpty ? [UInt32(ChatMessage.mentionsField)] : []
    try write(
      [try .changing(record.id, message, cleared: cleared)], in: room.id, transaction)
    return try answer(message: record.id, in: room.id, transaction)
  }

  func perform(_ command: DeleteMessage, _ transaction: Transaction) throws -> Answer {
    let (room, record) = try ownMessage(command.message, in: command.room, transaction)
    try delete(record, in: room, transaction)
    return try answer(message: record.id, in: room.id, transaction)
  }

  /// Deletes a record of our own, and erases the entries that hold nothing else.
  func delete(_ record: StoredRecord, in room: Room, _ transaction: Transaction) throws {
    guard let log = room.logs.values.first(where: { $0.number == record.log }),
      let entry = try transaction.reader.entry(of: log, in: room.id, sequence: record.sequence),
      let payload = entry.payload
    else { throw Refused(.notNow, "It cannot be deleted: its entry is not here.") }
    let operations = try Coding.decode(Payload.self, from: payload).operations
    var delete = DeleteRecord()
    delete.record = record.id.data
    delete.kind = record.kind
    delete.parent = record.parent?.data ?? Data()
    delete.made = log.state.key.place(record.sequence)
    for case .put(let put)? in operations.map(\.kind)
    where RecordID(by: log.state.key.author, nonce: put.nonce) == record.id {
      delete.nonce = put.nonce
    }
    // The logs of a match are whole for ever.
    if room.stored.kind != .table {
      delete.erased = try entries(about: record, in: room, transaction.reader)
    }
    try write([.with { $0.delete = delete }], in: room.id, transaction)
  }

  /// The entries of our own logs that made or changed a record and hold nothing else that is not deleted.
  private func entries(
    about record: StoredRecord, in room: Room, _ reader: Reader
  ) throws -> [EntryPlace] {
    var places: [EntryPlace] = []
    for log in room.logs.values.sorted(by: { $0.state.key < $1.state.key })
    where log.state.key.author == account.author {
      let isMaker = log.number == record.log
      // What was never changed was written by one entry.
      guard isMaker || record.changed > 0 else { continue }
      let first = isMaker ? record.sequence : 1
      try reader.entries(in: room.id, of: [log], from: [log.state.key: first]) { _, entry in
        if let payload = entry.payload, !room.isOpening(entry.place.log, entry.place.sequence),
          let ids = Self.records(madeOrChangedBy: payload, of: account.author),
          ids.contains(record.id),
          try ids.allSatisfy({ id in
            try id == record.id || reader.record(id, in: room.stored.number)?.state == .deleted
          })
        {
          places.append(log.state.key.place(entry.place.sequence))
        }
        return record.changed > 0 && places.count < Limits.operations
      }
    }
    return places
  }

  /// The records that a payload makes or changes; nil where it does anything else.
  private static func records(
    madeOrChangedBy payload: Data, of author: Author
  ) -> Set<RecordID>? {
    guard let operations = try? Coding.decode(Payload.self, from: payload).operations else {
      return nil
    }
    var ids: Set<RecordID> = []
    for operation in operations {
      guard case .put(let put)? = operation.kind,
        let id = put.nonce.isEmpty ? RecordID(put.record) : RecordID(by: author, nonce: put.nonce)
      else { return nil }
      ids.insert(id)
    }
    return ids
  }

  /// Refuses what nobody would get: it stays where it was typed.
  func checkHearing(in room: Room, _ reader: Reader) throws {
    if let silence = try RoomViews(self, room, reader).silence() {
      throw Refused(.notNow, silence)
    }
  }

  private func ownMessage(
    _ text: String, in name: String, _ transaction: Transaction
  ) throws -> (Room, StoredRecord) {
    try ownRecord(
      text, of: .chatMessage,
      in: Self.chatRoom(name, transaction.reader, own: account.author),
      none: "That is not a message, or it was deleted.",
      foreign: "Only whoever wrote a message can change or delete it.", transaction)
  }

  /// What our person made in a room and can still be seen, by the beginning of its id.
  ///
  /// - Parameters:
  ///   - none: what to say of anything else.
  ///   - foreign: what to say of what somebody else made.
  func ownRecord(
    _ prefix: String, of kind: RecordKind, in id: RoomID, none: String, foreign: String,
    _ transaction: Transaction
  ) throws -> (Room, StoredRecord) {
    guard let room = try room(id, transaction.reader) else {
      throw Refused(.notFound, "That room is gone.")
    }
    let record = try record(prefix, in: room, transaction.reader)
    guard record.kind == kind.rawValue, record.state == .visible else {
      throw Refused(.notNow, none)
    }
    guard room.logKeys[record.log]?.author == account.author else {
      throw Refused(.notNow, foreign)
    }
    return (room, record)
  }

  /// The record of a room with an id that begins so.
  func record(_ prefix: String, in room: Room, _ reader: Reader) throws -> StoredRecord {
    try Self.record(prefix, in: room, reader)
  }

  /// The same, for reading.
  static func record(_ prefix: String, in room: Room, _ reader: Reader) throws -> StoredRecord {
    let found = prefix.isEmpty ? [] : try reader.recordIDs(prefix, in: room.stored.number)
    let none = "Nothing in that room has an id that begins with \(prefix)."
    let id = try found.only(none) { _ in
      "More than one id begins with \(prefix): give more letters."
    }
    guard let record = try reader.record(id, in: room.stored.number) else {
      throw Refused(.notFound, none)
    }
    return record
  }

  private func sharedItem(
    _ prefix: String, in name: String, _ reader: Reader
  ) throws -> SharedItem {
    let id = try Self.room(name, reader, own: account.author)
    guard let room = try room(id, reader) else {
      throw Refused(.notFound, "That room is gone.")
    }
    let record = try record(prefix, in: room, reader)
    return SharedItem.with {
      $0.room = id.data
      $0.record = record.id.data
      $0.kind = record.kind
      $0.title = store.registry.title(of: record)
    }
  }

  private func chatText(_ typed: String) throws -> String {
    do {
      return try ChatRules.text(typed)
    } catch {
      throw Refused(.invalid, "\(error)")
    }
  }

  private func mentions(in text: String, _ room: Room, _ reader: Reader) throws -> [Data] {
    guard text.contains("@") else { return [] }
    let views = RoomViews(self, room, reader)
    let authors = try views.authors()
    let names = try authors.map { try views.person($0).name }
    return ChatRules.mentions(in: text, of: names).map { authors[$0].data }
  }

  /// Our own people may not flood a room either (row C-20).
  func spendMessage() throws {
    spoken.removeAll { now.steady - $0 >= 10_000 }
    guard spoken.count < Limits.chatBurst else {
      throw Refused(
        .busy,
        "You sent \(Limits.chatBurst) messages within ten seconds: wait a moment before the next one."
      )
    }
    spoken.append(now.steady)
  }

  func answer(
    message id: RecordID, in room: RoomID, _ transaction: Transaction
  ) throws -> Answer {
    try settleRooms(transaction)
    guard let room = rooms[room] else { return Answer() }
    let views = RoomViews(self, room, transaction.reader)
    var view = try views.shown(id, as: MessageView.self) ?? MessageView()
    view.undelivered = try views.doubt() ?? ""
    return .with { $0.message = view }
  }
}

extension ChatMessage {
  /// The number of the field of mentions.
  fileprivate static let mentionsField = 3
}
