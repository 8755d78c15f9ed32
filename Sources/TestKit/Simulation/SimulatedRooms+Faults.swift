import Node
import Schema
import Store
import Wire

/// The faults of simulated rooms.
extension SimulatedRooms {
  /// Lets one planned fault happen.
  func inflict() {
    guard let fault = plan.faults.randomElement(using: &random) else { return }
    let number = Int.random(in: 0..<people, using: &random)
    let other = Int.random(in: 0..<people, using: &random)
    let isDone =
      switch fault {
      case .crash, .crashAfterCommit, .crashBeforeCommit, .pause, .clockJump, .fullDisk,
        .loseDiscovery:
        trouble(fault, number)
      case .partition, .oneWay, .heal, .cut, .stall, .redial:
        number != other && disturb(fault, number, other)
      case .isolate: isolate(number)
      case .backUp, .restore, .rollBack: goBack(fault, number)
      case .clone: copyHome()
      case .cheat: cheat()
      case .lie: lie()
      case .newer, .twins, .meddle, .forge, .flood: visit(fault, number)
      }
    guard isDone else { return }
    tally.note(fault)
    trace?("\(network.now) \(fault) \(number) \(other)")
  }

  private var year: Int64 { 365 * 86_400_000 }

  private func soon(_ milliseconds: Int64) -> Int64 {
    network.now + Int64.random(in: 0...milliseconds, using: &random)
  }

  /// Brings trouble over one node, or over discovery. Returns whether it could.
  private func trouble(_ fault: RoomPlan.Fault, _ number: Int) -> Bool {
    if fault == .loseDiscovery {
      if network.isDiscoveryUp {
        network.stopDiscovery(tellingInstances: Bool.random(using: &random))
      } else {
        network.startDiscovery()
      }
      return true
    }
    if fault == .clockJump {
      network.wallErrors[number] = Int64.random(in: -year...year, using: &random)
      return true
    }
    guard network.nodes[number].node != nil, pauses[number] == nil else { return false }
    switch fault {
    case .crash: crash(number)
    case .crashAfterCommit: armed[number] = Int.random(in: 0...4, using: &random)
    case .crashBeforeCommit: doomed[number] = Int.random(in: 0...4, using: &random)
    case .pause:
      network.pause(number)
      pauses[number] = soon(60_000)
    case .fullDisk:
      guard shortages[number] == nil, (try? network.nodes[number].store.setFull(true)) != nil
      else { return false }
      shortages[number] = soon(60_000)
    default: return false
    }
    return true
  }

  /// Disturbs the links between two nodes. Returns whether it could.
  private func disturb(_ fault: RoomPlan.Fault, _ number: Int, _ other: Int) -> Bool {
    guard !isApart(number, other) else { return false }
    switch fault {
    case .partition: network.partition(number, other)
    case .oneWay: network.partition(from: number, to: other)
    case .heal: network.heal(number, other)
    case .cut: network.cutLinks(number, other)
    case .stall: network.stall(number, other)
    case .redial: network.redial(number, other)
    default: return false
    }
    return true
  }

  /// Nobody reaches a node for a while.
  func isolate(_ number: Int) -> Bool {
    guard isolations[number] == nil else { return false }
    for other in 0..<people where other != number && !isApart(number, other) {
      network.partition(number, other)
    }
    isolations[number] = soon(60_000)
    return true
  }

  /// Lets a node that was cut off be reached again.
  func rejoin(_ number: Int) {
    isolations[number] = nil
    for other in 0..<people where other != number && !isApart(number, other) {
      network.heal(number, other)
    }
  }

  /// Whether two nodes never reach each other.
  func isApart(_ one: Int, _ other: Int) -> Bool {
    plan.apart.contains([min(one, other), max(one, other)])
  }

  func crash(_ number: Int) {
    network.crash(number)
    goDown(number)
  }

  private func goDown(_ number: Int) {
    trace?("\(network.now) kill \(number)")
    pauses[number] = nil
    restarts[number] = soon(60_000)
  }

  /// Whether a node ends right after this commit.
  func dies(_ number: Int) -> Bool { isDue(number, in: \.armed) }

  /// Whether a node ends right before this commit.
  func fails(_ number: Int) -> Bool { isDue(number, in: \.doomed) }

  private func isDue(
    _ number: Int, in path: ReferenceWritableKeyPath<SimulatedRooms, [Int: Int]>
  ) -> Bool {
    guard let left = self[keyPath: path][number] else { return false }
    self[keyPath: path][number] = left == 0 ? nil : left - 1
    guard left == 0 else { return false }
    goDown(number)
    return true
  }

  /// A backup is taken, or brought back: as `parlor restore` does it, or by copying the file, which makes two histories.
  private func goBack(_ fault: RoomPlan.Fault, _ number: Int) -> Bool {
    let number = fault == .rollBack ? plan.forker : fault == .restore ? plan.liar : number
    guard restarts[number] == nil else { return false }
    if fault == .backUp {
      backups[number] = try? network.nodes[number].store.copy()
      return backups[number] != nil
    }
    guard let store = try? backups[number]?.copy() else { return false }
    if fault == .restore {
      guard (try? store.turn { try $0.setRestored(true) }) != nil else { return false }
      tally.incarnations += 1
    } else {
      history.forkers.insert(author(number))
    }
    crash(number)
    comingBack.insert(number)
    shortages[number] = nil
    network.replaceStore(of: number, by: store)
    history.forget(number)
    doubt(number)
    return true
  }

  /// A person starts a copy of its home on another machine, and both go on.
  private func copyHome() -> Bool {
    let number = plan.forker
    guard clone == nil, network.nodes[number].node != nil, pauses[number] == nil,
      shortages[number] == nil, let copy = try? network.addCopy(of: number)
    else { return false }
    history.forkers.insert(author(number))
    doubt(number)
    speakAtOnce(copy)
    speakAtOnce(number)
    return true
  }

  /// The machine with the copy of a home; nil while there is none.
  var clone: Int? { network.nodes.count > people ? people : nil }

  /// Somebody signs two histories: of what it wrote nothing may count in the end.
  func betray(_ number: Int) {
    history.forkers.insert(author(number))
    doubt(number)
  }

  /// Notes that everything somebody wrote may be lost, and with it the decisions that depended on it.
  private func doubt(_ number: Int) {
    turnedBack.insert(number)
    for index in posted.indices where posted[index].author == number {
      posted[index].mayBeLost = true
    }
    for (_, acts) in acts { acts.doubt(number) }
    for (room, people) in checker.added where people.contains(number) { doubtful.insert(room) }
  }

  /// From now on one person's node sends other bytes than its files have.
  private func lie() -> Bool {
    guard !isLying else { return false }
    isLying = true
    return true
  }

  /// Returns the frames to send in place of one frame.
  func distort(_ passing: Passing) -> [[UInt8]] {
    if let traceFrames, let frame = try? Coding.decode(Frame.self, from: passing.bytes) {
      let text = "\(frame)".split(separator: "\n").dropFirst().prefix(12).joined(separator: " ")
      traceFrames("\(network.now) \(passing.from)->\(passing.to) #\(passing.connection) \(text)")
    }
    guard isLying, passing.from == plan.liar,
      var frame = try? Coding.decode(Frame.self, from: passing.bytes),
      case .blobChunks(var chunks)? = frame.body, let last = chunks.chunks.indices.last,
      !chunks.chunks[last].isEmpty
    else { return [passing.bytes] }
    chunks.chunks[last][chunks.chunks[last].startIndex] ^= 1
    frame.blobChunks = chunks
    return (try? Coding.encode(frame)).map { [$0] } ?? [passing.bytes]
  }
}
