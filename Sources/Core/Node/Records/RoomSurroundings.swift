import Identifiers
import Schema
import Store

/// The values that the views of all rooms share, read once for all of them.
public struct RoomSurroundings {
  let people: KnownPeople
  let settings: Settings
  /// Milliseconds since 1970.
  let now: Int64
  /// The people who look at each room now.
  let here: [RoomID: Set<Author>]

  /// Reads the peers, when they are needed, and the settings.
  ///
  /// - Parameters:
  ///   - defaultName: what our person is called where nothing else was chosen.
  ///   - here: who looks at which room now.
  ///   - now: the time in milliseconds since 1970, for what is shown by it.
  /// - Throws: `StoreError`.
  public init(
    _ reader: Reader, defaultName: String = "Parlor", here: [RoomID: Set<Author>] = [:],
    now: Int64 = 0
  ) throws {
    self.here = here
    self.now = now
    people = KnownPeople { try reader.peers().map(\.view) }
    settings = try Settings(reader.settings(), defaultName: defaultName, reader.registry)
  }

  init(_ node: Node) {
    people = node.peers.people
    settings = node.settings
    now = node.now.wall
    here = node.presence.people
  }
}
