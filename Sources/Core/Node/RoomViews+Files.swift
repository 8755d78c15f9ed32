import Files
import Foundation
import Identifiers
import Schema
import Store
import Wire

/// The files of a room as people see them.
extension RoomViews {
  /// One file; nil for what is no file, or not visible and not deleted.
  public func fileView(_ id: RecordID) throws -> FileView? {
    guard let record = try reader.record(id, in: room.stored.number),
      record.kind == RecordKind.sharedFile.rawValue, record.state != .hidden
    else { return nil }
    return try file(record)
  }

  /// The one file of the room with an id that begins so.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public func file(_ prefix: String) throws -> FileView {
    let found = prefix.isEmpty ? [] : try reader.recordIDs(prefix, in: room.stored.number)
    let none =
      "No file of that room has an id that begins with \(prefix): `parlor file list` shows them."
    let id = try found.only(none) { _ in
      "More than one id begins with \(prefix): give more letters."
    }
    guard let file = try fileView(id), !file.deleted else { throw Refused(.notFound, none) }
    return file
  }

  /// Files before one of them, newest first.
  ///
  /// - Parameter before: the id of a file; nil for the newest page.
  /// - Returns: nil when there is no file with that id.
  public func files(before: RecordID?, limit: Int) throws -> FileList? {
    guard let page = try page(of: .sharedFile, before: before, limit: limit) else { return nil }
    return try FileList.with { list in
      list.files = try page.records.map { try file($0) }
      list.before = page.before
    }
  }

  /// The blob of a file, all of which is here.
  ///
  /// - Throws: `Refused` while some of it is missing.
  public func content(of file: FileView) throws -> StoredBlob {
    try whole(file.blob, size: file.size, received: file.received, problem: file.problem)
  }

  /// A blob that people see, all of which is here.
  ///
  /// - Throws: `Refused` with the problem, or that some of it is missing.
  func whole(
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

  private func file(_ record: StoredRecord) throws -> FileView {
    let author = logKeys[record.log]?.author ?? .zero
    let person = try person(author)
    let file = (try? Coding.decode(SharedFile.self, from: record.body)) ?? SharedFile()
    let blob = try blob(file.content)
    var view = FileView()
    view.id = record.id.description
    view.room = room.id.description
    view.author = author.description
    view.authorName = person.name
    view.own = author == own
    view.paired = try view.own || isPaired(author)
    view.nameIsTaken = try nameIsTaken(person.name, by: author)
    view.name = FileRules.name(file.name)
    if view.name.isEmpty { view.name = "unnamed" }
    view.size = file.content.size
    view.received = blob?.receivedBytes ?? 0
    view.wallMilliseconds = record.wall
    view.deleted = record.state == .deleted
    view.blob = BlobID(file.content.blob)?.description ?? ""
    view.problem = try view.deleted ? "" : problem(blob, by: author)
    return view
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
