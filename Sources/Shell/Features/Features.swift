import Chat
import Events
import Feature
import Files
import Node

extension Registry {
  /// All features of Parlor: the one place that names them.
  public static let parlor = Registry(beside: [.chat, .files, .events])
}
