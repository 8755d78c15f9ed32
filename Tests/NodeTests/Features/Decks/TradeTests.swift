import Decks
import DeckSchema
import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Trading and lending between two people: each copy is in one place, whatever comes between.
@Suite struct TradeTests {
  private func world(_ names: [String] = ["Ada", "Bob"]) throws -> RoomWorld {
    let world = try RoomWorld(names)
    for one in names.indices {
      for other in names.indices.dropFirst(one + 1) { try world.pair(one, other) }
    }
    try world.own(0, "2 Spilled Ember")
    try world.own(1, "Attic Ghost")
    return world
  }

  @Test("D-58: an offer locks nothing, an answer stakes, and the offerer's node settles")
  func trade() throws {
    let world = try world()
    let offer = try world.offer(0, to: "Bob", give: ["Spilled Ember"], want: ["Attic Ghost"])
    #expect(offer.state == .open && offer.own && offer.otherName == "Bob")
    #expect(
      offer.gives.map(\.name) == ["Spilled Ember"] && offer.gets.map(\.name) == ["Attic Ghost"])
    #expect(try world.cards(0) == ["2 Spilled Ember"], "it locks nothing")
    let seen = try world.call(1, Methods.Trades.list).trades
    #expect(seen.map(\.id) == [offer.id] && seen[0].state == .open && !seen[0].own)
    #expect(seen[0].gives.map(\.name) == ["Attic Ghost"])
    let own = refusal { try world.accept(0, offer) }
    #expect(own.contains("your own offer"), "\(own)")
    world.cut(0, 1)
    let staked = try world.accept(1, offer)
    #expect(staked.state == .accepted)
    #expect(try world.cards(1).isEmpty && world.everything(1) == ["1 Attic Ghost held"])
    let held = refusal { try world.call(1, Methods.Cards.remove) { $0.card = "Attic Ghost" } }
    #expect(held.contains("1 promised or lent in a trade"), "\(held)")
    let again = refusal { try world.accept(1, offer) }
    #expect(again.contains("accepted already"), "\(again)")
    world.mend(0, 1)
    for number in 0...1 { #expect(try world.trade(number, offer).state == .done) }
    #expect(try world.everything(0) == ["1 Attic Ghost", "1 Spilled Ember"])
    #expect(try world.everything(1) == ["1 Spilled Ember"])
    #expect(try world.call(0, Methods.Trades.list).trades.isEmpty)
    #expect(try world.call(0, Methods.Trades.list) { $0.all = true }.trades.count == 1)
    // Nothing happens twice, after a start either.
    for number in 0...1 {
      world.network.crash(number)
      try world.network.start(number)
    }
    world.mend(0, 1)
    #expect(try world.everything(0) == ["1 Attic Ghost", "1 Spilled Ember"])
    #expect(try world.everything(1) == ["1 Spilled Ember"])
    for number in 0...1 { #expect(try world.proofs(number).isEmpty) }
  }

  @Test("D-58: an offer whose card is gone is declined with the reason, and the stake goes back")
  func gone() throws {
    let world = try world()
    try world.makeLibrary(0, "Burn")
    let offer = try world.offer(0, to: "Bob", give: ["2 Spilled Ember"], want: ["Attic Ghost"])
    try world.put(0, "Spilled Ember", into: "Burn")
    let ghost = try #require(try world.library(1).cards.first).id
    try world.accept(1, offer)
    let end = try world.trade(1, offer)
    #expect(
      end.state == .declined && end.reason == "Spilled Ember is no longer in the Card Box.")
    #expect(try world.everything(1) == ["1 Attic Ghost"])
    #expect(try world.library(1).cards.map(\.id) == [ghost], "it is the same copy")
    #expect(try world.everything(0) == ["1 Spilled Ember", "1 Spilled Ember in Burn"])
    let late = refusal { try world.accept(1, offer) }
    #expect(late.contains("no longer stands"), "\(late)")
    // One who declines, and one who takes an offer back.
    let second = try world.offer(0, to: "Bob", give: ["Spilled Ember"])
    _ = try world.call(1, Methods.Trades.answer) { $0.trade = second.id }
    #expect(try world.trade(0, second).reason == "Bob has declined.")
    let undone = refusal { _ = try world.call(1, Methods.Rooms.undo) }
    #expect(undone.contains("an answer to a trade cannot be deleted"), "\(undone)")
    #expect(undone.contains("`parlor trade take-back` ends a trade"), "\(undone)")
    let over = refusal { try world.accept(0, second) }
    #expect(over.contains("no longer stands"), "its own offer, which is over: \(over)")
    let third = try world.offer(0, to: "Bob", give: ["Spilled Ember"])
    #expect(try world.takeBack(0, third).state == .declined)
    #expect(refusal { try world.accept(1, third) }.contains("no longer stands"))
  }

  @Test("D-58: who has answered takes the stake back at once, as long as the trade is not done")
  func takenBack() throws {
    let world = try world()
    for anyway in [false, true] {
      let offer = try world.offer(0, to: "Bob", give: ["Spilled Ember"], want: ["Attic Ghost"])
      world.cut(0, 1)
      try world.accept(1, offer)
      #expect(try world.everything(1) == ["1 Attic Ghost held"])
      try world.takeBack(1, offer, anyway: anyway)
      #expect(try world.everything(1) == ["1 Attic Ghost"], "nothing can be settled behind it")
      world.mend(0, 1)
      for number in 0...1 {
        let seen = try world.trade(number, offer)
        #expect(seen.state == .declined && seen.reason == "The answer was taken back.")
      }
      #expect(try world.everything(1) == ["1 Attic Ghost"])
      #expect(try world.everything(0) == ["2 Spilled Ember"])
    }
  }

  @Test("D-58: a lent copy stays its owner's, cannot be traded on, and comes back")
  func loan() throws {
    let world = try world(["Ada", "Bob", "Cyd"])
    let day = refusal {
      try world.offer(0, to: "Bob", give: ["Spilled Ember"], until: "tomorrow")
    }
    #expect(day.contains("is no day to come"), "\(day)")
    let offer = try world.offer(0, to: "Bob", give: ["2 Spilled Ember"], until: "2099-02-28")
    try world.accept(1, offer)
    #expect(try world.everything(0) == ["2 Spilled Ember held"] && world.cards(0).isEmpty)
    #expect(try world.everything(1) == ["1 Attic Ghost", "2 Spilled Ember borrowed"])
    #expect(try world.trade(0, offer).state == .lent)
    let traded = refusal { try world.offer(1, to: "Cyd", give: ["Spilled Ember"]) }
    #expect(traded.contains("there are 2 borrowed, which you can only give back"), "\(traded)")
    let removed = refusal {
      try world.call(1, Methods.Cards.remove) { $0.card = "Spilled Ember" }
    }
    #expect(removed.contains("borrowed"), "\(removed)")
    try world.makeLibrary(1, "Burn")
    try world.put(1, "2 Spilled Ember", into: "Burn")
    let due = try world.network.nodes[0].store.read { reader in
      let own = try #require(try reader.accounts().first).author
      let views = try #require(try RoomViews(.lobby, reader, own: own))
      return try reader.registry.due(views.home, told: 0, now: 4_076_000_000_000)
    }
    #expect(due.notices.map(\.text) == ["Bob has 2 Spilled Ember of yours"])
    try world.giveBack(1, offer, ["Spilled Ember"])
    #expect(try world.everything(0) == ["1 Spilled Ember", "1 Spilled Ember held"])
    #expect(try world.cards(1, "Burn") == ["1 Spilled Ember"])
    #expect(try world.trade(0, offer).out.map(\.count) == [1])
    try world.giveBack(1, offer)
    #expect(try world.trade(0, offer).state == .done)
    #expect(
      try world.everything(0) == ["2 Spilled Ember"] && world.everything(1) == ["1 Attic Ghost"])
    let twice = refusal { try world.giveBack(1, offer) }
    #expect(twice.contains("given it back already"), "\(twice)")
    // What came back can be lent again, and nobody takes that for giving it twice.
    let next = try world.offer(0, to: "Cyd", give: ["2 Spilled Ember"], until: "")
    try world.accept(2, next)
    #expect(try world.everything(2) == ["2 Spilled Ember borrowed"])
    for number in 0...2 { #expect(try world.proofs(number).isEmpty) }
  }

  @Test("D-58: after a backup was restored, what was given is gone, and what was got is there")
  func restored() throws {
    let world = try world(["Ada", "Bob", "Cyd"])
    let backup = try world.backUp(1)
    let offer = try world.offer(0, to: "Bob", give: ["Spilled Ember"], want: ["Attic Ghost"])
    try world.accept(1, offer)
    // One copy goes on to Cyd: it must not come back with the first trade.
    let next = try world.offer(1, to: "Cyd", give: ["Spilled Ember"])
    try world.accept(2, next)
    #expect(try world.everything(1).isEmpty && world.everything(2) == ["1 Spilled Ember"])
    world.network.crash(1)
    let again = try world.comeBack("Bob", backup, linkedTo: 0...0)
    world.network.connect(again, 2)
    world.network.run(milliseconds: 130_000)
    #expect(try world.everything(again).isEmpty)
    for number in [0, 2, again] { #expect(try world.proofs(number).isEmpty) }
  }

  @Test("D-58: a person who gives one copy twice has signed the proof")
  func twice() throws {
    let world = try world(["Ada", "Bob", "Cyd"])
    // Bob stakes his ghost, takes it back without waiting, and gives it to Cyd; Ada has settled meanwhile.
    let offer = try world.offer(0, to: "Bob", give: ["Spilled Ember"], want: ["Attic Ghost"])
    let before = try world.backUp(1)
    try world.accept(1, offer)
    #expect(try world.everything(0) == ["1 Attic Ghost", "1 Spilled Ember"])
    let bob = try world.goBack(1, to: before, apartFrom: 0...0)
    world.network.connect(bob, 2)
    world.network.run(milliseconds: 5_000)
    let second = try world.offer(bob, to: "Cyd", give: ["Attic Ghost"])
    try world.accept(2, second)
    #expect(try world.everything(2) == ["1 Attic Ghost"])
    #expect(try world.proofs(0).isEmpty && world.proofs(2).isEmpty, "each has seen one")
    // Cyd gives it to Ada: with it comes how it came to Cyd.
    let third = try world.offer(2, to: "Ada", give: ["Attic Ghost"])
    let warned = try world.trade(0, third)
    #expect(
      warned.doubts == ["Bob gave one copy of Attic Ghost twice: to you and to Cyd."]
        || warned.doubts == ["Bob gave one copy of Attic Ghost twice: to Cyd and to you."],
      "\(warned.doubts)")
    let proofs = try world.proofs(0)
    #expect(proofs.count == 1 && proofs[0].steps.count == 2 && proofs[0].card == "Attic Ghost")
    #expect(
      try Set(proofs[0].receivers) == [world.account(0).description, world.account(2).description])
    // The proof stands by itself, without a home.
    let check = try #require(TradeProofCheck(proofs[0]) { RoomViews.records(provenBy: $0) })
    #expect(try check.giver == world.account(1) && check.card == "Attic Ghost")
    #expect(try Set(check.receivers) == [world.account(0), world.account(2)])
    func holds(_ change: (inout TradeProof) -> Void) -> Bool {
      var proof = proofs[0]
      change(&proof)
      return TradeProofCheck(proof) { RoomViews.records(provenBy: $0) } != nil
    }
    let steps = proofs[0].steps
    let mixed = [0, 1].map { place in
      TradeStep.with {
        ($0.settlement, $0.answer) = (steps[place].settlement, steps[1 - place].answer)
      }
    }
    for other in [[steps[0]], [steps[0], steps[0]], mixed] {
      #expect(!holds { $0.steps = other })
    }
    let (giver, receivers) = (proofs[0].giver, proofs[0].receivers)
    #expect(!holds { $0.giver = receivers[0] } && !holds { $0.receivers = [giver] })
    #expect(!holds { $0.steps[0].settlement.slice.signature[0] ^= 1 })
    #expect(!holds { $0.steps[1].answer.slice.entries[0].payload[9] ^= 1 })
    // What is changed in a part of it proves nothing.
    try world.read(0, "lobby") { views in
      for step in proofs[0].steps {
        #expect(views.home.records(provenBy: step.settlement).count == 1)
        var other = step.settlement
        other.room = Data(repeating: 7, count: 16)
        #expect(views.home.records(provenBy: other).isEmpty)
        #expect(
          step.answer.slice.entries.dropFirst().allSatisfy { $0.payload.isEmpty },
          "it tells nothing else of the room")
      }
    }
  }

  @Test("D-58: a proof in a file, which the second implementation checks too, holds for anybody")
  func proofInAFile() throws {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("protocol/vectors/twice.json")
    let file = try JSONMapping.message(TradeProofs.self, from: [UInt8](Data(contentsOf: path)))
    #expect(file.proofs.count == 1)
    for proof in file.proofs {
      let check = try #require(TradeProofCheck(proof) { RoomViews.records(provenBy: $0) })
      #expect(check.receivers.count == 2 && check.giver.description == proof.giver)
    }
  }

  @Test("D-58: what is wrong with an offer or an answer is said")
  func refusals() throws {
    let world = try world()
    for (give, want, reason) in [
      ([], [], "The offer is empty"), (["3 Spilled Ember"], [], "Only 2 Spilled Ember are in"),
      (["Cellar Rat"], [], "You have no card Cellar Rat"), (["Forest"], [], "not traded"),
      ([], ["101 Cellar Rat"], "at most 100 cards"),
    ] as [([String], [String], String)] {
      let said = refusal { try world.offer(0, to: "Bob", give: give, want: want) }
      #expect(said.contains(reason), "\(said)")
    }
    let room = try world.make(0, "friends", ["Bob"]).id
    let many = refusal {
      _ = try world.call(0, Methods.Trades.offer) {
        $0.room = room
        $0.gives = ["Spilled Ember"]
      }
    }
    #expect(many.contains("between two people"), "\(many)")
    let offer = try world.offer(0, to: "Bob", give: ["Spilled Ember"], want: ["2 Attic Ghost"])
    let few = refusal { try world.accept(1, offer) }
    #expect(few.contains("Only 1 Attic Ghost is in the Card Box"), "\(few)")
    #expect(try world.everything(1) == ["1 Attic Ghost"])
    for method in [Methods.Rooms.undo] {
      let said = refusal { _ = try world.call(0, method) }
      #expect(said.contains("cannot be deleted") || said.contains("undone"), "\(said)")
    }
  }

  @Test("D-58: what people want and have is marked in a room, and who matches is said")
  func marks() throws {
    let world = try world()
    let room = try world.make(0, "friends", ["Bob"]).id
    func mark(_ number: Int, _ card: String, wanted: Bool) throws -> CardMarkView {
      try world.call(number, Methods.Trades.mark) {
        ($0.room, $0.card, $0.wanted) = (room, card, wanted)
      }
    }
    #expect(try mark(0, "2 attic ghost", wanted: true).matches.isEmpty)
    #expect(try mark(1, "Attic Ghost", wanted: false).matches == ["Ada"])
    _ = try mark(1, "Cellar Rat", wanted: true)
    let all = try world.call(0, Methods.Trades.marks)
    #expect(all.marks.count == 3)
    let matching = try world.call(0, Methods.Trades.marks) { $0.matching = true }.marks
    let names: [[String]] = matching.map(\.matches)
    #expect(names.count == 2 && names.contains(["Ada"]) && names.contains(["Bob"]))
    _ = try world.call(1, Methods.Trades.unmark) { $0.mark = "cellar rat" }
    #expect(try world.call(0, Methods.Trades.marks).marks.count == 2)
  }

  @Test("D-58: who wants a printing is matched by nobody who has another one")
  func markedPrintings() throws {
    let world = try world()
    let room = try world.make(0, "friends", ["Bob"]).id
    func mark(_ number: Int, _ card: String, wanted: Bool) throws -> CardMarkView {
      try world.call(number, Methods.Trades.mark) {
        ($0.room, $0.card, $0.wanted) = (room, card, wanted)
      }
    }
    let wanted = try mark(0, "Glass Owl (M10) 146 *F*", wanted: true)
    #expect(wanted.card.set == "M10" && wanted.card.number == "146" && wanted.card.finish == .foil)
    for (card, set, finish, matches) in [
      ("Glass Owl", "M11", CardFinish.foil, false), ("Glass Owl", "m10", .etched, false),
      ("Glass Owl", "m10", .foil, true), ("Tin Owl", "M10", .foil, false),
    ] {
      _ = try world.call(1, Methods.Cards.add) {
        ($0.card, $0.set, $0.finish, $0.anyway) = (card, set, finish, true)
      }
      let had = try mark(1, "\(card) (\(set)) *\(finish == .foil ? "F" : "E")*", wanted: false)
      #expect(had.matches == (matches ? ["Ada"] : []), "\(card) \(set) \(finish)")
    }
    // What is not said does not matter.
    #expect(try mark(1, "Glass Owl", wanted: false).matches == ["Ada"])
  }
}
