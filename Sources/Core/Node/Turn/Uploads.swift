import Feature
import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Bytes that our person has sent for commands. They are in memory alone.
struct Uploads {
  private struct Upload {
    let content: Data
    /// The end of the ten minutes (steady milliseconds).
    let until: Int64
    /// Whether a command has read it, whatever came of that: it makes room for others.
    var isUsed = false
  }

  /// All of them together, in bytes.
  static let limit = 64 << 20
  /// The time for which they are kept.
  static let milliseconds: Int64 = 600_000

  private var kept: [String: Upload] = [:]

  /// Gives a command the bytes with an id in base32; nil where there are none.
  mutating func use(_ blob: String) -> Data? {
    kept[blob]?.isUsed = true
    return kept[blob]?.content
  }

  /// Keeps bytes for ten minutes, or until others need the room after a command has read them.
  ///
  /// - Parameter now: steady milliseconds.
  /// - Throws: `Refused` for no bytes, too many, and too many at once.
  mutating func keep(_ content: Data, at now: Int64) throws -> BlobView {
    kept = kept.filter { $0.value.until > now }
    guard !content.isEmpty else {
      throw Refused(.invalid, "The file is empty: choose another one.")
    }
    guard content.count <= BlobID.mostBytes else {
      throw Refused(
        .invalid,
        "The file has \(content.count) bytes, more than the \(BlobID.mostBytes) that are allowed: make it smaller or share it in parts."
      )
    }
    makeRoom(for: content.count)
    guard size + content.count <= Self.limit else {
      throw Refused(
        .busy, "Too many bytes wait for a command: use them, or wait up to ten minutes.")
    }
    let blob = OwnBlob(content).reference
    let id = BlobID(blob.blob)?.description ?? ""
    kept[id] = Upload(content: content, until: now + Self.milliseconds)
    return .with {
      $0.blob = id
      $0.size = blob.size
    }
  }

  private var size: Int { kept.values.reduce(0) { $0 + $1.content.count } }

  /// Drops what commands have read, the oldest first, until there is room for some bytes more.
  private mutating func makeRoom(for bytes: Int) {
    var excess = size + bytes - Self.limit
    let used = kept.filter(\.value.isUsed).sorted {
      ($0.value.until, $0.key) < ($1.value.until, $1.key)
    }
    for (id, upload) in used where excess > 0 {
      kept[id] = nil
      excess -= upload.content.count
    }
  }
}

extension Node {
  /// Bytes that our person has sent for a command.
  ///
  /// - Parameter blob: their id in base32.
  /// - Throws: `Refused` where they are not here any more.
  func upload(_ blob: String) throws -> Data {
    guard let content = context.uploads.use(blob) else {
      throw Refused(.notFound, "The file is not here any more: send it again.")
    }
    return content
  }
}
