import Identifiers
import Wire

/// The blobs that the two sides of a link ask each other for (specification section 15).
struct LinkBlobs {
  /// The chunks that the peer was asked for.
  private(set) var fetch: BlobFetch?
  /// The peer may have a blob that we want; false once that was looked for in vain.
  private var mayFetch = true
  /// Blobs that the peer did not have when it was asked.
  private var lacking: Set<BlobID> = []
  /// Blobs that the peer asked for in vain: it is told once they are here.
  private var promised: Set<BlobID> = []
  /// The withheld payloads that the peer is asked for; nil while there is no reason to ask.
  var payloadRequest: PayloadRequest?

  // MARK: Asking

  /// Whether the peer can be asked for the next blob.
  var isReady: Bool { mayFetch && fetch == nil }

  /// Whether the peer did not have a blob when it was asked.
  func lacks(_ blob: BlobID) -> Bool { lacking.contains(blob) }

  /// The peer may have something that we want now.
  mutating func wake() { mayFetch = true }

  /// Nothing that we want is to be had from the peer now.
  mutating func rest() { mayFetch = false }

  /// Asks for chunks.
  mutating func ask(_ chunks: BlobFetch) {
    fetch = chunks
    mayFetch = true
  }

  /// The answer has come.
  ///
  /// - Returns: what was asked for; nil where the answer is to something else.
  mutating func answered(_ blob: BlobID?, from first: Int) -> BlobFetch? {
    guard let fetch, fetch.id == blob, fetch.first == first else { return nil }
    self.fetch = nil
    return fetch
  }

  /// The peer was asked for a blob in vain: it is not asked for it again for a while.
  mutating func giveUp(_ blob: BlobID) {
    fetch = nil
    lacking.insert(blob)
  }

  /// The peer has a blob now.
  mutating func has(_ blob: BlobID) {
    lacking.remove(blob)
    mayFetch = true
  }

  /// The peer is asked again for all that it did not have.
  mutating func askAgain() {
    lacking = []
    mayFetch = true
  }

  // MARK: Answering

  /// Promises to tell the peer when a blob is here; too many promises are not kept in mind.
  mutating func promise(_ blob: BlobID) {
    if promised.count < Limits.blobsPromised { promised.insert(blob) }
  }

  /// A blob is here.
  ///
  /// - Returns: whether the peer is to be told.
  mutating func keepPromise(_ blob: BlobID) -> Bool { promised.remove(blob) != nil }
}

/// Chunks of a blob that were asked for.
struct BlobFetch: Equatable {
  let id: BlobID
  /// The blob's row.
  let blob: Int64
  /// The room in which it was asked for.
  let room: RoomID
  /// The first chunk.
  let first: Int
  /// The time from which the answer is too late (steady milliseconds).
  let until: Int64
}
