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
}
