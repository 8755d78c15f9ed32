import ChatSchema
import Feature
import Foundation
import Node
import Schema
import TestKit
import Testing
import Wire

/// Pairing by words between two nodes of a virtual network.
@Suite struct PairingTests {
  @Test("P-10: two people who say yes to the same words are paired, at once and for good")
  func byWords() throws {
    let pair = try PairedNodes()
    try pair.compare()
    let shown = try #require(pair.told(pair.ada, about: pair.bob))
    let other = try #require(pair.told(pair.bob, about: pair.ada))
    #expect(shown.state == .comparing && shown.digits == other.digits && shown.words == other.words)
    #expect(shown.name == "Bob" && other.name == "Ada")
    try pair.say(true, pair.ada, to: pair.bob)
    #expect(try !pair.isPaired(pair.ada, with: pair.bob))
    #expect(try !pair.isPaired(pair.bob, with: pair.ada))
    #expect(pair.grants(pair.ada) == .stranger)
    try pair.say(true, pair.bob, to: pair.ada)
    for (number, peer) in [(pair.ada, pair.bob), (pair.bob, pair.ada)] {
      #expect(try pair.isPaired(number, with: peer))
      #expect(pair.told(number, about: peer)?.state == .done)
      #expect(pair.grants(number) == .paired, "the live link is raised")
    }
    pair.network.crash(pair.ada)
    try pair.network.start(pair.ada)
    pair.network.run(milliseconds: 5_000)
    #expect(try pair.isPaired(pair.ada, with: pair.bob))
    #expect(pair.network.isLinked(pair.ada, pair.bob), "a paired peer is dialled again")
    #expect(pair.grants(pair.ada) == .paired)
  }

  @Test("P-10: who says no ends it for both", arguments: [true, false])
  func no(askerSaysIt: Bool) throws {
    let pair = try PairedNodes()
    try pair.compare()
    let (sayer, other) = askerSaysIt ? (pair.ada, pair.bob) : (pair.bob, pair.ada)
    try pair.say(true, other, to: sayer)
    try pair.say(false, sayer, to: other)
    #expect(pair.told(pair.ada, about: pair.bob)?.state == .failed)
    #expect(pair.told(pair.bob, about: pair.ada)?.state == .failed)
    #expect(try !pair.isPaired(pair.ada, with: pair.bob))
    #expect(try !pair.isPaired(pair.bob, with: pair.ada))
    try pair.compare()
    #expect(pair.told(pair.ada, about: pair.bob)?.state == .comparing, "and they may try again")
  }

  @Test("P-09: who already pairs is named by the words of its person, as everywhere")
  func othersWords() throws {
    let pair = try PairedNodes()
    let cyd = try pair.network.add("Cyd")
    pair.network.connect(pair.ada, cyd)
    try pair.compare()
    let words = try #require(try pair.peer(pair.bob, of: pair.ada)?.words)
    for isWaiting in [false, true] {
      let refused = #expect(throws: Refused.self) {
        try pair.call(
          pair.ada,
          isWaiting ? Methods.Pairing.await() : Methods.Pairing.ask { $0.peer = "Cyd" })
      }
      #expect(refused?.refusal.code == .busy)
      let text = refused?.refusal.message ?? ""
      #expect(text.contains("with Bob (\(words))"), "\(text)")
      #expect(text.contains("peer pair \(pair.id(pair.bob).prefix(8))"), "\(text)")
    }
    try pair.say(true, pair.ada, to: pair.bob)
    #expect(pair.told(pair.ada, about: pair.bob)?.confirmed == true, "that one goes on")
  }

  @Test("P-10, C-12: people and rooms are named in small letters as well")
  func smallLetters() throws {
    let pair = try PairedNodes()
    try pair.call(pair.bob, Methods.Pairing.await) { $0.peer = "ada" }
    try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "bob" }
    try pair.say(true, pair.ada, to: pair.bob)
    try pair.say(true, pair.bob, to: pair.ada)
    let room = try pair.call(pair.ada, Methods.Rooms.make) {
      $0.name = "Picnic"
      $0.people = ["bob"]
    }
    #expect(room.members.map(\.name).sorted() == ["Ada", "Bob"])
    let said = try pair.call(pair.ada, Methods.Chat.post) {
      $0.room = "picnic"
      $0.text = "Noon?"
    }
    #expect(said.room == room.id)
    #expect(throws: Refused.self, "nobody else") {
      try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "bo" }
    }
  }

  @Test("P-10: a changed commitment or nonce ends in a failure, never in a pairing")
  func tampered() throws {
    for kind in 0..<3 {
      let pair = try PairedNodes(seed: UInt64(20 + kind))
      pair.network.tamper = { passing in
        guard var frame = try? Coding.decode(Frame.self, from: passing.bytes) else { return [] }
        switch (frame.body, kind, passing.from == pair.ada) {
        case (.pairAsk?, 0, true): frame.pairAsk.commitment = Data(repeating: 1, count: 32)
        case (.pairNonce?, 1, true): frame.pairNonce.nonce = Data(repeating: 1, count: 32)
        case (.pairNonce?, 2, false): frame.pairNonce.nonce = Data(repeating: 1, count: 32)
        default: return [passing.bytes]
        }
        return (try? [Coding.encode(frame)]) ?? []
      }
      try pair.compare()
      let (hers, his) = (
        pair.told(pair.ada, about: pair.bob), pair.told(pair.bob, about: pair.ada)
      )
      if kind == 2 {
        #expect(hers?.state == .comparing && his?.state == .comparing)
        #expect(hers?.digits != his?.digits && hers?.words != his?.words)
      } else {
        #expect(hers?.state == .failed && his?.state == .failed)
        #expect(his?.reason.contains("in between") == true)
      }
    }
  }

  @Test("P-10: what is no commitment and no nonce closes the link")
  func malformed() throws {
    let pair = try PairedNodes()
    pair.network.inject(
      try Coding.encode(Frame(.pairAsk(.with { $0.commitment = Data([1]) }))), from: pair.bob,
      to: pair.ada)
    pair.network.settle()
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
    pair.network.connect(pair.ada, pair.bob)
    pair.network.inject(
      try Coding.encode(Frame(.pairNonce(PairNonce()))), from: pair.bob, to: pair.ada)
    pair.network.settle()
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
  }

  @Test("P-10: words about no pairing pair nobody, and many of them close the link")
  func outOfTurn() throws {
    let pair = try PairedNodes()
    let confirm = try Coding.encode(Frame(.pairConfirm(PairConfirm())))
    for _ in 0...Limits.violationsPerLink {
      pair.network.inject(confirm, from: pair.bob, to: pair.ada)
    }
    pair.network.settle()
    #expect(!pair.network.isLinked(pair.ada, pair.bob))
    #expect(try !pair.isPaired(pair.ada, with: pair.bob))
  }

  @Test("P-10: both ask at once and see the same words")
  func atOnce() throws {
    let pair = try PairedNodes()
    _ = try pair.network.call(pair.ada, Methods.Pairing.ask) { $0.peer = "Bob" }.get()
    _ = try pair.network.call(pair.bob, Methods.Pairing.ask) { $0.peer = "Ada" }.get()
    pair.network.settle()
    let (hers, his) = (
      pair.told(pair.ada, about: pair.bob), pair.told(pair.bob, about: pair.ada)
    )
    #expect(hers?.state == .comparing && hers?.digits == his?.digits)
    try pair.say(true, pair.ada, to: pair.bob)
    try pair.say(true, pair.bob, to: pair.ada)
    #expect(try pair.isPaired(pair.ada, with: pair.bob))
    #expect(try pair.isPaired(pair.bob, with: pair.ada))
  }

  @Test("P-10: a pairing takes two minutes at most, and a lost link ends it")
  func time() throws {
    let pair = try PairedNodes()
    try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "Bob" }
    pair.network.run(milliseconds: 119_000)
    #expect(pair.told(pair.ada, about: pair.bob)?.state == .asking)
    #expect(pair.told(pair.bob, about: pair.ada)?.state == .asked)
    pair.network.run(milliseconds: 2_000)
    #expect(pair.told(pair.ada, about: pair.bob)?.state == .late)
    #expect([.late, .failed].contains(try #require(pair.told(pair.bob, about: pair.ada)?.state)))
    try pair.compare()
    pair.network.cutLinks(pair.ada, pair.bob)
    #expect(pair.told(pair.ada, about: pair.bob)?.state == .failed)
    #expect(pair.told(pair.bob, about: pair.ada)?.state == .failed)
  }

  @Test("P-10: three refused comparisons lock it for ten minutes")
  func locked() throws {
    let pair = try PairedNodes()
    for _ in 0..<3 {
      try pair.compare()
      try pair.say(false, pair.bob, to: pair.ada)
    }
    #expect(throws: Refused.self) {
      try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "Bob" }
    }
    #expect(throws: Refused.self) {
      try pair.call(pair.bob, Methods.Pairing.await) { $0.peer = "" }
    }
    pair.network.run(milliseconds: 600_000)
    try pair.compare()
    #expect(pair.told(pair.ada, about: pair.bob)?.state == .comparing)
  }

  @Test("P-11: who waits answers whom it waits for, and nobody else")
  func waiting() throws {
    let pair = try PairedNodes()
    let eve = try pair.network.add("Eve")
    pair.network.connect(eve, pair.bob)
    let answer = try pair.call(pair.bob, Methods.Pairing.await) { $0.peer = "Ada" }
    #expect(answer.state == .waiting)
    try pair.call(eve, Methods.Pairing.ask) { $0.peer = "Bob" }
    #expect(pair.told(pair.bob, about: eve)?.state == .asked)
    try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "Bob" }
    #expect(pair.told(pair.bob, about: pair.ada)?.state == .comparing)
    #expect(pair.told(eve, about: pair.bob)?.state == .asking)
  }

  @Test("P-11: who asked before is answered when somebody waits")
  func askedBefore() throws {
    let pair = try PairedNodes()
    try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "Bob" }
    try pair.call(pair.bob, Methods.Pairing.await) { $0.peer = "" }
    #expect(pair.told(pair.bob, about: pair.ada)?.state == .comparing)
  }

  @Test("P-14: a stranger asks three times, and is then told to be patient")
  func spam() throws {
    let pair = try PairedNodes()
    func questions() -> Int {
      pair.network.nodes[pair.bob].changes.count { $0.pairing.state == .asked }
    }
    for _ in 0..<10 {
      try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "Bob" }
      _ = try? pair.call(pair.ada, Methods.Pairing.answer) { $0.peer = pair.id(pair.bob) }
    }
    #expect(questions() == 3)
    #expect(pair.network.isLinked(pair.ada, pair.bob))
    pair.network.run(milliseconds: 200_000)
    try pair.call(pair.ada, Methods.Pairing.ask) { $0.peer = "Bob" }
    #expect(questions() == 4)
    try pair.call(pair.bob, Methods.Peers.block) { $0.peer = "Ada" }
    #expect(pair.told(pair.bob, about: pair.ada)?.state == .failed, "do not ask again")
  }
}
