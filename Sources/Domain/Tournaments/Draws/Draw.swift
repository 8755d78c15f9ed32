import Crypto
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// One attempt to draw, as its records say (row T-10).
///
/// Members promise 32 random bytes by their hash, the organiser closes the list, and then all show their bytes. Nobody knew the bytes
/// of the others when the own ones were fixed, so nobody could choose the result; one who does not show them is named.
struct Draw {
  /// Somebody who takes part.
  struct Part {
    let author: Author
    /// The SHA-256 that was promised.
    let hash: Data
    /// The bytes; nil while they are not shown.
    let secret: Data?
    /// They were shown before nobody more could take part: somebody could still choose.
    let isEarly: Bool
  }

  let record: Record
  let body: DrawRequest
  /// Those who take part, in the order of their ids; those who have promised, while it is open.
  private(set) var parts: [Part] = []
  private(set) var isClosed = false
  /// Our own promise, where it is known.
  private(set) var ownCommit: Record?
  private(set) var commits: [Record] = []

  /// Reads an attempt. A record that was changed after its making counts for nothing.
  init(_ record: Record, _ home: any Snapshot) throws {
    self.record = record
    body = TournamentKinds.drawRequest.decode(record.body)
    let children = try home.children(of: record.id, in: record.room).filter { $0.changed == 0 }
    let excluded = Set(body.excluded)
    var hashes: [Author: (record: Record, hash: Data)] = [:]
    for commit in children
    where commit.kind == .drawCommit && !excluded.contains(commit.author.data) {
      guard hashes[commit.author] == nil else { continue }
      hashes[commit.author] = (commit, TournamentKinds.drawCommit.decode(commit.body).hash)
    }
    let close = children.first { $0.kind == .drawClose && $0.author == record.author }
    if let close {
      isClosed = true
      let listed = Set(TournamentKinds.drawClose.decode(close.body).commits)
      hashes = hashes.filter { listed.contains($0.value.record.item.data) }
    }
    commits = hashes.values.map(\.record).sorted { $0.id < $1.id }
    ownCommit = hashes[home.me]?.record
    var secrets: [Author: (bytes: Data, order: UInt64)] = [:]
    for reveal in children where reveal.kind == .drawReveal {
      let secret = TournamentKinds.drawReveal.decode(reveal.body).secret
      guard secret.count == 32, let promised = hashes[reveal.author]?.hash,
        Data(SHA256.hash(data: secret)) == promised
      else { continue }
      secrets[reveal.author] = (secret, reveal.order)
    }
    parts = hashes.keys.sorted { $0.data.lexicographicallyPrecedes($1.data) }
      .map { author in
        Part(
          author: author, hash: hashes[author]?.hash ?? Data(), secret: secrets[author]?.bytes,
          isEarly: secrets[author].map { $0.order < close?.order ?? .max } ?? false)
      }
  }

  /// What the order follows from: SHA-256 of the authors and their bytes, in the order of the authors; nil while some are missing.
  var seed: [UInt8]? {
    guard isClosed, !parts.isEmpty else { return nil }
    var hasher = SHA256()
    for part in parts {
      guard let secret = part.secret else { return nil }
      hasher.update(data: part.author.data)
      hasher.update(data: secret)
    }
    return Array(hasher.finalize())
  }

  /// The entrants, as item ids, in the order that was drawn; nil while it is not done.
  var order: [Data]? {
    seed.map { seed in
      Shuffle.order(body.entrants.count, seed: seed).map { body.entrants[$0] }
    }
  }
}
