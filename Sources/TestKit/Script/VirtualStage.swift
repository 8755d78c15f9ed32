import Feature
import Identifiers
import Node
import Schema
import Store
import SwiftProtobuf
import Wire

/// A stage on a virtual network: the seed decides every card, and a minute takes no time.
public final class VirtualStage: MatchStage {
  /// Virtual milliseconds after which something tried in vain is given up.
  private static let patience: Int64 = 150_000
  private static let pause: Int64 = 100
  private static let restartAfter: Int64 = 3_000

  private let network: VirtualNetwork
  private var numbers: [Person: Int] = [:]
  private var held: Set<Int> = []
  private var killing: (person: Person, message: Int, before: Bool)?
  private var restarts: [(Person, Int64)] = []
  private var triedSince: Int64?
  private var adopted: [Person: Store] = [:]

  /// Messages that passed between host and joiner so far.
  public private(set) var messageCount = 0

  /// Makes an empty stage for a script.
  ///
  /// - Parameters:
  ///   - seed: decides other cards than the script's, so that what depends on them is not compared.
  ///   - isChecked: whether the invariants are checked at every turn.
  public init(_ script: Script, otherCards seed: UInt64? = nil, isChecked: Bool = true) {
    isSeeded = seed == nil
    network = VirtualNetwork(
      seed: seed ?? script.seed, claimMilliseconds: script.claimSeconds * 1_000)
    guard isChecked else { return }
    network.checkers = [
      SecretLinkChecker(), RebuildChecker(), AgreementChecker(), PatienceChecker(),
      DuelChecker(isHonest: !script.isForged),
    ]
  }

  /// Whether the cards are those of the script's seed.
  public private(set) var isSeeded: Bool
  /// Every message has its run.
  public var messageStride: Int { 1 }

  /// Begins with a copy, so that nothing of the old node is written any more.
  public func adopt(_ store: Store, for person: Person) throws {
    adopted[person] = try store.copy()
    isSeeded = true
  }

  private func number(_ person: Person) throws -> Int {
    guard let number = numbers[person] else {
      throw CheckViolation("script", "there is no \(person.rawValue) here")
    }
    return number
  }

  /// Starts the nodes; each types the addresses of those before.
  public func begin(_ people: [Person]) throws {
    network.tamper = { [unowned self] passing in
      held.contains(passing.from) ? [] : [passing.bytes]
    }
    for person in people {
      let number = try network.add(person.name, store: adopted[person])
      numbers[person] = number
      for other in 0..<number {
        _ = network.call(number, Methods.Peers.add) { $0.address = network.address(of: other) }
      }
      network.settle()
    }
    network.aroundFrame = { [unowned self] from, to in around(from, to) }
  }

  /// Nothing is left to end; what a checker saw comes out with the next step at the latest.
  public func end() {}

  /// Makes a call; a node that is down refuses it.
  public func perform(_ call: Call, by person: Person) throws -> Result<any Message, Refused> {
    let result = network.perform(try number(person), call)
    network.settle()
    try refuseViolation()
    return result
  }

  /// Reads the tables in the store of a node, whether the node is up or not.
  public func tables(_ person: Person) throws -> [TableView] {
    try network.nodes[number(person)].tables()
  }

  /// Exports from the store.
  public func transcript(_ person: Person, table: String) throws -> [UInt8] {
    guard let id = Base32.decode(table).flatMap({ RoomID($0) }) else { return [] }
    return try network.nodes[number(person)].store.read { try Transcript.export(id, $0) } ?? []
  }

  /// First lets everything arrive, then a tenth of a second at a time.
  public func passTime(tries: Int) throws -> Bool {
    if tries == 0 { triedSince = network.now }
    network.settle()
    if tries > 0 { try wait(milliseconds: Self.pause) }
    try refuseViolation()
    return network.now - (triedSince ?? network.now) < Self.patience
  }

  /// Lets virtual time pass; nodes that were killed at a message start again in it.
  public func wait(milliseconds: Int64) throws {
    let end = network.now + milliseconds
    for (person, at) in restarts where at <= end { try restart(person) }
    restarts.removeAll { $0.1 <= end }
    network.run(milliseconds: milliseconds)
    try refuseViolation()
  }

  private func refuseViolation() throws {
    if let violation = network.violation { throw violation }
  }

  /// Cuts the links.
  public func cut() throws { network.cutLinks(try number(.host), try number(.joiner)) }
  /// Parts the two.
  public func part() throws { network.partition(try number(.host), try number(.joiner)) }
  /// Lets them reach each other.
  public func heal() throws { network.heal(try number(.host), try number(.joiner)) }
  /// Drops everything that a node sends.
  public func hold(_ person: Person) throws { held.insert(try number(person)) }

  /// Lets frames arrive again; those that were dropped are sent again on a new link.
  public func release(_ person: Person) throws {
    held.remove(try number(person))
    try cut()
  }

  /// As a power cut does it.
  public func kill(_ person: Person) throws { network.crash(try number(person)) }

  /// Starts the node on what it had committed.
  public func restart(_ person: Person) throws {
    try network.start(number(person))
    network.settle()
    try refuseViolation()
  }

  /// Hands out the store in memory.
  public func withStore(of person: Person, _ body: (Store) throws -> Void) throws {
    try body(network.nodes[number(person)].store)
  }

  /// Gives the node another store.
  public func replaceStore(of person: Person, by store: Store) throws {
    network.replaceStore(of: try number(person), by: store)
  }

  /// Arms the crash.
  public func kill(_ person: Person, atMessage message: Int, before: Bool) throws {
    killing = (person, messageCount + message, before)
  }

  /// Counts a message and says whose node ends around it.
  private func around(_ from: Int, _ to: Int) -> VirtualNetwork.Ending? {
    let pair = [numbers[.host], numbers[.joiner]]
    guard pair.contains(from), pair.contains(to) else { return nil }
    messageCount += 1
    guard let killing, killing.message == messageCount, let number = numbers[killing.person] else {
      return nil
    }
    self.killing = nil
    restarts.append((killing.person, network.now + Self.restartAfter))
    return VirtualNetwork.Ending(number: number, isBefore: killing.before)
  }
}
