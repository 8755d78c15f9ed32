import Schema

/// The people of a list who are shown: those with news and those who are paired first, and of many the first twenty.
///
/// All lists of people in a terminal follow this rule. Programs that read `--json` always get everybody.
public struct PeopleChoice: Sendable {
  /// The most lines that are shown where nobody asks for more.
  public static let few = 20
  /// The most names in one sentence.
  static let fewNames = 6
  /// Everybody, however many they are.
  public static let everybody = PeopleChoice(all: true)

  /// One person of a list.
  struct Person {
    /// The texts in which somebody is looked for: the name, the words of the key, the id.
    let names: [String]
    /// The place in the list: the lowest comes first.
    let rank: Int
    let line: Line
  }

  private let find: String
  private let most: Int
  private let hint: String

  /// - Parameters:
  ///   - find: the beginning of a word of the name, of the words of the key, or of the id; empty for everybody.
  ///   - all: whether all are shown, however many they are.
  ///   - most: the number that is shown otherwise.
  ///   - hint: the way to see the others.
  public init(
    find: String = "", all: Bool = false, most: Int = few,
    hint: String = "--find NAME finds one, --all lists all."
  ) {
    self.find = Text.trimmed(find)
    self.most = all ? .max : most
    self.hint = hint
  }

  /// The lines of those who are wanted, and one that counts the others.
  func lines(_ people: [Person]) -> [Line] {
    let found = people.enumerated().filter { isWanted($0.element) }.sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    guard !found.isEmpty || find.isEmpty else {
      let all = Count.of(people.count, "person", "people")
      return [Line("  Nobody of \(all) is called \(find.plain).", .faint)]
    }
    return Self.cut(found.map(\.element.line), most: most, hint)
  }

  /// The first lines of a list, and one that counts the others.
  public static func cut(_ lines: [Line], most: Int = few, _ hint: String) -> [Line] {
    guard lines.count > most else { return lines }
    return lines.prefix(most) + [Line("  and \(lines.count - most) more: \(hint)", .faint)]
  }

  /// Names in a sentence: "Ada, Bob and 198 more".
  static func names(_ names: [String], most: Int = fewNames) -> String {
    let rest = names.dropFirst(most).count
    let shown = names.prefix(most).joined(separator: ", ")
    return rest > 0 ? "\(shown) and \(rest) more" : shown
  }

  /// Whether a word of one of the names begins so.
  static func isNamed(_ find: String, _ names: [String]) -> Bool {
    let wanted = " " + Text.folded(find)
    return names.contains { (" " + Text.folded($0)).holds(wanted) }
  }

  private func isWanted(_ person: Person) -> Bool {
    find.isEmpty || Self.isNamed(find, person.names)
  }
}
