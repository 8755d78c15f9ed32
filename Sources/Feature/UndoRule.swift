import Identifiers
import Schema

/// A record whose creation or change would be undone.
public struct UndoneRecord: Sendable {
  /// The record as it is.
  public let now: Record
  /// The record as it would be; nil where it would be deleted.
  public let then: Record?

  /// Puts both together.
  public init(now: Record, then: Record?) {
    self.now = now
    self.then = then
  }
}

/// The check of a feature before an undo: what others have said since must not be lost with it.
public struct UndoRule: Sendable {
  /// The kinds of records that it looks at.
  public let kinds: Set<RecordKind>
  /// Checks all that one undo would take back of these kinds, in no order.
  ///
  /// It throws `Refused`, which names later changes and their authors.
  public let check: @Sendable (_ undone: [UndoneRecord], _ home: any Snapshot) throws -> Void

  /// Describes it.
  public init(
    _ kinds: Set<RecordKind>,
    check: @escaping @Sendable (_ undone: [UndoneRecord], _ home: any Snapshot) throws -> Void
  ) {
    self.kinds = kinds
    self.check = check
  }
}
