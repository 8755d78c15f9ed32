import Feature
import Schema

extension Feature {
  /// What people plan (specification section 18). Most kinds exist twice: once for all members of a room to change, and once for
  /// the creator alone.
  public static let events = Feature(
    name: "events",
    kinds: [
      event(.event, .members), event(.readOnlyEvent, .creator),
      toDo(.toDo, .members, of: [.event]), toDo(.readOnlyToDo, .creator, of: [.readOnlyEvent]),
      toDo(.keptToDo, .creator, of: []),
      budgetLine(.budgetLine, .members), budgetLine(.readOnlyBudgetLine, .creator),
      picture(.eventPicture, .members, of: .event),
      picture(.readOnlyPicture, .creator, of: .readOnlyEvent),
    ])

  private static func event(_ number: RecordKind, _ writers: Writers) -> AnyKind {
    Kind(number, Schema.Event.self, writers: writers, title: \.name).erased
  }

  private static func toDo(
    _ number: RecordKind, _ writers: Writers, of parents: Set<RecordKind>
  ) -> AnyKind {
    Kind(number, ToDo.self, writers: writers, parents: parents, title: \.text).erased
  }

  private static func budgetLine(_ number: RecordKind, _ writers: Writers) -> AnyKind {
    Kind(number, BudgetLine.self, writers: writers, title: \.text).erased
  }

  private static func picture(
    _ number: RecordKind, _ writers: Writers, of parent: RecordKind
  ) -> AnyKind {
    Kind(
      number, EventPicture.self, writers: writers, parents: [parent],
      title: { "a picture " + $0.source }, blobs: { [$0.content] }
    ).erased
  }
}
