import Foundation
import Node
import Replication
import Schema
import Store
import Wire

/// Two to six people who share rooms while links, nodes and clocks fail; then everything heals, and all who share a
/// room must see the same.
///
/// The same seed gives the same run.
public final class SimulatedRooms {
  /// A message that its author's node has said to be posted.
  struct Posted {
    let author: Int
    let room: RoomID
    let id: String
    var text: String
    var isDeleted = false
    /// Its node ended before it could say whether a change was made.
    var isUncertain = false
  }

  let seed: UInt64
  let network: VirtualNetwork
  var random: SeededGenerator
  let people: Int
  let checker = RoomChecker()
  /// What was answered with yes.
  var posted: [Posted] = []
  /// The same of files; only worlds of even seeds have any.
  var shared: [SharedBytes] = []
  /// Who was ever removed from a room, or left it: what it writes may not count.
  var unsteady: [RoomID: Set<Int>] = [:]
  var tally = RoomTally()
  private var restarts: [Int: Int64] = [:]
  private var armed: [Int: Int] = [:]
  private var step = 0
  /// Called with a line for everything that people do and that goes wrong.
  public var trace: ((String) -> Void)?

  /// Plans a world.
  public init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    people = Int.random(in: 2...6, using: &random)
    network = VirtualNetwork(
      seed: seed, delay: 0...([0, 5, 200, 2_000].randomElement(using: &random) ?? 5))
    network.checkers = [SingleHistoryChecker(), checker]
  }

  /// Lets it happen.
  ///
  /// - Returns: what happened.
  /// - Throws: `SimulationFailure`.
  public func run() throws(SimulationFailure) -> RoomTally {
    do {
      try play()
    } catch {
      throw SimulationFailure(seed: seed, step: step, sentence: "\(error)", isRooms: true)
    }
    return tally
  }

  private func play() throws {
    network.crashesAfterCommit = { [unowned self] in dies($0) }
    network.tamper = { [unowned self] passing in
      if let trace, let frame = try? Coding.decode(Frame.self, from: passing.bytes) {
        let text = "\(frame)".split(separator: "\n").dropFirst().prefix(12).joined(separator: " ")
        trace("\(network.now) \(passing.from)->\(passing.to) #\(passing.connection) \(text)")
      }
      return [passing.bytes]
    }
    for number in 0..<people { _ = try network.add("person\(number)") }
    network.startDiscovery()
    network.run(milliseconds: 5_000)
    try trust()
    let steps = Int.random(in: 20...120, using: &random)
    let odds = Int.random(in: 2...12, using: &random)
    while step < steps {
      step += 1
      for (number, at) in restarts.sorted(by: { $0.key < $1.key }) where at <= network.now {
        try restart(number)
      }
      act(Int.random(in: 0..<people, using: &random))
      if Int.random(in: 0..<odds, using: &random) == 0 { inflict() }
      pass()
      if let violation = network.violation { throw violation }
    }
    try heal()
    try compare()
    try compareFiles()
    tally.worlds += 1
  }

  /// Some time, now and then in the middle of an exchange.
  private func pass() {
    if Bool.random(using: &random) {
      for _ in 0..<Int.random(in: 0...12, using: &random) { network.step() }
    } else {
      network.run(milliseconds: Int64.random(in: 0...4_000, using: &random))
    }
  }

  /// Most trust each other, some do not.
  private func trust() throws {
    for one in 0..<people {
      for other in 0..<one where Int.random(in: 0..<6, using: &random) > 0 {
        for (number, peer) in [(one, other), (other, one)] {
          let id = network.nodes[peer].id.description
          _ = try network.command(number) { $0.trustPeer.node = id }.get()
        }
      }
    }
    network.settle()
  }

  private func restart(_ number: Int) throws {
    restarts[number] = nil
    try network.start(number)
    trace?("\(network.now) start \(number)")
  }

  private func goDown(_ number: Int) {
    tally.crashes += 1
    trace?("\(network.now) kill \(number)")
    restarts[number] = network.now + Int64.random(in: 0...60_000, using: &random)
  }

  private func dies(_ number: Int) -> Bool {
    guard let left = armed[number] else { return false }
    armed[number] = left == 0 ? nil : left - 1
    guard left == 0 else { return false }
    goDown(number)
    return true
  }

  private func inflict() {
    let number = Int.random(in: 0..<people, using: &random)
    let other = Int.random(in: 0..<people, using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where network.nodes[number].node != nil:
      network.crash(number)
      goDown(number)
    case 1: armed[number] = Int.random(in: 0...4, using: &random)
    case 2 where number != other:
      tally.partitions += 1
      network.partition(number, other)
      trace?("\(network.now) part \(number) \(other)")
    case 3 where number != other: network.heal(number, other)
    case 4 where number != other: network.cutLinks(number, other)
    case 5 where number != other: network.stall(number, other)
    case 6:
      let year: Int64 = 365 * 86_400_000
      network.wallErrors[number] = Int64.random(in: -year...year, using: &random)
      tally.clockJumps += 1
    default: break
    }
  }

  /// Everything works again; long enough for back-offs, for what silence hides, and for comparisons of all rooms.
  private func heal() throws {
    armed = [:]
    for one in 0..<people {
      for other in 0..<one { network.heal(one, other) }
    }
    for number in restarts.keys.sorted() { try restart(number) }
    network.run(milliseconds: 400_000)
    for checker in network.checkers { network.check { try checker.finished(in: network) } }
    if let violation = network.violation { throw violation }
  }
}

/// What happened in simulated rooms.
public struct RoomTally: Sendable {
  /// Worlds that ended as they should.
  public var worlds = 0
  /// Messages posted, changed, deleted and moved.
  public var posts = 0, edits = 0, deletions = 0, moves = 0
  /// Files shared and deleted, and copies of others that were whole in the end.
  public var files = 0, filesDeleted = 0, copies = 0
  /// Rooms made, and changes of their members by their owners and by themselves.
  public var rooms = 0, added = 0, removed = 0, handedOver = 0, left = 0
  /// What went wrong.
  public var crashes = 0, partitions = 0, clockJumps = 0
  /// Pairs of nodes that had to see the same in a room, and did.
  public var agreements = 0

  /// Nothing yet.
  public init() {}

  /// Adds another tally.
  public mutating func add(_ other: RoomTally) {
    worlds += other.worlds
    posts += other.posts
    edits += other.edits
    deletions += other.deletions
    moves += other.moves
    files += other.files
    filesDeleted += other.filesDeleted
    copies += other.copies
    rooms += other.rooms
    added += other.added
    removed += other.removed
    handedOver += other.handedOver
    left += other.left
    crashes += other.crashes
    partitions += other.partitions
    clockJumps += other.clockJumps
    agreements += other.agreements
  }

  /// All of it on a few lines.
  public var text: String {
    """
    \(worlds) worlds: \(posts) messages posted, \(edits) edited, \(deletions) deleted, \(moves) moved
    \(files) files shared, \(filesDeleted) deleted, \(copies) whole on other nodes
    \(rooms) rooms made, \(added) people added, \(removed) removed, \(handedOver) made owner, \(left) left
    \(crashes) nodes killed, \(partitions) partitions, \(clockJumps) clocks set
    \(agreements) times two nodes saw the same room alike
    """
  }

  /// Whether something never happened, so that less was tested than it seems.
  public var isPoor: Bool {
    [
      posts, edits, deletions, moves, files, filesDeleted, copies, rooms, added, removed,
      handedOver, left, crashes, partitions,
      clockJumps, agreements,
    ].contains(0)
  }
}
