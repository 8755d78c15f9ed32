import Feature
import FoundationEssentials
import Identifiers
import Schema
import Wire

/// Bytes that our person has sent and that no command has named yet. They are in memory alone.
struct Uploads {
  /// All of them together, in bytes.
  static let limit = 64 << 20
  /// How long they are kept.
  static let milliseconds: Int64 = 600_000

  private var kept: [String: (content: Data, until: Int64)] = [:]

  /// The bytes with an id in base32; nil where there are none.
  subscript(blob: String) -> Data? { kept[blob]?.content }

  /// Keeps bytes for ten minutes.
  ///
  /// - Parameter now: steady milliseconds.
  /// - Throws: `Refused` for no bytes, too many, and too many at once.
  mutating func keep(_ content: Data, at now: Int64) throws -> BlobView {
    kept = kept.filter { $0.value.until > now }
    guard !content.isEmpty else {
      throw Refused(.invalid, "The file is empty: there is nothing to share.")
    }
    guard content.count <= BlobID.mostBytes else {
      throw Refused(
        .invalid,
        "The file has \(content.count) bytes, more than the \(BlobID.mostBytes) that are allowed: make it smaller or share it in parts."
      )
    }
    guard kept.values.reduce(content.count, { $0 + $1.content.count }) <= Self.limit else {
      throw Refused(
        .busy, "Too many bytes wait for a command: use them, or wait up to ten minutes.")
    }
    let blob = OwnBlob(content).reference
    let id = BlobID(blob.blob)?.description ?? ""
    kept[id] = (content, now + Self.milliseconds)
    return .with {
      $0.blob = id
      $0.size = blob.size
    }
  }
}

extension Node {
  /// Bytes that our person has sent for a command.
  ///
  /// - Parameter blob: their id in base32.
  /// - Throws: `Refused` where they are not here any more.
  func upload(_ blob: String) throws -> Data {
    guard let content = uploads[blob] else {
      throw Refused(.notFound, "The file is not here any more: send it again.")
    }
    return content
  }
}
