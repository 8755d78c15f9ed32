import Files
import Foundation
import Replication
import Schema
import Store
import Wire

/// Files that people share (row P-35, specification section 17).
extension Node {
  func perform(_ command: ShareFile, _ transaction: Transaction) throws -> Answer {
    let id = try Self.room(command.room, transaction.reader, own: account.author)
    let content = command.content
    var file = SharedFile()
    do {
      file.name = try FileRules.check(
        name: command.name, bytes: content.count, limit: Limits.blob)
    } catch {
      throw Refused(.invalid, "\(error)")
    }
    let chunks = BlobChunking.chunks(of: content)
    let hashes = BlobChunking.hashes(of: chunks)
    let size = UInt64(content.count)
    let blob = BlobID(blobOf: size, hashes: hashes)
    file.content.blob = blob.data
    file.content.size = size
    try spendMessage()
    try introduce(in: id, transaction)
    let nonce = Data(randomBytes(16))
    try write([try .making(.sharedFile, nonce: nonce, file)], in: id, transaction)
    let record = RecordID(by: account.author, nonce: nonce)
    if !command.untold { try tell(file, record, in: id, transaction) }
    try settleRooms(transaction)
    try keep(chunks, hashes: hashes, of: blob, size: size, transaction)
    return try answer(file: record, in: id, transaction)
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
  private func keep(
    _ chunks: [Data], hashes: Data, of id: BlobID, size: UInt64, _ transaction: Transaction
  ) throws {
    guard let blob = try transaction.reader.blob(id, size: size), blob.state != .whole else {
      return
    }
    guard blob.state == .wanted else {
      throw Refused(
        .storage,
        "Files in this home may have \(Limits.blobBytes >> 20) MiB together: delete some first.")
    }
    _ = try keep(Array(chunks.dropFirst(blob.received)), of: blob, hashes: hashes, transaction)
  }

  func perform(_ command: DeleteFile, _ transaction: Transaction) throws -> Answer {
    let id = try Self.room(command.room, transaction.reader, own: account.author)
    let (room, record) = try ownRecord(
      command.file, of: .sharedFile, in: id, none: "That is no file, or it was deleted.",
      foreign: "Only whoever shared a file can delete it.", transaction)
    try delete(record, in: room, transaction)
    return try answer(file: record.id, in: id, transaction)
  }

  private func answer(
    file id: RecordID, in room: RoomID, _ transaction: Transaction
  ) throws -> Answer {
    try settleRooms(transaction)
    guard let room = rooms[room] else { return Answer() }
    let view = try RoomViews(self, room, transaction.reader).fileView(id)
    return .with { $0.file = view ?? FileView() }
  }
}
