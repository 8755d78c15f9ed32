import FoundationEssentials
import Identifiers
import Schema
import Wire

/// No honest author signs two entries with one sequence, whatever happened to its node; and what was
/// said to a peer, in an entry or in an acknowledgement, is on disk and stays there.
///
/// It reads every batch on the wire and hashes the entries itself.
public final class SingleHistoryChecker: Checker {
  /// The batches of a room that one side of a connection sends.
  private struct Stream: Hashable {
    let connection: Int
    let sender: Int
    let room: Data
  }

  private struct BatchName: Hashable {
    let stream: Stream
    let number: UInt64
  }

  private var hashes: [LogPlace: EntryHash] = [:]
  private var batches: [BatchName: [LogPlace]] = [:]
  /// The position that the receiver of batches reported last, and the time at which it did.
  private var standings: [Stream: (time: Int64, have: Have)] = [:]
  /// The authors who sign two histories on purpose, or by a mistake that a node cannot mend; nobody answers for their entries.
  var forkers: Set<Author> = []
  /// Nodes in whose name batches were made up that went by nobody who reads them here; their number is `madeUpNumber`.
  var forgers: Set<Int> = []
  /// The number of batches that are made up, which those of a node may have as well: an acknowledgement of it vouches for neither.
  static let madeUpNumber: UInt64 = 1
  /// By node, what it has vouched for.
  private var promised: [Int: Set<LogPlace>] = [:]

  /// Entries seen on the wire so far, each counted once.
  public var entryCount: Int { hashes.count }

  /// A checker that has seen nothing.
  public init() {}

  /// A node has lost what it had stored, as when a backup is brought back.
  func forget(_ number: Int) { promised[number] = nil }

  /// Reads a batch or an acknowledgement.
  public func sent(_ passing: Passing, in network: VirtualNetwork) throws {
    guard let frame = try? Coding.decode(Frame.self, from: passing.bytes) else {
      throw CheckViolation("single history", "node \(passing.from) sent what is no frame")
    }
    switch frame.body {
    case .batch(let batch)?:
      let places = try batch.slices.flatMap { try read($0, room: batch.room) }
      let stream = Stream(
        connection: passing.connection, sender: passing.from, room: batch.room)
      batches[BatchName(stream: stream, number: batch.number)] = places
      try promise(places, by: passing.from, in: network)
      if batch.acknowledged > 0 {
        try acknowledged(batch.acknowledged, of: batch.room, passing, in: network)
      }
    case .have(let have)?:
      let stream = Stream(connection: passing.connection, sender: passing.to, room: have.room)
      standings[stream] = (network.now, have)
    case .acknowledge(let acknowledge)?:
      try acknowledged(acknowledge.number, of: acknowledge.room, passing, in: network)
    default: break
    }
  }

  /// Whether a receiver that found a gap in a batch said with its acknowledgement that it lacks an entry (specification section 6).
  private func isExcused(_ place: LogPlace, by have: Have) -> Bool {
    let position = have.positions.first { LogKey($0.log) == place.log }
    return place.sequence >= position?.next ?? 1
  }

  /// Of strangers in the lobby a node keeps what it allows them, and says nothing about the rest; and it passes over those who
  /// have no part in a private room.
  private func ofStrangers(
    _ places: [LogPlace], at number: Int, in network: VirtualNetwork
  ) throws -> Set<LogPlace> {
    guard let room = places.first?.room else { return [] }
    return try network.nodes[number].store.read { reader in
      guard room == .lobby else {
        let members = try reader.people(of: room)
        return Set(places.filter { members?.knows($0.log.author) == false })
      }
      let trusted = Set(try reader.peers().map(\.view).filter(\.paired).flatMap(\.authors))
      return Set(places.filter { !trusted.contains($0.log.author) })
    }
  }

  private func acknowledged(
    _ number: UInt64, of room: Data, _ passing: Passing, in network: VirtualNetwork
  ) throws {
    if number == Self.madeUpNumber, forgers.contains(passing.to) { return }
    let stream = Stream(connection: passing.connection, sender: passing.to, room: room)
    guard var places = batches[BatchName(stream: stream, number: number)] else {
      throw CheckViolation(
        "single history", "node \(passing.from) acknowledged a batch that was never sent")
    }
    if let standing = standings[stream], standing.time == network.now {
      places.removeAll { isExcused($0, by: standing.have) }
    }
    let unpromised = try ofStrangers(places, at: passing.from, in: network)
    let lacking = Set(try lacking(unpromised, passing.from, in: network))
    places.removeAll { lacking.contains($0) }
    try promise(places, by: passing.from, in: network)
  }

  /// Looks for all that the node ever vouched for.
  public func started(_ number: Int, in network: VirtualNetwork) throws {
    try holds(promised[number] ?? [], number, in: network)
  }

  /// The same of every node.
  public func finished(in network: VirtualNetwork) throws {
    for (number, places) in promised { try holds(places, number, in: network) }
  }

  private func read(_ slice: Slice, room: Data) throws -> [LogPlace] {
    guard let room = RoomID(room), let log = LogKey(slice.log) else {
      throw CheckViolation("single history", "a batch without room or log was sent")
    }
    if forkers.contains(log.author) { return [] }
    var place = LogPlace(room: room, log: log, sequence: slice.first)
    var places: [LogPlace] = []
    for entry in slice.entries {
      var before = place
      before.sequence -= 1
      let previous = before.sequence == 0 ? EntryHash.zero : hashes[before]
      guard let previous else {
        throw CheckViolation(
          "single history", "entry \(place.sequence) was sent before the one it follows")
      }
      let payloadHash = Bytes32(entry.payloadHash) ?? Hashing.payload(entry.payload)
      let hash = Hashing.entry(
        place, previous: previous, payloadHash: payloadHash, header: entry.header)
      if let known = hashes[place], known != hash {
        throw CheckViolation(
          "single history", "two entries \(place.sequence) of log \(log.author) were sent")
      }
      hashes[place] = hash
      places.append(place)
      place.sequence += 1
    }
    return places
  }

  private func promise(
    _ places: [LogPlace], by number: Int, in network: VirtualNetwork
  ) throws {
    let new = Set(places).subtracting(promised[number] ?? [])
    guard !new.isEmpty else { return }
    promised[number, default: []].formUnion(new)
    try holds(new, number, in: network)
  }

  private func holds(
    _ places: Set<LogPlace>, _ number: Int, in network: VirtualNetwork
  ) throws {
    guard let place = try lacking(places, number, in: network).first else { return }
    throw CheckViolation(
      "single history",
      "node \(number) vouched for entry \(place.sequence) of log \(place.log.author) in room \(place.room) and does not hold it"
    )
  }

  /// Returns the places whose entries a node does not hold as they were seen on the wire.
  private func lacking(
    _ places: Set<LogPlace>, _ number: Int, in network: VirtualNetwork
  ) throws -> [LogPlace] {
    try network.nodes[number].store.read { reader in
      try Dictionary(grouping: places, by: \.room).flatMap { room, places in
        let logs = try reader.room(room).map { try reader.logs($0) } ?? []
        return try places.filter { place in
          guard !forkers.contains(place.log.author) else { return false }
          let log = logs.first { $0.state.key == place.log }
          let known = try log.flatMap {
            try reader.known(log: $0.number, sequence: place.sequence)
          }
          return known == nil || known?.hash != hashes[place]
        }
      }
    }
  }
}
