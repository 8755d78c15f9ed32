import FoundationEssentials
import Identifiers
import Schema
import SwiftProtobuf

/// The view of something that a person does now in a room at which our person looks: `Draft.show` of the other node.
///
/// Nothing of it is kept. Any member of the room may send any bytes, up to 30 times a second.
public struct EphemeralView: Sendable {
  /// The kind of records that it is about.
  public let kind: RecordKind
  /// Makes the view; nil for a body that is wrong or not allowed.
  public let view:
    @Sendable (_ body: Data, _ author: Author, _ room: RoomID, any Snapshot) throws -> (
      any Message & Sendable
    )?

  /// Shows ephemerals about a kind of records.
  public init(
    _ kind: RecordKind,
    view:
      @escaping @Sendable (_ body: Data, _ author: Author, _ room: RoomID, any Snapshot) throws ->
      (any Message & Sendable)?
  ) {
    self.kind = kind
    self.view = view
  }
}
