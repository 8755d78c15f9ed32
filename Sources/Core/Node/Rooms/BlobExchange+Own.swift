import Feature
import Schema
import Store
import Wire

/// Bytes of our own person.
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
