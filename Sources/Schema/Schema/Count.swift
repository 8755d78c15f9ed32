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

  /// A noun with its article: "an answer", "a trade".
  ///
  /// - Parameter isFirst: it begins a sentence.
  public static func withArticle(_ noun: String, isFirst: Bool = false) -> String {
    let isVowel = noun.first.map { "aeioAEIO".contains($0) } == true
    return (isFirst ? "A" : "a") + (isVowel ? "n " : " ") + noun
  }

  /// A noun for many: "trades", "libraries".
  public static func plural(_ noun: String) -> String {
    guard noun.last == "y", let before = noun.dropLast().last, !"aeiou".contains(before) else {
      return noun + "s"
    }
    return "\(noun.dropLast())ies"
  }

  /// The words behind a number, without it.
  public static func word(
    _ count: some BinaryInteger, _ one: String, _ many: String? = nil
  ) -> String {
    count == 1 ? one : many ?? one + "s"
  }

  /// Words in a sentence: "Ada", "Ada and Bob", "Ada, Bob and Cleo".
  ///
  /// - Parameter joint: the word before the last one.
  public static func list(_ words: [String], _ joint: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) \(joint) \(last)"
  }
}
