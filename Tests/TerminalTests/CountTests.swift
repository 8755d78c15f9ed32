import Schema
import Testing

@Suite struct CountTests {
  @Test("42.10 nouns have their articles and their forms for many")
  func nouns() {
    #expect(Count.withArticle("answer to a trade") == "an answer to a trade")
    #expect(Count.withArticle("trade", isFirst: true) == "A trade")
    #expect(
      ["trade", "library", "portray"].map(Count.plural) == ["trades", "libraries", "portrays"])
  }

  @Test(
    "42.10 one thing is one, and none or many are many",
    arguments: [(0, "0 cards are"), (1, "1 card is"), (2, "2 cards are"), (21, "21 cards are")])
  func verb(count: Int, text: String) {
    #expect(Count.of(count, "card is", "cards are") == text)
    #expect(
      Count.of(UInt32(count), "card") == text.split(separator: " ").prefix(2).joined(separator: " ")
    )
    #expect(Count.word(count, "is", "are") == (count == 1 ? "is" : "are"))
  }
}
