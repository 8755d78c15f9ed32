import Duel
import Feature
import Features
import FoundationEssentials
import Node
import Schema
import Store
import SwiftProtobuf
import Wire

/// Nodes, links and time without a machine: the same seed gives the same run.
///
/// Frames of one direction of a link arrive in order after a random delay. A cut drops what is under
/// way; a crash keeps exactly the committed turns.
public final class VirtualNetwork {
  struct Connection {
    let ends: (Int, Int)
    let links: (LinkID, LinkID)
    var isOpen = (true, true)
    /// Nothing arrives at an end any more, and neither end is told.
    var isStalled = (toFirst: false, toSecond: false)
    var arrives: (Int64, Int64) = (0, 0)

    /// The time at which the last frame of either direction arrives.
    var lastArrival: Int64 { max(arrives.0, arrives.1) }
  }

  /// A node that ends around a frame.
  public struct Ending {
    /// The node.
    public let number: Int
    /// Whether it is before the frame has arrived, or right after.
    public let isBefore: Bool
  }

  enum Event {
    case frame(connection: Int, toFirst: Bool, bytes: [UInt8])
    case closed(LinkID, reason: String)
    case open(from: Int, address: String)
    case way(LinkID, from: Int, address: String)
    case sighted(by: Int, Sighting)
    case lost(by: Int, instance: String)
  }

  let registry: Registry
  /// The nodes, by number.
  public internal(set) var nodes: [VirtualNode] = []
  /// Steady and wall milliseconds.
  public private(set) var now: Int64 = 1_000_000
  /// Looks at every frame before it is sent; what it returns is sent instead, in order.
  public var tamper: ((Passing) -> [[UInt8]])?
  /// Asked after each commit: true ends the node before any output of that turn is carried out.
  public var crashesAfterCommit: ((_ number: Int) -> Bool)?
  /// Asked when a frame arrives: which node ends around it.
  public var aroundFrame: ((_ from: Int, _ to: Int) -> Ending?)?
  /// See everything that is sent and every turn.
  public var checkers: [any Checker] = []
  /// Called with a line for what is not a frame: wakes and dials.
  public var trace: ((String) -> Void)?
  /// The first violation that a checker reported.
  public private(set) var violation: CheckViolation?
  /// By how much the wall clock of a node is wrong, in milliseconds.
  public var wallErrors: [Int: Int64] = [:]
  /// Asked before each commit: true ends the node, with nothing of that turn on disk or told.
  public var crashesBeforeCommit: ((_ number: Int) -> Bool)?
  /// Pairs of nodes that cannot reach each other.
  public internal(set) var partitions: Set<[Int]> = []
  /// Pairs of nodes of which the first sends into the void.
  public internal(set) var oneWays: Set<[Int]> = []
  /// Nodes to which a firewall lets nobody in.
  public var firewalls: Set<Int> = []
  /// The port of the first node; each other one has the next.
  public var firstPort: UInt16 = 1
  /// Nodes that are stopped in their tracks: what comes for them waits.
  public internal(set) var paused: Set<Int> = []
  #if DEBUG
    /// The bugs planted in nodes, and in their duels, by the node's number; to be set before the node is added.
    public var planted: [Int: PlantedBug] = [:], plantedInDuels: [Int: DuelBug] = [:]
  #endif
  /// Whether nodes see each other through DNS-SD.
  public internal(set) var isDiscoveryUp = false
  /// Frames sent to links that no node opened, for tests that are such a peer themselves.
  public internal(set) var sentOutside: [(from: Int, link: LinkID, frame: [UInt8])] = []

  /// Links that no node opened and that a node has closed.
  public internal(set) var closedOutside: Set<LinkID> = []

  var random: SeededGenerator
  var connections: [Connection] = []
  /// Frames on links that a node does not read for now.
  var unread: [Unread] = []
  private let seed: UInt64
  private var queue: [(at: Int64, order: UInt64, event: Event)] = []
  private var order: UInt64 = 0
  private var nextLink: UInt64 = 1
  var originals: [Int: Int] = [:]
  private var answers: [UInt64: Result<any Message, Refused>] = [:]
  private var nextCommand: UInt64 = 1
  private let delay: ClosedRange<Int64>
  /// A node that is well answers a command sooner.
  private static let commandMilliseconds: Int64 = 30_000
  private let claimMilliseconds: Int64
  /// The most that others may have a node write, for the nodes that start from now on.
  public var writeRates = WriteRates()
  /// The size of a batch of entries to a paired peer, in bytes, for the nodes that start from now on.
  public var batchBytes = Limits.batchPaired
  /// A room of so many entries and operations is made again within a turn, for the nodes that start from now on.
  public var rebuildWork = 500

  /// Makes an empty network.
  ///
  /// - Parameters:
  ///   - delay: milliseconds that a frame travels.
  ///   - registry: the features of its nodes.
  public init(
    seed: UInt64, delay: ClosedRange<Int64> = 0...5, claimMilliseconds: Int64 = 60_000,
    registry: Registry = .parlor
  ) {
    self.seed = seed
    self.registry = registry
    self.delay = delay
    self.claimMilliseconds = claimMilliseconds
    random = SeededGenerator(seed: seed)
  }

  /// Adds a node and starts it.
  ///
  /// - Parameter store: what it has stored before; nil for an empty store.
  /// - Returns: its number.
  /// - Throws: `StoreError`.
  public func add(_ name: String, store: Store? = nil) throws -> Int {
    nodes.append(VirtualNode(name: name, store: try store ?? Store(registry(of: nodes.count))))
    try start(nodes.count - 1)
    return nodes.count - 1
  }

  /// Adds and starts a node that has the key and the store of another one, as somebody does who copies a home.
  ///
  /// - Returns: its number.
  /// - Throws: `StoreError`.
  public func addCopy(of number: Int) throws -> Int {
    nodes.append(try VirtualNode(copyOf: nodes[number]))
    originals[nodes.count - 1] = number
    try start(nodes.count - 1)
    return nodes.count - 1
  }

  /// Starts a node that is down.
  ///
  /// - Throws: `StoreError`.
  public func start(_ number: Int) throws {
    guard nodes[number].node == nil else { return }
    nodes[number].lives += 1
    nodes[number].live = LiveTables()
    let source = SeededGenerator(
      seed: seed &* 1_000_003 &+ UInt64(number) &* 7919 &+ nodes[number].lives)
    var configuration = NodeConfiguration(
      node: nodes[number].id, defaultName: nodes[number].name,
      port: firstPort + UInt16(truncatingIfNeeded: number),
      run: nodes[number].lives << 32 | UInt64(number),
      claimMilliseconds: claimMilliseconds)
    configuration.batchBytes = batchBytes
    configuration.rebuildWork = rebuildWork
    configuration.writeRates = writeRates
    #if DEBUG
      configuration.planted = planted[number]
    #endif
    nodes[number].node = try Node(
      configuration: configuration, store: nodes[number].store, random: RandomSource(source))
    nodes[number].mailbox = [.discovery(problem: isDiscoveryUp ? nil : "DNS-SD is not there.")]
    for checker in checkers { check { try checker.started(number, in: self) } }
    turn(number)
    if isDiscoveryUp { sight(number) }
  }

  /// Opens a link as if the first had dialled the second.
  public func connect(_ from: Int, _ to: Int) {
    schedule(.open(from: from, address: address(of: to)))
    settle()
  }

  /// Calls a method, runs until it is answered, and returns the response.
  public func call<Request, Response>(
    _ number: Int, _ method: Method<Request, Response>,
    _ fill: (inout Request) throws -> Void = { _ in }
  ) rethrows -> Result<Response, Refused> {
    var request = Request()
    try fill(&request)
    return perform(number, Call(method, request)).map { $0 as? Response ?? Response() }
  }

  /// Keeps bytes for a command.
  ///
  /// - Returns: their id in base32.
  /// - Throws: `Refused`.
  public func keep(_ number: Int, _ content: Data) throws -> String {
    try call(number, Node.keepBlob) { $0.content = content }.get().blob
  }

  /// Makes a call, runs until it is answered, and returns the response.
  public func perform(_ number: Int, _ call: Call) -> Result<any Message, Refused> {
    let id = nextCommand
    nextCommand += 1
    nodes[number].mailbox.append(.command(CommandID(id), call))
    turn(number)
    let end = now + Self.commandMilliseconds
    while answers[id] == nil, nodes[number].node != nil, step(until: end) {}
    return answers.removeValue(forKey: id)
      ?? .failure(Refused(.unavailable, "the node is down"))
  }

  /// Lets a node take inputs directly, as the shell would give them.
  public func give(_ number: Int, _ inputs: [Input]) {
    nodes[number].mailbox += inputs
    turn(number)
  }

  /// Delivers everything that is due at this moment or under way, without letting longer waits pass.
  public func settle(limit: Int = 100_000) {
    var count = 0
    while let next = queue.first, count < limit {
      now = max(now, next.at)
      deliverNext()
      count += 1
    }
  }

  /// Delivers one event or lets the next wait pass.
  ///
  /// - Returns: false when nothing at all is to come before `until`.
  @discardableResult
  public func step(until: Int64 = .max) -> Bool {
    let wake = nodes.indices.compactMap { number in
      nodes[number].node == nil || paused.contains(number)
        ? nil : nodes[number].wakeAt.map { (at: $0, number: number) }
    }.min { ($0.at, $0.number) < ($1.at, $1.number) }
    if let held = unread.map(\.until).min(), held <= min(queue.first?.at ?? .max, wake?.at ?? .max)
    {
      guard held <= until else { return false }
      now = max(now, held)
      readAgain()
      return true
    }
    if let next = queue.first, next.at <= wake?.at ?? .max {
      guard next.at <= until else { return false }
      now = max(now, next.at)
      deliverNext()
      return true
    }
    guard let wake, wake.at <= until else { return false }
    now = max(now, wake.at)
    trace?("\(now) wake \(wake.number)")
    nodes[wake.number].mailbox.append(.wake)
    turn(wake.number)
    return true
  }

  /// Lets virtual time pass.
  public func run(milliseconds: Int64) {
    let end = now + milliseconds
    while step(until: end) {}
    now = end
    for number in nodes.indices where nodes[number].node != nil {
      nodes[number].mailbox.append(.wake)
      turn(number)
    }
    settle()
  }

  /// Notes what a checker throws, if nothing was noted before.
  public func check(_ body: () throws -> Void) {
    do {
      try body()
    } catch let found as CheckViolation {
      if violation == nil { violation = found }
    } catch {
      if violation == nil { violation = CheckViolation("network", "\(error)") }
    }
  }

  private func deliverNext() {
    let (_, _, event) = queue.removeFirst()
    switch event {
    case .frame(let index, let toFirst, let bytes): deliver(bytes, on: index, toFirst: toFirst)
    case .closed(let link, let reason): finishClosing(link, reason: reason)
    case .open(let from, let address):
      trace?("\(now) \(from) dials \(address)")
      open(from: from, address: address)
    case .way(let link, let from, let address): tryWay(link, from: from, address)
    case .sighted(let by, let sighting): give(by, [.discovered(sighting)])
    case .lost(let by, let instance): give(by, [.lost(instance: instance)])
    }
  }

  private func open(from: Int, address: String) {
    guard nodes[from].node != nil else { return }
    guard let to = nodes.indices.first(where: { self.address(of: $0) == address }),
      nodes[to].node != nil, !isParted(from, to), !firewalls.contains(to)
    else {
      give(from, [.dialFailed(address: address, reason: "connection refused")])
      return
    }
    let links = (LinkID(nextLink), LinkID(nextLink + 1))
    nextLink += 2
    connections.append(Connection(ends: (from, to), links: links, arrives: (now, now)))
    let dialler = LinkPeer(node: nodes[to].id.bytes, address: address, dialled: true)
    let listener = LinkPeer(
      node: nodes[from].id.bytes, address: "10.0.0.\(from + 1):50000", dialled: false)
    give(from, [.linkOpened(links.0, dialler)])
    give(to, [.linkOpened(links.1, listener)])
  }

  func turn(_ number: Int) {
    guard let node = nodes[number].node, !paused.contains(number) else { return }
    let inputs = nodes[number].mailbox
    nodes[number].mailbox = []
    let wall = 1_700_000_000_000 + now + (wallErrors[number] ?? 0)
    let isLost = crashesBeforeCommit?(number) == true
    #if DEBUG
      node.losesPower = isLost
    #else
      if isLost { return crash(number) }
    #endif
    let result = node.turn(inputs, at: Moment(steady: now, wall: wall))
    if isLost {
      // An honest node has told nothing.
      for case .send(let link, let bytes) in result.outputs { send(bytes, on: link, from: number) }
      return crash(number)
    }
    nodes[number].wakeAt = result.wakeAt
    if let problem = node.fatalProblem {
      check { throw CheckViolation("storage", "node \(number) had to stop: \(problem)") }
    }
    if crashesAfterCommit?(number) == true {
      crash(number)
      return
    }
    for checker in checkers {
      check { try checker.turned(number, inputs, result.outputs, in: self) }
    }
    for case .publish(let change) in result.outputs { nodes[number].live.take(change) }
    for output in result.outputs { perform(output, of: number) }
  }

  private func perform(_ output: Output, of number: Int) {
    switch output {
    case .send(let link, let bytes): send(bytes, on: link, from: number)
    case .established(let link, let trust): nodes[number].trusts[link] = trust
    case .close(let link, let reason): close(link, reason: reason)
    case .dial(let address, let purpose):
      nodes[number].dials.append((address, purpose))
      schedule(.open(from: number, address: address))
    case .tryWay(let link, let address): schedule(.way(link, from: number, address: address))
    case .answer(let id, let result): answers[id.number] = result
    case .publish(let change):
      nodes[number].changes.append(change)
      if case .table(let view)? = change.what { nodes[number].published[view.id] = view }
    case .advertise(let advertisement): nodes[number].advertisement = advertisement
    case .notify(let call): nodes[number].calls.append(call)
    case .engage(let links): nodes[number].engaged = links
    case .expect(let addresses): nodes[number].expected = addresses
    case .renewSecurity: nodes[number].securityRenewals += 1
    }
  }

  private func send(_ bytes: [UInt8], on link: LinkID, from number: Int) {
    guard let index = index(of: link) else {
      sentOutside.append((number, link, bytes))
      return
    }
    let connection = connections[index]
    let toFirst = connection.links.1 == link
    guard toFirst ? connection.isOpen.1 : connection.isOpen.0 else { return }
    let to = toFirst ? connection.ends.0 : connection.ends.1
    let passing = Passing(from: number, to: to, connection: index, bytes: bytes)
    for checker in checkers { check { try checker.sent(passing, in: self) } }
    for frame in tamper?(passing) ?? [bytes] {
      let arrival = now + Int64.random(in: delay, using: &random)
      let at = max(arrival, toFirst ? connections[index].arrives.0 : connections[index].arrives.1)
      if toFirst { connections[index].arrives.0 = at } else { connections[index].arrives.1 = at }
      insert(.frame(connection: index, toFirst: toFirst, bytes: frame), at: at)
    }
  }

  func index(of link: LinkID) -> Int? {
    connections.lastIndex { $0.links.0 == link || $0.links.1 == link }
  }

  func schedule(_ event: Event, after: Int64 = 0) {
    insert(event, at: max(after, now + Int64.random(in: delay, using: &random)))
  }

  func insert(_ event: Event, at: Int64) {
    order += 1
    let place = queue.lastIndex { ($0.at, $0.order) < (at, order) }.map { $0 + 1 } ?? 0
    queue.insert((at, order, event), at: place)
  }
}
