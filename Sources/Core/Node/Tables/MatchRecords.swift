import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The results of our person's matches (row G-67): only of those that both logs prove from the first entry to the end.
public enum MatchRecords {
  /// The statistics of one person, or of everybody.
  ///
  /// - Parameters:
  ///   - person: an author id, any unique beginning of it, or a name; empty for everybody.
  ///   - own: our account.
  /// - Throws: `Refused` where nobody of that name has played; `StoreError`.
  public static func statistics(
    _ person: String, _ reader: Reader, own: Author
  ) throws -> MatchStatistics {
    var people: [String: HeadToHead] = [:]
    var statistics = MatchStatistics()
    statistics.unverified = 0
    // Rounds and wars of two games do not add up: they are counted for the game without a name.
    let tables = try reader.tables(.finished).filter { $0.seat != .unspecified && $0.game.isEmpty }
    let meant = Set(
      tables.map(other).meant(by: person, ids: { [$0.author] }, isNamed: { $0.name.isName(person) })
        .map(\.author))
    for view in tables {
      let other = other(view)
      guard let id = view.room, person.isEmpty || meant.contains(other.author) else { continue }
      guard let bytes = try Transcript.export(id, reader) else { continue }
      var check = TranscriptCheck(reader.registry.games, keepsEvents: false)
      check.take(bytes)
      let (report, _) = check.finish()
      guard report.valid, report.hasResult, report.result == view.result else {
        statistics.unverified += 1
        continue
      }
      var record = people[other.author] ?? HeadToHead()
      if record.author.isEmpty {
        record.setDefaults()
        record.author = other.author
        record.name = other.name
        record.words = other.words
      }
      record.add(
        report, wars: wars(in: view, reader.registry.games), seat: view.seat,
        opened: view.createdMilliseconds)
      people[other.author] = record
    }
    guard !people.isEmpty || person.isEmpty || statistics.unverified > 0 else {
      throw Refused(
        .notFound,
        "You have no verified match against \(person).", .see("war list"))
    }
    statistics.people = people.values.sorted {
      ($1.played, $0.author) < ($0.played, $1.author)
    }
    var total = HeadToHead()
    total.setDefaults()
    for record in statistics.people { total.add(record) }
    statistics.total = total
    return statistics
  }

  private static func wars(in view: TableView, _ games: Games) -> UInt32 {
    games[view.game]?.wars(view) ?? 0
  }

  private static func other(_ view: TableView) -> PlayerView {
    view.seat == .host ? view.joiner : view.host
  }
}

extension HeadToHead {
  fileprivate mutating func add(
    _ report: VerifyReport, wars: UInt32, seat: Seat, opened: Int64
  ) {
    played += 1
    let isConceded = report.result.ending == .conceded
    switch report.result.winner {
    case seat:
      won += 1
      if isConceded { concededByOther += 1 }
    case .unspecified: drawn += 1
    default:
      lost += 1
      if isConceded { conceded += 1 }
    }
    rounds += UInt64(report.rounds)
    self.wars += UInt64(wars)
    longest = max(longest, report.rounds)
    lastMilliseconds = max(lastMilliseconds, opened)
  }

  fileprivate mutating func add(_ other: HeadToHead) {
    played += other.played
    won += other.won
    lost += other.lost
    drawn += other.drawn
    conceded += other.conceded
    concededByOther += other.concededByOther
    rounds += other.rounds
    wars += other.wars
    longest = max(longest, other.longest)
    lastMilliseconds = max(lastMilliseconds, other.lastMilliseconds)
  }
}
