import Decks
import DeckSchema
import Feature
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// The Card Box and the libraries: a card is in one place.
@Suite struct LibraryTests {
  @Test("D-27 to D-31, D-34, D-35: cards are added by any way to write their names, and removed")
  func cards() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "4 spilled  EMBER")
    try world.own(0, "emigre's parasol")
    try world.own(0, "ashes")
    #expect(try world.cards(0) == ["1 Candle // Ashes", "1 Émigré's Parasol", "4 Spilled Ember"])
    #expect(try world.library(0).count == 6)
    for (card, reason) in [
      ("Spiled Ember", "Did you mean Spilled Ember"), (" ", "without a name"),
      ("tokens", "not the name of a card"), ("basic-lands", "not the name of a card"),
      ("4 tokens", "not the name of a card"), ("Forest", "as many Forests as you want"),
    ] {
      let said = refusal { try world.own(0, card) }
      #expect(said.contains(reason), "\(said)")
    }
    let many = refusal {
      try world.call(0, Methods.Cards.add) {
        $0.card = "Attic Ghost"
        $0.count = 1_000_000
      }
    }
    #expect(many.contains("At most 999 copies"), "\(many)")
    try world.own(0, "Somebody's Own", anyway: true)
    try world.own(0, "somebodys own")
    #expect(try world.cards(0).contains("2 Somebody's Own"), "what is owned is known")
    let removed = try world.call(0, Methods.Cards.remove) { $0.card = "3 Spilled Ember" }
    #expect(removed.count == 3 && removed.cards.map(\.name) == ["Spilled Ember"])
    #expect(try world.cards(0).contains("1 Spilled Ember"))
    let said = refusal {
      try world.call(0, Methods.Cards.remove) { $0.card = "2 Spilled Ember" }
    }
    #expect(said.contains("Only 1 Spilled Ember is in the Card Box"), "\(said)")
    let found = try world.call(0, Methods.Cards.search) { $0.text = "ember" }
    #expect(found.cards.map(\.name) == ["Spilled Ember"] && found.source.contains("invented"))
    // Many whole names at once, each as it is written there (44, cost and colour beside each card).
    let facts = try world.call(0, Methods.Cards.search) {
      $0.text = "spilled EMBER\nember\nAshes\r\nForest\n"
    }
    #expect(facts.cards.map(\.name) == ["spilled EMBER", "Ashes", "Forest"])
    #expect(facts.cards.map(\.cost) == ["{R}", "{R} // {1}{B}", ""])
    let beyond = refusal {
      try world.call(0, Methods.Cards.search) { ($0.text, $0.limit) = ("a\nb\nc", 2) }
    }
    #expect(beyond.contains("3 names of cards: ask for at most 2"), "\(beyond)")
    let list = try world.call(0, Methods.Cards.list) { $0.text = "PARA" }
    #expect(list.cards.map(\.name) == ["Émigré's Parasol"])
    // A copy by its id, as a page names it.
    let id = try #require(list.cards.first).id
    _ = try world.call(0, Methods.Cards.remove) { $0.card = id }
    #expect(try !world.cards(0).contains("1 Émigré's Parasol"))
  }

  @Test("D-01 to D-05, D-08, D-14, D-17: collections, and what can be done with them")
  func views() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "4 Spilled Ember")
    let made = try world.makeLibrary(0, "  Red   Deck ")
    #expect(made.name == "Red Deck" && made.draft && !made.managed && !made.cardBox)
    #expect(made.reason("lands")?.contains("at least one card") == true, "D-14")
    #expect(made.reason("save")?.contains("0 of the 60 cards") == true)
    try world.put(0, "3 Spilled Ember", into: "red deck")
    let opened = try world.makeLibrary(0, "RED deck")
    #expect(opened.id == made.id && opened.lines == ["3 Spilled Ember"], "D-08")
    #expect(opened.messages.first?.contains("already") == true && opened.reason("lands") == "")
    let list = try world.call(0, Methods.Libraries.list)
    #expect(list.libraries.map(\.name) == ["Card Box", "Red Deck"])
    #expect(list.libraries.map(\.count) == [1, 3] && list.libraries[0].cardBox)
    #expect(list.actions.map(\.name) == ["add"] && list.actions[0].enabled, "D-03")
    for action in ["edit", "delete"] {
      #expect(list.libraries[0].reason(action)?.contains("Card Box") == true, "D-04, D-05")
      #expect(list.libraries[1].reason(action) == "")
    }
    for text in ["Card Box", "", "card  box"] {
      let said = refusal {
        _ = try world.call(0, Methods.Libraries.delete) { $0.library = text }
      }
      #expect(said.contains("is no library"), "\(said)")
    }
    #expect(try world.cards(0, "card box") == ["1 Spilled Ember"])
    let renamed = try world.call(0, Methods.Libraries.edit) {
      $0.library = made.id
      $0.name = "Ember"
      $0.format = "Modern"
      $0.notes = "fast"
      $0.tags = ["red", "red"]
    }
    #expect(renamed.name == "Ember" && renamed.format == "modern" && renamed.notes == "fast")
    #expect(renamed.tags == ["red"] && renamed.lines == ["3 Spilled Ember"], "D-56")
    try world.makeLibrary(0, "Other")
    let taken = refusal {
      _ = try world.call(0, Methods.Libraries.edit) {
        $0.library = "other"
        $0.name = "EMBER"
      }
    }
    #expect(taken.contains("another library EMBER"))
  }

  @Test("D-15, D-19, D-20, D-22 to D-26: cards move, lands are counted, and a fifth copy stays out")
  func moving() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "6 Spilled Ember")
    try world.own(0, "8 Cellar Rat")
    try world.makeLibrary(0, "Burn")
    #expect(
      refusal { try world.setLands(0, "Burn", [("forest", "1")]) }.contains("add a card first"))
    try world.put(0, "4 Spilled Ember", into: "Burn")
    #expect(try world.cards(0) == ["8 Cellar Rat", "2 Spilled Ember"], "D-22")
    let fifth = refusal { try world.put(0, "Spilled Ember", into: "Burn", .sideboard) }
    #expect(fifth.contains("at most 4 copies of Spilled Ember"), "\(fifth)")
    try world.put(0, "8 Cellar Rat", into: "Burn", .sideboard)
    let elsewhere = refusal { try world.put(0, "Cellar Rat", into: "Burn") }
    #expect(elsewhere.contains("there are 8 in Burn"), "\(elsewhere)")
    let never = refusal { try world.put(0, "Attic Ghost", into: "Burn") }
    #expect(never.contains("You have no card Attic Ghost"), "\(never)")
    var view = try world.setLands(0, "Burn", [("mount", "20"), ("snow-covered swamp", "2")])
    #expect(view.count == 26 && view.sideboard == 8 && view.lines.contains("20 Mountain"))
    for count in ["1x", "-1", "", "1000000"] {
      #expect(refusal { try world.setLands(0, "Burn", [("swamp", count)]) } != "(not refused)")
    }
    view = try world.put(0, "3 Mountain", into: "Burn")
    #expect(view.lines.contains("23 Mountain"))
    view = try world.take(0, "Mountain", from: "Burn")
    #expect(view.lines.contains("22 Mountain"))
    #expect(try world.cards(0) == ["2 Spilled Ember"], "D-24: lands go nowhere")
    try world.take(0, "Spilled Ember", from: "Burn")
    #expect(try world.cards(0) == ["3 Spilled Ember"])
    #expect(
      refusal { try world.take(0, "5 Cellar Rat", from: "Other") }.contains("no library Other"))
    #expect(
      refusal { try world.take(0, "9 Cellar Rat", from: "Burn") }
        == "No Cellar Rat is in the main deck of Burn, and there are 8 in its sideboard: name that part, as in `--zone sideboard`."
    )
    let deleted = try world.call(0, Methods.Libraries.delete) { $0.library = "burn" }
    #expect(
      deleted.deleted
        && deleted.messages == ["Burn is deleted: its 11 cards are in the Card Box again."])
    #expect(try world.cards(0) == ["8 Cellar Rat", "6 Spilled Ember"], "D-25")
    world.network.crash(0)
    try world.network.start(0)
    #expect(try world.cards(0) == ["8 Cellar Rat", "6 Spilled Ember"])
    // A new one of that name is another one; the last card leaves a draft behind.
    try world.makeLibrary(0, "Burn")
    try world.put(0, "Cellar Rat", into: "Burn")
    view = try world.take(0, "Cellar Rat", from: "Burn")
    #expect(view.lines.isEmpty && view.draft && !view.deleted, "D-26")
    // Cards that were in the library that is gone are moved like any others.
    view = try world.put(0, "7 Cellar Rat", into: "Burn")
    #expect(view.lines == ["7 Cellar Rat"])
  }

  @Test("D-24: a card is taken from the main deck, and from another part only where that is said")
  func takingFromZones() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "4 Spilled Ember")
    try world.makeLibrary(0, "Burn")
    try world.put(0, "2 Spilled Ember", into: "Burn", .sideboard)
    try world.put(0, "1 Spilled Ember", into: "Burn")
    try world.put(0, "2 Forest", into: "Burn", .sideboard)
    let said = refusal { try world.take(0, "2 Spilled Ember", from: "Burn") }
    #expect(
      said
        == "Only 1 Spilled Ember is in the main deck of Burn, and there are 2 in its sideboard: name that part, as in `--zone sideboard`."
    )
    #expect(
      refusal { try world.take(0, "Forest", from: "Burn") }.contains(
        "No Forest is in the main deck of Burn, and there are 2 in its sideboard"))
    #expect(
      try world.take(0, "Spilled Ember", from: "Burn").lines == [
        "2 Spilled Ember sideboard", "2 Forest",
      ])
    let id = try #require(world.library(0, "Burn").cards.first).id
    #expect(try world.take(0, id, from: "Burn").lines == ["1 Spilled Ember sideboard", "2 Forest"])
    let view = try world.call(0, Methods.Libraries.take) {
      ($0.library, $0.card, $0.zone) = ("Burn", "Spilled Ember", .sideboard)
    }
    #expect(view.lines == ["2 Forest"])
    let none = refusal { try world.take(0, "Spilled Ember", from: "Burn") }
    #expect(
      none == "No Spilled Ember is in the main deck of Burn: `parlor library show` lists its cards."
    )
  }

  @Test("D-30, D-49: lines of the Card Box are taken by `card add`, and by libraries")
  func printedLines() throws {
    let world = try RoomWorld(["Ada"])
    let line =
      "   2  Attic Ghost  (M10) 146  foil  near mint  de  altered  0.50 EUR  binder Red  #old"
    try world.own(0, line)
    let card = try #require(world.library(0).cards.first)
    #expect(card.count == 2 && card.name == "Attic Ghost" && card.set == "M10")
    #expect(card.number == "146" && card.finish == .foil && card.condition == .nearMint)
    #expect(card.language == "de" && card.marks == ["altered"] && card.price == "0.50 EUR")
    #expect(card.binder == "Red" && card.tags == ["old"])
    try world.own(0, "1  Attic Ghost")
    try world.makeLibrary(0, "Ghosts")
    try world.put(0, line + "  sideboard", into: "Ghosts")
    #expect(try world.cards(0, "Ghosts") == ["2 Attic Ghost sideboard"])
    #expect(try world.cards(0) == ["1 Attic Ghost"])
    try world.own(0, "1  Attic Ghost  (M10) 146  foil  in Ghosts")
    #expect(try world.cards(0).count == 2)
    let said = refusal {
      _ = try world.call(0, Methods.Cards.add) {
        ($0.card, $0.condition) = ("Attic Ghost  damaged", .mint)
      }
    }
    #expect(said.contains("one condition behind its name and another beside it"), "\(said)")
  }

  @Test("D-55: a commander is no card of the library that is drawn from")
  func oddsWithCommander() throws {
    let world = try RoomWorld(["Ada"])
    for card in ["Hedge Warden", "Parlor Cat"] { try world.own(0, card) }
    try world.makeLibrary(0, "Elves", format: "commander")
    try world.put(0, "Hedge Warden", into: "Elves", .commander)
    try world.put(0, "Parlor Cat", into: "Elves")
    try world.setLands(0, "Elves", [("forest", "98")])
    let odds = try world.call(0, Methods.Libraries.odds) {
      ($0.library, $0.card, $0.draws) = ("Elves", "Parlor Cat", 1)
    }
    // One of 99 cards: 1 / 99 is 0.010101.
    #expect(odds.deck == 99 && odds.copies == 1 && odds.any == 10_101)
    let commander = refusal {
      _ = try world.call(0, Methods.Libraries.odds) {
        ($0.library, $0.card) = ("Elves", "Hedge Warden")
      }
    }
    #expect(
      commander == "Hedge Warden is in the command zone of Elves, and is not drawn from the deck.")
  }

  @Test("D-06, D-07, D-09, D-10, D-16, D-17: managing is saved at once and can be taken back")
  func managing() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "4 Spilled Ember")
    try world.own(0, "4 Attic Ghost")
    // A new library goes, and its cards come back.
    let new = try world.call(0, Methods.Libraries.begin) { $0.library = "Burn" }
    #expect(new.managed && new.reason("cancel") == "")
    try world.put(0, "2 Spilled Ember", into: "Burn")
    let gone = try world.call(0, Methods.Libraries.cancel) { $0.library = "Burn" }
    #expect(
      gone.deleted && gone.messages == ["Burn is removed: its 2 cards are in the Card Box again."])
    #expect(try world.cards(0) == ["4 Attic Ghost", "4 Spilled Ember"])
    #expect(try world.libraries(0).count == 1)
    // One that was there is again what it was.
    try world.makeLibrary(0, "Burn")
    try world.makeLibrary(0, "Other")
    try world.put(0, "3 Spilled Ember", into: "Burn")
    try world.put(0, "Attic Ghost", into: "Burn", .sideboard)
    let before = try world.setLands(0, "Burn", [("mountain", "9")])
    _ = try world.call(0, Methods.Libraries.begin) { $0.library = "burn" }
    try world.take(0, "2 Spilled Ember", from: "Burn")
    try world.put(0, "2 Attic Ghost", into: "Burn")
    try world.put(0, "1 Spilled Ember", into: "Other")
    try world.setLands(0, "Burn", [("mountain", "0"), ("swamp", "4")])
    world.network.crash(0)
    try world.network.start(0)
    let again = try world.call(0, Methods.Libraries.begin) { $0.library = "burn" }
    #expect(again.managed && again.messages.first?.contains("continue from there") == true)
    #expect(
      again.lines == ["2 Attic Ghost", "1 Spilled Ember", "1 Attic Ghost sideboard", "4 Swamp"])
    let small = refusal { _ = try world.call(0, Methods.Libraries.save) { $0.library = "burn" } }
    #expect(small.contains("It has 7 of the 60 cards"), "\(small)")
    let back = try world.call(0, Methods.Libraries.cancel) { $0.library = "burn" }
    #expect(!back.managed && back.id == before.id)
    // The one that went into another library stays there.
    #expect(back.lines == ["2 Spilled Ember", "1 Attic Ghost sideboard", "9 Mountain"])
    #expect(try world.cards(0, "Other") == ["1 Spilled Ember"])
    // Saved, as a draft and with enough cards.
    _ = try world.call(0, Methods.Libraries.begin) { $0.library = "burn" }
    let draft = try world.call(0, Methods.Libraries.save) {
      $0.library = "burn"
      $0.draft = true
    }
    #expect(!draft.managed && draft.draft)
    _ = try world.call(0, Methods.Libraries.begin) { $0.library = "burn" }
    try world.setLands(0, "Burn", [("mountain", "58")])
    let saved = try world.call(0, Methods.Libraries.save) { $0.library = "burn" }
    #expect(!saved.managed && !saved.draft && saved.count == 60)
    let nobody = refusal { _ = try world.call(0, Methods.Libraries.cancel) { $0.library = "burn" } }
    #expect(nobody.contains("Nobody manages"), "\(nobody)")
  }

  @Test("D-11 to D-13, D-18, D-19, D-28: whether a button can be pressed is said for every surface")
  func prompts() throws {
    let world = try RoomWorld(["Ada"])
    func prompt(_ kind: PromptKind, _ fields: [String]) throws -> PromptView {
      try world.call(0, Methods.Libraries.prompt) {
        $0.kind = kind
        $0.fields = fields
      }
    }
    let empty = try prompt(.library, [])
    #expect(empty.text.contains("cannot be created without a name") && !empty.enabled)
    #expect(try prompt(.library, ["Burn"]).enabled && !prompt(.library, [" "]).enabled)
    #expect(try prompt(.card, ["x"]).enabled && !prompt(.card, [""]).enabled)
    #expect(try prompt(.lands, ["1", "2", "3", "4", "5"]).enabled)
    for fields in [["1", "2", "3", "4"], ["1", "2", "x", "4", "5"], ["1", "", "3", "4", "5"]] {
      let view = try prompt(.lands, fields)
      #expect(!view.enabled && view.reason.contains("is not a number of lands"))
    }
    #expect(empty.fields == ["Name"] && empty.button == "Create")
  }

  @Test("D-56: what was done last can be taken back")
  func undo() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "4 Spilled Ember")
    try world.makeLibrary(0, "Burn")
    try world.put(0, "3 Spilled Ember", into: "Burn")
    _ = try world.call(0, Methods.Rooms.undo)
    #expect(try world.cards(0) == ["4 Spilled Ember"] && world.cards(0, "Burn").isEmpty)
    _ = try world.call(0, Methods.Rooms.undo)
    _ = try world.call(0, Methods.Rooms.undo)
    #expect(try world.cards(0).isEmpty && world.libraries(0).count == 1)
  }
}
