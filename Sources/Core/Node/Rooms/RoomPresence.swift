import Identifiers
import Wire

/// The people who look at each room now, our own account included (specification section 7).
struct RoomPresence {
  private(set) var people: [RoomID: Set<Author>] = [:]

  /// Those who look at a room.
  subscript(id: RoomID) -> Set<Author> { people[id] ?? [] }

  /// Notes that somebody looks at a room, or no longer does.
  ///
  /// - Returns: false where that was known.
  @discardableResult
  mutating func set(_ here: Bool, of author: Author, in id: RoomID) -> Bool {
    if here { return people[id, default: []].insert(author).inserted }
    return people[id]?.remove(author) != nil
  }

  /// The link to some accounts is gone: where they look is not known any more.
  mutating func part(from accounts: [Author]) {
    for room in people.keys { people[room]?.subtract(accounts) }
  }

  /// Lets go of a room that is deleted.
  mutating func forget(_ id: RoomID) { people[id] = nil }

  /// The rooms at which an account looks, in order.
  func rooms(of author: Author) -> [RoomID] {
    people.filter { $0.value.contains(author) }.keys.sorted()
  }

  /// Those who look at a room at which an account looks.
  func companions(of author: Author) -> Set<Author> {
    people.values.filter { $0.contains(author) }.reduce(into: []) { $0.formUnion($1) }
  }
}
