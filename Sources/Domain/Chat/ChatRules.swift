import Feature
import Schema

/// A reason why a message cannot be posted, as a sentence for people.
public enum ChatProblem: Problem, Equatable {
  /// Nothing but white space.
  case empty
  /// More bytes of UTF-8 than a message may have.
  case tooLong(bytes: Int)
  /// More bytes of UTF-8 than a message at a table may have.
  case tooLongForTable

  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .empty: "The message is empty: write something."
    case .tooLong(let bytes):
      "The message has \(bytes) bytes, more than the \(ChatRules.limit) that are allowed: send it in parts."
    case .tooLongForTable:
      "A message at a table may have at most \(ChatRules.tableLimit) bytes: send it in parts."
    }
  }
}

/// The rules for messages in a room (rows C-03, C-16 and C-21).
public enum ChatRules {
  /// Bytes of UTF-8 in one message.
  public static let limit = 8 << 10
  /// Bytes of UTF-8 in one message at a table (specification section 15).
  public static let tableLimit = 1 << 10
  /// Messages that our person may send at once; after that, one more each second.
  public static let burst = 10
  /// Bytes of UTF-8 in the title of what a message points at.
  static let titleLimit = 280

  /// The text of a message as it is sent: no control characters but line feeds, no white space around it.
  ///
  /// - Throws: `ChatProblem` for what is empty or too long.
  public static func text(
    _ typed: String, atTable isAtTable: Bool = false
  ) throws(ChatProblem) -> String {
    let clean = trimmed(Text.clean(typed, limit: .max, lines: true))
    guard !clean.isEmpty else { throw .empty }
    guard clean.utf8.count <= limit else { throw .tooLong(bytes: clean.utf8.count) }
    guard !isAtTable || clean.utf8.count <= tableLimit else { throw .tooLongForTable }
    return clean
  }

  /// The places in a list of names that a text mentions as `@name`, whatever the case.
  ///
  /// Of names that begin alike the longest counts: `@Anna Lee` does not mention Anna.
  public static func mentions(in text: String, of names: [String]) -> [Int] {
    let text = text.lowercased()
    let names = names.enumerated().map { (place: $0.offset, name: $0.element.lowercased()) }
      .filter { !$0.name.isEmpty }.sorted { ($1.name.count, $0.place) < ($0.name.count, $1.place) }
    var found: Set<Int> = []
    var rest = text[...]
    while let at = rest.firstIndex(of: "@") {
      rest = rest[rest.index(after: at)...]
      guard let longest = names.first(where: { isNamed($0.name, rest) }) else { continue }
      for name in names where name.name == longest.name { found.insert(name.place) }
    }
    return found.sorted()
  }

  /// Whether a text mentions everybody, as `@all`.
  public static func mentionsAll(_ text: String) -> Bool {
    !mentions(in: text, of: ["all"]).isEmpty
  }

  private static func isNamed(_ name: String, _ text: Substring) -> Bool {
    guard text.hasPrefix(name) else { return false }
    let next = text.dropFirst(name.count).first
    return next.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  private static func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }
}
