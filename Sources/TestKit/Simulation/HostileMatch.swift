import FoundationEssentials
import Identifiers
import Node
import Schema
import Store
import Wire

/// A match of two honest nodes while strangers, and the peer itself, send everything that can be sent:
/// garbage, mutated frames, frames out of turn, old Hellos. Now and then one of the two claims the win as it plays.
///
/// Nothing of it may end a node, change what the two have signed, end the match by a claim, or keep it from its end.
public final class HostileMatch {
  private static let host = 0
  private static let joiner = 1
  /// Attacks between two lies of a player.
  private static let attacksPerLie = 40

  private let seed: UInt64
  private let network: VirtualNetwork
  private var random: SeededGenerator
  private var frames: FrameForge
  private var nextLink: UInt64 = 1 << 40
  private var intruders: [Intruder] = []
  /// Frames that were sent with bad intent.
  public private(set) var attacks = 0
  /// Cards that a player signed with a claim of the win beside them, as if the other had kept silent.
  public private(set) var lies = 0
  /// Links that the nodes closed because of them.
  public private(set) var closed = 0

  /// A link from outside to one of the nodes.
  private struct Intruder {
    let link: LinkID
    let victim: Int
    let node: NodeID
    let key: SigningKey
  }

  /// Plans a match.
  public init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    frames = FrameForge(seed: seed)
    network = VirtualNetwork(seed: seed)
    network.checkers = [
      SecretLinkChecker(), RebuildChecker(), AgreementChecker(), PatienceChecker(),
      AnyOrderChecker(seed: seed), ExportChecker(seed: seed),
    ]
  }

  /// Plays it with so many attacks.
  ///
  /// - Throws: `SimulationFailure`.
  public func run(attacks wanted: Int) throws(SimulationFailure) {
    do {
      try play(wanted)
    } catch {
      throw SimulationFailure(seed: seed, step: attacks, sentence: "\(error)")
    }
  }

  private func play(_ wanted: Int) throws {
    network.tamper = { [unowned self] passing in
      frames.learn(passing.bytes)
      return [passing.bytes]
    }
    for name in ["Ada", "Bob"] { _ = try network.add(name) }
    _ = network.call(Self.joiner, Methods.Peers.add) { $0.address = network.address(of: Self.host) }
    network.settle()
    let table = try VirtualSeating.seat(
      network, host: Self.host, joiner: Self.joiner, rules: .standard)
    try VirtualSeating.attend(network, table, [Self.host, Self.joiner])
    _ = try network.call(Self.host, Methods.Tables.start) { $0.table = table }.get()
    try claimWhilePlaying(table, liar: Self.joiner)
    while attacks < wanted {
      for _ in 0..<Int.random(in: 0...4, using: &random) { network.step(until: network.now + 500) }
      if Bool.random(using: &random) { try attackFromOutside() } else { attackAsPeer() }
      if attacks % Self.attacksPerLie == 0 {
        try claimWhilePlaying(table, liar: .random(in: 0...1, using: &random))
      }
      if let violation = network.violation { throw violation }
    }
    try leaveInPeace(table)
  }

  private func attackFromOutside() throws {
    if intruders.count < 3 || Int.random(in: 0..<10, using: &random) == 0 { try intrude() }
    guard let intruder = intruders.randomElement(using: &random) else { return }
    attacks += 1
    let frame = frames.next(author: intruder.key.author)
    network.give(intruder.victim, [.frame(intruder.link, frame)])
    drop { network.closedOutside.contains($0.link) }
  }

  /// Connects as a stranger; half of them say a proper Hello first.
  private func intrude() throws {
    let key = try SigningKey(secret: (0..<32).map { _ in .random(in: 0...255, using: &random) })
    let node = key.author
    let intruder = Intruder(
      link: LinkID(nextLink), victim: Int.random(in: 0...1, using: &random), node: node, key: key)
    nextLink += 1
    intruders.append(intruder)
    network.admit(key, to: intruder.victim, on: intruder.link)
    guard Bool.random(using: &random) else { return }
    let name = "Mallory\u{202e}\u{1b}[2J"
    try network.greet(intruder.victim, on: intruder.link, as: name, key)
    drop { network.closedOutside.contains($0.link) }
  }

  private func drop(where isGone: (Intruder) -> Bool) {
    for intruder in intruders where isGone(intruder) {
      closed += 1
      network.give(intruder.victim, [.linkClosed(intruder.link, reason: "closed")])
    }
    intruders.removeAll(where: isGone)
  }

  /// The honest peer's link carries something that its node would never send.
  private func attackAsPeer() {
    let victim = Int.random(in: 0...1, using: &random)
    let author = try? Author(
      network.nodes[1 - victim].store.read { try $0.accounts() }[0].author.data)
    guard let author, network.inject(frames.next(author: author), from: 1 - victim, to: victim)
    else { return }
    attacks += 1
  }

  /// One of the two plays its card and claims in the same entry that the other does not answer.
  private func claimWhilePlaying(_ table: String, liar: Int) throws {
    guard let id = Base32.decode(table).flatMap({ RoomID($0) }),
      let stored = try network.nodes[1 - liar].store.read({ try StoredTable(id, $0) }),
      stored.view?.phase != .finished
    else { return }
    network.crash(liar)
    let forge = ScriptForge(seat: liar == Self.host ? .host : .joiner, lie: .claim)
    do {
      try forge.write(in: network.nodes[liar].store, table: id, knowing: stored.entries)
      lies += 1
    } catch is CheckViolation {
      // It is not the liar's turn to play.
    }
    try network.start(liar)
    network.run(milliseconds: 3_000)
    try? VirtualSeating.attend(network, table, [liar])
    drop { $0.victim == liar }
  }

  private func leaveInPeace(_ table: String) throws {
    drop { _ in true }
    network.tamper = nil
    network.cutLinks(Self.host, Self.joiner)
    // The longest back-off, and two comparisons of the rooms.
    network.run(milliseconds: 60_000)
    try VirtualSeating.attend(network, table, [Self.host, Self.joiner])
    network.run(milliseconds: 130_000)
    for checker in network.checkers { network.check { try checker.finished(in: network) } }
    if let violation = network.violation { throw violation }
    let views = try network.nodes.map { node in
      try node.tables().first { $0.id == table }
    }
    guard let host = views[0], let joiner = views[1], host.phase == .finished,
      host.result.ending != .broken, host.result.ending != .claimed, host.result == joiner.result
    else {
      throw CheckViolation("hostile peer", "the honest match did not come to its end: \(views)")
    }
    for (number, node) in network.nodes.enumerated() {
      let (tables, peers) = (try node.tables(), try node.store.read { try $0.peers() })
      guard tables.allSatisfy({ $0.id == table }), peers.count <= Limits.strangersRemembered + 1
      else {
        throw CheckViolation("hostile peer", "node \(number) keeps what strangers left behind")
      }
    }
  }
}
