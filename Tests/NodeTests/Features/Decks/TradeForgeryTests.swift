import Decks
import DeckSchema
import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing

@testable import Node

/// Trades with somebody who signs something else afterwards: each side is held to what it has signed, and to nothing else.
@Suite struct TradeForgeryTests {
  private let world: RoomWorld

  init() throws {
    world = try RoomWorld(["Ada", "Bob", "Cyd"])
    for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
    try world.own(0, "Spilled Ember")
    try world.own(1, "Attic Ghost")
  }

  /// Ada offers her card for Bob's.
  private func offer() throws -> TradeView {
    try world.offer(0, to: "Bob", give: ["Spilled Ember"], want: ["Attic Ghost"])
  }

  /// A log of Ada's in the room of the two that cites nothing: what it says stands before nearly all.
  private func pen(later: UInt64 = 1, with number: Int = 1) throws -> Pen {
    let room = try world.direct(0, ["", "Bob", "Cyd"][number])
    return try Pen(
      of: 0, in: #require(RoomID(Base32.decode(room) ?? [])), world, later: later)
  }

  /// The records of a trade that a node has, the offer first.
  private func records(_ number: Int, _ trade: TradeView) throws -> [Record] {
    let id = try #require(RecordID(Base32.decode(trade.id) ?? []))
    return try world.read(number, trade.room) { views in
      try [#require(try views.home.record(id, in: views.id))]
        + views.home.children(of: id, in: views.id)
    }
  }

  /// A trade as a node can prove it.
  private func step(_ number: Int, _ trade: TradeView) throws -> TradeStep {
    let records = try records(number, trade)
    let answers = records.filter { $0.kind == .tradeAnswer }
    let (first, last) = (try #require(answers.first), try #require(answers.last))
    let end = try #require(records.first { $0.kind == .tradeSettlement })
    return try world.read(number, trade.room) { views in
      try .with {
        $0.settlement = try #require(try views.home.signedEntry(of: end))
        $0.answer = try #require(try views.home.signedEntry(of: first))
        $0.taking = try #require(try views.home.signedEntry(of: last))
      }
    }
  }

  /// A settlement of an answer as Ada's node would make it.
  private func settlement(_ offer: Record, _ answer: Record) throws -> TradeSettlement {
    let (said, word) = (
      try TradeOffer(serializedBytes: offer.body), try TradeAnswer(serializedBytes: answer.body)
    )
    return .with {
      ($0.answer, $0.completes, $0.other) = (answer.id.data, true, answer.author.data)
      ($0.gives, $0.gets) = (said.gives.map(\.copy), word.stakes.map(\.copy))
      ($0.offerHash, $0.answerHash) = (offer.contentHash, answer.contentHash)
      $0.stakes = word.stakes
    }
  }

  private func rebuild(_ number: Int, _ trade: TradeView) throws {
    let room = try #require(RoomID(Base32.decode(trade.room) ?? []))
    try world.network.nodes[number].store.turn { try RecordRebuild.rebuild(room, $0) }
  }

  @Test("42.c a second settlement makes no cheat of who relied on the first")
  func secondSettlement() throws {
    // Ada's node says that her card is gone, so Bob's comes back, and he gives it to Cyd.
    let trade = try offer()
    try world.makeLibrary(0, "Burn")
    try world.put(0, "Spilled Ember", into: "Burn")
    try world.accept(1, trade)
    #expect(try world.trade(1, trade).state == .declined)
    let next = try world.offer(1, to: "Cyd", give: ["Attic Ghost"])
    try world.accept(2, next)
    #expect(try world.everything(1).isEmpty && world.everything(2) == ["1 Attic Ghost"])
    // Now she signs that it was done, under the same id and before all that Bob has.
    let all = try records(1, trade)
    let answer = try #require(all.first { $0.kind == .tradeAnswer })
    let last = try #require(all.last { $0.kind == .tradeAnswer })
    #expect(answer.id != last.id)
    var pen = try pen()
    try pen.write(.tradeSettlement, named: "settlement", all[0].id, settlement(all[0], answer))
    try world.send(pen.batch, from: 0, to: 1)
    for _ in 0..<2 {
      #expect(try world.trade(1, trade).state == .declined)
      #expect(try world.everything(1).isEmpty)
      try rebuild(1, trade)
    }
    // And shows it, with all that Bob has signed.
    let forged = try TradeStep.with { step in
      step.settlement = try pen.signed(0)
      try world.read(1, trade.room) { views in
        step.answer = try #require(try views.home.signedEntry(of: answer))
        step.taking = try #require(try views.home.signedEntry(of: last))
      }
    }
    var old = forged
    old.clearTaking()
    let honest = try step(2, next)
    for step in [forged, old] {
      let proof = try TradeProof.with {
        $0.giver = try world.account(1).description
        $0.receivers = try [0, 2].map { try world.account($0).description }
        $0.steps = [step, honest]
      }
      #expect(TradeProofCheck(proof) { RoomViews.records(provenBy: $0) } == nil)
    }
    #expect(try show([forged, old]) == 1, "without his word it says what she has given")
    #expect(try world.proofs(2).isEmpty)
  }

  @Test("42.c who has taken a settlement keeps the trade, whatever the other signs afterwards")
  func afterTaking() throws {
    let trade = try offer()
    try world.accept(1, trade)
    #expect(try world.trade(1, trade).state == .done)
    let all = try records(1, trade)
    var pen = try pen()
    var other = try TradeOffer(serializedBytes: all[0].body)
    other.gives[0].card.name = "Wet Sponge"
    let made = try world.making(of: all[0].id, in: all[0].room, 1)
    try pen.write([.making(.tradeOffer, nonce: made.put.nonce, other)])
    try pen.write(
      .tradeSettlement, named: "settlement", all[0].id,
      TradeSettlement.with { $0.reason = "No." })
    try world.send(pen.batch, from: 0, to: 1)
    for _ in 0..<2 {
      let seen = try world.trade(1, trade)
      #expect(seen.state == .done)
      #expect(seen.gets.map(\.name) == ["Spilled Ember"])
      #expect(seen.gives.map(\.name) == ["Attic Ghost"])
      #expect(try world.everything(1) == ["1 Spilled Ember"])
      try rebuild(1, trade)
    }
  }

  @Test("52.3 an answer counts for the offer that it names, and the stake comes back from another")
  func otherOffer() throws {
    let trade = try offer()
    world.network.tamper = { _ in [] }
    try world.accept(1, trade)
    #expect(try world.everything(1) == ["1 Attic Ghost held"])
    let all = try records(1, trade)
    var pen = try pen()
    var other = try TradeOffer(serializedBytes: all[0].body)
    other.gives[0].card.name = "Wet Sponge"
    let made = try world.making(of: all[0].id, in: all[0].room, 1)
    try pen.write([.making(.tradeOffer, nonce: made.put.nonce, other)])
    let answer = try #require(all.first { $0.kind == .tradeAnswer })
    try world.send(pen.batch, from: 0, to: 1)
    let seen = try world.trade(1, trade)
    #expect(seen.state == .declined && seen.reason.contains("was changed"), "\(seen.reason)")
    #expect(try world.everything(1) == ["1 Attic Ghost"])
    // A settlement of it, whichever of the two offers it names, brings nothing and takes nothing.
    for (later, offer) in try [(2, all[0]), (3, #require(records(1, trade).first))] {
      var pen = try self.pen(later: UInt64(later))
      try pen.write(.tradeSettlement, named: "settlement", all[0].id, settlement(offer, answer))
      try world.send(pen.batch, from: 0, to: 1)
      #expect(try world.everything(1) == ["1 Attic Ghost"])
    }
  }

  @Test("52.3 a settlement counts under one nonce, and for the offer and the answer that it names")
  func otherNames() throws {
    let trade = try offer()
    world.network.tamper = { _ in [] }
    try world.accept(1, trade)
    let all = try records(1, trade)
    let answer = try #require(all.first { $0.kind == .tradeAnswer })
    let right = try settlement(all[0], answer)
    var (offer, word) = (right, right)
    offer.offerHash[0] ^= 1
    word.answerHash = Data()
    var steps: [TradeStep] = []
    for (later, purpose, end) in [
      (5, "any", right), (4, "settlement", offer), (3, "settlement", word),
    ] {
      var pen = try pen(later: UInt64(later))
      try pen.write(.tradeSettlement, named: purpose, all[0].id, end)
      try world.send(pen.batch, from: 0, to: 1)
      #expect(try world.trade(1, trade).state == .accepted)
      #expect(try world.everything(1) == ["1 Attic Ghost held"])
      try steps.append(
        .with { step in
          step.settlement = try pen.signed(0)
          try world.read(1, trade.room) { views in
            step.answer = try #require(try views.home.signedEntry(of: answer))
          }
        })
    }
    #expect(try show(steps) == 0)
    // Who has answered needs not wait, and what is settled behind its back counts for nothing.
    try world.takeBack(1, trade)
    #expect(try world.everything(1) == ["1 Attic Ghost"])
    var pen = try pen(later: 2)
    try pen.write(.tradeSettlement, named: "settlement", all[0].id, right)
    try world.send(pen.batch, from: 0, to: 1)
    let seen = try world.trade(1, trade)
    #expect(seen.state == .declined && seen.reason == "The answer was taken back.")
    #expect(try world.everything(1) == ["1 Attic Ghost"])
  }

  /// Ada shows steps to Cyd with an offer.
  ///
  /// - Returns: how many of them Cyd's node takes for trades.
  private func show(_ steps: [TradeStep]) throws -> UInt32 {
    var pen = try pen(with: 2)
    let nonce = Data(repeating: 9, count: 16)
    try pen.write([.making(.tradeOffer, nonce: nonce, TradeOffer.with { $0.note = "look" })])
    let stripped = steps.map { step in
      var step = step
      (step.settlement.room, step.answer.room) = (Data(), Data())
      if step.hasTaking { step.taking.room = Data() }
      return step
    }
    let offer = RecordID(by: try world.account(0), nonce: nonce)
    try pen.write(.tradeHistory, named: "any", offer, TradeHistory.with { $0.steps = stripped })
    try world.send(pen.batch, from: 0, to: 2)
    return try world.call(2, Methods.Trades.verify).steps
  }

  @Test("42.c copies that were settled and not taken come back, under other ids")
  func notTaken() throws {
    let trade = try offer()
    let ember = try #require(try world.library(0).cards.first).id
    // Ada's node settles, and Bob's does not hear of it before he takes his answer back.
    world.network.tamper = { $0.from == 0 && $0.to == 1 ? [] : [$0.bytes] }
    try world.accept(1, trade)
    #expect(try world.everything(0) == ["1 Spilled Ember held"])
    #expect(try world.trade(0, trade).state == .accepted)
    let agreed = refusal { try world.takeBack(0, trade) }
    #expect(agreed.contains("has agreed already"), "\(agreed)")
    try world.takeBack(1, trade)
    world.network.cutLinks(0, 1)
    world.network.tamper = nil
    world.network.run(milliseconds: 130_000)
    for number in 0...1 {
      let seen = try world.trade(number, trade)
      #expect(seen.state == .declined && seen.reason == "The answer was taken back.")
    }
    #expect(try world.everything(0) == ["1 Spilled Ember"])
    #expect(try world.everything(1) == ["1 Attic Ghost"])
    #expect(try #require(try world.library(0).cards.first).id != ember)
    // What came back can be given, and nobody takes that for giving it twice.
    let next = try world.offer(0, to: "Cyd", give: ["Spilled Ember"])
    try world.accept(2, next)
    #expect(try world.everything(2) == ["1 Spilled Ember"])
    for number in 0...2 { #expect(try world.proofs(number).isEmpty) }
  }

  @Test(
    "42.c who has settled can take its copies back without waiting, marked until the other is heard"
  )
  func withoutWaiting() throws {
    let trade = try offer()
    world.network.tamper = { $0.from == 0 && $0.to == 1 ? [] : [$0.bytes] }
    try world.accept(1, trade)
    try world.takeBack(0, trade, anyway: true)
    #expect(try world.everything(0) == ["1 Spilled Ember doubtful"])
    world.network.cutLinks(0, 1)
    world.network.tamper = nil
    world.network.run(milliseconds: 130_000)
    #expect(try world.trade(0, trade).state == .done)
    #expect(try world.everything(0) == ["1 Attic Ghost"])
    #expect(try world.everything(1) == ["1 Spilled Ember"])
  }

  @Test(
    "52.3 trades of before stay what they were, and a later settlement does not change them",
    arguments: [true, false])
  func oldForm(completes: Bool) throws {
    let trade = try offer()
    world.network.tamper = { _ in [] }
    let all = try records(1, trade)
    // Bob has answered, and Ada has settled, as before answers named an offer.
    let ghost = try #require(try world.library(1).cards.first).id
    let copy = TradeCopy.with {
      $0.copy = Data(Base32.decode(ghost) ?? [])
      $0.card.name = "Attic Ghost"
    }
    var bobs = try Pen(of: 1, in: all[0].room, world, later: 1)
    try bobs.write(
      .tradeAnswer, named: "any", all[0].id,
      TradeAnswer.with { ($0.accepts, $0.stakes) = (true, [copy]) })
    try world.send(bobs.batch, from: 0, to: 1)
    let answer = try #require(try records(1, trade).first { $0.kind == .tradeAnswer })
    func end(_ completes: Bool) throws -> TradeSettlement {
      var end = try settlement(all[0], answer)
      (end.offerHash, end.answerHash, end.stakes) = (Data(), Data(), [])
      if !completes { (end.completes, end.gives, end.gets) = (false, [], []) }
      return end
    }
    for (later, says) in [(2, completes), (1, !completes)] {
      var pen = try pen(later: UInt64(later))
      try pen.write(.tradeSettlement, named: "settlement", all[0].id, end(says))
      try world.send(pen.batch, from: 0, to: 1)
      for _ in 0..<2 {
        #expect(try world.trade(1, trade).state == (completes ? .done : .declined))
        #expect(
          try world.everything(1) == [completes ? "1 Spilled Ember" : "1 Attic Ghost"])
        try rebuild(1, trade)
      }
    }
  }
}
