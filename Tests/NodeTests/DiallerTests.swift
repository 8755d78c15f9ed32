import TestKit
import Testing
import Wire

@testable import Node

@Suite struct DiallerTests {
  private let start = Moment(steady: 1_000, wall: 0)
  private let nobody: (Dialler.Target) -> Bool = { _ in false }

  @Test func aNodeKnownInTwoWaysIsDialledOnceAndNotWaitedForBusily() {
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
}
