import Schema
import Store

/// The kinds of records that plans are made of, most of them twice: one that every member of a room may change, and one that
/// only its creator may (specification section 18).
extension RecordKind {
  private static let readOnlyKinds: KeyValuePairs<RecordKind, RecordKind> = [
    .event: .readOnlyEvent, .toDo: .readOnlyToDo, .budgetLine: .readOnlyBudgetLine,
    .eventPicture: .readOnlyPicture,
  ]

  /// The kind of the same message that only its creator may change, or that all members may; itself where there is one kind only.
  func asReadOnly(_ isReadOnly: Bool) -> RecordKind {
    let pair = Self.readOnlyKinds.first { self == $0.key || self == $0.value }
    return (isReadOnly ? pair?.value : pair?.key) ?? self
  }
}

extension StoredRecord {
  /// An event, whoever may change it.
  var isEvent: Bool { isOf(.event) }

  /// Something to do that belongs to an event, whoever may change it.
  var isToDo: Bool { isOf(.toDo) }

  /// A line of a budget, whoever may change it.
  var isBudgetLine: Bool { isOf(.budgetLine) }

  /// A picture of an event, whoever may change it.
  var isPicture: Bool { isOf(.eventPicture) }

  /// Something to do that its author keeps to itself.
  var isKeptToDo: Bool { kind == RecordKind.keptToDo.rawValue }

  /// Of what plans are made of: only its creator may change it, whatever the room is.
  var isReadOnly: Bool {
    guard let kind = RecordKind(rawValue: Int(kind)) else { return false }
    return kind.asReadOnly(false) != kind
  }

  private func isOf(_ wanted: RecordKind) -> Bool {
    RecordKind(rawValue: Int(kind))?.asReadOnly(false) == wanted
  }
}
