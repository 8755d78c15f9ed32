import Decks
import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// People who promise something and take it back: they write a permanent record, and then a delete that names its entry and
/// another record under its id.
final class Erasers {
  /// A permanent record that was taken back.
  private struct Broken {
    let author: Int
    let room: RoomID
    let record: RecordID
    let body: Data
  }

  /// Whether there are any in a world.
  private let areHere: Bool
  /// Permanent records that somebody took back.
  private var broken: [Broken] = []

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x6572_6173_6572)
    areHere = random.next() % 3 == 0
  }

  /// Takes a promise back in the lobby, once, before two peers or more.
  func act(in world: SimulatedRooms) {
    guard areHere else { return }
    let number = world.plan.forker
    guard broken.isEmpty, world.step > world.plan.steps / 4,
      world.network.nodes[number].node != nil, world.pauses[number] == nil
    else { return }
    let others = (0..<world.people).filter {
      $0 != number && world.network.isLinked(number, $0) && world.trusts($0, number)
    }
    guard others.count > 1 else { return }
    do {
      try takeBackPromise(number, before: others, in: world)
    } catch {
      world.network.check { throw CheckViolation("eraser", "\(error)") }
    }
  }

  private func takeBackPromise(
    _ number: Int, before others: [Int], in world: SimulatedRooms
  ) throws {
    let account = try world.network.nodes[number].store.read { try $0.accounts().first }
    guard let account else { return }
    let key = try SigningKey(secret: account.secret)
    // A log of its own, so that its node does not write at the same places.
    var state = LogState(
      key: LogKey(author: account.author, incarnation: account.incarnation + 1 << 40))
    let made = state.key
    let nonce = Data(repeating: 0x65, count: 16)
    let promise = Schema.Operation.with {
      $0.put.nonce = nonce
      $0.put.kind = RecordKind.deckCommitment.rawValue
      $0.put.body = Data([0x0a, 1, 1])
    }
    var other = promise
    other.put.body = Data([0x0a, 1, 2])
    let record = RecordID(by: account.author, nonce: nonce)
    let delete = Schema.Operation.with {
      $0.delete.record = record.data
      $0.delete.kind = RecordKind.chatMessage.rawValue
      $0.delete.nonce = nonce
      $0.delete.made = made.place(1)
      $0.delete.erased = [made.place(1)]
    }
    world.history.forgers.insert(number)
    var entries: [VerifiedEntry] = []
    for operation in [promise, delete, other] {
      let entry = try EntryWriter.write(
        .with { $0.operations = [operation] }, room: .lobby, state: state, dependencies: [],
        dependencyOrder: 0, wallMilliseconds: 1)
      entries.append(entry)
      state.append(entry)
    }
    for (place, receiver) in others.enumerated() {
      var slice = Slice()
      slice.log = made.message
      slice.first = 1
      slice.entries = entries.map(\.message)
      slice.signature = try key.signHeads([entries[2].hash])[0]
      // The first one reads the promise, the others are told that it is erased.
      if place > 0 { slice.entries[0].payloadHash = entries[0].payloadHash.data }
      let batch = Batch.with {
        $0.room = RoomID.lobby.data
        $0.number = SingleHistoryChecker.madeUpNumber
        $0.slices = [slice]
      }
      world.network.inject(try Coding.encode(Frame(.batch(batch))), from: number, to: receiver)
    }
    world.trace?("\(world.network.now) \(number) takes a promise back")
    world.tally.brokenPromises += 1
    broken.append(
      Broken(author: number, room: .lobby, record: record, body: promise.put.body))
  }

  /// Checks that all have a promise as it was made, once one node has read it.
  func check(_ world: SimulatedRooms) throws {
    for promise in broken {
      var bodies: [Int: Data?] = [:]
      for number in 0..<world.people where number != promise.author {
        let found = try world.network.nodes[number].store.read { reader in
          try reader.room(promise.room).flatMap { try reader.record(promise.record, in: $0.number) }
        }
        guard let found else { continue }
        bodies[number] = found.state == .deleted ? nil : found.body
      }
      guard bodies.values.contains(promise.body) else { continue }
      for (number, body) in bodies.sorted(by: { $0.key < $1.key }) where body != promise.body {
        throw CheckViolation(
          "eraser",
          "node \(number) has another promise than was made: \(body.map(Array.init) ?? [])")
      }
    }
  }
}
