import DuelSchema
import Feature
import FoundationEssentials
import Schema
import Testing

@testable import Duel

/// Hands that are drawn anew, turns with their stops, and cards that belong to somebody.
@Suite struct DuelTurnTests {
  private func begun(
    games: UInt32 = 1, _ choosing: (inout DuelChoice) -> Void = { _ in }
  ) throws -> TwoTables {
    try TwoTables(
      games: games,
      lists: [
        (TwoTables.names(12, "Deer"), TwoTables.names(2, "Spare")),
        (TwoTables.names(10, "Elf"), []),
      ], choosing: choosing)
  }

  private static func token(_ name: String) -> DuelMove {
    .with {
      $0.tokens.name = name
      $0.tokens.to.zone = .battlefield
    }
  }

  private static func put(_ object: UInt32, _ zone: DuelStep.Zone) -> DuelMove {
    .with {
      $0.place.cards = [.with { $0.object = object }]
      $0.place.to.spot.zone = zone
    }
  }

  @Test("V-09: with each London mulligan one card more goes to the bottom, until a card is played")
  func mulligan() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 7 }
    try two.move(.host) { ($0.mulligan.draw, $0.mulligan.london) = (7, true) }
    #expect(
      two.sentences.contains(
        "Ada takes mulligan 1: shuffles the hand of 7 cards into the library, and puts 1 card back after drawing."
      ))
    for seat in Seat.chairs {
      let host = two.view(seat).seats[0]
      #expect(host.mulligans == 1 && host.putBack == 1 && host.hand == 7)
    }
    let card = two.handle(.host)
    try two.move(.host) {
      $0.place.cards = [.with { $0.handle = card }]
      $0.place.to.bottom = 0
    }
    #expect(two.view(.joiner).seats[0].putBack == 0 && two.view(.joiner).seats[0].hand == 6)
    try two.move(.host) { ($0.mulligan.draw, $0.mulligan.london) = (7, true) }
    #expect(two.view(.joiner).seats[0].putBack == 2)
    #expect(
      two.refusal(.host) { ($0.mulligan.draw, $0.mulligan.london) = (2, true) }
        == "You would put back more cards than you draw: keep this hand.")
    let played = two.handle(.host)
    try two.move(.host) {
      $0.place.cards = [.with { $0.handle = played }]
      $0.place.to.spot.zone = .battlefield
    }
    #expect(two.view(.joiner).seats[0].putBack == 0)
    // Without the word a mulligan puts nothing back.
    try two.move(.joiner) { $0.draw.count = 7 }
    try two.move(.joiner) { $0.mulligan.draw = 6 }
    #expect(two.view(.host).seats[1].putBack == 0 && two.view(.host).seats[1].hand == 6)
    #expect(two.refused.isEmpty)
  }

  @Test(
    "V-31: cards of the other player are picked at random, and an object is no card of the hand")
  func random() throws {
    var two = try begun()
    for name in ["Goat", "Bear", "Wolf"] { try two.move(.joiner) { $0 = Self.token(name) } }
    let theirs = Set(two.view(.host).objects.map(\.number))
    try two.move(.host) {
      ($0.pick.zone, $0.pick.of, $0.pick.count) = (.battlefield, .joiner, 2)
    }
    let picked = two.view(.host).own.pickedObjects
    #expect(picked.count == 2 && Set(picked).count == 2 && theirs.isSuperset(of: picked))
    #expect(two.sentences.contains("Ada picks 2 at random of Goat, Bear and Wolf."))
    #expect(
      two.refusal(.host) { ($0.pick.zone, $0.pick.of, $0.pick.count) = (.graveyard, .joiner, 1) }
        == DuelReason.notThere.rawValue)
    // A seal of the hand has the number of the host's first object, 9.
    try two.move(.host) { $0.draw.count = 12 }
    try two.move(.host) { $0.sealHand = true }
    try two.move(.host) { $0 = Self.token("Goat") }
    try two.move(.host) { ($0.pick.zone, $0.pick.count) = (.battlefield, 1) }
    #expect(two.view(.host).own.pickedObjects == [9] && two.view(.host).own.picked.isEmpty)
    #expect(two.refused.isEmpty)
  }

  @Test("V-31: who has a sealed hand is told which of its cards the other player has chosen")
  func chosenOfSealedHand() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 3 }
    let hand = Set(two.view(.host).own.hand.map(\.handle))
    var chosen: Set<UInt32> = []
    try two.move(.host) { $0.sealHand = true }
    for position in 0..<UInt32(3) {
      try two.move(.joiner) { ($0.choose.seat, $0.choose.position) = (.host, position) }
      let picked = two.view(.host).own.picked
      #expect(picked.count == 1 && two.view(.joiner).own.picked.isEmpty)
      chosen.formUnion(picked.map(\.handle))
    }
    #expect(chosen == hand)
    #expect(two.sentences.last == "Bob chooses card 3 of the sealed hand of Ada.")
    #expect(two.refused.isEmpty)
  }

  @Test(
    "V-33: a phase at which the other player stops is not passed over, and the turn ends after it")
  func stops() throws {
    var two = try begun()
    try two.move(.joiner) { ($0.stop.phase, $0.stop.on) = (1, true) }
    #expect(two.view(.host).seats[1].stops == [1])
    try two.move(.host) { $0.passTurn = true }
    #expect(two.view(.joiner).phase == 1 && two.view(.joiner).active == .host)
    #expect(two.sentences.last == "Ada moves on to Draw, where Bob stops.")
    try two.move(.host) { $0.passTurn = true }
    #expect(two.view(.joiner).active == .joiner && two.view(.joiner).turn == 2)
    // The stop is not one of Bob's own turns.
    try two.move(.joiner) { $0.phase = 2 }
    #expect(two.view(.host).phase == 2 && two.refused.isEmpty)
    #expect(two.sentences.last == "Bob moves on to Main.")
  }

  @Test("V-34: who passes has nothing more until the other one acts; who holds keeps priority")
  func priority() throws {
    var two = try begun()
    func both() -> [DuelStep.Priority] { two.view(.joiner).seats.map(\.priority) }
    try two.move(.host) { $0.priority = .pass }
    try two.move(.joiner) { $0.priority = .pass }
    try two.move(.host) { $0.say = "well?" }
    #expect(both() == [.pass, .pass])
    try two.move(.joiner) { $0 = Self.token("Goat") }
    #expect(both() == [.unspecified, .unspecified])
    try two.move(.host) { $0.priority = .hold }
    try two.move(.host) { $0 = Self.token("Bear") }
    try two.move(.joiner) { $0.priority = .pass }
    #expect(both() == [.hold, .pass])
    try two.move(.host) { $0.passTurn = true }
    #expect(both() == [.unspecified, .unspecified] && two.refused.isEmpty)
    // Two who do not know of each other: a pass that has not seen an act says nothing about it.
    try two.tap(.host, Self.token("Elk"))
    try two.tap(.joiner, .with { $0.priority = .pass })
    two.settle()
    #expect(both() == [.unspecified, .unspecified])
  }

  @Test("V-20: a commander begins in its zone, and costs 2 more with each time that it is played")
  func commander() throws {
    var two = try begun { $0.commanders = ["Spare 101"] }
    try two.move(.host) { $0.begin.draw = 7 }
    try two.move(.joiner) { $0.begin.draw = 7 }
    let card = try #require(two.view(.joiner).objects.first)
    #expect(card.name == "Spare 101" && card.zone == .command && card.owner == .host)
    #expect(two.view(.joiner).seats.map(\.hand) == [7, 7] && two.view(.joiner).seats[0].side == 1)
    func tax() -> [Int32] { two.view(.joiner).seats[0].counters.map(\.value) }
    for zone in [DuelStep.Zone.stack, .battlefield] {
      try two.move(.host) { $0 = Self.put(card.number, zone) }
      #expect(tax() == [2])
    }
    try two.move(.host) { $0 = Self.put(card.number, .command) }
    try two.move(.host) { $0 = Self.put(card.number, .battlefield) }
    #expect(tax() == [4] && two.view(.joiner).seats[0].counters.first?.name == "tax of Spare 101")
    #expect(two.refused.isEmpty)
  }

  @Test(
    "V-29: a card that was given goes back to its owner's graveyard, and to their list at the end")
  func owners() throws {
    var two = try begun(games: 3)
    try two.move(.host) { $0.draw.count = 2 }
    for _ in 0..<2 {
      let card = two.handle(.host)
      try two.move(.host) {
        $0.place.cards = [.with { $0.handle = card }]
        $0.place.to.spot.zone = .battlefield
      }
    }
    let numbers = two.view(.host).objects.map(\.number)
    try two.move(.host) { ($0.give.objects, $0.give.seat) = (numbers, .joiner) }
    #expect(two.view(.host).objects.map(\.controller) == [.joiner, .joiner])
    // Only the owner moves it there: the other player gives it back.
    try two.move(.joiner) { $0 = Self.put(numbers[0], .graveyard) }
    let back = two.view(.host).objects.first { $0.number == numbers[0] }
    #expect(back?.controller == .host && back?.owner == .host)
    try two.move(.host) { $0.end = .concede }
    for seat in Seat.chairs { try two.move(seat) { $0.begin.draw = 0 } }
    #expect(two.view(.host).objects.isEmpty && two.view(.host).seats.map(\.library) == [12, 10])
    let cards = two.view(.host).own.cards
    #expect(cards.map(\.name) == TwoTables.names(12, "Deer") && cards.allSatisfy { $0.count == 1 })
    #expect(two.refused.isEmpty)
  }

  @Test("V-42: who watches sees the table at once, and hands and face-down cards after the opening")
  func watched() throws {
    var two = try begun()
    try two.move(.host) { $0.draw.count = 3 }
    try two.move(.host) { $0.top = .look }
    let card = two.handle(.host)
    try two.move(.host) {
      $0.place.cards = [.with { $0.handle = card }]
      ($0.place.to.spot.zone, $0.place.to.down) = (.battlefield, true)
    }
    func seen() -> DuelView {
      var view = TableView()
      two.tables[1].fill(&view)
      return view.duel
    }
    #expect(two.tables[1].spectatorPolicy == .everybody && !two.tables[1].spectatorsTalk)
    #expect(!seen().hasOwn && seen().objects.map(\.name) == [""] && seen().objects[0].down)
    #expect(seen().seats[0].hand == 2 && seen().seats[0].openedHand.isEmpty)
    #expect(seen().seats[0].known.isEmpty && seen().seats[0].openedMain.isEmpty)
    let hand = two.view(.host).own.hand.map(\.name)
    try two.move(.joiner) { $0.end = .concede }
    #expect(Set(seen().seats[0].openedHand) == Set(hand) && seen().seats[0].openedMain.count == 12)
    #expect(two.refused.isEmpty)
  }
}
