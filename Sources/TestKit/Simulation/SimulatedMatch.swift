import Node
import Schema
import Store
import WarSchema
import Wire

/// One match between two nodes while everything goes wrong, then until all is well (habit 6 of the
/// design: first safety, then heal and demand convergence).
///
/// The same seed gives the same run, step by step.
public final class SimulatedMatch {
  /// Steps until a healed network must have brought the match to its end.
  private static let healingSteps = 60_000
  static let host = 0
  static let joiner = 1
  static let stranger = 2

  let seed: UInt64
  let plan: SimulationPlan
  let network: VirtualNetwork
  var random: SeededGenerator
  var tally = SimulationTally()
  /// Called with a line for everything that is done and sent.
  public var trace: ((String) -> Void)? {
    didSet { network.trace = trace }
  }

  var step = 0
  var isHealing = false
  /// The time at which each node that is down starts again.
  var restarts: [Int: Int64] = [:]
  /// Nodes that end after so many more commits, and before so many.
  var armed: [Int: Int] = [:]
  var doomed: [Int: Int] = [:]
  /// The times at which a paused node runs again, and at which a full disk has room again.
  var pauses: [Int: Int64] = [:]
  var shortages: [Int: Int64] = [:]
  /// Milliseconds of the match's own time.
  public var simulatedMilliseconds: Int64 { network.now - 1_000_000 }
  /// The time at which the present partition heals.
  var partitionEnds: Int64?
  /// The players who have sat down since their node started.
  var attending: Set<Int> = []
  /// The players who have left on purpose, each with the time at which they did.
  var away: [Int: Int64] = [:]
  var declinesLeft: Int
  var history: [Int: [[UInt8]]] = [:]
  private let rebuild = RebuildChecker()
  private let agreement = AgreementChecker()

  /// Plans a match.
  public init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    plan = SimulationPlan(random: &random)
    declinesLeft = plan.declines
    network = VirtualNetwork(
      seed: seed, delay: 0...plan.delay,
      claimMilliseconds: plan.isClaiming ? 20_000 : 60_000)
    network.checkers = [
      SingleHistoryChecker(), SecretLinkChecker(), rebuild, agreement, PatienceChecker(),
      AnyOrderChecker(seed: seed), ExportChecker(seed: seed),
    ]
  }

  /// Plays it.
  ///
  /// - Returns: what happened.
  /// - Throws: `SimulationFailure`.
  public func run() throws(SimulationFailure) -> SimulationTally {
    do {
      try play()
    } catch {
      throw SimulationFailure(seed: seed, step: step, sentence: "\(error)")
    }
    return tally
  }

  private func play() throws {
    network.tamper = { [unowned self] in distort($0) }
    network.crashesAfterCommit = { [unowned self] in dies($0) }
    network.crashesBeforeCommit = { [unowned self] in fails($0) }
    for name in plan.hasStranger ? ["Ada", "Bob", "Cyd"] : ["Ada", "Bob"] {
      _ = try network.add(name)
    }
    if plan.isTyped { typeAddresses() } else { network.startDiscovery() }
    while step < plan.faultSteps {
      try advance()
      // Wars are rare and short, so trouble is sent there.
      let odds = isInWar ? min(8, plan.stepsPerFault) : plan.stepsPerFault
      if Int.random(in: 0..<odds, using: &random) == 0 { inflict() }
    }
    try heal()
    while !isOver {
      guard step < plan.faultSteps + Self.healingSteps else {
        throw CheckViolation("healing", "the match does not end: \(summary)")
      }
      try advance()
    }
    // Long enough for the last acknowledgements and a comparison of the rooms.
    network.run(milliseconds: 130_000)
    for checker in network.checkers { network.check { try checker.finished(in: network) } }
    network.check { try compareEnds() }
    if let violation = network.violation { throw violation }
    countEnd()
  }

  /// One event of the network, and perhaps a person's doing.
  private func advance() throws {
    step += 1
    for (number, at) in restarts.sorted(by: { $0.key < $1.key }) where at <= network.now {
      try restart(number)
    }
    if let end = partitionEnds, end <= network.now { endPartition() }
    try endTroubles(by: network.now)
    if Int.random(in: 0..<3, using: &random) == 0 {
      let number = Int.random(in: 0..<network.nodes.count, using: &random)
      try act(number)
    }
    if !network.step(until: network.now + 10_000) { network.run(milliseconds: 1_000) }
    if let violation = network.violation { throw violation }
  }

  func restart(_ number: Int) throws {
    restarts[number] = nil
    if shortages.removeValue(forKey: number) != nil {
      try network.nodes[number].store.setFull(false)
    }
    trace?("start \(number)")
    try network.start(number)
  }

  private func heal() throws {
    trace?("heal")
    isHealing = true
    network.tamper = trace == nil ? nil : { [unowned self] in distort($0) }
    (armed, doomed) = ([:], [:])
    try endTroubles(by: .max)
    for number in restarts.keys.sorted() { try restart(number) }
    endPartition()
    if !plan.isTyped, !network.isDiscoveryUp { network.startDiscovery() }
    // A replayed word about who is at the table stays believed until the next link.
    if plan.framesPerReplay > 0 { network.cutLinks(Self.host, Self.joiner) }
  }

  private func typeAddresses() {
    for number in network.nodes.indices where number != Self.host {
      _ = network.call(number, Methods.Peers.add) { $0.address = network.address(of: Self.host) }
    }
  }

  /// The tables of a node, newest first.
  func tables(_ number: Int) -> [TableView] {
    (try? network.nodes[number].tables()) ?? []
  }

  /// The table that matters: the host's newest one.
  var table: TableView? { tables(Self.host).first { $0.seat == .host } }

  /// The same as the joiner sees it.
  var joinersTable: TableView? {
    guard let id = table?.id else { return nil }
    return tables(Self.joiner).first { $0.id == id }
  }

  private var isOver: Bool {
    table?.phase == .finished && joinersTable?.phase == .finished
  }

  /// Whether a war is being fought, as far as somebody has published.
  var isInWar: Bool {
    network.nodes.contains { node in
      node.published.values.contains { $0.phase == .playing && $0.war.battle > 0 }
    }
  }

  private func compareEnds() throws {
    guard let left = table, let right = joinersTable else { return }
    guard left.result == right.result, left.stateHash == right.stateHash else {
      throw CheckViolation(
        "healing",
        "the two sides ended differently: \(left.result.text) and \(right.result.text)")
    }
    let held = try [Self.host, Self.joiner].map { number in
      try Set(
        StoredTable.all(in: network.nodes[number].store).filter { $0.id.description == left.id }
          .flatMap(\.entries).map(\.hash))
    }
    guard held[0] == held[1] else {
      throw CheckViolation(
        "healing", "one side holds \(held[0].count) entries and the other \(held[1].count)")
    }
  }

  private func countEnd() {
    guard let table else { return }
    tally.note(.match)
    tally.note(.round, Int(table.roundsDecided))
    tally.note(.war, Int(table.war.wars))
    tally.note(.rebuild, rebuild.rebuilds)
    tally.note(.agreement, agreement.agreements)
    switch table.result.ending {
    case .cards, .short, .bothOut: tally.note(.endByCards)
    case .roundCap: tally.note(.endByCap)
    case .conceded: tally.note(.concession)
    case .claimed: tally.note(.claim)
    case .broken, .cycle, .unspecified, .UNRECOGNIZED: break
    }
  }

  private var summary: String {
    let views = [table, joinersTable].map { view in
      view.map { "\($0.phase) in round \($0.round), battle \($0.war.battle), \($0.paused)" }
        ?? "nothing"
    }
    return "the host sees \(views[0]); the joiner sees \(views[1])"
  }
}
