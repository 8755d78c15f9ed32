import FoundationEssentials
import Identifiers

/// The rules for records that go to another room with their item and do not only belong to a parent there.
///
/// A copy does not have the id of its original. So the copy of a record that names others, by their ids or content hashes, has to name
/// their copies.
public struct Moving: Sendable {
  /// Checks that a record can go now.
  ///
  /// It throws `Refused` with the reason where it cannot.
  public let check: @Sendable (_ record: Record, _ home: any Snapshot) throws -> Void
  private let nonce: (@Sendable (_ parent: RecordID) -> DerivedNonce)?
  private let rewrite: @Sendable (_ body: Data, _ hash: (Data) -> Data) -> Data

  /// Describes them.
  ///
  /// - Parameters:
  ///   - check: throws `Refused` where a record cannot go now.
  ///   - nonce: the nonce that follows from the parent of a copy; nil where any will do.
  ///   - rewrite: makes the body of a copy; it is given the content hash of a copy for that of its original.
  public init(
    check: @escaping @Sendable (_ record: Record, _ home: any Snapshot) throws -> Void = { _, _ in
    },
    nonce: (@Sendable (_ parent: RecordID) -> DerivedNonce)? = nil,
    rewrite: @escaping @Sendable (_ body: Data, _ hash: (Data) -> Data) -> Data = { body, _ in body
    }
  ) {
    (self.check, self.nonce, self.rewrite) = (check, nonce, rewrite)
  }

  /// Returns the nonce of a copy below a parent; nil where any will do.
  public func nonce(below parent: RecordID) -> Data? { nonce?(parent).bytes }

  /// Makes the body of a copy.
  ///
  /// - Parameter hashes: the content hashes of the copies so far, by those of their originals.
  public func body(_ body: Data, hashes: [Data: Data]) -> Data {
    rewrite(body) { hashes[$0] ?? $0 }
  }
}

extension Record {
  /// Returns the content hash that a copy in another place has.
  public func contentHash(
    in room: RoomID, as id: RecordID, below parent: RecordID?, body: Data
  ) -> Data {
    ContentHash.of(room: room, id: id, kind: kind, parent: parent, body: body)
  }
}
