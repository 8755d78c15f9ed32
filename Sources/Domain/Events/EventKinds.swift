import EventSchema
import Feature
import Identifiers
import Schema

extension RecordKind {
  /// An event that people wait for or plan: `Event`.
  public static let event: RecordKind = 5
  /// One thing to do for an event: `ToDo`.
  public static let toDo: RecordKind = 6
  /// One line of an event's budget: `BudgetLine`.
  public static let budgetLine: RecordKind = 7
  /// A picture of an event: `EventPicture`.
  public static let eventPicture: RecordKind = 8
  /// The parts that our person had added to an event that somebody else deleted: `LostParts`.
  public static let lostParts: RecordKind = 9
}

/// The kinds of records that plans are made of (specification section 18).
///
/// A record that belongs to an event follows it: where only its maker may change the event, only that person adds to it. A thing
/// that our person keeps to itself is a record of the same kind in the personal room, about the event.
public enum EventKinds {
  /// Events.
  public static let event = Kind(
    .event, EventSchema.Event.self, KindRules(writers: [.members, .creator], limit: large),
    noun: "event",
    lists: "parlor event list", title: \.name, sortKey: \.start.milliseconds,
    comesAgain: {
      !$0.repeats.isEmpty || !$0.changes.isEmpty || !$0.packedRepeats.isEmpty
        || !$0.packedChanges.isEmpty
    },
    name: { Text.clean($0.name, limit: EventRules.name) },
    indexVersion: 3,
    words: { event in
      [event.name, event.place, event.notes].filter { !$0.isEmpty }.joined(separator: "\n")
    }, form: EventTexts.form, merging: ChangedDates.ofEvent,
    says: RepeatWords.ofEvent)
  /// To-dos.
  public static let toDo = Kind(
    .toDo, ToDo.self, part, noun: "to-do", lists: "parlor event show", title: \.text,
    words: \.text, form: AttachedDates.formOfToDos, merging: ChangedDates.ofToDo,
    says: RepeatWords.ofToDo)
  /// Lines of budgets.
  public static let budgetLine = Kind(
    .budgetLine, BudgetLine.self, part, noun: "cost", lists: "parlor event budget list",
    title: \.text, words: \.text)
  /// Pictures.
  public static let picture = Kind(
    .eventPicture, EventPicture.self, part, noun: "picture", lists: "parlor event show",
    title: { "a picture " + $0.source }, blobs: { [$0.content] })

  /// The parts that deleted events leave behind, by the time at which our node learned of the deletion (row E-69).
  public static let lostParts = Kind(
    .lostParts, LostParts.self, KindRules(limit: large), noun: "lost part",
    lists: "parlor event lost list", title: \.name,
    sortKey: \.milliseconds, form: EventTexts.lostForm)

  /// All of them.
  static let all: [AnyKind] = [
    event.erased, toDo.erased, budgetLine.erased, picture.erased, lostParts.erased,
  ]

  /// The limit of long records: content of calendar files is long.
  private static let large: KindLimit = {
    var limit = KindLimit()
    limit.bytes = EventRules.body
    return limit
  }()

  private static let part = KindRules(
    writers: [.members, .creator], parents: [.event, .lostParts], mayStandAlone: true,
    followsParent: true, limit: large)
}

extension Record {
  /// Whether only its maker may change it, whatever the room is.
  var isReadOnly: Bool { writers == .creator }
}
