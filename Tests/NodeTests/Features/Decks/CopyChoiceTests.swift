import Decks
import DeckSchema
import Feature
import Features
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// The copies and cards that somebody means: what is not clear is refused with what could be meant.
@Suite struct CopyChoiceTests {
  private static let names = [
    "Wear", "Wear // Tear Off", "Flood // Drought", "Drought // Famine", "Mint Imp",
  ]

  private static func has(_ name: String, face: String) -> Bool {
    name.lowercased().components(separatedBy: " // ").contains(face.lowercased())
  }

  private static let database = CardDatabase(
    card: { name in
      let found =
        names.first { $0.lowercased() == name.lowercased() }
        ?? names.first { has($0, face: name) }
      return found.map { name in KnownCard(facts: .with { $0.name = name }) }
    }, search: { _, _ in [] }, candidates: { _ in names }, source: { "a test" },
    named: { face in names.filter { has($0, face: face) } })

  private func world(_ names: [String] = ["Ada"], isKnown: Bool = false) throws -> RoomWorld {
    let world =
      isKnown
      ? try RoomWorld(names, registry: .parlor(lookups: [Self.database])) : try RoomWorld(names)
    for other in names.indices.dropFirst() { try world.pair(0, other) }
    return world
  }

  /// Gives somebody the cards of a collection file.
  private func take(_ world: RoomWorld, _ number: Int, _ rows: String) throws {
    let blob = try world.send(
      number,
      "Count,Name,Edition,Foil,Condition,Language,Purchase Price,Tags\n" + rows)
    _ = try world.call(number, Methods.Cards.addFile) { ($0.blob, $0.anyway) = (blob, true) }
  }

  private let cats = """
    1,Parlor Cat,C20,foil,Near Mint,Japanese,250,
    1,Parlor Cat,MKM,,Damaged,English,0.05,

    """

  private func remove(_ world: RoomWorld, _ card: String) throws -> CardsView {
    try world.call(0, Methods.Cards.remove) { $0.card = card }
  }

  private func printings(_ world: RoomWorld, _ name: String = "") throws -> [String] {
    try world.library(0, name).cards.map { "\($0.count) \($0.set)" }
  }

  @Test("43 D: copies that differ are listed and not guessed, and each can be named")
  func removing() throws {
    let world = try world()
    try take(world, 0, cats)
    let said = refusal { _ = try remove(world, "Parlor Cat") }
    #expect(said.contains("Parlor Cat (C20)  foil  near mint  ja  250"), "\(said)")
    #expect(said.contains("Parlor Cat (MKM)  normal  damaged  en  0.05"), "\(said)")
    #expect(try printings(world) == ["1 C20", "1 MKM"], "nothing is removed")
    // As `card list` prints it, and as the refusal does.
    let gone = try remove(world, "   1  Parlor Cat  (MKM)  damaged  en  0.05")
    #expect(gone.message == "Parlor Cat (MKM), damaged, en, is removed.")
    #expect(try printings(world) == ["1 C20"])
    // As a screen shows the refusal, with single blanks.
    try take(world, 0, "1,Parlor Cat,DOM,foil,Damaged,English,,\n1,Parlor Cat,DOM,,,,,\n")
    #expect(refusal { _ = try remove(world, "Parlor Cat DOM foil") }.contains("You have no card"))
    #expect(try remove(world, "1 Parlor Cat (DOM) foil damaged en").count == 1)
    #expect(try remove(world, "Parlor Cat (DOM) normal").count == 1)
    let other = refusal { _ = try remove(world, "Parlor Cat  damaged") }
    #expect(other.contains("You have no card Parlor Cat damaged:"), "\(other)")
    let printing = refusal { _ = try remove(world, "Parlor Cat (M10) 7 *F*") }
    #expect(printing.contains("You have no card Parlor Cat (M10) 7 foil:"), "\(printing)")
    try take(world, 0, "2,Parlor Cat,C20,,Near Mint,Japanese,,\n")
    #expect(refusal { _ = try remove(world, "Parlor Cat (C20)") }.contains("differ"))
    let plain = try #require(world.library(0).cards.first { $0.finish == .unspecified })
    #expect(plain.count == 2)
    #expect(try remove(world, "2 \(plain.id)").count == 2, "an id means those like it as well")
    #expect(try world.library(0).cards.map(\.finish) == [.foil])
    // All of them need no choice.
    try take(world, 0, cats)
    #expect(try remove(world, "3 Parlor Cat").count == 3)
  }

  @Test("43 D: a copy goes to somebody else, or into a library, only where it is clear which")
  func giving() throws {
    let world = try world(["Ada", "Bob"])
    try take(world, 0, cats)
    let offered = refusal { try world.offer(0, to: "Bob", give: ["Parlor Cat"]) }
    #expect(offered.contains("these differ") && offered.contains("(C20)"), "\(offered)")
    let offer = try world.offer(0, to: "Bob", give: ["Parlor Cat (MKM)"])
    #expect(offer.gives.map(\.set) == ["MKM"])
    let wish = try world.offer(1, to: "Ada", want: ["Parlor Cat"])
    let answered = refusal { try world.accept(0, wish) }
    #expect(answered.contains("--give"), "\(answered)")
    #expect(try world.everything(0).count == 2, "nothing is staked")
    try world.makeLibrary(0, "Cats")
    #expect(refusal { try world.put(0, "Parlor Cat", into: "Cats") }.contains("these differ"))
    try world.put(0, "Parlor Cat  foil", into: "Cats")
    #expect(try printings(world, "Cats") == ["1 C20"])
    // Only the price of one differs, which is nobody else's.
    try take(world, 0, "1,Attic Ghost,,,,,1,\n1,Attic Ghost,,,,,2,\n")
    #expect(try world.offer(0, to: "Bob", give: ["Attic Ghost"]).gives.count == 1)
    #expect(refusal { _ = try remove(world, "Attic Ghost") }.contains("these differ"))
  }

  @Test("43 D: a copy leaves a library, or is changed or given back, only where it is clear which")
  func takingOut() throws {
    let world = try world(["Ada", "Bob"])
    try take(world, 0, cats)
    try world.makeLibrary(0, "Cats")
    try world.put(0, "Parlor Cat  foil", into: "Cats")
    try world.put(0, "Parlor Cat  damaged", into: "Cats")
    let said = refusal { try world.take(0, "Parlor Cat", from: "Cats") }
    #expect(said.contains("these differ") && said.contains("(C20)"), "\(said)")
    #expect(try printings(world, "Cats") == ["1 C20", "1 MKM"])
    try world.take(0, "Parlor Cat (MKM)", from: "Cats")
    #expect(try printings(world, "Cats") == ["1 C20"])
    let id = try #require(world.library(0, "Cats").cards.first).id
    try world.take(0, id, from: "Cats")
    #expect(try printings(world, "Cats").isEmpty)
    func edit(_ card: String) throws {
      _ = try world.call(0, Methods.Cards.edit) { ($0.cards, $0.language) = ([card], "de") }
    }
    #expect(refusal { try edit("1 Parlor Cat") }.contains("these differ"))
    try edit("2 Parlor Cat")
    let offer = try world.offer(0, to: "Bob", give: ["2 Parlor Cat"], until: "")
    try world.accept(1, offer)
    let back = refusal { _ = try world.giveBack(1, offer, ["Parlor Cat"]) }
    #expect(back.contains("these differ"), "\(back)")
  }

  @Test("43 D: a list that says no printing takes plain copies before foils")
  func plainFirst() throws {
    let world = try world()
    try take(world, 0, "2,Parlor Cat,C20,foil,,,,\n1,Parlor Cat,MKM,,,,,\n")
    for (name, wanted, sets) in [("A", 1, ["1 MKM"]), ("B", 2, ["2 C20"])] {
      let blob = try world.send(0, "\(wanted) Parlor Cat\n")
      _ = try world.call(0, Methods.Libraries.makeOf) { ($0.blob, $0.name) = (blob, name) }
      #expect(try printings(world, name) == sets)
    }
  }

  @Test("43 D: a whole name is never taken for the half of another card")
  func wholeNames() throws {
    let world = try world(["Ada", "Bob"], isKnown: true)
    try world.own(0, "4 Wear // Tear Off")
    let none = refusal { try world.offer(0, to: "Bob", give: ["Wear"]) }
    #expect(none.contains("You have no card Wear"), "\(none)")
    try world.own(0, "4 Wear")
    #expect(try world.offer(0, to: "Bob", give: ["Wear"]).gives.map(\.name) == ["Wear"])
    try world.makeLibrary(0, "W")
    #expect(try world.put(0, "4 Wear", into: "W").lines == ["4 Wear"])
    try world.put(0, "4 tear off", into: "W")
    let check = try world.call(0, Methods.Libraries.check) { $0.library = "W" }
    #expect(check.failures == ["The deck has 8 cards and needs at least 60."], "four of each")
    let made = try world.call(0, Methods.Libraries.delete) { $0.library = "W" }
    #expect(made.deleted)
    let blob = try world.send(0, "1 Wear\n")
    let library = try world.call(0, Methods.Libraries.makeOf) { ($0.blob, $0.name) = (blob, "W1") }
    #expect(library.lines == ["1 Wear"])
  }

  @Test("43 D: half of two cards is neither of them")
  func halves() throws {
    let world = try world(isKnown: true)
    let said = refusal { try world.own(0, "drought") }
    #expect(said.contains("Drought // Famine or Flood // Drought"), "\(said)")
    try world.own(0, "famine")
    try world.own(0, "Flood // Drought")
    #expect(try world.cards(0) == ["1 Drought // Famine", "1 Flood // Drought"])
    #expect(refusal { _ = try remove(world, "Drought") }.contains("these differ"))
    let blob = try world.send(0, "2 Drought\n1 Mint Imp\n")
    let list = try world.call(0, Methods.DeckLists.keep) { ($0.blob, $0.name) = (blob, "L") }
    #expect(list.lines.map(\.name) == ["Mint Imp"])
    #expect(list.report.lost.map(\.line) == [1] && list.report.lost.map(\.count) == [2])
    #expect(list.report.lost[0].reason.contains("half of 2 cards"), "\(list.report.lost)")
  }

  @Test(
    "43 D: what is not a number of cards is not a part of a name, and what is not owned is not had")
  func numbers() throws {
    let world = try world(["Ada", "Bob"])
    try world.own(0, "8 Spilled Ember")
    let room = try world.make(0, "friends", ["Bob"]).id
    func mark(_ card: String, wanted: Bool) throws {
      _ = try world.call(0, Methods.Trades.mark) {
        ($0.room, $0.card, $0.wanted) = (room, card, wanted)
      }
    }
    for number in ["0", "-1", "1e9", "999999999", "1000", "four", "1.5"] {
      let card = "\(number) Spilled Ember"
      for said in [
        refusal { try world.offer(0, to: "Bob", want: [card]) },
        refusal { try mark(card, wanted: true) },
      ] { #expect(said.contains("is not a number of cards"), "\(card): \(said)") }
    }
    #expect(try world.call(0, Methods.Trades.list).trades.isEmpty)
    // A name that begins with a number.
    let offer = try world.offer(0, to: "Bob", want: ["1 1996 Picnic", "2 Unheard-of Imp"])
    #expect(offer.gets.map(\.name) == ["1996 Picnic", "Unheard-of Imp"])
    #expect(refusal { try world.offer(0, to: "Bob", want: ["Forest"]) }.contains("not traded"))
    for (card, reason) in [
      ("50 Spilled Ember", "only 8 Spilled Ember"), ("Attic Ghost", "no Attic Ghost"),
    ] {
      let said = refusal { try mark(card, wanted: false) }
      #expect(said.contains("You have \(reason) to trade"), "\(said)")
    }
    try mark("8 Spilled Ember", wanted: false)
  }

  @Test("43 D: of two values that differ none wins")
  func twoValues() throws {
    let world = try world()
    func add(_ card: String, _ fill: (inout AddCards) -> Void) -> String {
      refusal {
        _ = try world.call(0, Methods.Cards.add) {
          $0.card = card
          fill(&$0)
        }
      }
    }
    #expect(add("2 Parlor Cat") { $0.count = 3 }.contains("says 2"))
    #expect(add("Parlor Cat (MKM) 2") { $0.set = "C20" }.contains("the set MKM"))
    #expect(add("Parlor Cat (MKM) 2") { $0.number = "3" }.contains("the number 2"))
    #expect(add("Parlor Cat *F*") { $0.finish = .etched }.contains("one finish"))
    #expect(try world.cards(0).isEmpty)
    _ = add("2 Parlor Cat (MKM) 2 *F*") {
      ($0.count, $0.set, $0.number, $0.finish) = (2, "mkm", "2", .foil)
    }
    #expect(try world.cards(0) == ["2 Parlor Cat"])
    let removed = refusal {
      _ = try world.call(0, Methods.Cards.remove) { ($0.card, $0.count) = ("2 Parlor Cat", 1) }
    }
    #expect(removed.contains("says 2"), "\(removed)")
    try world.makeLibrary(0, "Burn")
    try world.put(0, "Parlor Cat", into: "Burn")
    let lands = refusal {
      try world.setLands(0, "Burn", [("mountain", "20"), ("mount", "3")])
    }
    #expect(lands.contains("named twice"), "\(lands)")
  }

  @Test(
    "43 D: a lent card comes back with its price, its tags and its binder, which nobody was told")
  func loan() throws {
    let world = try world(["Ada", "Bob"])
    let blob = try world.send(
      0,
      "Binder Name,Binder Type,Name,Set code,Foil,Quantity,Purchase price,Condition,Language,Purchase price currency,Tags\nRares,binder,Attic Ghost,C20,foil,1,4.50,near_mint,en,EUR,old\n"
    )
    _ = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
    let before = try #require(world.library(0).cards.first)
    #expect(before.price == "4.50 EUR" && before.binder == "Rares" && before.tags == ["old"])
    let offer = try world.offer(0, to: "Bob", give: ["Attic Ghost"], until: "")
    try world.accept(1, offer)
    let lent = try #require(world.library(1).cards.first)
    #expect(lent.price.isEmpty && lent.binder.isEmpty && lent.tags.isEmpty)
    try world.giveBack(1, offer)
    var after = try #require(world.library(0).cards.first)
    after.id = before.id
    #expect(after == before)
  }

  @Test("43 D: cards that a deck file brings keep its tags, and what cannot be kept is said")
  func tags() throws {
    let world = try world()
    try world.own(0, "Parlor Cat")
    let blob = try world.send(
      0, "2 Attic Ghost (C20) 1 *F* #burn #!red things\n1 Parlor Cat #pet\n3 Forest (MKM) 9\n")
    let made = try world.call(0, Methods.Libraries.makeOf) {
      ($0.blob, $0.name, $0.owned) = (blob, "Tags", true)
    }
    let ghost = try #require(made.cards.first { $0.name == "Attic Ghost" })
    #expect(ghost.tags.contains("burn") && ghost.tags.contains { $0.contains("red things") })
    #expect(try #require(made.cards.first { $0.name == "Parlor Cat" }).tags.isEmpty)
    #expect(made.report.lost.map(\.line).sorted() == [2, 3] && made.report.lost.allSatisfy(\.part))
    #expect(!made.report.isIncomplete && made.report.taken == 6)
  }

  @Test("43 D: each card that is taken as it stands is named")
  func named() throws {
    let world = try world(isKnown: true)
    let blob = try world.send(0, "Count,Name\n1,Alpha\n2,Beta\n1,Beta\n1,mint imp\n1,WEAR\n")
    let taken = try world.call(0, Methods.Cards.addFile) { ($0.blob, $0.anyway) = (blob, true) }
    #expect(taken.report.changed.map(\.text) == ["Alpha", "Beta", "mint imp", "WEAR"])
    #expect(taken.report.changed.map(\.count) == [1, 2, 1, 1])
  }
}
