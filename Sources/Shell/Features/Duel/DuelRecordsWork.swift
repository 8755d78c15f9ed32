import Duel
import DuelSchema
import Feature
import Node
import Schema
import Store

extension MethodWork {
  /// Counts the results of our person's duels, only of those that count (rows G-67 and V-45), and goes through a duel again (row V-43).
  /// Each replays whole matches, which the node does not wait for.
  static func duelRecords(_ host: OutsideHost) -> MethodWork {
    let replays = DuelReplays()
    return MethodWork(
      on(Methods.Duels.statistics) { request in
        try await aside {
          var statistics = DuelStatistics()
          try host.read { statistics = try Self.statistics(request.person, $0) }
          return statistics
        }
      },
      on(Methods.Duels.replay) { request in
        try await aside {
          var replay = DuelReplay()
          try host.read { replay = try replays.answer(request, $0) }
          return replay
        }
      })
  }

  /// The statistics of duels with one person, or with everybody.
  ///
  /// - Parameter person: an author id, any unique beginning of it, or a name; empty for everybody.
  /// - Throws: `Refused` where nobody of that name has played; `StoreError`.
  private static func statistics(_ person: String, _ reader: Reader) throws -> DuelStatistics {
    let (matches, unverified) = try MatchRecords.proven(
      "duel", against: person, reader, .see("duel list"))
    return .with {
      $0.people = MatchRecords.count(matches, by: MatchRecords.other)
      $0.libraries = MatchRecords.count(matches) { group(library(of: $0)) }
      $0.formats = MatchRecords.count(matches) { group(format(of: $0)) }
      $0.total = MatchRecords.total(of: matches)
      $0.unverified = unverified
    }
  }

  private static func group(_ name: String) -> HeadToHead? {
    name.isEmpty ? nil : .with { $0.name = name }
  }

  private static func library(of match: MatchRecords.Proven) -> String {
    (try? DuelChoice(serializedBytes: match.choice))?.library ?? ""
  }

  private static func format(of match: MatchRecords.Proven) -> String {
    (try? DuelTerms(serializedBytes: match.view.terms))?.format ?? ""
  }
}
