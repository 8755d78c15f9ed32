import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

/// The people who live on the known nodes; decoded when they are first asked for.
final class KnownPeople {
  private let load: () throws -> [PeerView]
  private var loaded: [PeerView]?
  private var known: [Author: PeerView]?
  private var refused: [PeerRight: Set<Author>] = [:]

  /// - Parameter load: the peers in the order of their node ids.
  init(_ load: @escaping () throws -> [PeerView]) { self.load = load }

  /// All of them, in the order of their node ids.
  ///
  /// - Throws: `StoreError`.
  func all() throws -> [PeerView] {
    if let loaded { return loaded }
    let views = try load()
    loaded = views
    return views
  }

  /// The peer on which each author lives; where it lives on several, one that is paired.
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

extension KnownPeople {
  /// People who may not do something with us, through any node: their own was denied that, or is blocked.
  ///
  /// - Throws: `StoreError`.
  func withheld(_ right: PeerRight) throws -> Set<Author> {
    if let refused = refused[right] { return refused }
    let views = try all().filter { $0.blocked || $0.withheld.contains(right) }
    let authors = Set(views.flatMap(\.authors))
    refused[right] = authors
    return authors
  }
}

/// People that our person does not want to read: it ignores them, or has denied their node to chat, or blocked it.
struct HiddenPeople {
  let muted: Set<String>
  let withheld: Set<Author>

  func contains(_ author: Author) -> Bool {
    withheld.contains(author) || !muted.isEmpty && muted.contains(author.description)
  }

  /// All of them; some may be named twice.
  var authors: [Author] { withheld + muted.compactMap { Base32.decode($0).flatMap { Author($0) } } }
}

extension KnownPeople {
  /// People that our person does not want to read.
  ///
  /// - Throws: `StoreError`.
  func hidden(by settings: Settings) throws -> HiddenPeople {
    HiddenPeople(muted: settings.muted, withheld: try withheld(.chat))
  }
}
