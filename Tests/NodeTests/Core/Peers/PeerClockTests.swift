import Feature
import Node
import Schema
import TestKit
import Testing

/// Differences between the clocks of peers and ours (row 42.14).
@Suite struct PeerClockTests {
  /// Bob as Ada's node sees him, with a clock that is wrong by some milliseconds.
  private func peer(wrongBy milliseconds: Int64, quiet: Bool = false) throws -> PeerView {
    let network = VirtualNetwork(seed: 7)
    _ = try network.add("Ada")
    _ = try network.add("Bob")
    network.wallErrors[1] = milliseconds
    if quiet {
      _ = try network.call(1, Methods.Node.set) { ($0.key, $0.value) = ("quiet", "on") }.get()
    }
    network.connect(0, 1)
    network.settle()
    return try #require(try network.nodes[0].store.read { try $0.peers() }.first).view
  }

  @Test("a clock that is an hour off is named, in both directions")
  func hour() throws {
    let behind = try peer(wrongBy: -3_600_000)
    #expect(behind.clockDifference == "Bob's clock is 60 minutes behind yours")
    let ahead = try peer(wrongBy: 3_600_000)
    #expect(ahead.clockDifference == "Bob's clock is 60 minutes ahead of yours")
  }

  @Test("below two minutes nothing is said, from two minutes on it is")
  func bound() throws {
    #expect(try peer(wrongBy: 0).clockAheadMilliseconds != 0)
    #expect(try peer(wrongBy: -110_000).clockDifference == nil)
    #expect(try peer(wrongBy: 130_000).clockDifference == "Bob's clock is 2 minutes ahead of yours")
    #expect(
      try peer(wrongBy: 86_400_000).clockDifference == "Bob's clock is 24 hours ahead of yours")
    #expect(
      try peer(wrongBy: -864_000_000).clockDifference == "Bob's clock is 10 days behind yours")
  }

  @Test("a time that nobody could read is ignored, and a stranger in quiet mode tells none")
  func ignored() throws {
    #expect(try peer(wrongBy: 253_402_300_800_000).clockAheadMilliseconds == 0)
    #expect(try peer(wrongBy: -1_800_000_000_000).clockAheadMilliseconds == 0)
    #expect(try peer(wrongBy: -3_600_000, quiet: true).clockAheadMilliseconds == 0)
  }
}
