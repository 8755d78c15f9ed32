import Crypto
import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// The list with which an organiser ends the time to join a draw: who takes part, and what each of them has promised.
struct DrawList {
  /// Names it: what is shown is shown for one list.
  let hash: Data
  /// Content hashes of the promises, by who made them.
  let promises: [Author: Data]
  /// The list's place in the order: promises after it are late.
  let order: UInt64

  /// Reads a list; nil for one of the old form, and for one that is not whole.
  init?(_ body: DrawClose, hash: Data, order: UInt64) {
    let authors = body.authors.compactMap { Author($0) }
    guard !authors.isEmpty, authors.count == body.hashes.count, Set(authors).count == authors.count,
      authors.count == body.authors.count
    else { return nil }
    promises = Dictionary(uniqueKeysWithValues: zip(authors, body.hashes))
    (self.hash, self.order) = (hash, order)
  }

  /// Whether some bytes are what a person on the list has promised for a request.
  func holds(_ secret: Data, of author: Author, for request: Record) -> Bool {
    guard secret.count == 32, let promised = promises[author] else { return false }
    let promise = DrawCommit.with {
      $0.hash = Data(SHA256.hash(data: secret))
      $0.request = request.contentHash
    }
    guard let body = try? promise.serializedData() else { return false }
    return ProvenRecord(
      id: Draw.id(.drawCommit, of: author, for: request.id), room: request.room, kind: .drawCommit,
      parent: request.id, author: author, body: body
    ).contentHash == promised
  }
}
