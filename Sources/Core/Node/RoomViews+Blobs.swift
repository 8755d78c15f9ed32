import Feature
import Foundation
import Identifiers
import Schema
import Store
import Wire

/// The bytes of what is in a room.
extension RoomViews {
  /// The blob of a file, all of which is here.
  ///
  /// - Throws: `Refused` while some of it is missing.
  public func content(of file: FileView) throws -> StoredBlob {
    try whole(file.blob, size: file.size, received: file.received, problem: file.problem)
  }

  /// A blob that people see, all of which is here.
  ///
  /// - Throws: `Refused` with the problem, or that some of it is missing.
  public func whole(
    _ name: String, size: UInt64, received: UInt64, problem: String
  ) throws -> StoredBlob {
    guard let id = Base32.decode(name).flatMap({ BlobID($0) }),
      let blob = try reader.blob(id, size: size), blob.state == .whole
    else {
      throw Refused(
        .notNow,
        problem.isEmpty
          ? "\(received) of \(size) bytes are here: wait until somebody who has the rest is online."
          : problem)
    }
    return blob
  }

  /// The blob that a record points at; nil for what can be none.
  func blob(_ reference: BlobReference) throws -> StoredBlob? {
    try BlobID(reference.blob).flatMap { try reader.blob($0, size: reference.size) }
  }

  /// Why a blob that an author points at is not fetched; empty while it is, and once it is whole.
  func problem(_ blob: StoredBlob?, by author: Author) throws -> String {
    guard let blob else { return "Its description is invalid: ask for it to be shared again." }
    guard blob.state == .left else { return "" }
    return try room.stored.kind == .lobby && author != own && !isPaired(author)
      ? "It is not fetched, because you have not paired with \(person(author).name): run `parlor peer pair` first."
      : "It is not fetched, because it does not fit into the share of this disk that its sender has, or into what all files may have: `parlor status` shows the shares."
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
