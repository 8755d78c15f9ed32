import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The check before an undo: what others have said of a tournament since is not lost with what it rests on (rows E-70, T-35).
enum UndoneWork {
  /// The rule for all parts of tournaments from which matches and their entrants follow.
  static let rule = UndoRule([.tournament, .entrant, .scoreReport, .ruling, .withdrawal]) {
    undone, home in
    let parts = Dictionary(grouping: undone) {
      $0.now.kind == .tournament ? $0.now.id : $0.now.parent
    }
    for (id, parts) in parts {
      let own = parts.first { $0.now.id == id }
      guard let id, let room = parts.first?.now.room,
        let now = try own?.now ?? home.record(id, in: room), !now.isDeleted,
        // Where all of it would be deleted, whatever others have added is looked at for all kinds of records.
        let then = own == nil ? now : own?.then
      else { continue }
      try check(now, then, parts.filter { $0.now.id != id }, home)
    }
  }

  private static func check(
    _ now: Record, _ then: Record, _ parts: [UndoneRecord], _ home: any Snapshot
  ) throws {
    let others = try home.children(of: now.id, in: now.room).filter { $0.author != home.me }
    guard !TournamentKinds.tournament.decode(now.body).deleted, !others.isEmpty else { return }
    let (now, then) = (
      try TournamentState(now, home),
      try TournamentState(
        then, home, with: Dictionary(uniqueKeysWithValues: parts.map { ($0.now.id, $0.then) }))
    )
    let left = then.standing
    guard let lost = now.said.first(where: { !left.contains($0.record) }) else {
      return try checkOuts(others, now, then)
    }
    let name = try TournamentViews.person(lost.author, now)
    throw Refused(
      .notNow,
      "It cannot be undone: \(name) has \(lost.deed) since, and that would no longer count.")
  }

  /// The same for those who were taken out.
  private static func checkOuts(
    _ others: [Record], _ now: TournamentState, _ then: TournamentState
  ) throws {
    for part in others where part.kind == .withdrawal && now.isOrganiser(part.author) {
      let entrant = TournamentKinds.withdrawal.decode(part.body).entrant
      guard let number = now.number(of: entrant),
        !then.body.started || then.number(of: entrant) == nil
      else { continue }
      throw Refused(
        .notNow,
        "It cannot be undone: \(try TournamentViews.person(part.author, now)) has taken \(now.competition.entrants[number].name) out since."
      )
    }
  }
}

/// Something that somebody else has said of a match, and that counts.
private struct Said {
  let record: RecordID
  let author: Author
  /// The deed in words, behind "has".
  let deed: String
}

extension TournamentState {
  /// All that others have said of matches and that counts.
  fileprivate var said: [Said] {
    guard body.started else { return [] }
    return course.all.filter { noScore($0) == nil }.flatMap { fixture in
      said(fixture).map {
        Said(
          record: $0.record.id, author: $0.record.author,
          deed: "\($0.isRuling ? "decided" : "scored") \(fixture.name)")
      }
        + tables(fixture).map {
          Said(
            record: $0.record.id, author: $0.record.author,
            deed: "named a table for \(fixture.name)")
        }
    }.filter { $0.author != home.me }
  }

  /// The records of all that others have said and that counts.
  fileprivate var standing: Set<RecordID> { Set(said.map(\.record)) }
}
