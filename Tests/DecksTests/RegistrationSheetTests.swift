import DeckSchema
import Schema
import TestKit
import Testing

@testable import Decks

/// Decks for print: each card once in its part of the deck, on as many pages as they need.
@Suite struct RegistrationSheetTests {
  private static func list(_ names: Int, _ random: inout SeededGenerator) -> DeckList {
    DeckList.with {
      $0.name = "Burn <b>"
      $0.format = "modern"
      for number in 0..<names {
        let zones: [DeckZone] = [.main, .main, .sideboard, .commander]
        // Two printings of some.
        for set in ["M10", "M11"].prefix(Int.random(in: 1...2, using: &random)) {
          var line = DeckLine()
          (line.name, line.set) = ("Card \(number) & \"Co\"", set)
          line.count = UInt32.random(in: 1...4, using: &random)
          line.zone = zones[number % zones.count]
          $0.lines.append(line)
        }
      }
    }
  }

  @Test(
    "43 D-6: a sheet has every card of the deck once, and its numbers are those of the deck",
    arguments: 0..<30)
  func whole(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let list = Self.list(Int.random(in: 0...300, using: &random), &random)
    let request = PrintDeck.with { ($0.player, $0.event) = ("Ada <i>", "Friday") }
    let sheet = RegistrationSheet(list, request)
    let total = list.lines.reduce(0) { $0 + Int($1.count) }
    let names = Set(list.lines.map(\.name))
    // The page, read by its rows.
    let html = sheet.html
    let rows = html.split(separator: "\n").filter { $0.hasPrefix("<tr><td>") }.map { row in
      row.dropFirst(8).dropLast(10).split(separator: "</td><td>").map(String.init)
    }
    #expect(rows.reduce(0) { $0 + (Int($1[0]) ?? -1) } == total, "seed \(seed)")
    #expect(rows.count == names.count, "seed \(seed)")
    #expect(
      html.contains("Burn &lt;b&gt;") && html.contains("Ada &lt;i&gt;") && !html.contains("<b>"))
    // The picture, by its marks: words of one column never stand on each other or over the edge of a page.
    let picture = sheet.picture
    let page = try #require(picture.page)
    let cards = picture.marks.filter { $0.text?.hasPrefix("Card ") == true }
    #expect(Set(cards.compactMap(\.text)) == names && cards.count == names.count, "seed \(seed)")
    let numbers = picture.marks.filter { $0.right == true && $0.size == 10 && $0.faint != true }
    #expect(numbers.reduce(0) { $0 + (Int($1.text ?? "") ?? 0) } == total, "seed \(seed)")
    #expect(picture.height.truncatingRemainder(dividingBy: page) == 0)
    let places = cards.compactMap(\.at)
    #expect(Set(places).count == places.count, "seed \(seed)")
    #expect(
      places.allSatisfy {
        (40...page - 40).contains($0[1].truncatingRemainder(dividingBy: page))
          && $0[1] < picture.height
      }, "seed \(seed)")
    #expect(names.count < 90 || picture.height > page || names.count < 120)
  }
}
