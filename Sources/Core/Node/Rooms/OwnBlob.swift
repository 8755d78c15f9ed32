import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

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

  /// The reference by which records point at it.
  var reference: BlobReference {
    .with { ($0.blob, $0.size) = (id.data, size) }
  }
}

extension Node {
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
}
