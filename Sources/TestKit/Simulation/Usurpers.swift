import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// Former owners who lie: they sign a second entry at the place where they handed a room over, and then act as its owner.
final class Usurpers {
  /// Whether there are any in a world. Most worlds are what they would be without.
  private let areHere: Bool
  /// Rooms for which a former owner has reached.
  private var usurped: Set<RoomID> = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x7573_7572_7065)
    areHere = random.next() % 3 == 0
  }

  /// Reaches for a room that was handed over, once there is one.
  func act(in world: SimulatedRooms) {
    guard areHere else { return }
    let number = world.plan.forker
    guard world.network.nodes[number].node != nil, world.pauses[number] == nil else { return }
    for room in world.rooms(number) where !usurped.contains(room) {
      do {
        guard try usurp(room, number, in: world) else { continue }
        world.trace?("\(world.network.now) \(number) reaches for \(room)")
        return
      } catch {
        world.network.check { throw CheckViolation("usurper", "\(error)") }
      }
    }
  }

  private func usurp(_ room: RoomID, _ number: Int, in world: SimulatedRooms) throws -> Bool {
    let store = world.network.nodes[number].store
    let others = (0..<world.people).filter { $0 != number && world.network.isLinked(number, $0) }
    let found = try store.read { reader -> (SigningKey, LogKey, LogState, Data)? in
      guard let account = try reader.accounts().first, let stored = try reader.room(room),
        stored.kind == .private, let owners = stored.members?.message.owners, owners.count > 1
      else { return nil }
      let log = LogKey(author: account.author, incarnation: account.incarnation)
      let handed = owners.dropLast().first { $0.author == account.author.data }
      guard let place = handed?.until.sequence(of: log.incarnation), place > 1,
        let row = try reader.logs(stored).first(where: { $0.state.key == log }), !row.isForked,
        let before = try reader.known(log: row.number, sequence: place - 1)
      else { return nil }
      let state = LogState(key: log, next: place, hash: before.hash, order: before.order)
      let next = owners.last?.author ?? Data()
      return (try SigningKey(secret: account.secret), log, state, next)
    }
    guard let (key, log, state, owner) = found, !others.isEmpty else { return false }
    usurped.insert(room)
    world.tally.usurped += 1
    world.betray(number)
    world.history.forgers.insert(number)
    let nonce = Data(repeating: 0x75, count: 16)
    let message = Schema.Operation.with {
      $0.put.nonce = nonce
      $0.put.kind = RecordKind.chatMessage.rawValue
    }
    let remove = Schema.Operation.with { $0.removeMember.author = owner }
    let add = Schema.Operation.with { $0.addMember.author = Data(repeating: 9, count: 32) }
    let later = LogKey(author: log.author, incarnation: log.incarnation + 1)
    let frames = try [
      frame([message], in: room, after: state, key),
      frame([remove, add], in: room, after: LogState(key: later), key),
    ]
    for other in others {
      for frame in frames { world.network.inject(frame, from: number, to: other) }
    }
    return true
  }

  private func frame(
    _ operations: [Schema.Operation], in room: RoomID, after state: LogState, _ key: SigningKey
  ) throws -> [UInt8] {
    let entry = try EntryWriter.write(
      .with { $0.operations = operations }, room: room, state: state, dependencies: [],
      dependencyOrder: 0, wallMilliseconds: 1)
    let slice = try Slice.with {
      $0.log = state.key.message
      $0.first = state.next
      $0.entries = [entry.message]
      $0.signature = try key.signHeads([entry.hash])[0]
    }
    return try Coding.encode(
      Frame(
        .batch(
          .with {
            $0.room = room.data
            $0.number = SingleHistoryChecker.madeUpNumber
            $0.slices = [slice]
          })))
  }

  /// Nobody who belongs to such a room takes the former owner for its owner.
  func check(_ world: SimulatedRooms) throws {
    for room in usurped.sorted() {
      for member in try world.members(of: room) where member != world.plan.forker {
        let members = try world.network.nodes[member].store.read { try $0.room(room)?.members }
        // Who owned the room after it may have given it back.
        let wasGivenBack =
          members?.message.owners.contains { $0.author != world.author(world.plan.forker).data }
          == true
        guard members?.owner != world.author(world.plan.forker) || wasGivenBack else {
          throw CheckViolation(
            "usurper", "node \(member) takes a former owner of \(room) for its owner")
        }
      }
    }
  }
}
