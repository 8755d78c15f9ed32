import Identifiers
import Schema
import Store
import Wire

/// Entries that wait for members (row P-39).
extension RoomViews {
  /// So many members are named; of others it is only said how many they are.
  private static let waitingNamed = 8

  /// Describes the entries that have not reached some members, by what is known here; empty for none.
  func waiting() throws -> String {
    guard room.stored.kind == .private || room.stored.kind == .direct else { return "" }
    var named: [String] = []
    var others = 0
    for author in try authors() where author != own {
      if try skipsOnline && isOnline(author) { continue }
      // Nothing is said of a member until its node has told what it has.
      guard
        let position = try [delivered[author], reader.delivered(to: author, in: room.id)]
          .compactMap({ $0 }).max(), position < room.stored.position
      else { continue }
      guard named.count < Self.waitingNamed else {
        others += 1
        continue
      }
      let count = try room.logs.logs(after: position).filter { $0.state.key.author != author }
        .reduce(UInt64(0)) { try $0 + reader.entries(of: $1, after: position) }
      guard count > 0 else { continue }
      let items = named.isEmpty ? Count.of(count, "item waits", "items wait") : "\(count)"
      named.append("\(items) for \(try person(author).name)")
    }
    if others > 0 { named.append("more for \(Count.of(others, "other"))") }
    return named.joined(separator: ", ")
  }
}
