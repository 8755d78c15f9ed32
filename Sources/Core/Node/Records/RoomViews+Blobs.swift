import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The bytes of what is in a room.
extension RoomViews {
  /// A blob, all of which is here, that a record points at which our person may see, in whatever room.
  ///
  /// - Parameter text: its id in base32.
  /// - Throws: `Refused` where there is none, and while some of it is missing.
  public func content(of text: String) throws -> StoredBlob {
    guard let id = Base32.decode(text).flatMap({ BlobID($0) }) else { throw Self.noBlob(text) }
    let home = home
    let rooms = try Set(home.rooms())
    for blob in try reader.blobs(with: id) {
      for pointer in try reader.pointers(at: blob.number) where rooms.contains(pointer.room) {
        guard let record = try home.record(pointer.record, in: pointer.room), !record.isDeleted
        else { continue }
        guard blob.state == .whole else {
          let status = try home.blob(
            .with {
              $0.blob = id.data
              $0.size = UInt64(blob.size)
            }, of: record)
          throw Refused(
            .notNow,
            status.problem.isEmpty
              ? "\(status.received) of \(blob.size) bytes are here: wait until somebody who has the rest is online."
              : status.problem)
        }
        return blob
      }
    }
    throw Self.noBlob(text)
  }

  /// Makes the refusal for bytes that are not here, or not for our person.
  public static func noBlob(_ text: String) -> Refused {
    Refused(.notFound, "There are no bytes \(text): views show the ids of those that there are.")
  }

  /// The blob that a record points at; nil for what can be none.
  func blob(_ reference: BlobReference) throws -> StoredBlob? {
    try BlobID(reference.blob).flatMap { try reader.blob($0, size: reference.size) }
  }

  /// Explains why a blob that an author points at is not fetched; nil while it is, and once it is whole.
  func problem(_ blob: StoredBlob?, by author: Author) throws -> Advice? {
    guard let blob else { return "Its description is invalid: ask for it to be shared again." }
    guard blob.state == .left else { return nil }
    return try room.stored.kind == .lobby && author != own && !isPaired(author)
      ? Advice(
        "It is not fetched, because you have not paired with \(person(author).name).",
        .about(person(author).name, .pair))
      : Advice(
        "It is not fetched, because it does not fit into the share of this disk that its sender has, or into what all files may have.",
        .see("status"))
  }
}

/// Gives a blob's bytes chunk by chunk, each checked once more and from a snapshot of its own.
public struct BlobReading: Sendable {
  private let blob: StoredBlob
  private var next = 0

  /// Starts at the first chunk of a blob that is whole.
  public init(_ blob: StoredBlob) { self.blob = blob }

  /// The next chunk; nil after the last.
  ///
  /// - Throws: `Refused` when it was deleted meanwhile, or the disk has changed it; `StoreError`.
  public mutating func chunk(_ reader: Reader) throws -> [UInt8]? {
    guard next < BlobChunking.count(of: blob.size) else { return nil }
    guard let bytes = try reader.chunks(of: blob.number, from: next, count: 1).first else {
      throw Refused(.notFound, "The file was deleted while it was read.")
    }
    guard
      BlobChunking.isChunk(bytes, number: next, size: blob.size, hashes: blob.hashes)
    else {
      throw Refused(
        .storage,
        "The disk has damaged the file at byte \(next * Limits.blobChunk): ask for it to be shared again, and check the disk."
      )
    }
    next += 1
    return [UInt8](bytes)
  }
}
