import Node
import Schema
import Wire

/// The faults of a simulated match.
extension SimulatedMatch {
  /// Lets one planned fault happen.
  func inflict() {
    guard let fault = plan.faults.randomElement(using: &random) else { return }
    let number = Int.random(in: 0...1, using: &random)
    let isLinked = network.isLinked(Self.host, Self.joiner)
    switch fault {
    case .cut:
      guard isLinked else { return }
      note(.cut, "cut")
      if isInWar { tally.note(.cutInWar) }
      network.cutLinks(Self.host, Self.joiner)
    case .stall:
      guard isLinked else { return }
      note(.stall, "stall")
      network.stall(Self.host, Self.joiner)
    case .partition:
      guard partitionEnds == nil else { return }
      note(.partition, "partition")
      partitionEnds = network.now + Int64.random(in: 100...90_000, using: &random)
      network.partition(Self.host, Self.joiner)
    case .crash:
      guard network.nodes[number].node != nil else { return }
      noteCrash(.crash, number)
      network.crash(number)
      goDown(number)
    case .crashAfterCommit:
      guard network.nodes[number].node != nil else { return }
      armed[number] = Int.random(in: 0...6, using: &random)
    case .crashBeforeCommit:
      guard network.nodes[number].node != nil else { return }
      doomed[number] = Int.random(in: 0...6, using: &random)
    case .oneWay:
      guard partitionEnds == nil else { return }
      note(.oneWay, "nothing from \(number)")
      partitionEnds = network.now + Int64.random(in: 100...90_000, using: &random)
      network.partition(from: number, to: 1 - number)
    case .redial: redial(number)
    case .pause, .fullDisk, .clockJump: trouble(fault, number)
    case .loseDiscovery: loseDiscovery()
    case .leave, .loseScreen, .concede: upset(fault, number)
    }
  }

  /// Brings trouble over one node that leaves it running.
  private func trouble(_ fault: SimulationPlan.Fault, _ number: Int) {
    guard network.nodes[number].node != nil, pauses[number] == nil, shortages[number] == nil else {
      return
    }
    let end = network.now + Int64.random(in: 0...60_000, using: &random)
    switch fault {
    case .clockJump:
      let year: Int64 = 365 * 86_400_000
      note(.clockJump, "clock \(number)")
      network.wallErrors[number] = Int64.random(in: -year...year, using: &random)
    case .pause:
      note(.pause, "pause \(number)")
      network.pause(number)
      pauses[number] = end
    case .fullDisk:
      note(.fullDisk, "full \(number)")
      network.check { try network.nodes[number].store.setFull(true) }
      shortages[number] = end
    default: break
    }
  }

  /// Lets what is over by now end; all of it in the end.
  func endTroubles(by time: Int64) throws {
    for (number, at) in pauses.sorted(by: { $0.key < $1.key }) where at <= time {
      pauses[number] = nil
      network.goOn(number)
    }
    for (number, at) in shortages.sorted(by: { $0.key < $1.key }) where at <= time {
      shortages[number] = nil
      try network.nodes[number].store.setFull(false)
    }
  }

  private func redial(_ number: Int) {
    note(.redial, "redial \(number)")
    network.redial(number, 1 - number)
  }

  /// Whether a node ends right before this commit.
  func fails(_ number: Int) -> Bool {
    guard let left = doomed[number] else { return false }
    doomed[number] = left == 0 ? nil : left - 1
    guard left == 0 else { return false }
    noteCrash(.crashBeforeCommit, number)
    goDown(number)
    return true
  }

  private func note(_ happening: SimulationTally.Happening, _ line: String) {
    tally.note(happening)
    trace?("\(network.now) \(line)")
  }

  private func noteCrash(_ happening: SimulationTally.Happening, _ number: Int) {
    note(happening, "kill \(number)")
    if isInWar { tally.note(.crashInWar) }
    if table?.phase != .playing, table?.phase != .finished { tally.note(.crashBeforeStart) }
  }

  private func goDown(_ number: Int) {
    attending.remove(number)
    pauses[number] = nil
    restarts[number] = network.now + Int64.random(in: 0...30_000, using: &random)
  }

  /// Whether a node ends right after this commit.
  func dies(_ number: Int) -> Bool {
    guard let left = armed[number] else { return false }
    guard left == 0 else {
      armed[number] = left - 1
      return false
    }
    armed[number] = nil
    noteCrash(.crashAfterCommit, number)
    goDown(number)
    return true
  }

  func endPartition() {
    partitionEnds = nil
    network.heal(Self.host, Self.joiner)
  }

  private func loseDiscovery() {
    guard network.isDiscoveryUp else {
      if !plan.isTyped { network.startDiscovery() }
      return
    }
    // A node that ends in this very turn would drop its links for another reason.
    armed = [:]
    let linksBefore = network.nodes.indices.map { network.openLinks(of: $0) }
    network.stopDiscovery(tellingInstances: Bool.random(using: &random))
    if network.isLinked(Self.host, Self.joiner) { note(.discoveryLost, "discovery lost") }
    guard network.nodes.indices.map({ network.openLinks(of: $0) }) == linksBefore else {
      network.check { throw CheckViolation("live links", "losing discovery dropped a link") }
      return
    }
  }

  /// Sends some frames twice, and some old ones again.
  func distort(_ passing: Passing) -> [[UInt8]] {
    if let trace, let frame = try? Coding.decode(Frame.self, from: passing.bytes) {
      let text = "\(frame)".split(separator: "\n").prefix(12).joined(separator: " ")
      trace("\(network.now) \(passing.from)->\(passing.to) #\(passing.connection) \(text)")
    }
    guard !isHealing else { return [passing.bytes] }
    var frames = [passing.bytes]
    if plan.framesPerDuplicate > 0,
      Int.random(in: 0..<plan.framesPerDuplicate, using: &random) == 0
    {
      tally.note(.duplicate)
      frames.append(passing.bytes)
    }
    let direction = passing.connection * 2 + (passing.from < passing.to ? 0 : 1)
    if plan.framesPerReplay > 0, Int.random(in: 0..<plan.framesPerReplay, using: &random) == 0,
      let old = history[direction]?.randomElement(using: &random)
    {
      tally.note(.replay)
      frames.append(old)
    }
    if plan.framesPerReplay > 0 { history[direction, default: []].append(passing.bytes) }
    return frames
  }
}
