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

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

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

/// The pieces of a room's file in a file without a name, until all of them were looked at.
struct PieceSpool: ~Copyable {
  private let descriptor: Int32
  private var end = 0
  private var place = 0

  /// Makes an empty one in a directory; it is gone when this value is.
  init(in directory: String) throws {
    var pattern = Array((directory + "/import." + String(repeating: "X", count: 6)).utf8CString)
    descriptor = mkstemp(&pattern)
    guard descriptor >= 0 else { throw Self.failure() }
    unlink(pattern)
  }

  deinit { close(descriptor) }

  /// Adds a piece.
  mutating func append(_ piece: Data) throws {
    var bytes = UInt64(piece.count).bigEndianBytes + piece
    while !bytes.isEmpty {
      let count = pwrite(descriptor, bytes, bytes.count, off_t(end))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure() }
      end += count
      bytes.removeFirst(count)
    }
  }

  /// The next piece, from the first; nil after the last.
  mutating func next() throws -> Data? {
    guard place < end else { return nil }
    let length = try read(8).reduce(0) { $0 << 8 | Int($1) }
    return Data(try read(length))
  }

  private mutating func read(_ length: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: length)
    var done = 0
    while done < length {
      let count = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: done), length - done, off_t(place + done))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure() }
      done += count
    }
    place += length
    return bytes
  }

  private static func failure() -> Refused {
    Refused(
      .storage,
      "The file cannot be kept while it is checked (\(String(cString: strerror(errno)))): make room in the home and try again."
    )
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
    let content = bytes
    return try await withCheckedThrowingContinuation { continuation in
      // One after the other: each needs a processor and memory of its own.
      Self.pictures.async {
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
