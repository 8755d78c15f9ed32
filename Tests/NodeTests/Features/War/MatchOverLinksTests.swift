import Node
import Schema
import TestKit
import Testing

@Suite struct MatchOverLinksTests {
  @Test func twoNodesPlayAWholeMatch() throws {
    let network = VirtualNetwork(seed: 1)
    let host = try network.add("Ada")
    let joiner = try network.add("Bob")
    network.connect(host, joiner)
    let table = try VirtualSeating.seat(network, host: host, joiner: joiner, rules: .init())
    for (number, _) in network.nodes.enumerated() {
      _ = try network.call(number, Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
        $0.auto = true
      }.get()
    }
    _ = try network.call(0, Methods.Tables.start) { $0.table = table }.get()
    network.settle()
    let views = try network.nodes.map { try $0.tables()[0] }
    #expect(views[0].phase == .finished)
    #expect(views[1].phase == .finished)
    #expect(views[0].stateHash == views[1].stateHash)
    #expect(views[0].result == views[1].result)
  }
}
