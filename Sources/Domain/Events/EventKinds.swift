import Feature
import Schema

/// The kinds of records that plans are made of, most of them twice: one that every member of a room may change, and one that
/// only its creator may (specification section 18).
public enum EventKinds {
  /// Events that every member may change.
  public static let event = event(.event, .members)
  /// Events that only their creators may change.
  public static let readOnlyEvent = event(.readOnlyEvent, .creator)
  /// To-dos that every member may change.
  public static let toDo = toDo(.toDo, .members, of: [.event])
  /// To-dos that only their creators may change.
  public static let readOnlyToDo = toDo(.readOnlyToDo, .creator, of: [.readOnlyEvent])
  /// To-dos that their author keeps in its personal room.
  public static let keptToDo = toDo(.keptToDo, .creator, of: [])
  /// Lines of budgets that every member may change.
  public static let budgetLine = budgetLine(.budgetLine, .members)
  /// Lines of budgets that only their creators may change.
  public static let readOnlyBudgetLine = budgetLine(.readOnlyBudgetLine, .creator)
  /// Pictures that every member may change.
  public static let picture = picture(.eventPicture, .members, of: .event)
  /// Pictures that only their creators may change.
  public static let readOnlyPicture = picture(.readOnlyPicture, .creator, of: .readOnlyEvent)

  /// All of them.
  static let all: [AnyKind] = [
    event.erased, readOnlyEvent.erased, toDo.erased, readOnlyToDo.erased, keptToDo.erased,
    budgetLine.erased, readOnlyBudgetLine.erased, picture.erased, readOnlyPicture.erased,
  ]

  /// The numbers of events, whoever may change them.
  public static let events: [RecordKind] = [.event, .readOnlyEvent]
  /// The numbers of to-dos, also of those that are kept.
  static let toDos: [RecordKind] = [.toDo, .readOnlyToDo, .keptToDo]
  /// The numbers of lines of budgets.
  static let budgetLines: [RecordKind] = [.budgetLine, .readOnlyBudgetLine]
  /// The numbers of pictures.
  static let pictures: [RecordKind] = [.eventPicture, .readOnlyPicture]

  /// The to-dos that belong to an event.
  static func toDo(of event: Record) -> Kind<ToDo> { event.isReadOnly ? readOnlyToDo : toDo }

  /// The lines that an event's room sees.
  static func budgetLine(of event: Record) -> Kind<BudgetLine> {
    event.isReadOnly ? readOnlyBudgetLine : budgetLine
  }

  /// The pictures of an event.
  static func picture(of event: Record) -> Kind<EventPicture> {
    event.isReadOnly ? readOnlyPicture : picture
  }

  private static func event(_ number: RecordKind, _ writers: Writers) -> Kind<Schema.Event> {
    Kind(
      number, noun: "event", lists: "parlor event list", writers: writers, title: \.name,
      name: { Text.clean($0.name, limit: EventRules.name) })
  }

  private static func toDo(
    _ number: RecordKind, _ writers: Writers, of parents: Set<RecordKind>
  ) -> Kind<ToDo> {
    Kind(
      number, noun: "to-do", lists: "parlor event show", writers: writers, parents: parents,
      title: \.text)
  }

  private static func budgetLine(_ number: RecordKind, _ writers: Writers) -> Kind<BudgetLine> {
    Kind(
      number, noun: "line", lists: "parlor event budget list", writers: writers, title: \.text)
  }

  private static func picture(
    _ number: RecordKind, _ writers: Writers, of parent: RecordKind
  ) -> Kind<EventPicture> {
    Kind(
      number, noun: "picture", lists: "parlor event show", writers: writers, parents: [parent],
      title: { "a picture " + $0.source }, blobs: { [$0.content] })
  }
}

extension RecordKind {
  private static let readOnlyKinds: KeyValuePairs<RecordKind, RecordKind> = [
    .event: .readOnlyEvent, .toDo: .readOnlyToDo, .budgetLine: .readOnlyBudgetLine,
    .eventPicture: .readOnlyPicture,
  ]

  /// The kind of the same message that only its creator may change, or that all members may; itself where there is one kind only.
  public func asReadOnly(_ isReadOnly: Bool) -> RecordKind {
    let pair = Self.readOnlyKinds.first { self == $0.key || self == $0.value }
    return (isReadOnly ? pair?.value : pair?.key) ?? self
  }
}

extension Record {
  /// An event, whoever may change it.
  public var isEvent: Bool { isOf(.event, .readOnlyEvent) }

  /// Something to do that belongs to an event, whoever may change it.
  public var isToDo: Bool { isOf(.toDo, .readOnlyToDo) }

  /// A line of a budget, whoever may change it.
  public var isBudgetLine: Bool { isOf(.budgetLine, .readOnlyBudgetLine) }

  /// A picture of an event, whoever may change it.
  public var isPicture: Bool { isOf(.eventPicture, .readOnlyPicture) }

  /// Something to do that its author keeps to itself.
  public var isKeptToDo: Bool { isOf(.keptToDo) }

  /// Of what plans are made of: only its creator may change it, whatever the room is.
  public var isReadOnly: Bool {
    isOf(.readOnlyEvent, .readOnlyToDo, .readOnlyBudgetLine, .readOnlyPicture)
  }
}
