import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The rules for draws that go to another room with their tournament.
///
/// Only a draw without witnesses goes: with others in it, somebody else has written a part. Its bytes stay the same, and so does the
/// order that follows from them. What names its parts by their hashes names the copies.
enum MovedDraws {
  /// A request: only one whose draw is over goes.
  static let request: Moving = Moving(check: { record, home in
    guard try !Draw(record, home).isClosed else { return }
    throw Refused(
      .notNow,
      "A draw of this tournament is still running: wait until it is done, and move it then.")
  })

  /// A promise, which names its request.
  static let commit: Moving = part(.drawCommit) { data, hash in
    var body = TournamentKinds.drawCommit.decode(data)
    body.request = hash(body.request)
    return try? body.serializedData()
  }

  /// A list, which names its promises.
  static let close: Moving = part(.drawClose) { data, hash in
    var body = TournamentKinds.drawClose.decode(data)
    body.hashes = body.hashes.map(hash)
    return try? body.serializedData()
  }

  /// Bytes that were shown, which name their list.
  static let reveal: Moving = part(.drawReveal) { data, hash in
    var body = TournamentKinds.drawReveal.decode(data)
    body.list = hash(body.list)
    return try? body.serializedData()
  }

  private static func part(
    _ kind: RecordKind, _ rewrite: @escaping @Sendable (Data, (Data) -> Data) -> Data?
  ) -> Moving {
    Moving(
      nonce: { Draw.nonce(kind, for: $0) }, rewrite: { rewrite($0, $1) ?? $0 })
  }
}
