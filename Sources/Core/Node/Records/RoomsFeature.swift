import Feature
import Identifiers
import Schema
import Wire

extension Feature {
  /// The feature of every room: the people in it and its name (specification section 14).
  public static let rooms = Feature(
    name: "rooms",
    kinds: [
      Kind(
        .introduction, Introduction.self, noun: "introduction", lists: "parlor room show",
        title: \.name
      ).erased,
      Kind(
        .roomCard, RoomCard.self, KindRules(writers: [.owner]), noun: "room's name",
        lists: "parlor room list", title: \.name,
        name: \.shownName
      ).erased,
    ], handlers: [.read(Methods.Rooms.search, FoundRecords.list)])
}

extension RoomCard {
  /// The room's name, which people see and by which it is looked for.
  var shownName: String { Text.clean(name, limit: Limits.name) }
}

extension RecordKind {
  /// The name and colour of an author, one in each room where it writes: `Introduction`.
  static let introduction: RecordKind = 1
  /// The name of a room: `RoomCard`.
  static let roomCard: RecordKind = 2
}

extension Registry {
  /// Raised when the rules about members, or the way in which records follow from entries, change.
  private static let coreVersion: UInt32 = 16

  /// All that rooms have and what the given features add.
  ///
  /// - Parameter lookups: what the features may look up outside the store, one of each type.
  public convenience init(beside features: [Feature], lookups: [any Lookup] = []) {
    self.init([.rooms] + features, version: Self.coreVersion, lookups: lookups)
  }
}
