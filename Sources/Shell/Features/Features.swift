import Chat
import Decks
import Events
import Feature
import Files
import Node
import Tournaments

extension Registry {
  /// All features of Parlor: the one place that names them.
  public static let parlor = Registry(beside: [.chat, .files, .events, .decks, .tournaments])
}

extension OutsideHost {
  /// What the features of Parlor do outside the node, not started yet.
  public var works: [any OutsideWork] { [CalendarWork(self)] }
}
