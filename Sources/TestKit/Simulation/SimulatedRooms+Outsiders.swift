import ChatSchema
import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// A program of another make that comes to one node with a key of its own.
struct Outsider {
  let link: LinkID
  let victim: Int
  let pen: OutsidersPen
}

/// Writes the log of an author in the lobby as no honest program would, or as a newer one may.
struct OutsidersPen {
  let key: SigningKey
  private var state: LogState
  private var first: UInt64 = 1
  private var entries: [VerifiedEntry] = []

  init(_ random: inout SeededGenerator) throws {
    key = try SigningKey(secret: (0..<32).map { _ in .random(in: 0...255, using: &random) })
    state = LogState(key: LogKey(author: key.author, incarnation: 0))
  }

  /// Begins another log of an author, as a home does that was restored.
  init(_ key: SigningKey, incarnation: UInt64) {
    self.key = key
    state = LogState(key: LogKey(author: key.author, incarnation: incarnation))
  }

  /// Goes on with a log of somebody else, whose signature it does not have.
  init(forging state: LogState, _ random: inout SeededGenerator) throws {
    try self.init(&random)
    self.state = state
    first = state.next
  }

  /// - Parameter seen: the newest entry of somebody that the author says to have seen.
  mutating func write(_ operations: [Schema.Operation], after seen: LogState? = nil) throws {
    let citations = seen.map { seen in
      [
        Citation.with {
          $0.log = seen.key.message
          $0.sequence = seen.next - 1
          $0.hash = seen.hash.data
        }
      ]
    }
    let entry = try EntryWriter.write(
      .with { $0.operations = operations }, room: .lobby, state: state,
      dependencies: citations ?? [], dependencyOrder: seen?.order ?? 0, wallMilliseconds: 1)
    entries.append(entry)
    state.next += 1
    state.hash = entry.hash
    state.order = entry.order
  }

  /// Makes a batch of the entries that were written since the last one.
  mutating func batch(_ number: UInt64) throws -> [UInt8] {
    var slice = Slice()
    slice.log = state.key.message
    slice.first = first
    slice.entries = entries.map(\.message)
    slice.signature = try key.signHeads([state.hash])[0]
    (first, entries) = (state.next, [])
    return try Coding.encode(
      Frame(
        .batch(
          .with {
            $0.room = RoomID.lobby.data
            $0.number = number
            $0.slices = [slice]
          })))
  }
}

/// Strangers in simulated rooms.
extension SimulatedRooms {
  /// Field 900 with three bytes, which no message has.
  private static let unknownField = Data([0xa2, 0x38, 0x03, 0x61, 0x62, 0x63])

  /// A stranger comes to a node and does something.
  func visit(_ fault: RoomPlan.Fault, _ number: Int) -> Bool {
    guard network.nodes[number].node != nil, pauses[number] == nil, outsiders.count < 3 else {
      return false
    }
    do {
      let link = LinkID(UInt64(1 << 40 + step * 16 + outsiders.count))
      switch fault {
      case .newer:
        var pen = try OutsidersPen(&random)
        try pen.write(newerWords())
        try come(to: number, link, pen)
      case .twins: return try twins(number, link)
      case .meddle:
        var pen = try OutsidersPen(&random)
        // What stands before the making of a record would count for nothing anyway.
        try pen.write(deletes(), after: newestInLobby(of: number))
        try come(to: number, link, pen)
      case .forge:
        let victim = author(Int.random(in: 0..<people, using: &random))
        let log = try network.nodes[number].store.read { reader in
          try reader.room(.lobby).flatMap { try reader.logs($0) }?.first {
            $0.state.key.author == victim
          }
        }
        guard let log else { return false }
        var pen = try OutsidersPen(forging: log.state, &random)
        try pen.write(newerWords())
        try come(to: number, link, pen)
      default: try flood(number, link)
      }
    } catch {
      network.check { throw CheckViolation("outsider", "\(error)") }
    }
    return true
  }

  /// The log that stands highest in a node's lobby.
  private func newestInLobby(of number: Int) throws -> LogState? {
    try network.nodes[number].store.read { reader -> LogState? in
      guard let lobby = try reader.room(.lobby) else { return nil }
      let states: [LogState] = try reader.logs(lobby).map(\.state)
      let whole = states.filter { $0.forkedFrom == nil && $0.next > 1 }
      return whole.max { $0.order < $1.order }
    }
  }

  /// Somebody whose home lives on two machines changes one message on both at once, and each tells another node.
  private func twins(_ number: Int, _ link: LinkID) throws -> Bool {
    let other = (number + 1) % people
    guard network.nodes[other].node != nil, pauses[other] == nil else { return false }
    var pen = try OutsidersPen(&random)
    let nonce = nonce()
    var message = Schema.Operation()
    message.put.nonce = nonce
    message.put.kind = RecordKind.chatMessage.rawValue
    message.put.body = try ChatMessage.with { $0.text = "first" }.serializedData()
    try pen.write([message])
    let first = try pen.batch(1)
    for (offset, victim) in [number, other].enumerated() {
      let link = LinkID(link.number + UInt64(offset) * 8)
      try greet(victim, link, pen.key)
      var change = Schema.Operation()
      change.put.record = RecordID(by: pen.key.author, nonce: nonce).data
      change.put.body = try ChatMessage.with { $0.text = "by \(offset)" }.serializedData()
      var twin = OutsidersPen(pen.key, incarnation: UInt64(offset + 1))
      // The second of the two has not seen what the first one wrote.
      try twin.write([change])
      network.give(victim, [.frame(link, first), .frame(link, try twin.batch(2))])
      outsiders.append(Outsider(link: link, victim: victim, pen: twin))
    }
    dropOutsiders { network.closedOutside.contains($0.link) }
    return true
  }

  private func come(to number: Int, _ link: LinkID, _ pen: OutsidersPen) throws {
    var pen = pen
    try greet(number, link, pen.key)
    network.give(number, [.frame(link, try pen.batch(1))])
    outsiders.append(Outsider(link: link, victim: number, pen: pen))
    dropOutsiders { network.closedOutside.contains($0.link) }
  }

  private func greet(_ number: Int, _ link: LinkID, _ key: SigningKey) throws {
    network.admit(key, to: number, on: link)
    try network.greet(number, on: link, as: "Eve", key)
  }

  /// Links that their node has closed, or that end for another reason.
  func dropOutsiders(where isGone: (Outsider) -> Bool) {
    for outsider in outsiders where isGone(outsider) {
      network.give(outsider.victim, [.linkClosed(outsider.link, reason: "closed")])
    }
    outsiders.removeAll(where: isGone)
  }

  /// Makes operations that a later version may write: a field more, another kind, another operation.
  private func newerWords() throws -> [Schema.Operation] {
    var message = Schema.Operation()
    message.put.nonce = nonce()
    message.put.kind = RecordKind.chatMessage.rawValue
    message.put.body =
      try ChatMessage.with { $0.text = "from the year 2040" }.serializedData() + Self.unknownField
    var other = Schema.Operation()
    other.put.nonce = nonce()
    other.put.kind = 4_711
    other.put.body = Self.unknownField
    var later = Schema.Operation()
    try later.merge(serializedBytes: Data([0xa2, 0x38, 0x02, 0x68, 0x69]))
    return [message, other, later]
  }

  /// Deletes and changes of what others wrote.
  private func deletes() -> [Schema.Operation] {
    posted.filter { $0.room == .lobby }.suffix(8).flatMap { message -> [Schema.Operation] in
      guard let id = Base32.decode(message.id) else { return [] }
      return [
        .with { $0.delete.record = Data(id) },
        .with {
          $0.put.record = Data(id)
          $0.put.body = (try? ChatMessage.with { $0.text = "forged" }.serializedData()) ?? Data()
        },
      ]
    }
  }

  private func nonce() -> Data {
    Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// More than a stranger may leave in the lobby, in bytes or in entries.
  private func flood(_ number: Int, _ link: LinkID) throws {
    var pen = try OutsidersPen(&random)
    quotas.flooders.insert(pen.key.author)
    // What goes over a quota is acknowledged and not kept.
    history.forkers.insert(pen.key.author)
    try greet(number, link, pen.key)
    let isLong = Int.random(in: 0..<4, using: &random) > 0
    let filler = Data(repeating: 7, count: isLong ? 60_000 : 1)
    for batch in 1...(isLong ? 20 : 8) {
      for _ in 0..<(isLong ? 1 : 140) {
        try pen.write([
          .with {
            $0.put.nonce = nonce()
            $0.put.kind = 4_712
            $0.put.body = filler
          }
        ])
      }
      network.give(number, [.frame(link, try pen.batch(UInt64(batch)))])
    }
    outsiders.append(Outsider(link: link, victim: number, pen: pen))
    dropOutsiders { network.closedOutside.contains($0.link) }
  }
}
