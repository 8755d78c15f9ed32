import FoundationEssentials
import Identifiers
import IntroductionSchema
import Node
import Schema
import Store

/// People who introduce others to their friends, some of them with the account of one person and the node of another. In the end
/// nobody is trusted as somebody else.
final class LyingFriendActs: FeatureActs {
  /// The words for what it counts.
  static let counts = [vouched, lied, believed]
  /// Introductions that are true.
  static let vouched = "people introduced"
  /// Introductions that name the node of somebody else.
  static let lied = "people introduced with the node of another"
  /// Introductions of which somebody said yes.
  static let believed = "introductions believed"

  private struct Believed {
    let number: Int
    let node: Int
    let isTrue: Bool
  }

  /// Introductions that somebody said yes to who did not trust that node before.
  private var believed: [Believed] = []

  init?(seed: UInt64) {}

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    introduce(person, &random)
    let world = person.world
    for number in 0..<world.people where world.network.nodes[number].node != nil {
      believe(ActingPerson(world: world, number: number, room: person.room), &random)
    }
  }

  private func introduce(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let world = person.world
    let all = (0..<world.people).filter { $0 != person.number }.shuffled(using: &random)
    let pairs = all.filter { world.trusts(person.number, $0) }.flatMap { friend in
      all.filter { $0 != friend && !world.trusts(friend, $0) }.map { (friend, $0) }
    }
    guard let (friend, node) = pairs.first else { return }
    let rest = all.filter { $0 != friend }
    let isLie = person.number.isMultiple(of: 2)
    let others = rest.filter { $0 != node }
    let stranger = others.first { !world.trusts(friend, $0) } ?? others.first
    guard let carol = isLie ? stranger : node else { return }
    let answer = person.call(Methods.Introductions.make) {
      $0.to = world.author(friend).description
      $0.introduction.node = world.network.nodes[node].id.data
      $0.introduction.author = world.author(carol).data
      $0.introduction.name = world.network.nodes[carol].name
      $0.introduction.addresses = [world.network.address(of: node)]
    }
    if answer != nil { person.count(isLie ? Self.lied : Self.vouched) }
  }

  private func believe(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let world = person.world
    let shown = (person.call(Methods.Introductions.list) { $0.all = true })?.introductions ?? []
    let new = shown.filter { !$0.own && !$0.awaited }
    guard let one = new.randomElement(using: &random),
      let node = (0..<world.people).first(where: {
        world.network.nodes[$0].id.description == one.node
      }), !world.trusts(person.number, node)
    else { return }
    let isTrue = world.author(node).description == one.author
    // It may be refused: the node shows another account already.
    _ = person.call(Methods.Peers.trust) {
      ($0.node, $0.author, $0.name) = (one.node, one.author, one.name)
      $0.addresses = one.addresses
    }
    believed.append(Believed(number: person.number, node: node, isTrue: isTrue))
    person.count(Self.believed)
  }

  func check(_ world: SimulatedRooms) throws {
    for one in believed where !world.hasCompared(one.number, one.node) {
      // Of several words about a node the newest counts, and trust may be taken back.
      let all = believed.filter { $0.number == one.number && $0.node == one.node }
      guard !one.isTrue, all.allSatisfy({ !$0.isTrue }), world.trusts(one.number, one.node) else {
        continue
      }
      throw CheckViolation(
        "liar", "node \(one.number) trusts node \(one.node) as somebody else, as a friend said")
    }
  }
}
