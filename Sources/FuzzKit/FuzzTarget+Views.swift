import ChatSchema
import EventSchema
import Foundation
import Identifiers
import Node
import Replication
import Schema
import Store
import TestKit
import Wire

/// Records of others, as a person sees them: whatever they hold, every view is made, before and after a new start.
extension FuzzTarget {
  private static let viewLink = LinkID(1 << 41)

  /// A byte of choices, then entries of somebody else.
  ///
  /// Choices: 1, the author is a stranger and not paired; 2, our person works with what is there; 4, each entry comes in a batch
  /// of its own; 8, the clock is wrong.
  static func views(_ bytes: [UInt8]) {
    guard let choices = bytes.first else { return }
    let network = VirtualNetwork(seed: 1)
    if choices & 8 != 0 { network.wallErrors[0] = -1_690_000_000_000 }
    do {
      let victim = try network.add("Ada")
      let rooms = try sharedRooms(network, victim, isPaired: choices & 1 == 0)
      let ours = try ownRecords(network, victim, in: rooms)
      let author = try network.nodes[victim].store.read { try $0.accounts().first?.author.data }
      let ids = ours.map(\.data) + rooms.map(\.data) + [author ?? Data(), key.author.data]
      var records = FuzzedRecords(FuzzBytes(bytes.dropFirst()), ids: ids)
      var number: UInt64 = 0
      for (room, slice) in slices(&records, in: rooms) {
        let batches = choices & 4 == 0 ? [slice] : single(slice)
        for entries in batches {
          number += 1
          try send(entries, number, in: room, to: victim, network)
        }
      }
      network.run(milliseconds: 1_000)
      let before = try FuzzedScreens.all(of: victim, in: network)
      if choices & 2 != 0 { work(network, victim, with: before) }
      // Whatever a daemon can show it also shows after it was started again.
      let shown = try FuzzedScreens.all(of: victim, in: network)
      network.crash(victim)
      try network.start(victim)
      network.run(milliseconds: 1_000)
      let again = try FuzzedScreens.all(of: victim, in: network)
      expect(shown.states == again.states, "a new start makes another state")
      // Nobody knows a stranger's name once its link is gone.
      expect(choices & 1 != 0 || shown.lasting == again.lasting, "a new start shows something else")
      expect(network.nodes[victim].node?.fatalProblem == nil, "the node has to stop")
      expect(network.nodes[victim].node?.storageProblem == nil, "the store is said to fail")
      let checker = RoomChecker()
      try checker.started(victim, in: network)
      try checker.finished(in: network)
    } catch {
      fatalError("\(error)")
    }
  }

  /// The rooms in which the author can write: the lobby, and of a paired one a private and a direct room.
  private static func sharedRooms(
    _ network: VirtualNetwork, _ victim: Int, isPaired: Bool
  ) throws -> [RoomID] {
    network.admit(key, to: victim, on: viewLink)
    try network.greet(victim, on: viewLink, as: "Mallory", key)
    guard isPaired else { return [.lobby] }
    let node = NodeID(key.author.data)?.description ?? ""
    _ = try network.call(victim, Methods.Peers.trust) { $0.node = node }.get()
    var rooms = [RoomID.lobby]
    for direct in [false, true] {
      let room = try network.call(victim, Methods.Rooms.make) {
        $0.name = direct ? "" : "boat"
        $0.people = ["Mallory"]
        $0.direct = direct
      }.get().id
      if let id = Base32.decode(room).flatMap({ RoomID($0) }) { rooms.append(id) }
    }
    return rooms
  }

  /// Writes records of our person that members may change, in each of the rooms, and returns their ids.
  private static func ownRecords(
    _ network: VirtualNetwork, _ victim: Int, in rooms: [RoomID]
  ) throws -> [RecordID] {
    try rooms.flatMap { room in
      let event = try network.call(victim, Methods.Events.add) {
        $0.room = room.description
        $0.event.name = "regatta"
        $0.event.date = "2099-12-24 18:00"
        $0.event.zone = "Europe/Berlin"
      }.get().id
      let message = try network.call(victim, Methods.Chat.post) {
        $0.room = room.description
        $0.text = "hello"
      }.get().id
      let toDo = try network.call(victim, Methods.Events.addToDo) {
        $0.room = room.description
        $0.event = event
        $0.toDo.text = "paint"
      }.get().toDos[0].id
      return [event, message, toDo].compactMap { Base32.decode($0).flatMap { RecordID($0) } }
    }
  }

  /// The author's entries in each room, from the beginning of its log.
  private static func slices(
    _ records: inout FuzzedRecords, in rooms: [RoomID]
  ) -> [(RoomID, Slice)] {
    var slices = rooms.map { room in
      (room, Slice.with { ($0.log.author, $0.first) = (key.author.data, 1) })
    }
    var count = 0
    while !records.isEmpty, count < 64 {
      count += 1
      let room = Int(records.byte()) % rooms.count
      let wall = records.number()
      let operations = (0...Int(records.byte() % 4)).map { _ in operation(&records) }
      let payload = (try? Coding.encode(Payload.with { $0.operations = operations })) ?? []
      guard payload.count <= Limits.payload else { continue }
      let header = EntryHeader.with { $0.wallMilliseconds = wall }
      slices[room].1.entries.append(
        .with {
          $0.header = Data((try? Coding.encode(header)) ?? [])
          $0.payload = Data(payload)
        })
    }
    return slices.filter { !$0.1.entries.isEmpty }
  }

  /// Something that the author says of records: makes, changes or deletes one.
  private static func operation(_ records: inout FuzzedRecords) -> Schema.Operation {
    let choice = records.byte()
    let kind = Int(choice >> 4)
    var operation = Schema.Operation()
    if choice & 15 < 11 {
      // Few nonces, so that some are met again; the first is that of an introduction.
      let nonce = Data(repeating: 0, count: 15) + [records.byte() % 24]
      operation.put.nonce = nonce
      operation.put.kind = UInt32(kind)
      if [6, 8, 10, 12].contains(kind) { operation.put.parent = records.id() }
      operation.put.body = records.body(of: kind)
      records.ids.append(RecordID(by: key.author, nonce: nonce).data)
    } else if choice & 15 < 15 {
      operation.put.record = records.id()
      operation.put.body = records.body(of: kind)
      operation.put.cleared = records.byte() % 4 == 0 ? [UInt32(clamping: records.number())] : []
    } else {
      operation.delete.record = records.id()
      operation.delete.kind = UInt32(kind)
      operation.delete.made.log.author = key.author.data
      operation.delete.made.sequence = records.number()
      operation.delete.erased = [operation.delete.made]
    }
    return operation
  }

  /// The entries one by one, each signed.
  private static func single(_ slice: Slice) -> [Slice] {
    slice.entries.indices.map { index in
      var piece = slice
      piece.first = slice.first + UInt64(index)
      piece.entries = [slice.entries[index]]
      return piece
    }
  }

  private static func send(
    _ slice: Slice, _ number: UInt64, in room: RoomID, to victim: Int, _ network: VirtualNetwork
  ) throws {
    let log = LogKey(author: key.author, incarnation: 0)
    let known = try network.nodes[victim].store.read { reader in
      try reader.room(room).map(reader.logs)?.first { $0.state.key == log }?.state.hash
    }
    // What was refused before leaves a gap.
    let batch = Batch.with {
      $0.room = room.data
      $0.number = number
      $0.slices = [signed(slice, in: room, after: known ?? .zero)]
    }
    network.give(victim, [.frame(viewLink, try Coding.encode(Frame(.batch(batch))))])
    network.settle()
  }

  /// Our person changes, moves and settles what is there; what is refused is refused.
  private static func work(_ network: VirtualNetwork, _ victim: Int, with seen: FuzzedScreens) {
    for conflict in seen.conflicts.prefix(4) {
      _ = network.call(victim, Methods.Rooms.settle) {
        $0.room = conflict.room
        $0.record = conflict.record
        $0.field = conflict.fieldName
        $0.side = 1
      }
    }
    for event in seen.events.prefix(6) {
      _ = network.call(victim, Methods.Events.addToDo) {
        $0.room = event.room
        $0.event = event.id
        $0.toDo.text = "buy"
        $0.toDo.place = 1
      }
      _ = network.call(victim, Methods.Events.addCost) {
        $0.room = event.room
        $0.event = event.id
        $0.line.text = "bread"
        $0.line.actual = "10"
        $0.line.payer = "Ada"
        $0.shared = true
      }
      _ = network.call(victim, Methods.Events.edit) {
        $0.room = event.room
        $0.event = event.id
        $0.change.minutes = 5
      }
      _ = network.call(victim, Methods.Rooms.restore) {
        $0.room = event.room
        $0.record = event.id
        $0.version = 1
      }
      _ = network.call(victim, Methods.Rooms.move) {
        $0.room = event.room
        $0.record = event.id
        $0.to = "lobby"
        $0.take = ["cost"]
      }
    }
    for message in seen.messages.prefix(4) {
      _ = network.call(victim, Methods.Events.add) {
        $0.room = message.room
        $0.message = message.id
      }
    }
  }

  /// Bytes of many lengths: what they say is read as records of any kind.
  static func recordSeeds() -> [[UInt8]] {
    var random = SeededGenerator(seed: 21)
    var seeds: [[UInt8]] = []
    for count in [60, 200, 700] {
      for choices: UInt8 in [0, 1, 2, 6, 8] {
        seeds.append([choices] + (0..<count).map { _ in .random(in: 0...255, using: &random) })
      }
    }
    return seeds
  }

  /// A message that is the body of a record, as one record of each kind that it can be.
  static func recordSeeds(of name: String, _ body: [UInt8]) -> [[UInt8]] {
    let kinds: [String: [UInt8]] = [
      "Introduction": [1], "RoomCard": [2], "ChatMessage": [3], "SharedFile": [4], "Event": [5, 9],
      "ToDo": [6, 10, 13], "BudgetLine": [7, 11], "EventPicture": [8, 12],
    ]
    return (kinds[name] ?? []).map { kind in
      // In the first room, at the first moment, one record; those of an event's belong to our person's.
      let parent: [UInt8] = [6, 8, 10, 12].contains(kind) ? [3] : []
      return [0, 0, 0, 0, kind << 4, 1] + parent + [0, UInt8(body.count >> 8)]
        + [UInt8(body.count & 255)] + body
    }
  }
}
