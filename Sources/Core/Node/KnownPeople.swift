import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// Who lives on which of the nodes that are known; decoded when it is first asked for.
final class KnownPeople {
  private let load: () throws -> [PeerView]
  private var loaded: [PeerView]?
  private var known: [Author: PeerView]?

  /// - Parameter load: the peers in the order of their node ids.
  init(_ load: @escaping () throws -> [PeerView]) { self.load = load }

  /// The peer on which each author lives; where it lives on several, one that is paired.
  /// All of them, in the order of their node ids.
  ///
  /// - Throws: `StoreError`.
  func all() throws -> [PeerView] {
    if let loaded { return loaded }
    let views = try load()
    loaded = views
    return views
  }

  ///
  /// - Throws: `StoreError`.
  func byAuthor() throws -> [Author: PeerView] {
    if let known { return known }
    var people: [Author: PeerView] = [:]
    for view in try all() {
      for author in view.authors {
        if people[author]?.paired == true, !view.paired { continue }
        people[author] = view
      }
    }
    known = people
    return people
  }
}

/// What the views of all rooms share: read once for all of them.
public struct RoomSurroundings {
  let people: KnownPeople
  let settings: Settings
  /// Milliseconds since 1970.
  let now: Int64
  /// Who looks at which room now.
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
    people = node.people
    settings = node.settings
    now = node.now.wall
    here = node.presence.people
  }
}
