import Feature
import Features
import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// Some people who share rooms while links, nodes, disks and clocks fail and strangers do their worst; then everything
/// heals, and all who share a room must see the same.
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
    /// Whether its node ended before it could say whether a change was made.
    var isUncertain = false
    /// Whether its node went back to a disk of before.
    var mayBeLost = false
  }

  let seed: UInt64
  let plan: RoomPlan
  let network: VirtualNetwork
  var random: SeededGenerator
  var people: Int { plan.people }
  let checker = RoomChecker()
  let history = SingleHistoryChecker()
  let quotas = QuotaChecker()
  /// The messages whose posting was answered with yes.
  var posted: [Posted] = []
  /// The people who were ever removed from a room, or left it: their entries may not count.
  var unsteady: [RoomID: Set<Int>] = [:]
  /// Pairs of people who have paired while the world went on.
  var compared: Set<Set<Int>> = []
  /// Rooms in which a disk that came back may have changed who counts.
  var doubtful: Set<RoomID> = []
  var tally = RoomTally()
  var restarts: [Int: Int64] = [:]
  /// The times at which a paused node runs again, and at which a full disk has room again.
  var pauses: [Int: Int64] = [:]
  var shortages: [Int: Int64] = [:]
  /// Nodes that end after so many more commits, and before so many.
  var armed: [Int: Int] = [:]
  var doomed: [Int: Int] = [:]
  var backups: [Int: Store] = [:]
  /// The people who start next on an earlier state of their disk, and write at once.
  var comingBack: Set<Int> = []
  /// The time at which each isolated node can be reached again by the others.
  var isolations: [Int: Int64] = [:]
  /// Nodes that lie at a table when they start next, and the tables at which lies were told.
  var cheats: [Int: RoomID] = [:]
  var crooked: Set<RoomID> = []
  /// The people who have played on an earlier state of their disk: their matches may not end as they should.
  var turnedBack: Set<Int> = []
  var isLying = false
  var outsiders: [Outsider] = []
  var isFlooded: Bool { quotas.flooders.isEmpty == false }
  var step = 0
  private let cuts: RoomCuts
  /// The features that people use, each with its place among all, from which its numbers follow.
  let acts: [(place: UInt64, acts: any FeatureActs)]
  /// The option that lets people do nothing else than here; nil where they do everything.
  private let only: String?
  private let usurpers: Usurpers
  private let erasers: Erasers
  /// The parts that happened, for runs that leave parts out.
  public private(set) var parts: [RoomCuts.Part] = []
  /// Milliseconds of the world's own time.
  public var simulatedMilliseconds: Int64 { network.now - 1_000_000 }
  let hasRosters: Bool
  /// Called with a line for everything that people do and that goes wrong.
  public var trace: ((String) -> Void)?
  /// Called with a line for every frame.
  public var traceFrames: ((String) -> Void)?

  /// Plans a world.
  ///
  /// - Parameters:
  ///   - nodes: how many people there are; nil lets the seed decide, 2 to 6.
  ///   - cuts: what does not happen.
  ///   - registry: the features of the nodes.
  ///   - acts: what people may do with them.
  ///   - hasRosters: whether the private rooms have rosters, and owners name heirs.
  public init(
    seed: UInt64, nodes: Int? = nil, cuts: RoomCuts = RoomCuts(), registry: Registry = .parlor,
    hasRosters: Bool = false,
    acts: [any FeatureActs.Type] = SimulatedRooms.parlorActs
  ) {
    self.seed = seed
    self.cuts = cuts
    self.hasRosters = hasRosters
    self.acts = acts.enumerated().compactMap { place, type in
      type.init(seed: seed).map { (UInt64(place), $0) }
    }
    tally.expect(acts.flatMap { $0.counts })
    let isDuels = acts.contains { $0 == EagerDuelActs.self }
    only = acts.contains { $0 == EagerDeckActs.self } ? "cards" : isDuels ? "duels" : nil
    usurpers = Usurpers(seed: seed)
    erasers = Erasers(seed: seed)
    random = SeededGenerator(seed: seed)
    plan = RoomPlan(random: &random, nodes: nodes)
    network = VirtualNetwork(seed: seed, delay: 0...plan.delay, registry: registry)
    network.batchBytes = Self.batchBytes(seed: seed)
    network.rebuildWork = Self.rebuildWork(seed: seed)
    network.checkers = [history, checker, quotas, RebuildChecker()]
  }

  /// The acts of people with the features of Parlor. New ones come last, as the numbers of each follow from its place.
  public static var parlorActs: [any FeatureActs.Type] {
    [
      EventActs.self, FileActs.self, DeckActs.self, TournamentActs.self, DrawingActs.self,
      WarActs.self, DuelActs.self,
    ]
  }

  /// The acts of people who only play duels, as they do in every world.
  public static var duelActs: [any FeatureActs.Type] { [EagerDuelActs.self] }

  /// The acts of people who only trade cards, as they do in every world.
  public static var cardActs: [any FeatureActs.Type] { [EagerDeckActs.self] }

  /// The same with one of them who settles trades again, the other way.
  public static var lyingCardActs: [any FeatureActs.Type] { [LyingDeckActs.self] }

  /// People who introduce each other, some of them as others than they are.
  public static var lyingFriendActs: [any FeatureActs.Type] { [LyingFriendActs.self] }

  /// Draws the size of a batch, in bytes. In some worlds a batch holds hardly more than one entry, as if much was said meanwhile: then
  /// every state between two entries is seen.
  static func batchBytes(seed: UInt64) -> Int {
    var random = SeededGenerator(seed: seed &+ 0x6261_7463_6873)
    return [1, 600, Limits.batchPaired, Limits.batchPaired, Limits.batchPaired]
      .randomElement(using: &random) ?? 1
  }

  /// The size of a room that is made again within a turn. In some worlds hardly any is: then everything happens that can while a
  /// room is made again.
  static func rebuildWork(seed: UInt64) -> Int {
    var random = SeededGenerator(seed: seed &+ 0x736c_6963_6573)
    return [1, 3, 10, 500, 500, 500].randomElement(using: &random) ?? 1
  }

  /// Lets it happen.
  ///
  /// - Returns: what happened.
  /// - Throws: `SimulationFailure`.
  public func run() throws(SimulationFailure) -> RoomTally {
    do {
      try play()
    } catch {
      throw SimulationFailure(
        seed: seed, step: step, sentence: "\(error)", isRooms: true, only: only,
        nodes: people)
    }
    return tally
  }

  private func play() throws {
    network.crashesAfterCommit = { [unowned self] in dies($0) }
    network.crashesBeforeCommit = { [unowned self] in fails($0) }
    network.tamper = { [unowned self] in distort($0) }
    for number in 0..<people {
      network.wallErrors[number] = plan.skews[number]
      _ = try network.add("person\(number)")
    }
    for pair in plan.apart.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      network.partition(pair[0], pair[1])
    }
    network.startDiscovery()
    network.run(milliseconds: 5_000)
    try trust()
    for number in 0..<people { backups[number] = try network.nodes[number].store.copy() }
    while step < plan.steps {
      step += 1
      try resume()
      happen(isFault: false) {
        act(Int.random(in: 0..<people, using: &random))
        actOnFeatures()
      }
      happen(isFault: true) {
        if Int.random(in: 0..<plan.odds, using: &random) == 0 { inflict() }
        usurpers.act(in: self)
        erasers.act(in: self)
      }
      random = generator(2)
      pass()
      if let violation = network.violation { throw violation }
    }
    try heal()
    try compare()
    for (_, acts) in acts { try acts.check(self) }
    try compareTables()
    try usurpers.check(self)
    try erasers.check(self)
    try countForks()
    tally.worlds += 1
    tally.apart += plan.apart.count
  }

  /// Lets something happen, unless it is left out. What it is follows from the seed and the step alone, so that the rest
  /// stays as it is.
  private func happen(isFault: Bool, _ body: () -> Void) {
    let part = RoomCuts.Part(step: step, isFault: isFault)
    guard !cuts.parts.contains(part) else { return }
    random = generator(isFault ? 1 : 0)
    parts.append(part)
    body()
  }

  func generator(_ part: UInt64, _ place: UInt64 = 0) -> SeededGenerator {
    var mixed = SeededGenerator(
      seed: seed &* 0x9e37_79b9 &+ UInt64(step) &* 4 &+ part &+ place << 32)
    return SeededGenerator(seed: mixed.next())
  }

  /// Ends the faults whose time is over.
  private func resume() throws {
    for (number, at) in restarts.sorted(by: { $0.key < $1.key }) where at <= network.now {
      try restart(number)
    }
    for (number, at) in pauses.sorted(by: { $0.key < $1.key }) where at <= network.now {
      pauses[number] = nil
      network.goOn(number)
    }
    for (number, at) in shortages.sorted(by: { $0.key < $1.key }) where at <= network.now {
      try makeRoom(number)
    }
    for (number, at) in isolations.sorted(by: { $0.key < $1.key }) where at <= network.now {
      rejoin(number)
    }
    dropOutsiders { network.closedOutside.contains($0.link) }
  }

  /// Some time, now and then in the middle of an exchange.
  private func pass() {
    if Bool.random(using: &random) {
      for _ in 0..<Int.random(in: 0...12, using: &random) { network.step() }
    } else {
      network.run(milliseconds: Int64.random(in: 0...4_000, using: &random))
    }
  }

  /// Most trust each other, some do not; and some share a room already.
  private func trust() throws {
    for one in 0..<people {
      for other in 0..<one where Int.random(in: 0..<6, using: &random) > 0 {
        for (number, peer) in [(one, other), (other, one)] {
          let id = network.nodes[peer].id.description
          _ = try network.call(number, Methods.Peers.trust) { $0.node = id }.get()
        }
      }
    }
    network.settle()
    for _ in 0..<plan.rooms { make(Int.random(in: 0..<people, using: &random)) }
  }

  func restart(_ number: Int) throws {
    restarts[number] = nil
    try makeRoom(number)
    if let table = cheats.removeValue(forKey: number) { try tellLie(number, at: table) }
    try network.start(number)
    trace?("\(network.now) start \(number)")
    if comingBack.remove(number) != nil { speakAtOnce(number) }
  }

  func makeRoom(_ number: Int) throws {
    guard shortages.removeValue(forKey: number) != nil else { return }
    try network.nodes[number].store.setFull(false)
    trace?("\(network.now) room \(number)")
  }

  /// Everything works again; long enough for back-offs, for what silence hides, and for comparisons of all rooms.
  private func heal() throws {
    trace?("\(network.now) heal")
    (armed, doomed, isolations, isLying) = ([:], [:], [:], false)
    dropOutsiders { _ in true }
    if let clone { network.crash(clone) }
    for one in 0..<people {
      for other in 0..<one where !plan.apart.contains([other, one]) { network.heal(one, other) }
    }
    for number in shortages.keys.sorted() { try makeRoom(number) }
    for number in pauses.keys.sorted() { network.goOn(number) }
    pauses = [:]
    for number in restarts.keys.sorted() { try restart(number) }
    network.startDiscovery()
    // Who is to play hears of it when the links are back.
    for _ in 0..<4 {
      for number in 0..<people {
        goOnAtTables(number, isBeginning: false)
        let person = ActingPerson(world: self, number: number, room: .lobby)
        for (_, acts) in acts where person.isRunning { acts.finish(person) }
      }
      network.run(milliseconds: 100_000)
    }
    for checker in network.checkers { network.check { try checker.finished(in: network) } }
    if let violation = network.violation { throw violation }
  }
}
