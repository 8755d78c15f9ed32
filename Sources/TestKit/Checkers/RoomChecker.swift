import Features
import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// Rooms: who does not belong to one never hears of it, nothing is sent to whom its sender knows to be removed,
/// and what is kept is what the logs say.
package final class RoomChecker: Checker {
  /// Private rooms, and who was ever added to them.
  var added: [RoomID: Set<Int>] = [:]
  private var authors: [Int: Author] = [:]
  /// The nodes that spoke of a room to which they never belonged, because somebody lied to them, each with its connection.
  private var namings: Set<Naming> = []

  private struct Naming: Hashable {
    let room: RoomID
    let connection: Int
    let from: Int
  }

  /// Nothing has started yet.
  package init() {}

  package func started(_ number: Int, in network: VirtualNetwork) throws {
    authors[number] = try network.nodes[number].store.read { try $0.accounts() }.first?.author
  }

  package func sent(_ passing: Passing, in network: VirtualNetwork) throws {
    let frame = try? Coding.decode(Frame.self, from: passing.bytes)
    let (from, to) = (network.original(of: passing.from), network.original(of: passing.to))
    for (room, people) in added.sorted(by: { $0.key < $1.key })
    where !people.isSuperset(of: [from, to]) && Self.holds(passing.bytes, room.bytes) {
      if !people.contains(from) {
        namings.insert(Naming(room: room, connection: passing.connection, from: passing.from))
      }
      guard !people.contains(to), !isRefusal(frame, of: room, passing) else { continue }
      throw CheckViolation(
        "rooms", "node \(passing.from) named a room to node \(passing.to), which was never in it")
    }
    guard case .batch(var batch)? = frame?.body, let id = RoomID(batch.room), added[id] != nil,
      let receiver = authors[passing.to], let sender = authors[passing.from]
    else { return }
    // Who was added by what turned out to be forked is told so, without what was written.
    batch.forks.removeAll { $0 == $0.withoutPayloads }
    guard !batch.forks.isEmpty || !batch.slices.isEmpty else { return }
    let members = try network.nodes[passing.from].store.read { try $0.people(of: id) }
    // Who is no member itself may answer those who said that it is.
    guard let members, !members.isMember(receiver),
      members.isMember(sender) || members.wasRemoved(receiver)
    else { return }
    throw CheckViolation(
      "rooms",
      "node \(passing.from) sent entries to node \(passing.to), which it knows is removed")
  }

  /// Whether a frame refuses a room to who spoke of it on the same connection, in the words that hold for rooms that are not
  /// there either (specification section 6).
  private func isRefusal(_ frame: Frame?, of room: RoomID, _ passing: Passing) -> Bool {
    guard case .roomRefused(let refused)? = frame?.body, !refused.removed else { return false }
    return namings.contains(
      Naming(room: room, connection: passing.connection, from: passing.to))
  }

  /// Builds everything again from the logs of a copy, and compares.
  package func finished(in network: VirtualNetwork) throws {
    for (number, node) in network.nodes.enumerated() {
      guard let own = authors[number] else { continue }
      let copy = try node.store.copy()
      let rooms = try copy.read { try RoomNames.all($0, own: own) }
      let kept = try copy.read { reader in try rooms.map { try Self.state($0, reader, own) } }
      try copy.turn { transaction in
        for room in rooms { try RecordRebuild.rebuild(room, transaction) }
      }
      let built = try copy.read { reader in try rooms.map { try Self.state($0, reader, own) } }
      for (room, (kept, built)) in zip(rooms, zip(kept, built)) where kept != built {
        throw CheckViolation(
          "rooms",
          "node \(number) keeps something else of room \(room) than its logs say: \(kept) and \(built)"
        )
      }
    }
  }

  private static func state(_ id: RoomID, _ reader: Reader, _ own: Author) throws -> [String] {
    let views = try RoomViews(id, reader, own: own)
    let members = try reader.room(id)?.members?.message
    let roster = try reader.roster(of: id)?.roster.hash
    return [
      try views?.state().hash ?? "none", members.map { "\($0)" } ?? roster?.description ?? "",
      try views?.messages().messages.map {
        "\($0.id)\($0.edited)\($0.deleted)"
      }.joined() ?? "",
    ]
  }

  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    Data(bytes).holds(Data(part))
  }
}
