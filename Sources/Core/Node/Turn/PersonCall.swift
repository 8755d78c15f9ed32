/// A call to our person, away from the screen: a program is started (row C-17).
public struct PersonCall: Equatable, Sendable {
  /// The program and its arguments, as our person set them.
  public var command: [String]
  /// The writer's name, cleaned.
  public var sender: String
  /// The room's name, cleaned.
  public var room: String
  /// The text that was written; empty unless our person wants it told.
  public var text: String
}
