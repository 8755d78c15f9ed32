import ChatSchema
import FileSchema
import Foundation
import Identifiers
import Node
import Replication
import Schema
import Store
import TestKit
import Wire

/// A node in memory, and a stranger at a link of it who says whatever the fuzzer likes.
extension FuzzTarget {
  private static let link = LinkID(1 << 40)

  /// A byte of choices, then frames, each behind two bytes of length.
  ///
  /// Choices: 1, the stranger is trusted; 2, what it says is said in its own name and signed; 4, of every room but the lobby
  /// it means the table that is open here; 8, every batch begins a new incarnation, so that each follows; 16, its logs go on where
  /// they were and cite what is there.
  static func sync(_ bytes: [UInt8]) {
    guard let choices = bytes.first else { return }
    let network = VirtualNetwork(seed: 1)
    do {
      let victim = try network.add("Ada")
      let table = try greeted(network, victim, isTrusted: choices & 1 != 0)
      let room = Base32.decode(table).flatMap { RoomID($0) }
      let store = network.nodes[victim].store
      var input = FuzzBytes(bytes.dropFirst())
      var number: UInt64 = 0
      while input.rest.count > 2, !network.closedOutside.contains(link) {
        let frame = input.long()
        number += 1
        let said =
          choices & 2 == 0
          ? frame
          : inOwnName(
            frame, at: choices & 4 == 0 ? nil : room,
            incarnation: choices & 8 == 0 ? nil : number,
            following: choices & 16 == 0 ? nil : store) ?? frame
        network.give(victim, [.frame(link, said)])
        letIn(network, victim, table)
      }
      network.run(milliseconds: 1_000)
      expect(network.nodes[victim].node?.fatalProblem == nil, "the node has to stop")
      expect(network.nodes[victim].node?.storageProblem == nil, "the store is said to fail")
      try RebuildChecker().compare(victim, in: network)
      let rooms = RoomChecker()
      try rooms.started(victim, in: network)
      try rooms.finished(in: network)
    } catch {
      fatalError("\(error)")
    }
  }

  /// Says a proper Hello, and opens a table.
  private static func greeted(
    _ network: VirtualNetwork, _ victim: Int, isTrusted: Bool
  ) throws -> String {
    network.admit(key, to: victim, on: link)
    try network.greet(victim, on: link, as: "Mallory", key)
    if isTrusted {
      let node = NodeID(key.author.data)?.description ?? ""
      _ = try network.call(victim, Methods.Peers.trust) { $0.node = node }.get()
    }
    return try network.call(victim, Methods.Tables.host) { $0.description_p = "open" }.get().id
  }

  /// Takes in who asks for the chair, and starts as soon as that is possible.
  private static func letIn(_ network: VirtualNetwork, _ victim: Int, _ table: String) {
    switch network.nodes[victim].published[table] {
    case let view? where view.phase == .open && !view.asks.isEmpty:
      _ = network.call(victim, Methods.Tables.answer) {
        $0.table = table
        $0.accept = true
      }
    case let view? where view.phase == .seated:
      let started = network.call(victim, Methods.Tables.start) { $0.table = table }
      guard case .success = started else { return }
      _ = network.call(victim, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
        $0.auto = true
      }
    default: break
    }
  }

  /// A frame as the stranger may say it.
  private static func inOwnName(
    _ bytes: [UInt8], at table: RoomID?, incarnation: UInt64?, following store: Store?
  ) -> [UInt8]? {
    guard var frame = try? Coding.decode(Frame.self, from: bytes) else { return nil }
    func meant(_ room: Data) -> Data {
      guard let table, room.count == 16, room != RoomID.lobby.data else { return room }
      return table.data
    }
    switch frame.body {
    case .ask(var ask)?:
      ask.author = key.author.data
      ask.room = meant(ask.room)
      frame.ask = ask
    case .presence(var presence)?:
      presence.author = key.author.data
      presence.room = meant(presence.room)
      frame.presence = presence
    case .ephemeral(var ephemeral)?:
      ephemeral.author = key.author.data
      ephemeral.room = meant(ephemeral.room)
      frame.ephemeral = ephemeral
    case .profile?: frame.profile.author = key.author.data
    case .digest?: frame.digest.room = meant(frame.digest.room)
    case .have?: frame.have.room = meant(frame.have.room)
    case .batch(var batch)?:
      batch.room = meant(batch.room)
      guard let room = RoomID(batch.room) else { return nil }
      if let incarnation {
        for index in batch.slices.indices {
          batch.slices[index].log.incarnation = incarnation
          batch.slices[index].first = 1
        }
      }
      batch.slices =
        store.map { follow(batch.slices, in: room, $0) }
        ?? batch.slices.map { signed($0, in: room, after: .zero) }
      for index in batch.forks.indices {
        guard let previous = EntryHash(batch.forks[index].previous) else { continue }
        batch.forks[index].room = batch.room
        batch.forks[index].left = signed(batch.forks[index].left, in: room, after: previous)
        batch.forks[index].right = signed(batch.forks[index].right, in: room, after: previous)
      }
      frame.batch = batch
    default: return nil
    }
    return try? Coding.encode(frame)
  }

  /// The slices behind what the victim has of the stranger's log, citing what it has of others.
  private static func follow(_ slices: [Slice], in room: RoomID, _ store: Store) -> [Slice] {
    let logs = (try? store.read { reader in try reader.room(room).map(reader.logs) }) ?? []
    let others = logs.filter { $0.state.key.author != key.author }
    func cited(_ citation: Citation) -> Citation {
      guard let log = others.first, log.state.next > 1 else { return citation }
      var citation = citation
      citation.log = log.state.key.message
      citation.sequence = min(max(1, citation.sequence), log.state.next - 1)
      let known = try? store.read { [citation] in
        try $0.known(log: log.number, sequence: citation.sequence)
      }
      citation.hash = known?.hash.data ?? Data()
      return citation
    }
    var states = Dictionary(uniqueKeysWithValues: logs.map { ($0.state.key, $0.state) })
    return slices.map { slice in
      guard let log = LogKey(named(slice).log) else { return slice }
      var state = states[log] ?? LogState(key: log)
      var slice = slice
      slice.first = state.next
      let (said, last) = chained(slice, in: room, after: state.hash, citing: cited)
      state.next += UInt64(slice.entries.count)
      state.hash = last
      states[log] = state
      return said
    }
  }

  // MARK: Seeds

  /// Returns the frames that one of two honest nodes sends to the other.
  static func conversations() throws -> [[UInt8]] {
    let network = VirtualNetwork(seed: 2)
    for name in ["Ada", "Bob"] { _ = try network.add(name) }
    var frames: [[UInt8]] = []
    network.tamper = { passing in
      if passing.from == 1 { frames.append(passing.bytes) }
      return [passing.bytes]
    }
    network.connect(1, 0)
    for text in ["hello", "anybody here?"] {
      _ = try network.call(1, Methods.Chat.post) {
        $0.room = "lobby"
        $0.text = text
      }.get()
      network.settle()
    }
    let blob = try network.keep(1, Data("text".utf8))
    _ = try network.call(1, Methods.Files.share) {
      $0.room = "lobby"
      $0.name = "a.txt"
      $0.blob = blob
    }.get()
    let table = try VirtualSeating.seat(network, host: 0, joiner: 1, rules: .standard)
    try VirtualSeating.play(network, table, host: 0, joiner: 1)
    let said = frames.filter { frame in
      if case .hello? = (try? Coding.decode(Frame.self, from: frame))?.body { false } else { true }
    }
    let parts: [[[UInt8]]] = [
      Array(said.prefix(12)), Array(said.prefix(40)), Array(said.dropFirst(8).prefix(20)),
    ]
    var seeds: [[UInt8]] = []
    for part in parts {
      for choices: UInt8 in [0, 3, 7, 11, 23] {
        var seed = [choices]
        for frame in part where frame.count < 1 << 16 {
          seed.append(UInt8(frame.count >> 8))
          seed.append(UInt8(frame.count & 255))
          seed += frame
        }
        seeds.append(seed)
      }
    }
    return seeds
  }
}
