import Chat
import Decks
import Drawings
import Duel
import Events
import Feature
import Files
import FoundationEssentials
import Introductions
import Node
import Profiles
import RockPaperScissors
import Tournaments
import War

extension Registry {
  /// All features of Parlor: the one place that names them.
  public static let parlor = Registry(beside: all)
  private static let all: [Feature] = [
    .chat, .files, .events, .decks, .tournaments, .drawings, .profiles, .introductions, .war,
    .rockPaperScissors, .duel,
  ]

  #if DEBUG
    /// The same, with a bug in War on purpose: the player who taps first gets the first card picked.
    public static let parlorInTapOrder = Registry(
      beside: all.map { feature in
        feature.name == Feature.war.name
          ? Feature(
            name: feature.name, kinds: [], settings: feature.settings, session: .warInTapOrder)
          : feature
      })

    /// The same, with a bug of duels on purpose.
    public static func parlor(planted bug: DuelBug) -> Registry {
      Registry(
        beside: all.map { feature in
          feature.name == Feature.duel.name
            ? Feature(
              name: feature.name, kinds: [], handlers: feature.handlers,
              session: .duel(planted: [bug])) : feature
        })
    }
  #endif

  /// The same, with what features look up outside the store.
  public static func parlor(lookups: [any Lookup]) -> Registry {
    Registry(beside: all, lookups: lookups)
  }

  /// The same, with what features look up in files of a home.
  ///
  /// - Parameter home: its absolute path.
  public static func parlor(in home: String) -> Registry {
    parlor(lookups: [CardDatabaseReader(home: home).lookup])
  }
}

extension OutsideHost {
  /// The work of Parlor's features outside the node, not started yet.
  public var works: [any OutsideWork] {
    [
      BesideWork(self), CalendarWork(self), CardWork(self), MethodWork.duelRecords(self),
      MethodWork.matchCheck(self), ProfileWork(self), WeatherWork(self),
    ]
  }
}

/// Returns the part of a value kept by a feature's work that a home keeps when it is restored from a backup.
public func restored(private key: String, _ value: Data) -> Data {
  key == ProfileWork.key ? ProfileWork.restored(value) : value
}
