import Schema
import Testing

@testable import Decks

/// Collection files in the dialects of other programs.
@Suite struct CollectionTests {
  @Test(
    "D-47, D-49: a collection that is written and read is the same",
    arguments: CollectionDialect.allCases)
  func roundTrip(_ dialect: CollectionDialect) throws {
    for seed in 1...25 as ClosedRange<UInt64> {
      var random = SplitMix(seed)
      let lines = (0...random.below(20)).map { _ in line(&random) }
      let text = CollectionFile.write(lines, dialect)
      let file = try CollectionFile(text)
      #expect(file.dialect == dialect && file.problems.isEmpty, "seed \(seed): \(file.problems)")
      let again = file.cards.map { CardLine($0.card, count: UInt32($0.count)) }
      #expect(again == lines, "seed \(seed)\n\(text)")
      #expect(CollectionFile.write(again, dialect) == text)
    }
  }

  private func line(_ random: inout SplitMix) -> CardLine {
    let name = random.name()
    let (set, number) = (random.pick(["", "M10", "2X2"]), random.pick(["", "146", "12a"]))
    let language = random.pick(["", "en", "de", "zhs"])
    let finish = random.pick([CardFinish.unspecified, .foil, .etched])
    let condition = random.pick(CardCondition.allCases)
    let count = UInt32(random.below(9) + 1)
    return .with {
      ($0.name, $0.set, $0.number, $0.language) = (name, set, number, language)
      ($0.finish, $0.condition, $0.count, $0.zone) = (finish, condition, count, .main)
      ($0.id, $0.library) = ("", "")
    }
  }

  @Test("D-47, D-48: files as other programs write them, with what cannot be taken")
  func others() throws {
    let file = try CollectionFile(
      """
      "sep=,"
      Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought
      Binder,2,0,"Rose, the Late",M10,Magic 2010,146,NearMint,Foil,English,0.10
      Binder,many,0,Attic Ghost,M10,Magic 2010,1,NearMint,Normal,English,0
      Binder,1,0,Attic Ghost,M10,Magic 2010,1,Chewed,Normal,English,0
      Binder,1,0,Attic Ghost,M10,Magic 2010,1,Mint,Shiny,English,0
      Binder,1,0,Forest,M10,Magic 2010,1,Mint,Normal,English,0
      Binder,1,0,tokens,M10,Magic 2010,1,Mint,Normal,English,0
      Binder,1,0,"Never closed,M10
      Binder,3,0,"Two
      Lines",M10,Magic 2010,1,Mint,Normal,German,0
      """)
    #expect(file.dialect == .dragonshield)
    #expect(file.problems.compactMap(\.line) == [4, 5, 6, 7, 8, 9])
    #expect(file.cards.map(\.count) == [2, 3])
    let (first, second) = (file.cards[0].card, file.cards[1].card)
    #expect(first.name == "Rose, the Late" && first.finish == .foil && first.language == "en")
    #expect(first.condition == .nearMint && first.set == "M10" && first.number == "146")
    #expect(second.name == "Two Lines" && second.language == "de")
    // Of a program that is not known, by the titles of its columns.
    let other = try CollectionFile("qty,card,edition\n4,Attic Ghost,M10\n")
    #expect(other.dialect == nil && other.cards.map(\.card.set) == ["M10"])
  }

  @Test("D-47, D-48: what is no collection is refused in words")
  func refused() throws {
    for text in ["", "4 Spilled Ember\n", "Name,Edition\nA,B\n", "\"\n\"\"\"\n"] {
      #expect(refusal { _ = try CollectionFile(text) } != "(not refused)", "\(text)")
    }
    let file = try CollectionFile(
      "Count,Name\n999,Attic Ghost\n" + String(repeating: "999,A\n", count: 30))
    #expect(file.cards.reduce(0) { $0 + $1.count } <= DeckRules.mostImported)
    #expect(file.problems.contains { $0.reason.contains("At most 20000 cards") })
    let long = try CollectionFile(
      "Count,Name\n1," + String(repeating: "x", count: 100_000) + "\n1,A\n")
    #expect(long.problems.compactMap(\.line) == [2] && long.cards.count == 1)
  }
}
