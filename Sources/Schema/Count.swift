/// Numbers with their nouns and verbs, as a sentence says them: the one place that knows when a word is plural.
public enum Count {
  /// "1 card", "12 cards"; with a verb as in `Count.of(2, "card is", "cards are")`.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - one: the words behind a single one.
  ///   - many: the words behind any other number; the words for one with an s where this is left out.
  public static func of(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String
  {
    "\(count) \(word(count, one, many))"
  }

  /// The words behind a number, without it.
  public static func word(
    _ count: some BinaryInteger, _ one: String, _ many: String? = nil
  ) -> String {
    count == 1 ? one : many ?? one + "s"
  }
}
