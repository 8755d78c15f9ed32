import Decks
import DeckSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Files and lists: what comes into a home, what goes out, and what others see.
@Suite struct DeckFileTests {
  private let text = """
    // Burn

    4 Spilled Ember
    2 Candle/Ashes
    20 Mountain
    not a card

    Sideboard
    1 Attic Ghost

    """

  @Test(
    "D-40, D-47: text in UTF-16 is read, as Windows and spreadsheets write it",
    arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
  func wide(_ encoding: String.Encoding) throws {
    let world = try RoomWorld(["Ada"])
    func keep(_ text: String) throws -> String {
      try world.keep(0, #require(("\u{feff}" + text).data(using: encoding)))
    }
    let deck = try keep("4 Parlor Cat\r\n\r\n2 Attic Ghost\r\n")
    let list = try world.call(0, Methods.DeckLists.keep) { ($0.blob, $0.name) = (deck, "Cats") }
    #expect(list.lines.map { "\($0.count) \($0.name)" } == ["4 Parlor Cat", "2 Attic Ghost"])
    let rows = try keep("Count\tName\tTags\r\n3\tParlor Cat\tgrün 😀\r\n")
    _ = try world.call(0, Methods.Cards.addFile) { $0.blob = rows }
    let line = try #require(world.library(0).cards.first)
    #expect(line.count == 3 && line.name == "Parlor Cat" && line.tags == ["grün 😀"])
  }

  @Test("D-40, D-48, D-54: a library is made of what the Card Box has, and the rest is named")
  func importing() throws {
    let world = try RoomWorld(["Ada"])
    try world.own(0, "3 Spilled Ember")
    try world.own(0, "ashes")
    let blob = try world.send(0, text)
    let made = try world.call(0, Methods.Libraries.makeOf) { $0.blob = blob }
    #expect(
      made.name == "Burn" && made.lines == ["1 Candle // Ashes", "3 Spilled Ember", "20 Mountain"])
    #expect(
      made.missing.map { "\($0.count) \($0.name) \($0.zone)" } == [
        "1 Spilled Ember main", "1 Candle // Ashes main", "1 Attic Ghost sideboard",
      ])
    #expect(
      made.report.lost.map(\.line) == [6] && made.report.lost[0].reason.contains("no number"))
    #expect(try world.cards(0).isEmpty)
    let twice = refusal { _ = try world.call(0, Methods.Libraries.makeOf) { $0.blob = blob } }
    #expect(twice.contains("There is a library Burn already"), "\(twice)")
    let owned = try world.call(0, Methods.Libraries.makeOf) {
      $0.blob = blob
      $0.name = "Second"
      $0.owned = true
    }
    #expect(owned.missing.isEmpty && owned.count == 26 && owned.sideboard == 1)
    let five = try world.send(0, "5 Parlor Cat\n")
    let named = refusal { _ = try world.call(0, Methods.Libraries.makeOf) { $0.blob = five } }
    #expect(named.contains("does not name the deck"), "\(named)")
    let cats = try world.call(0, Methods.Libraries.makeOf) {
      $0.blob = five
      $0.file = "/somewhere/My cats.txt"
      $0.owned = true
    }
    #expect(cats.name == "My cats" && cats.lines == ["4 Parlor Cat"], "D-23")
    #expect(cats.report.leftOut.map(\.text) == ["5 Parlor Cat"])
    #expect(cats.report.taken == 4 && cats.report.leftOut.map(\.count) == [1])
    let bytes = try world.keep(0, Data([0xff, 0xfe, 0x00]))
    #expect(
      refusal { _ = try world.call(0, Methods.Libraries.makeOf) { $0.blob = bytes } }
        .contains("neither in UTF-8"))
    // A pair of two that is not whole.
    let broken = try world.keep(0, Data([0xff, 0xfe, 0x34, 0x00, 0x00, 0xd8]))
    #expect(
      refusal { _ = try world.call(0, Methods.Libraries.makeOf) { $0.blob = broken } }
        .contains("neither in UTF-8"))
    let wide = try world.keep(0, Data([0x34, 0x00, 0x20, 0x00, 0x41, 0x00]))
    #expect(
      refusal { _ = try world.call(0, Methods.Libraries.makeOf) { $0.blob = wide } }
        .contains("neither in UTF-8"))
    // The whole import is one command.
    _ = try world.call(0, Methods.Rooms.undo)
    #expect(
      try world.cards(0).isEmpty
        && world.libraries(0).map(\.name) == ["Card Box", "Burn", "Second"])
    let western = try world.keep(0, Data("1 Caf".utf8) + Data([0xe9]))
    let cafe = try world.call(0, Methods.DeckLists.keep) {
      ($0.blob, $0.name) = (western, "West")
    }
    #expect(cafe.lines.map(\.name) == ["Café"])
    #expect(cafe.report.changed.contains { $0.line == 0 && $0.reason.contains("Windows-1252") })
  }

  @Test("D-41, D-49: a library that is written and read is the same, in every format")
  func exporting() throws {
    let world = try RoomWorld(["Ada"])
    let blob = try world.send(0, text)
    let first = try world.call(0, Methods.Libraries.makeOf) {
      $0.blob = blob
      $0.owned = true
    }
    for format in DeckFormat.all {
      let file = try world.call(0, Methods.Libraries.export) {
        $0.library = "Burn"
        $0.format = format.name
      }
      #expect(file.format == format.name && file.name == "Burn." + format.ending)
      let kept = try world.send(0, file.text)
      let again = try world.call(0, Methods.Libraries.makeOf) {
        $0.blob = kept
        $0.name = format.name
        $0.owned = true
      }
      #expect(again.lines == first.lines && again.hash == first.hash, "\(format)")
      #expect(again.report.lost.isEmpty && again.report.leftOut.isEmpty)
    }
    #expect(
      refusal {
        _ = try world.call(0, Methods.Libraries.export) {
          $0.library = "Burn"
          $0.format = "pdf"
        }
      }.contains("There is no deck format pdf"))
  }

  @Test("D-47, D-49: a collection comes from a file, goes into one, and can be taken back whole")
  func collection() throws {
    let world = try RoomWorld(["Ada"])
    let csv = "Count,Name,Edition,Foil\n3,Spilled Ember,M10,foil\n1,Anybody's,,\nx,Attic Ghost,,\n"
    let blob = try world.send(0, csv)
    let taken = try world.call(0, Methods.Cards.addFile) { $0.blob = blob }
    #expect(taken.count == 4 && taken.report.lost.map(\.line) == [4])
    #expect(try world.cards(0) == ["1 Anybody's", "3 Spilled Ember"])
    try world.makeLibrary(0, "Burn")
    try world.put(0, "Spilled Ember", into: "Burn")
    let file = try world.call(0, Methods.Cards.export) { $0.format = "manabox" }
    #expect(file.text.contains("Spilled Ember,M10,M10,,foil,3,,"), "\(file.text)")
    _ = try world.call(0, Methods.Rooms.undo)
    _ = try world.call(0, Methods.Rooms.undo)
    _ = try world.call(0, Methods.Rooms.undo)
    #expect(try world.cards(0).isEmpty)
  }

  @Test("43 the rule: a language that is not known is refused, and DE is de")
  func languages() throws {
    let world = try RoomWorld(["Ada"])
    func own(_ language: String) throws {
      _ = try world.call(0, Methods.Cards.add) {
        ($0.card, $0.language) = ("Spilled Ember", language)
      }
    }
    let said = refusal { try own("klingon") }
    #expect(said.contains("There is no language klingon"), "\(said)")
    try own("DE")
    try own("de")
    #expect(try world.library(0).cards.map { "\($0.count) \($0.language)" } == ["2 de"])
    let changed = refusal {
      _ = try world.call(0, Methods.Cards.edit) {
        ($0.cards, $0.language) = (["Spilled Ember"], "klingon")
      }
    }
    #expect(changed.contains("There is no language klingon"), "\(changed)")
  }

  @Test("D-48: an empty file, and two libraries whose names begin alike, are spoken of in words")
  func sentences() throws {
    let world = try RoomWorld(["Ada"])
    let empty = refusal { _ = try world.send(0, "") }
    #expect(empty.contains("The file is empty") && !empty.contains("share"), "\(empty)")
    try world.makeLibrary(0, "Alpha")
    try world.makeLibrary(0, "Alphabet")
    let said = refusal { _ = try world.library(0, "Alph") }
    #expect(said.contains("2 libraries fit Alph"), "\(said)")
  }

  @Test("D-52, D-54, D-57: a list is shared, and shows what of it is here and what is missing")
  func sharing() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "friends", ["Bob"]).id
    let blob = try world.send(0, text)
    let made = try world.call(0, Methods.Libraries.makeOf) {
      $0.blob = blob
      $0.owned = true
    }
    let shared = try world.call(0, Methods.DeckLists.share) {
      $0.library = "Burn"
      $0.room = room
    }
    #expect(shared.own && shared.hash == made.hash && shared.roomName == "friends")
    #expect(try world.cards(0, "Burn") == made.lines, "the cards stay")
    try world.own(1, "3 Spilled Ember")
    try world.own(1, "3 ashes")
    try world.makeLibrary(1, "Mine")
    try world.put(1, "2 ashes", into: "Mine")
    let seen = try world.call(1, Methods.DeckLists.show) { $0.list = "burn" }
    #expect(!seen.own && seen.authorName == "Ada" && seen.hash == shared.hash && seen.count == 26)
    #expect(seen.missing.map { "\($0.count) \($0.name)" } == ["1 Spilled Ember", "1 Attic Ghost"])
    #expect(
      seen.elsewhere.map { "\($0.count) \($0.name) \($0.library)" } == ["1 Candle // Ashes Mine"])
    #expect(!seen.buildable)
    let built = try world.call(1, Methods.DeckLists.build) { $0.list = "Burn" }
    #expect(built.lines == ["1 Candle // Ashes", "3 Spilled Ember", "20 Mountain"])
    #expect(built.missing.count == 3)
    let lists = try world.call(1, Methods.DeckLists.list)
    #expect(lists.lists.map(\.name) == ["Burn"])
    let mine = refusal { _ = try world.call(1, Methods.DeckLists.delete) { $0.list = "burn" } }
    #expect(mine.contains("Only Ada"), "\(mine)")
    let deleted = try world.call(0, Methods.DeckLists.delete) { $0.list = "burn" }
    #expect(deleted.deleted && deleted.name == "Burn")
    #expect(try world.call(1, Methods.DeckLists.list).lists.isEmpty)
    let wished = try world.send(1, "2 Attic Ghost\n")
    let list = try world.call(1, Methods.DeckLists.keep) {
      $0.blob = wished
      $0.name = "Wishes"
    }
    #expect(list.missing.map(\.name) == ["Attic Ghost"] && list.roomName == "personal")
    try world.own(1, "2 Attic Ghost")
    #expect(try world.call(1, Methods.DeckLists.show) { $0.list = "wishes" }.buildable)
  }

  @Test("D-55: statistics, odds and a hand of a library")
  func numbers() throws {
    let world = try RoomWorld(["Ada"])
    let blob = try world.send(0, "4 Spilled Ember\n2 Orchard Giant\n1 Unknown One\n24 Mountain\n")
    _ = try world.call(0, Methods.Libraries.makeOf) {
      $0.blob = blob
      $0.name = "Burn"
      $0.owned = true
    }
    let stats = try world.call(0, Methods.Libraries.stats) { $0.library = "Burn" }
    #expect(stats.curve.map(\.count) == [0, 4, 0, 0, 0, 0, 2, 0] && stats.unknown == 1)
    #expect(stats.types.map { "\($0.count) \($0.name)" } == ["24 Land", "4 Instant", "2 Creature"])
    #expect(stats.colours.map(\.name) == ["red", "green"] && stats.count == 31)
    let odds = try world.call(0, Methods.Libraries.odds) {
      $0.library = "Burn"
      $0.card = "spilled ember"
      $0.draws = 1
    }
    #expect(odds.any == 129_032 && odds.copies == 4 && odds.deck == 31, "4 of 31")
    let hand = try world.call(0, Methods.Libraries.hand) {
      $0.library = "Burn"
      $0.seed = 7
    }
    #expect(hand.cards.count == 7)
    let again = try world.call(0, Methods.Libraries.hand) {
      $0.library = "Burn"
      $0.seed = 7
    }
    #expect(again == hand)
  }

  @Test("D-55: a library of one card is said to have one card")
  func oneCard() throws {
    let world = try RoomWorld(["Ada"])
    let blob = try world.send(0, "1 Spilled Ember\n")
    _ = try world.call(0, Methods.Libraries.makeOf) {
      ($0.blob, $0.name, $0.owned) = (blob, "Burn", true)
    }
    let odds = refusal {
      _ = try world.call(0, Methods.Libraries.odds) {
        ($0.library, $0.card, $0.draws) = ("Burn", "spilled ember", 2)
      }
    }
    #expect(odds == "Burn has 1 card: draw no more than that.")
    let hand = refusal { _ = try world.call(0, Methods.Libraries.hand) { $0.library = "Burn" } }
    #expect(hand == "Burn has 1 card, and a hand has 7: add some.")
  }
}
