import Files
import Foundation
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Files that people share (row P-35, specification section 17).
extension Node {
  func perform(_ command: ShareFile, _ transaction: Transaction) throws -> Answer {
    let id = try Self.room(command.room, transaction.reader, own: account.author)
    if let room = try room(id, transaction.reader) {
      try checkHearing(in: room, transaction.reader)
    }
    let content = command.content
    var file = SharedFile()
    do {
      file.name = try FileRules.check(
        name: command.name, bytes: content.count, limit: Limits.blob)
    } catch {
      throw Refused(.invalid, "\(error)")
    }
    let own = OwnBlob(content)
    file.content = own.reference
    try spendFile()
    try introduce(in: id, transaction)
    let nonce = Data(randomBytes(16))
    try write([try .making(.sharedFile, nonce: nonce, file)], in: id, transaction)
    let record = RecordID(by: account.author, nonce: nonce)
    if !command.untold { try tell(file, record, in: id, transaction) }
    try settleRooms(transaction)
    try keep(own, transaction)
    return try answer(file: record, in: id, transaction)
  }

  /// Our own people may not flood a room with files either; messages have a limit of their own.
  private func spendFile() throws {
    guard fileShares.spend(at: now.steady) else {
      throw Refused(
        .busy,
        "You have shared more than \(Limits.fileShares.burst) files in a short time: wait a moment and share the rest."
      )
    }
  }

  /// Says in a room that a file is there; in an entry of its own, so that deleting one erases it.
  private func tell(
    _ file: SharedFile, _ record: RecordID, in room: RoomID, _ transaction: Transaction
  ) throws {
    var message = ChatMessage()
    message.item.room = room.data
    message.item.record = record.data
    message.item.kind = UInt32(RecordKind.sharedFile.rawValue)
    message.item.title = file.name
    try write(
      [try .making(.chatMessage, nonce: Data(randomBytes(16)), message)], in: room, transaction)
  }

  /// Keeps the bytes of our own person, as far as they are not here.
  func keep(_ own: OwnBlob, _ transaction: Transaction) throws {
    guard let blob = try transaction.reader.blob(own.id, size: own.size), blob.state != .whole
    else { return }
    guard blob.state == .wanted else {
      throw Refused(
        .storage,
        "All files in this home together may have \(Limits.blobBytes >> 20) MiB: delete some first."
      )
    }
    _ = try keep(
      Array(own.chunks.dropFirst(blob.received)), of: blob, hashes: own.hashes, transaction)
  }

  func perform(_ command: DeleteFile, _ transaction: Transaction) throws -> Answer {
    let id = try Self.room(command.room, transaction.reader, own: account.author)
    let (room, record) = try ownRecord(
      command.file, of: .sharedFile, in: id, none: "That is not a file, or it was deleted.",
      foreign: "Only whoever shared a file can delete it.", transaction)
    try delete(record, in: room, transaction)
    return try answer(file: record.id, in: id, transaction)
  }

  private func answer(
    file id: RecordID, in room: RoomID, _ transaction: Transaction
  ) throws -> Answer {
    try settleRooms(transaction)
    guard let room = rooms[room] else { return Answer() }
    let view = try RoomViews(self, room, transaction.reader).shown(id, as: FileView.self)
    return .with { $0.file = view ?? FileView() }
  }
}

/// Bytes of our own person, cut for a blob.
struct OwnBlob {
  let chunks: [Data]
  let hashes: Data
  let size: UInt64
  let id: BlobID

  /// - Parameter content: at least one byte.
  init(_ content: Data) {
    chunks = BlobChunking.chunks(of: content)
    hashes = BlobChunking.hashes(of: chunks)
    size = UInt64(content.count)
    id = BlobID(blobOf: size, hashes: hashes)
  }

  /// How records point at it.
  var reference: BlobReference {
    .with { ($0.blob, $0.size) = (id.data, size) }
  }
}
