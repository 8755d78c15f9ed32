import Feature
import Identifiers
import TestKit
import Testing
import Wire

@testable import Node

@Suite struct DiallerTests {
  private let start = Moment(steady: 1_000, wall: 0)
  private let nobody: (Dialler.Target) -> Bool = { _ in false }

  @Test("P-06: a node known in two ways is dialled once, and not waited for busily")
  func aNodeKnownInTwoWaysIsDialledOnceAndNotWaitedForBusily() {
    var dialler = Dialler()
    dialler.add(.typed("10.0.0.1:1"), addresses: ["10.0.0.1:1"], at: start)
    dialler.add(.instance("Ada"), addresses: ["10.0.0.1:1"], at: start)
    #expect(dialler.due(at: start, isLinked: nobody) == ["10.0.0.1:1"])
    #expect(dialler.due(at: start, isLinked: nobody) == [])
    #expect(dialler.nextWake(isLinked: nobody) == nil)
  }

  @Test func whatIsReachedByOneWayIsKnownByTheOther() {
    var dialler = Dialler()
    dialler.add(.typed("10.0.0.1:1"), addresses: ["10.0.0.1:1"], at: start)
    dialler.add(.instance("Ada"), addresses: ["10.0.0.1:1"], at: start)
    _ = dialler.due(at: start, isLinked: nobody)
    dialler.reached("10.0.0.1:1", node: .zero, at: start)
    #expect(dialler.due(at: start) { $0.node == .zero } == [])
  }

  @Test("P-05: a peer is its key: it is looked for on, though somebody else has its address now")
  func anotherKeyAtAnAddress() throws {
    var dialler = Dialler()
    let other = try #require(NodeID([UInt8](repeating: 1, count: 32)))
    dialler.add(.peer(.zero), addresses: ["10.0.0.1:1", "10.0.0.2:1"], node: .zero, at: start)
    #expect(dialler.due(at: start, isLinked: nobody) == ["10.0.0.1:1"])
    dialler.reached("10.0.0.1:1", node: other, at: start)
    let isOther: (Dialler.Target) -> Bool = { $0.node == other }
    #expect(dialler.due(at: start, isLinked: isOther) == [], "not at once")
    let later = Moment(steady: 2_000, wall: 0)
    #expect(dialler.due(at: later, isLinked: isOther) == ["10.0.0.2:1"])
  }

  @Test(
    "P-13: instances that somebody makes up hold few dials, and keep no peer from being dialled")
  func madeUpInstances() throws {
    var dialler = Dialler()
    for number in 0..<250 {
      let addresses = (0..<7).map { "10.\(number).0.\($0):1" }
      dialler.add(.instance("\(number)"), addresses: addresses, at: start)
    }
    let first = dialler.due(at: start, isLinked: nobody)
    #expect(first.count == Limits.dialsToSightings)
    #expect(first.allSatisfy { dialler.purpose(of: $0) == .sighting })
    dialler.add(.peer(.zero), addresses: ["10.0.0.99:1"], node: .zero, at: start)
    #expect(dialler.due(at: start, isLinked: nobody) == ["10.0.0.99:1"])
    #expect(dialler.purpose(of: "10.0.0.99:1") == .wanted)
    #expect(dialler.nextWake(isLinked: nobody) == nil, "nothing is waited for busily")
  }

  @Test(
    "P-13: what DNS-SD names is dialled 60 times a minute at most, and each instance in its turn")
  func budget() {
    var dialler = Dialler()
    var random = RandomSource(SeededGenerator(seed: 1))
    for number in 0..<100 {
      dialler.add(.instance("\(number)"), addresses: ["10.0.\(number).1:1"], at: start)
    }
    var dialled: [Int64] = []
    var reached: Set<String> = []
    for steady in stride(from: start.steady, to: start.steady + 200_000, by: 250) {
      let now = Moment(steady: steady, wall: 0)
      for address in dialler.due(at: now, isLinked: nobody) {
        dialled.append(steady)
        reached.insert(address)
        dialler.failed(address, "refused", now, &random)
      }
    }
    for begin in dialled {
      #expect(dialled.count { begin <= $0 && $0 < begin + 60_000 } <= 60)
    }
    #expect(reached.count == 100)
  }

  /// Returns the times from the end of each of some links until the next one is dialled.
  private func waits(links: Int, lasting milliseconds: Int64) -> [Int64] {
    var dialler = Dialler()
    var random = RandomSource(SeededGenerator(seed: 1))
    dialler.add(.typed("10.0.0.1:1"), addresses: ["10.0.0.1:1"], at: start)
    var now = start
    return (0..<links).map { _ in
      _ = dialler.due(at: now, isLinked: nobody)
      dialler.reached("10.0.0.1:1", node: .zero, at: now)
      let peer = LinkPeer(node: [], address: "10.0.0.1:1", dialled: true)
      let link = LinkSession(id: LinkID(1), node: .zero, peer: peer, at: now)
      now.steady += milliseconds
      dialler.closed(link, now, &random)
      let wait = (dialler.nextWake(isLinked: nobody) ?? 0) - now.steady
      now.steady += wait
      return wait
    }
  }

  @Test(
    "P-06: who takes a link and ends it at once is dialled ever less often, others at once again")
  func shortLinks() {
    let longest = Limits.redialMilliseconds.upperBound
    let waits = waits(links: 8, lasting: 100)
    #expect(waits.first.map { $0 < 1_000 } == true)
    #expect(waits.last.map { $0 >= longest } == true)
    #expect(self.waits(links: 8, lasting: longest).allSatisfy { $0 < 1_000 })
  }
}
