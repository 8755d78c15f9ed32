import FoundationEssentials
import Identifiers
import Schema
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
