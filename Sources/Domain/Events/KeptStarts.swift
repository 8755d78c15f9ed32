import EventSchema
import Feature
import Identifiers
import Schema

/// The rests of a split series that stay where they are although our person moved all of the series, without knowing of the split.
///
/// Our person is told as of lost parts: the new date that this person wrote does not hold for them (rows E-69 and P-26).
enum KeptStarts {
  /// The nonce of the record by which our person is told, once for each start that the series is given.
  private static func nonce(_ rest: SplitSeries.Part, _ whole: SplitSeries.Part) -> DerivedNonce {
    let start = whole.event.start
    return DerivedNonce(
      "kept start \(start.milliseconds) \(start.zone) \(whole.event.allDay)", rest.record.id,
      whole.record.id)
  }

  /// Whether our person was told that a rest stays where it is.
  static func isTold(
    _ rest: SplitSeries.Part, of whole: SplitSeries.Part, _ home: any Snapshot
  ) throws -> Bool {
    let record = RecordID(by: home.me, named: nonce(rest, whole))
    return try home.record(record, in: home.personalRoom) != nil
  }

  /// Tells our person that a rest stays where it is.
  static func tell(
    _ rest: SplitSeries.Part, of whole: SplitSeries.Part, _ home: any Snapshot,
    _ draft: inout Draft
  ) throws {
    let now = draft.now.wall
    let lost = LostParts.with {
      $0.name = rest.event.name
      $0.start = rest.event.start
      if rest.event.hasMinutes { $0.minutes = rest.event.minutes }
      $0.room = rest.record.room.data
      $0.milliseconds = now
      $0.written = .with { ($0.start, $0.allDay) = (whole.event.start, whole.event.allDay) }
    }
    try draft.make(
      EventKinds.lostParts, in: home.personalRoom, about: rest.record.item,
      named: nonce(rest, whole), lost)
  }
}

extension LostParts {
  /// Whether nothing was deleted: a part of a series keeps its dates, and our person had moved the series.
  var isKeptStart: Bool { deleter.isEmpty && planner.isEmpty }
}
