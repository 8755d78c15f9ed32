import Identifiers
import Schema
import SwiftProtobuf

/// The view of records: the same in answers, on the stream and in lists.
public struct RecordView: Sendable {
  /// The kinds of records that are shown so.
  public let kinds: [RecordKind]
  /// The record with which one is shown, such as the event of a to-do; nil where that is not known any more.
  public let root: @Sendable (Record, any Snapshot) throws -> Record?
  /// The view of a root that is visible or deleted.
  public let view: @Sendable (Record, any Snapshot) throws -> any (Message & Sendable)
  /// The view that the stream has of a root whose whole view takes long to make: which one changed, and no more. Nil where it has all of it.
  public let brief: (@Sendable (Record) -> any (Message & Sendable))?

  /// Shows records of kinds, each by itself unless `root` says otherwise.
  public init(
    _ kinds: [RecordKind],
    root: @escaping @Sendable (Record, any Snapshot) throws -> Record? = { record, _ in record },
    brief: (@Sendable (Record) -> any (Message & Sendable))? = nil,
    view: @escaping @Sendable (Record, any Snapshot) throws -> any (Message & Sendable)
  ) {
    self.kinds = kinds
    self.root = root
    self.brief = brief
    self.view = view
  }
}
