import Foundation
import Node
import TestKit
import Testing

@testable import Discovery

@Suite("42.4 P-01 Homes of one machine find each other without Avahi")
struct LocalHomesTests {
  private let start = ContinuousClock.now

  private func home(_ id: String, port: Int) -> LocalHomes {
    var home = LocalHomes(now: start)
    home.announce(id: id, host: nil, port: port, now: start)
    return home
  }

  private func sighting(_ id: String, _ address: String) -> Input {
    .discovered(
      Sighting(
        instance: "local:\(id) \(address)", nodePrefix: id, addresses: [address], isLocal: true))
  }

  private func told(_ inputs: [Input]) -> [String] { inputs.map { "\($0)" } }

  @Test("who starts second is answered by the first, within a second and once for all that ask")
  func meeting() throws {
    var (ada, bob) = (home("adaada", port: 1), home("bobbob", port: 2))
    let first = try #require(ada.advance(now: start).announcement)
    #expect(told(bob.receive(first, now: start)) == told([sighting("adaada", "127.0.0.1:1")]))
    var later = start + .seconds(7)
    // The first answers to what Bob asks, and to its own announcement not at all.
    #expect(ada.receive(first, now: later).isEmpty)
    #expect(ada.advance(now: later).announcement == nil)
    let question = try #require(bob.advance(now: later).announcement)
    #expect(told(ada.receive(question, now: later)) == told([sighting("bobbob", "127.0.0.1:2")]))
    #expect(ada.receive(question, now: later).isEmpty)
    #expect(ada.deadline <= later)
    #expect(ada.advance(now: later).announcement != nil)
    // A thousand questions within the second get one answer more.
    for _ in 0..<1000 {
      later += .milliseconds(1)
      _ = ada.receive(question, now: later)
      if later < start + .seconds(8) { #expect(ada.advance(now: later).announcement == nil) }
    }
    #expect(ada.advance(now: later).announcement != nil)
  }

  @Test("who leaves is lost at once, who is killed after two announcements and a half")
  func parting() throws {
    var (ada, bob) = (home("adaada", port: 1), home("bobbob", port: 2))
    let first = try #require(ada.advance(now: start).announcement)
    _ = bob.receive(first, now: start)
    let farewell = try #require(ada.farewell)
    let lost = [Input.lost(instance: "local:adaada 127.0.0.1:1")]
    #expect(told(bob.receive(farewell, now: start)) == told(lost))
    #expect(bob.receive(farewell, now: start).isEmpty)
    _ = bob.receive(first, now: start)
    let end = start + LocalHomes.patience
    #expect(bob.advance(now: end - .milliseconds(1)).inputs.isEmpty)
    #expect(bob.deadline <= end)
    #expect(told(bob.advance(now: end).inputs) == told(lost))
    // Who was never announced says no farewell, nor does a node that only looks.
    #expect(home("carcar", port: 3).farewell == nil)
    var silent = home("carcar", port: 0)
    #expect(silent.advance(now: start).announcement == nil && silent.farewell == nil)
  }

  @Test("what makes no sense is passed over, and what is made up is bounded")
  func garbage() {
    var bob = home("bobbob", port: 2)
    let good = #"{"id":"ada","host":"127.0.0.1","port":1,"asks":false,"leaves":false}"#
    var other = bob
    #expect(other.receive(Array(good.utf8), now: start).count == 1)
    for bad in [
      "", "{}", "[]", good + good, good.replacing("ada", with: ""),
      good.replacing("ada", with: "Ada"), good.replacing("ada", with: "a\\u0007"),
      good.replacing("ada", with: String(repeating: "a", count: 53)),
      good.replacing(":1,", with: ":0,"), good.replacing(":1,", with: ":65536,"),
      good.replacing(":1,", with: ":1e30,"), good.replacing("127.0.0.1", with: "example.org"),
      good.replacing("127.0.0.1", with: ""),
      good + String(repeating: " ", count: Limits.announcementOctets),
    ] {
      #expect(bob.receive(Array(bad.utf8), now: start).isEmpty, "\(bad)")
    }
    var known = 0
    for number in 1...1000 {
      known += bob.receive(Array(good.replacing(":1,", with: ":\(number),").utf8), now: start).count
    }
    #expect(known == 64)
  }

  @Test("two nodes meet over the real loopback, and one that ends is lost at once")
  func real() async throws {
    // A port of its own for this test; nothing waits on it but these two.
    let port = UInt16.random(in: 20_000..<24_000)
    let (ada, bob) = (Delivered(), Delivered())
    let first = Discovery(program: "/nowhere", localPort: port, timing: .quick, deliver: ada.take)
    first.start(
      advertisement: Advertisement(name: "Ada", text: ["id": "adaada"]), at: .init(port: 1))
    // Until it listens: its own problem is told after that.
    #expect(await eventually { !ada.all.isEmpty })
    let second = Discovery(program: "/nowhere", localPort: port, timing: .quick, deliver: bob.take)
    second.start(
      advertisement: Advertisement(name: "Bob", text: ["id": "bobbob"]),
      at: .init(host: "127.0.0.2", port: 2))
    #expect(await eventually { ada.all.contains("+local:bobbob 127.0.0.2:2 127.0.0.2:2") })
    #expect(await eventually { bob.all.contains("+local:adaada 127.0.0.1:1 127.0.0.1:1") })
    second.stop()
    #expect(await eventually { ada.all.contains("-local:bobbob 127.0.0.2:2") })
    first.stop()
  }

  @Test("DNS-SD cannot name an instance as a home of this machine")
  func names() {
    let line =
      #"{"event":"found","instance":"local:ada 127.0.0.1:1","port":1,"addresses":["127.0.0.1"],"txt":{}}"#
    #expect(Said(line: Array(line.utf8)) == .nothing)
  }
}
