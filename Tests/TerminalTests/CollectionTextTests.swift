import DeckSchema
import Schema
import Testing

@testable import Terminal

/// Lists of cards as lines of text.
@Suite struct CollectionTextTests {
  private let line = DeckLine.with {
    ($0.count, $0.name, $0.set, $0.number, $0.finish) = (4, "Ember Lance", "MKM", "1", .foil)
  }

  @Test("43 D: a list says which printing is asked for and which is missing")
  func printings() {
    let list = DeckListView.with {
      $0.name = "Burn"
      $0.lines = [line]
      $0.missing = [line]
    }
    let lines = CollectionText.lines(of: list)
    #expect(lines.filter { $0 == "     4  Ember Lance  (MKM) 1  foil" }.count == 2, "\(lines)")
  }

  @Test("D-58: a wish says which printing is wanted")
  func wanted() {
    let mark = CardMarkView.with {
      ($0.id, $0.own, $0.wanted, $0.card, $0.roomName) = ("abcdefgh", true, true, line, "friends")
    }
    #expect(
      TradeText.line(of: mark).hasSuffix(
        "you want 4 Ember Lance (MKM) 1, foil, in friends"))
  }

  @Test("43 D: what people show has its set and its finish")
  func shown() {
    let text = CollectionText.line(
      of: .with {
        ($0.card, $0.ownerName, $0.roomName) = (line, "Ada", "friends")
      })
    #expect(text == "     4  Ember Lance  (MKM) 1  foil  Ada in friends")
  }
}
