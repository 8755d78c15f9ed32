import Foundation
import Node
import Schema
import TestKit
import Testing
import Wire

/// Links between two nodes of different versions.
@Suite struct VersionTests {
  @Test("P-40: no common version is said to both people before the link is closed")
  func mismatch() throws {
    let pair = try PairedNodes()
    pair.network.cutLinks(pair.ada, pair.bob)
    pair.network.tamper = { passing in
      guard passing.from == pair.bob,
        var frame = try? Coding.decode(Frame.self, from: passing.bytes),
        case .hello? = frame.body
      else { return [passing.bytes] }
      frame.hello.lowestVersion = 3
      frame.hello.highestVersion = 4
      return (try? [Coding.encode(frame)]) ?? []
    }
    pair.network.connect(pair.ada, pair.bob)
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
    let problem = try #require(try pair.peer(pair.bob, of: pair.ada)?.problem)
    #expect(problem.contains("versions 3 to 4") && problem.contains("update"))
    let other = try #require(try pair.peer(pair.ada, of: pair.bob)?.problem)
    #expect(other.contains("versions 2 to 2"))
    for number in [pair.ada, pair.bob] {
      #expect(pair.network.nodes[number].changes.contains { $0.notice.contains("update") })
    }
    pair.network.tamper = nil
    pair.network.connect(pair.ada, pair.bob)
    #expect(try pair.peer(pair.bob, of: pair.ada)?.problem == "")
  }

  @Test("P-40: a paired peer does not go back to an older version, a stranger may")
  func older() throws {
    let pair = try PairedNodes()
    #expect(try isLinkedAgain(pair), "a stranger")
    try pair.call(pair.ada, Methods.Peers.trust) { $0.node = pair.id(pair.bob) }
    #expect(try !isLinkedAgain(pair))
  }

  /// Ada's node remembers that it has spoken version 3 with Bob's, and starts again.
  private func isLinkedAgain(_ pair: PairedNodes) throws -> Bool {
    pair.network.crash(pair.ada)
    try pair.network.nodes[pair.ada].store.lastTurn { transaction in
      let view = try #require(try transaction.reader.peers().first).view
      try transaction.setPeer(
        pair.network.nodes[pair.bob].id, view, version: 3, kept: true)
    }
    try pair.network.start(pair.ada)
    pair.network.connect(pair.bob, pair.ada)
    return pair.network.isLinked(pair.ada, pair.bob)
  }
}
