import Feature
import Foundation
import Identifiers
import Schema
import Testing
import Wire

@testable import Node

/// The machine of section 16 by itself, and two of them wired back to back.
@Suite struct PairingMachineTests {
  private static let ada = bytes(1)
  private static let bob = bytes(2)
  private var ada = Pairing(own: Self.ada)
  private var bob = Pairing(own: Self.bob)

  private static func bytes(_ value: UInt8) -> Bytes32 {
    Bytes32([UInt8](repeating: value, count: 32)) ?? .zero
  }

  private func sent(_ steps: [Pairing.Step]) -> [Frame.OneOf_Body] {
    steps.compactMap { if case .send(let frame, _) = $0 { frame } else { nil } }
  }

  private func told(_ steps: [Pairing.Step]) -> PairView? {
    steps.reversed().lazy.compactMap { if case .tell(let view) = $0 { view } else { nil } }.first
  }

  private func pairs(_ steps: [Pairing.Step]) -> Bool {
    steps.contains { if case .pair = $0 { true } else { false } }
  }

  /// Ada asks and Bob's person wants it: what Bob answered.
  private mutating func answered(at now: Int64 = 0) throws -> Bytes32 {
    let asked = try ada.start(Self.bob, nonce: Self.bytes(11), at: now)
    guard case .pairAsk(let ask)? = sent(asked).first else { throw Missing() }
    let commitment = try some(Bytes32(ask.commitment))
    let question = bob.asked(
      by: Self.ada, commitment, isAwaited: false, nonce: Self.bytes(12), at: now)
    #expect(sent(question).isEmpty, "no nonce before the person has said anything")
    #expect(told(question)?.state == .asked)
    let answer = try bob.start(Self.ada, nonce: Self.bytes(13), at: now)
    guard case .pairNonce(let word)? = sent(answer).first else { throw Missing() }
    return try some(Bytes32(word.nonce))
  }

  /// Both show the code.
  private mutating func compared(at now: Int64 = 0) throws -> (PairView, PairView) {
    let nonce = try answered(at: now)
    let hers = try some(ada.heard(nonce, from: Self.bob, at: now))
    guard case .pairNonce(let word)? = sent(hers).first else { throw Missing() }
    let his = try some(bob.heard(Bytes32(word.nonce) ?? .zero, from: Self.ada, at: now))
    return (try some(told(hers)), try some(told(his)))
  }

  private func expectRefusal(
    _ machine: inout Pairing, _ body: (inout Pairing) throws -> Void
  ) throws {
    do {
      try body(&machine)
      Issue.record("it was not refused")
    } catch is Refused {}
  }

  private struct Missing: Error {}

  /// Not a macro: those cannot call what changes a machine.
  private func some<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }

  @Test("P-10: both show the same code, and pair when both people have said yes")
  mutating func bothSayYes() throws {
    let (hers, his) = try compared()
    #expect(hers.state == .comparing && his.state == .comparing)
    #expect(hers.digits == his.digits && hers.words == his.words)
    #expect(hers.digits.count == 6 && hers.words.split(separator: "-").count == 4)
    let yes = try ada.say(true, to: Self.bob, at: 1)
    #expect(sent(yes) == [.pairConfirm(PairConfirm())] && !pairs(yes))
    let heard = try some(bob.heardYes(from: Self.ada))
    #expect(!pairs(heard) && told(heard)?.confirmedThere == true)
    let last = try bob.say(true, to: Self.ada, at: 2)
    #expect(pairs(last) && told(last)?.state == .done)
    let end = try some(ada.heardYes(from: Self.bob))
    #expect(pairs(end))
    #expect(ada.exchange == nil && bob.exchange == nil)
  }

  @Test("P-10: a yes from one side only pairs nobody, and ends in time")
  mutating func oneYes() throws {
    _ = try compared()
    _ = try ada.say(true, to: Self.bob, at: 1)
    #expect(ada.nextWake == 120_000)
    let early = ada.tick(at: 119_999)
    #expect(early.isEmpty)
    let late = ada.tick(at: 120_000)
    #expect(!pairs(late) && told(late)?.state == .late)
    _ = try some(bob.heardYes(from: Self.ada))
    let over = bob.heardNo(.late, from: Self.ada, at: 120_001)
    #expect(told(over)?.state == .late && bob.exchange == nil)
    let tooLate = ada.heardYes(from: Self.bob)
    #expect(tooLate == nil)
  }

  @Test("P-10: a nonce that was not committed to ends it on both sides")
  mutating func wrongNonce() throws {
    _ = try answered()
    let found = try some(bob.heard(Self.bytes(99), from: Self.ada, at: 0))
    #expect(sent(found) == [.pairRefuse(.with { $0.reason = .mismatch })])
    #expect(told(found)?.state == .failed && bob.exchange == nil)
    _ = ada.heard(Self.bytes(13), from: Self.bob, at: 0)
    let heard = ada.heardNo(.mismatch, from: Self.bob, at: 0)
    #expect(told(heard)?.reason.contains("in between") == true)
  }

  @Test("P-10: words out of turn and from others change nothing")
  mutating func outOfTurn() throws {
    _ = try compared()
    let before = (ada.exchange, bob.exchange)
    let eve = Self.bytes(7)
    let words = [
      ada.heard(Self.bytes(50), from: Self.bob, at: 0), ada.heard(Self.bytes(50), from: eve, at: 0),
      ada.heardYes(from: eve),
    ]
    let ends = [ada.heardNo(.declined, from: eve, at: 0), ada.lost(eve, "gone", at: 0)]
    #expect(words == [nil, nil, nil] && ends == [[], []])
    #expect(ada.exchange == before.0 && bob.exchange == before.1)
    try expectRefusal(&ada) { machine in _ = try machine.say(true, to: Self.bytes(7), at: 0) }
    try expectRefusal(&ada) { machine in _ = try machine.start(Self.bytes(7), nonce: .zero, at: 0) }
    try expectRefusal(&ada) { machine in _ = try machine.wait(for: "", at: 0) }
  }

  @Test("P-10: yes before the words are shown is refused")
  mutating func tooEarly() throws {
    _ = try answered()
    try expectRefusal(&ada) { machine in _ = try machine.say(true, to: Self.bob, at: 0) }
    try expectRefusal(&bob) { machine in _ = try machine.say(true, to: Self.ada, at: 0) }
  }

  @Test("P-10: both ask at once: the question of the smaller id counts, on both sides")
  mutating func atOnce() throws {
    let hers = sent(try ada.start(Self.bob, nonce: Self.bytes(11), at: 0))
    let his = sent(try bob.start(Self.ada, nonce: Self.bytes(12), at: 0))
    guard case .pairAsk(let first)? = hers.first, case .pairAsk(let second)? = his.first else {
      throw Missing()
    }
    let ignored = ada.asked(
      by: Self.bob, try some(Bytes32(second.commitment)), isAwaited: false,
      nonce: Self.bytes(13), at: 0)
    #expect(ignored.isEmpty)
    let answer = bob.asked(
      by: Self.ada, try some(Bytes32(first.commitment)), isAwaited: false,
      nonce: Self.bytes(14), at: 0)
    guard case .pairNonce(let nonce)? = sent(answer).first else { throw Missing() }
    let shown = try some(
      ada.heard(try some(Bytes32(nonce.nonce)), from: Self.bob, at: 0))
    guard case .pairNonce(let own)? = sent(shown).first else { throw Missing() }
    let other = try some(bob.heard(try some(Bytes32(own.nonce)), from: Self.ada, at: 0))
    #expect(told(shown)?.digits == told(other)?.digits)
  }

  @Test("P-10: three failures lock pairing for ten minutes, also when the other side breaks off")
  mutating func locked() throws {
    for round in 0..<3 {
      _ = try answered(at: 0)
      switch round {
      case 0: _ = bob.lost(Self.ada, "gone", at: 0)
      case 1: _ = bob.heardNo(.declined, from: Self.ada, at: 0)
      default: _ = bob.heard(Self.bytes(99), from: Self.ada, at: 0)
      }
      _ = ada.heardNo(.declined, from: Self.bob, at: 0)
    }
    let refused = bob.asked(
      by: Self.ada, Self.bytes(1), isAwaited: false, nonce: .zero, at: 599_999)
    #expect(sent(refused) == [.pairRefuse(.with { $0.reason = .locked })])
    try expectRefusal(&bob) { machine in _ = try machine.start(Self.ada, nonce: .zero, at: 599_999)
    }
    try expectRefusal(&bob) { machine in _ = try machine.wait(for: "", at: 599_999) }
    _ = try answered(at: 600_000)
    #expect(bob.exchange != nil)
  }

  @Test("P-10: who asks and breaks off before an answer has guessed nothing")
  mutating func brokenOffBefore() throws {
    for _ in 0..<5 {
      _ = bob.asked(by: Self.ada, Self.bytes(1), isAwaited: false, nonce: .zero, at: 0)
      _ = bob.heardNo(.declined, from: Self.ada, at: 0)
      _ = try ada.start(Self.bob, nonce: .zero, at: 0)
      _ = ada.lost(Self.bob, "gone", at: 0)
    }
    _ = try compared()
  }

  @Test("P-10: a second question within an exchange is a failure, not a second guess")
  mutating func beginsAnew() throws {
    for _ in 0..<3 {
      _ = try answered()
      let anew = bob.asked(
        by: Self.ada, Self.bytes(5), isAwaited: true, nonce: Self.bytes(6), at: 0)
      #expect(bob.exchange == nil && told(anew) != nil)
      _ = ada.lost(Self.bob, "gone", at: 0)
    }
    try expectRefusal(&bob) { machine in _ = try machine.start(Self.ada, nonce: .zero, at: 0) }
  }

  @Test("P-14: questions that wait are few, and end in time")
  mutating func questions() throws {
    for value in UInt8(10)..<18 {
      let steps = bob.asked(
        by: Self.bytes(value), .zero, isAwaited: false, nonce: .zero, at: 0)
      #expect(told(steps)?.state == .asked)
    }
    let ninth = bob.asked(by: Self.bytes(18), .zero, isAwaited: false, nonce: .zero, at: 0)
    #expect(sent(ninth) == [.pairRefuse(.with { $0.reason = .busy })] && told(ninth) == nil)
    let ends = bob.tick(at: 120_000)
    #expect(ends.count == 16 && bob.questions.isEmpty)
    #expect(bob.nextWake == nil)
  }

  /// Eight machines, or fewer, ask.
  private mutating func crowd(machines: Int) {
    for value in UInt8(10)..<18 {
      _ = bob.asked(
        by: Self.bytes(value), from: "10.0.0.\(Int(value) % machines)", .zero, isAwaited: false,
        nonce: .zero, at: Int64(value))
    }
  }

  @Test("P-14: few machines do not hold all questions: one of theirs gives its place to a new one")
  mutating func crowdOfQuestions() {
    crowd(machines: 5)
    let steps = bob.asked(
      by: Self.ada, from: "10.0.0.9", .zero, isAwaited: false, nonce: .zero, at: 20)
    #expect(told(steps)?.state == .asked)
    // 10, 11, 12, 15, 16 and 17 share three machines; the oldest of them goes.
    #expect(bob.questions[Self.ada] != nil && bob.questions[Self.bytes(10)] == nil)
    #expect(sent(steps) == [.pairRefuse(.with { $0.reason = .busy })])
    #expect(bob.questions.count == 8)
  }

  @Test(
    "P-14: of many machines the oldest question gives its place, once our person had time for it")
  mutating func oldestQuestion() {
    crowd(machines: 8)
    let early = bob.asked(
      by: Self.ada, from: "10.0.0.9", .zero, isAwaited: false, nonce: .zero, at: 5_000)
    #expect(sent(early) == [.pairRefuse(.with { $0.reason = .busy })] && told(early) == nil)
    let late = bob.asked(
      by: Self.ada, from: "10.0.0.9", .zero, isAwaited: false, nonce: .zero, at: 10_010)
    #expect(told(late)?.state == .asked && bob.questions[Self.bytes(10)] == nil)
  }

  @Test("P-11: who waits answers the first question, and no second one by itself")
  mutating func waiting() throws {
    let waits = try bob.wait(for: "", at: 0)
    #expect(told(waits)?.state == .waiting)
    let first = bob.asked(
      by: Self.ada, .zero, isAwaited: true, nonce: Self.bytes(3), at: 10)
    #expect(sent(first) == [.pairNonce(.with { $0.nonce = Self.bytes(3).data })])
    let second = bob.asked(
      by: Self.bytes(7), .zero, isAwaited: false, nonce: Self.bytes(4), at: 20)
    #expect(sent(second).isEmpty && bob.waiting == nil)
    #expect(bob.exchange?.peer == Self.ada)
  }

  @Test("P-11: who waits in vain is told")
  mutating func waitingInVain() throws {
    _ = try bob.wait(for: "ada", at: 0)
    let over = bob.tick(at: 120_000)
    #expect(told(over)?.state == .late && bob.waiting == nil)
  }
}
