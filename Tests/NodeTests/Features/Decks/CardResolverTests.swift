import Decks
import DeckSchema
import Feature
import Features
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// One way to find the card that a name means, for everything that comes in.
@Suite struct CardResolverTests {
  private static let names = [
    "Lun-Târ's Door", "Dove Lane // Dime Lane", "Æthermoor Guide", "Mint Imp", "Day of Rest",
    "Hat Shop (Used)", "+3 Ladle", "Clerk of Stems", "Idle Vinecaller", "Amber Basket",
  ]

  /// Plain letters of a name, found otherwise than the program does it.
  private static func plain(_ name: String) -> String {
    name.replacingOccurrences(of: "Æ", with: "Ae").folding(
      options: [.diacriticInsensitive, .caseInsensitive], locale: nil
    )
    .filter { $0.isLetter || $0.isNumber }
  }

  private static let database = CardDatabase(
    card: { name in
      let wanted = plain(name)
      let found = names.first { known in
        plain(known) == wanted || known.components(separatedBy: " // ").map(plain).contains(wanted)
      }
      return found.map { name in KnownCard(facts: .with { $0.name = name }) }
    }, search: { _, _ in [] }, candidates: { _ in names }, source: { "a test" })

  private func world() throws -> RoomWorld {
    try RoomWorld(["Ada"], registry: .parlor(lookups: [Self.database]))
  }

  @discardableResult
  private func take(
    _ world: RoomWorld, _ text: String, _ name: String, owned: Bool = true, anyway: Bool = false
  ) throws -> LibraryView {
    let blob = try world.send(0, text)
    return try world.call(0, Methods.Libraries.makeOf) {
      ($0.blob, $0.name, $0.owned, $0.anyway) = (blob, name, owned, anyway)
    }
  }

  private func keep(_ world: RoomWorld, _ text: String, _ name: String) throws -> DeckListView {
    let blob = try world.send(0, text)
    return try world.call(0, Methods.DeckLists.keep) { ($0.blob, $0.name) = (blob, name) }
  }

  @Test("43 D-3: two spellings are one card, so of eight copies four are left out")
  func copies() throws {
    let view = try take(
      world(), "4 Lun-Târ's Door\n4 Lun-Tar’s Door\n4 Dove Lane\n4 dime lane\n", "Eight")
    #expect(view.lines == ["4 Dove Lane // Dime Lane", "4 Lun-Târ's Door"])
    #expect(view.report.leftOut.map(\.count) == [4, 4] && view.report.taken == 8)
    #expect(view.report.leftOut.map(\.line) == [2, 4])
  }

  @Test("43 D-3: one deck has one hash, however its names are written")
  func hash() throws {
    let world = try world()
    let one = try keep(
      world, "4 Lun-Târ's Door\n2 Dove Lane // Dime Lane\n1 Æthermoor Guide\n", "A")
    let other = try keep(
      world, "2 Lun-Tar’s Door\n2 lun-târ's door\n2 Dove Lane\n1 aethermoor guide\n", "B")
    #expect(one.hash == other.hash && !one.hash.isEmpty)
    #expect(other.lines.map(\.name) == one.lines.map(\.name))
    #expect(other.lines.map(\.count) == [4, 2, 1])
    #expect(one.report.changed.isEmpty && other.report.changed.map(\.count) == [2, 1, 1])
  }

  @Test("43 D-2, D-3: names that nobody knows are not owned, unless they are taken as they stand")
  func junk() throws {
    let world = try world()
    let text =
      "My Deck\nMint Imp\n2 Mint Inp\n2 Hat Shop (Used)\n+3 Ladle\n1 Day of Rest (mkm)\n"
    let view = try take(world, text, "One")
    #expect(
      view.lines == ["1 +3 Ladle", "1 Day of Rest", "2 Hat Shop (Used)", "1 Mint Imp"])
    #expect(view.cards.first { $0.name == "Day of Rest" }?.set == "mkm")
    #expect(view.report.lost.map(\.line) == [1, 3] && view.report.lost.map(\.count) == [1, 2])
    #expect(view.report.lost[1].reason.contains("Did you mean Mint Imp"), "\(view.report.lost)")
    #expect(view.report.things == 8 && view.report.taken == 5)
    let list = try keep(world, text, "Three")
    #expect(list.lines.map(\.name).contains("Mint Inp") && list.name == "Three")
    #expect(list.report.changed.contains { $0.text == "Mint Inp" })
    let anyway = try take(world, text, "Two", anyway: true)
    #expect(anyway.lines.contains("2 Mint Inp") && anyway.report.lost.map(\.line) == [1])
    let none = refusal { _ = try keep(world, "hello\nworld\n", "Four") }
    #expect(none.contains("no card in the file") && none.contains("Line 1"), "\(none)")
  }

  @Test("43 D-2: a line that says how many cards there are is no card")
  func totals() throws {
    let text =
      "2 Lands\n2 Mint Imp\n2 Creatures\n60 Cards\nSideboard\n1 Day of Rest\n1 sideboard cards\nTotal: 3\n"
    let list = try keep(world(), text, "Old")
    #expect(list.lines.map { "\($0.count) \($0.name)" } == ["2 Mint Imp", "1 Day of Rest"])
    #expect(list.report.lost.map(\.line) == [1] && list.report.lost.map(\.count) == [5])
    #expect(list.report.things == 3 && !list.report.isIncomplete)
  }

  @Test("43 D-2: a title that is no card does not make the deck a sideboard")
  func titleAndGap() throws {
    let world = try world()
    func zones(_ text: String, _ name: String) throws -> [DeckZone] {
      try keep(world, text, name).lines.map(\.zone)
    }
    #expect(try zones("Tea\n\n4 Mint Imp\n2 Day of Rest\n", "A") == [.main, .main])
    #expect(try zones("Tea\n\n4 Mint Imp\n\n2 Day of Rest\n", "B") == [.main, .sideboard])
    #expect(try zones("Mint Imp\n\n2 Day of Rest\n", "C") == [.main, .sideboard])
    // Two spellings of one card stay in their parts of the deck.
    #expect(
      try zones("Tea\n4 Mint Imp\n\n2 mint imp\n", "D") == [.main, .sideboard])
  }

  @Test("43 D-1: a word in parentheses that is taken for a set is named")
  func words() throws {
    let view = try take(world(), "1 Mint Imp (nice)\n1 Day of Rest (foil)\n", "One")
    #expect(
      view.cards.map(\.set) == ["", "nice"] && view.cards.map(\.finish) == [.foil, .unspecified])
    #expect(view.report.changed.map(\.line) == [1])
    #expect(view.report.changed[0].reason.contains("code of its set: nice"))
    let signs = try take(world(), "2 x Mint Imp\n1 × day of rest\n1 x Nothing\n", "Two")
    #expect(signs.lines == ["1 Day of Rest", "2 Mint Imp"] && signs.report.lost.map(\.line) == [3])
    #expect(signs.report.changed.map(\.line) == [1, 2])
  }

  @Test("43 D-3: a collection goes the same way")
  func collection() throws {
    let world = try world()
    let csv =
      "Count,Name,Edition\n1,lun-tar's door,MKM\n2,Dime Lane,MKM\n3,Junk,MKM\n4,forest,MKM\n"
    let blob = try world.send(0, csv)
    let taken = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
    #expect(taken.count == 7 && taken.report.taken == 7 && taken.report.things == 10)
    #expect(taken.report.lost.map(\.line) == [4] && taken.report.lost.map(\.count) == [3])
    #expect(
      try world.cards(0) == ["2 Dove Lane // Dime Lane", "4 Forest", "1 Lun-Târ's Door"], "43 D-7")
    let again = try world.call(0, Methods.Cards.addFile) { ($0.blob, $0.anyway) = (blob, true) }
    #expect(again.count == 10 && again.report.lost.isEmpty)
    // In decks basic lands are free of charge as before.
    let made = try take(world, "20 Forest\n1 Mint Imp\n", "Green")
    #expect(made.lines.contains("20 Forest") && made.missing.isEmpty)
    #expect(try world.cards(0).contains("8 Forest"))
  }

  @Test("D-47: the code of a set is the same in small and in capital letters")
  func setCodes() throws {
    let world = try world()
    let blob = try world.send(
      0, "Count,Name,Edition\n1,Mint Imp,mkm\n2,Mint Imp,MKM\n1,Mint Imp,C20\n")
    _ = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
    #expect(
      try world.library(0).cards.map { "\($0.count) \($0.set.uppercased())" } == ["1 C20", "3 MKM"])
  }

  @Test("43 D-4: prices, tags, binders, marks and words for conditions come, stay and go out again")
  func parts() throws {
    let world = try world()
    let csv = """
      Binder Name,Name,Set code,Set name,Collector number,Foil,Quantity,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency,Tags
      Rares,Mint Imp,C20,Clover 20,17,foil,2,0.08,false,true,Excellent,en,EUR,"red, old"
      """
    let blob = try world.send(0, csv)
    _ = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
    let line = try #require(world.library(0).cards.first)
    #expect(line.price == "0.08 EUR" && line.tags == ["red", "old"] && line.binder == "Rares")
    #expect(line.marks == ["altered"] && line.grade == "Excellent" && line.count == 2)
    let file = try world.call(0, Methods.Cards.export) { $0.format = "manabox" }
    #expect(file.text.contains("Rares,Mint Imp,C20,C20,17,foil,2,0.08,false,true,excellent,en,EUR"))
    #expect(
      file.notes == ["The tags of 1 line are left out: the format manabox has no place for that."])
  }
}
