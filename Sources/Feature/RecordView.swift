import Schema
import SwiftProtobuf

/// How records are shown: in answers, on the stream and in lists alike.
public struct RecordView: Sendable {
  /// The kinds of records that are shown so.
  public let kinds: [RecordKind]
  /// The view of a record that is visible or deleted.
  public let view: @Sendable (Record, any Snapshot) throws -> any (Message & Sendable)

  /// Shows records of kinds.
  public init(
    _ kinds: [RecordKind],
    view: @escaping @Sendable (Record, any Snapshot) throws -> any (Message & Sendable)
  ) {
    self.kinds = kinds
    self.view = view
  }
}
