import Foundation
import Identifiers
import LinkTestKit
import NIOConcurrencyHelpers
import Schema
import Testing
import Wire

extension EndToEndTests {
  /// Somebody between two daemons, with a key of its own and both people's names.
  @Suite struct InterceptorTests {
    /// Two people whose daemons take somebody else for each other.
    private struct Scene {
      let ada: Home
      let berta: Home
      let daemons: [RunningDaemon]
      let middle: Interceptor

      init(_ judge: @escaping Interceptor.Judgement) async throws {
        ada = try Home("ada")
        berta = try Home("berta")
        daemons = [try await ada.daemon(), try await berta.daemon()]
        try await ada.done("settings", "set", "name", "Ada")
        try await berta.done("settings", "set", "name", "Berta")
        middle = try await Interceptor(to: daemons[0].port, judge: judge)
        // Berta was given the address of whoever is in between.
        try await berta.done("peer", "add", "127.0.0.1:\(middle.port)")
        let (ada, berta) = (ada, berta)
        try await holds("both take it for the other") {
          let (hers, other) = (try await ada.peer("Berta"), try await berta.peer("Ada"))
          return hers?.online == true && other?.online == true
        }
      }

      /// Nobody trusts anybody in the end.
      func isUnpaired() async throws {
        #expect(try await !ada.isPaired(with: "Berta"))
        #expect(try await !berta.isPaired(with: "Ada"))
        for daemon in daemons { #expect(daemon.program.poll() == nil) }
        try await middle.stop()
      }
    }

    @Test("P-10: who only passes pairing frames on is noticed by the nodes")
    func passesOn() async throws {
      let scene = try await Scene(Interceptor.passOn)
      let hers = try Pairer(scene.ada, "Berta")
      try await hers.isAsking()
      let other = try Pairer(scene.berta, "Ada")
      #expect(try await other.program.end() == .exit(1), "\(other.program.story)")
      #expect(try await hers.program.end() == .exit(1), "\(hers.program.story)")
      #expect(other.program.output.contains("in between"), "\(other.program.story)")
      try await scene.isUnpaired()
    }

    @Test("P-10: who pairs with both sides is noticed by the people: their words differ")
    func pairsWithBoth() async throws {
      let mallory = Mallory()
      let scene = try await Scene { mallory.judge($0, from: $1) }
      mallory.begin(
        as: scene.middle.node, asking: try await scene.berta.ask("status", as: StatusView.self).node
      )
      let hers = try Pairer(scene.ada, "Berta")
      try await hers.isAsking()
      let other = try Pairer(scene.berta, "Ada")
      let (shown, seen) = (try await hers.compares(), try await other.compares())
      #expect(shown.digits != seen.digits && shown.words != seen.words)
      let said = try await scene.berta.run("peer", "pair", "Ada", "--yes-if", shown.digits)
      #expect(said.code == 1, "\(said)")
      #expect(try await other.program.end() == .exit(1), "\(other.program.story)")
      #expect(try await hers.program.end() == .exit(1), "\(hers.program.story)")
      try await scene.isUnpaired()
    }

    @Test("P-10: a ticket is not used with whoever is in between")
    func ticket() async throws {
      let stolen = NIOLockedValueBox(0)
      let scene = try await Scene { frame, side in
        if case .pairTicket? = frame.body { stolen.withLockedValue { $0 += 1 } }
        return Interceptor.passOn(frame, side)
      }
      let ticket = try await scene.ada.done(
        "peer", "pair", "--ticket", "--address", "127.0.0.1:\(scene.middle.port)"
      ).trimmingCharacters(in: .whitespacesAndNewlines)
      let used = try await scene.berta.run("peer", "pair", "--ticket", ticket)
      #expect(used.code == 1 && used.complaints.contains("in between"), "\(used)")
      #expect(stolen.withLockedValue { $0 } == 0)
      try await scene.isUnpaired()
    }
  }
}

/// Answers Ada in Berta's place, and asks Berta in Ada's.
private final class Mallory: Sendable {
  private struct State {
    var node = NodeID.zero
    var berta = NodeID.zero
  }

  private static let nonce = Bytes32([UInt8](repeating: 42, count: 32)) ?? .zero
  private let state = NIOLockedValueBox(State())

  func begin(as node: [UInt8], asking berta: String) {
    state.withLockedValue { state in
      state.node = NodeID(node) ?? .zero
      state.berta = Base32.decode(berta).flatMap { NodeID($0) } ?? .zero
    }
  }

  /// Ada is the listener, Berta the dialler.
  func judge(_ frame: Frame, from side: Interceptor.Side) -> [(Frame, to: Interceptor.Side)] {
    let state = state.withLockedValue { $0 }
    switch (frame.body, side) {
    case (.pairAsk?, .listener):
      let commitment = PairCode.commitment(
        asker: state.node, answerer: state.berta, nonce: Self.nonce)
      return [(.with { $0.pairAsk.commitment = commitment.data }, to: .dialler)]
    case (.pairNonce?, .dialler):
      // Both get a nonce of ours: Berta the one that was committed to, Ada another one.
      return [
        (.with { $0.pairNonce.nonce = Self.nonce.data }, to: .dialler),
        (.with { $0.pairNonce.nonce = Data(repeating: 43, count: 32) }, to: .listener),
      ]
    case (.pairNonce?, .listener): return []
    default: return Interceptor.passOn(frame, side)
    }
  }
}
