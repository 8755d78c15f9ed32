import API
import Feature
import Features
import Dispatch
import FoundationEssentials
import Identifiers
import Node
import Programs
import Schema
import Store
import SwiftProtobuf
import Synchronization
import Wire

/// Gives a room's file piece by piece, each from a snapshot of its own.
final class RoomFileSource: Sendable {
  private let store: Store
  private let state: Mutex<(writer: RoomFileWriter, first: [UInt8]?)>

  /// Reads the first piece, so that a room without entries is refused before anything is sent.
  init(_ id: RoomID, _ store: Store) throws {
    self.store = store
    var writer = RoomFileWriter(id)
    let first = try store.read { try writer.next($0) }
    state = Mutex((writer, first))
  }

  func next() throws -> [UInt8]? {
    try state.withLock { state in
      if let first = state.first {
        state.first = nil
        return first
      }
      return try store.read { try state.writer.next($0) }
    }
  }
}

extension DaemonAccess {
  func bundle(room text: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    let id = try store.read { try RoomNames.room(text, $0, own: description.account) }
    let source = try RoomFileSource(id, store)
    return AsyncThrowingStream { try source.next() }
  }

  func importBundle(_ next: () async throws -> [UInt8]?) async throws -> BundleView {
    var reader = RoomFileReader()
    var check = RoomFileCheck(own: description.account)
    var spool = try PieceSpool(in: description.home)
    while let bytes = try await next() {
      for piece in try reader.take(bytes) {
        try check.take(piece)
        try spool.append(piece)
      }
    }
    try reader.finish()
    let id = try store.read { try check.verdict($0) }
    var sum = BundleView()
    sum.setDefaults()
    sum.room = id.description
    while let piece = try spool.next() {
      switch await driver.submit([Call(Node.importBundle, .with { $0.bundle = piece })])[0] {
      case .success(let answer):
        guard let taken = answer as? BundleView else { break }
        sum.taken += taken.taken
        sum.known += taken.known
        sum.left += taken.left
        sum.files += taken.files
      case .failure(let refused):
        guard sum.taken > 0 else { throw refused }
        throw refused.said(before: "The \(sum.taken) new entries before that were taken.")
      }
    }
    sum.name = (try? room(id == .lobby ? "lobby" : id.description).name) ?? ""
    return sum
  }

  func importCards(_ next: () async throws -> [UInt8]?) async throws -> any Message {
    var intake = CardIntake(home: description.home)
    while let bytes = try await next() { try intake.take(bytes) }
    return try intake.finishedView()
  }

  func backUp() async throws -> AsyncThrowingStream<[UInt8], any Error> {
    let source = try BackupSource(store, home: description.home)
    return AsyncThrowingStream { try source.next() }
  }
}

extension DaemonAccess {
  func content(of blob: String) throws -> AsyncThrowingStream<[UInt8], any Error> {
    let found = try store.read { reader in try views(.lobby, reader)?.content(of: blob) }
    guard let found else { throw RoomViews.noBlob(blob) }
    let source = BlobSource(found, store)
    return AsyncThrowingStream { try source.next() }
  }

  func picture(of blob: String, width: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in try content(of: blob) { bytes += piece }
    return try await Self.shown(bytes, width: width)
  }

  func cardPicture(
    of card: (name: String, set: String, number: String), width: Int
  ) throws -> CardPicture {
    let file = try cardPictures.file(
      of: PicturedCard(name: card.name, set: card.set, number: card.number), outsideHost)
    return CardPicture(tag: file.tag) { try await Self.shown(file.content, width: width) }
  }

  /// A picture as a PNG made of its pixels alone, scaled down to a width.
  private static func shown(_ content: [UInt8], width: Int) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      // One after the other: each needs a processor and memory of its own.
      pictures.async {
        continuation.resume(
          with: Result { try PictureFilter.run(["show", "\(width)"], content) }.mapError { error in
            let sentence = (error as? PictureFilter.Failure)?.sentence ?? "\(error)"
            return Refused(.invalid, Text.clean(sentence, limit: 300))
          })
      }
    }
  }

  private static let pictures = DispatchQueue(label: "parlor.pictures")
}

/// Gives the bytes of a blob.
private final class BlobSource: Sendable {
  private let store: Store
  private let reading: Mutex<BlobReading>

  init(_ blob: StoredBlob, _ store: Store) {
    self.store = store
    reading = Mutex(BlobReading(blob))
  }

  func next() throws -> [UInt8]? {
    try reading.withLock { reading in try store.read { try reading.chunk($0) } }
  }
}
