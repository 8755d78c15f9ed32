import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The results of our person's matches (row G-67): only of those that both logs prove from the first entry to the end.
public enum MatchRecords {
  /// A match that counts.
  public struct Proven {
    /// The table.
    public let view: TableView
    /// The report on its file.
    public let report: VerifyReport
    /// The wars in it.
    let wars: UInt32
    /// The first choice of our person, in the game's encoding; empty in a game without one.
    public let choice: [UInt8]
  }

  /// The statistics of War with one person, or with everybody.
  ///
  /// - Parameter person: An author id, any unique beginning of it, or a name; empty for everybody.
  /// - Throws: `Refused` where nobody of that name has played; `StoreError`.
  public static func statistics(_ person: String, _ reader: Reader) throws -> MatchStatistics {
    // Rounds and wars of two games do not add up: they are counted for the game without a name.
    let (matches, unverified) = try proven("", against: person, reader, .see("war list"))
    return .with {
      $0.people = count(matches, by: other)
      $0.total = total(of: matches)
      $0.unverified = unverified
    }
  }

  /// Finds the matches of a game that count, and the number of those that are over and do not.
  ///
  /// - Throws: `Refused` where nobody of that name has played; `StoreError`.
  public static func proven(
    _ game: String, against person: String, _ reader: Reader, _ remedy: Remedy
  ) throws -> (matches: [Proven], unverified: UInt32) {
    let tables = try reader.tables(.finished).filter {
      $0.seat != .unspecified && $0.game == game
    }
    let meant = Set(
      tables.map(player).meant(
        by: person, ids: { [$0.author] }, isNamed: { $0.name.isName(person) }
      )
      .map(\.author))
    var (matches, unverified): ([Proven], UInt32) = ([], 0)
    for view in tables {
      guard let id = view.room, person.isEmpty || meant.contains(player(view).author),
        let bytes = try Transcript.export(id, reader)
      else { continue }
      var check = TranscriptCheck(reader.registry.games, keepsEvents: false)
      check.take(bytes)
      let (report, _) = check.finish()
      guard report.valid, report.hasResult, report.result == view.result, check.counts else {
        unverified += 1
        continue
      }
      let wars = reader.registry.games[view.game]?.wars(view) ?? 0
      let choice = try reader.choices(id).first ?? []
      matches.append(Proven(view: view, report: report, wars: wars, choice: choice))
    }
    guard !matches.isEmpty || person.isEmpty || unverified > 0 else {
      throw Refused(.notFound, "You have no verified match against \(person).", remedy)
    }
    return (matches, unverified)
  }

  /// Counts matches by what they have in common, most matches first.
  ///
  /// - Parameter group: the author and the names of the group of a match, without numbers; nil leaves it out.
  public static func count(
    _ matches: [Proven], by group: (Proven) -> HeadToHead?
  ) -> [HeadToHead] {
    var records: [String: HeadToHead] = [:]
    for match in matches {
      guard let named = group(match) else { continue }
      let key = named.author.isEmpty ? named.name : named.author
      var record = records[key] ?? named
      if records[key] == nil { record.setDefaults() }
      record.add(match)
      records[key] = record
    }
    return records.sorted { ($1.value.played, $0.key) < ($0.value.played, $1.key) }.map(\.value)
  }

  /// Counts matches all together.
  public static func total(of matches: [Proven]) -> HeadToHead {
    count(matches) { _ in HeadToHead() }.first ?? .with { $0.setDefaults() }
  }

  /// The other player of a match, as its group.
  public static func other(_ match: Proven) -> HeadToHead {
    let other = player(match.view)
    return .with {
      ($0.author, $0.name, $0.words) = (other.author, other.name, other.words)
    }
  }

  private static func player(_ view: TableView) -> PlayerView {
    view.seat == .host ? view.joiner : view.host
  }
}

extension HeadToHead {
  fileprivate mutating func add(_ match: MatchRecords.Proven) {
    let (report, seat) = (match.report, match.view.seat)
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
    wars += UInt64(match.wars)
    longest = max(longest, report.rounds)
    lastMilliseconds = max(lastMilliseconds, match.view.createdMilliseconds)
  }
}
