import Chat
import Decks
import Events
import Feature
import Files
import Node
import Tournaments

extension Registry {
  /// All features of Parlor: the one place that names them.
  public static let parlor = Registry(beside: all)
  private static let all: [Feature] = [.chat, .files, .events, .decks, .tournaments]

  /// The same, with what features look up in files of a home.
  ///
  /// - Parameter home: its absolute path.
  public static func parlor(in home: String) -> Registry {
    Registry(beside: all, lookups: [CardDatabaseReader(home: home).lookup])
  }
}

extension OutsideHost {
  /// What the features of Parlor do outside the node, not started yet.
  public var works: [any OutsideWork] { [CalendarWork(self)] }
}
