import Schema

/// What holds for the records of one kind (specification section 14).
public struct RecordRules: Sendable {
  /// Who may change or delete a record.
  public enum Writers: Sendable {
    /// Whoever made it.
    case creator
    /// Every member of the room.
    case members
    /// Whoever owns the room when it writes; only an owner may make one.
    case owner
  }

  /// Who may change or delete a record of this kind.
  public let writers: Writers
  /// It may be deleted and not changed.
  public let isImmutable: Bool
  /// The kinds to one of which a record of this kind belongs; none when it stands by itself.
  public let parents: Set<RecordKind>

  init(_ writers: Writers, isImmutable: Bool = false, parents: Set<RecordKind> = []) {
    self.writers = writers
    self.isImmutable = isImmutable
    self.parents = parents
  }

  /// All kinds that this program applies.
  public static let all: [RecordKind: RecordRules] = [
    .introduction: RecordRules(.creator),
    .roomCard: RecordRules(.owner),
    .chatMessage: RecordRules(.creator),
  ]

  /// Changes with `all`: rooms that hold kinds unknown until now are built again from their logs.
  public static let version: UInt32 = 1
}
