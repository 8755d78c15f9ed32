import Foundation

/// Counts of the habits that the code is still to lose. `RatchetTests` holds the number of each.
enum Ratchets {
  /// A file of code: its path below the root, and its text.
  struct File {
    let name: String
    let text: String
    var lines: [String] { text.components(separatedBy: "\n") }
  }

  /// A declaration at the outermost level of a file.
  struct Declaration {
    let type: String
    let isExtension: Bool
    /// The number of lines, with the first and the last one.
    let lines: Int
  }

  /// Returns the types and extensions at the outermost level of a file; what stands in `#if` is one step to the right.
  static func declarations(in file: File) -> [Declaration] {
    let lines = file.lines
    let pattern =
      /^((?:  )?)(?:(?:public|private|fileprivate|package|final|indirect|nonisolated|@\w+) )*(struct|class|enum|actor|protocol|extension) (\w+)/
    var found: [Declaration] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      guard let match = line.firstMatch(of: pattern) else {
        index += 1
        continue
      }
      var end = index
      if !line.hasSuffix("}") {
        end = lines[index...].firstIndex { $0 == match.1 + "}" } ?? index
      }
      found.append(
        Declaration(
          type: String(match.3), isExtension: match.2 == "extension", lines: end - index + 1))
      index = end + 1
    }
    return found
  }

  /// Returns the lines of each type together with its extensions.
  static func lengths(in files: [File]) -> [String: Int] {
    var lengths: [String: Int] = [:]
    for declaration in files.flatMap(declarations(in:)) {
      lengths[declaration.type, default: 0] += declaration.lines
    }
    return lengths
  }

  // MARK: The folders of Core/Node

  static let core = "Sources/Core/Node/"

  /// The folders that each folder of the node may look down to.
  static let below: [String: Set<String>] = [
    "Turn": [], "Peers": ["Turn"], "Rooms": ["Turn", "Peers"],
    "Records": ["Turn", "Peers", "Rooms"], "Tables": ["Turn", "Peers", "Rooms"],
    "Repair": ["Turn", "Peers", "Rooms", "Records"],
    "Node": ["Turn", "Peers", "Rooms", "Records", "Tables", "Repair"],
  ]

  /// Returns the folder of the node in which a file is; nil for another file.
  static func folder(of file: File) -> String? {
    guard file.name.hasPrefix(core) else { return nil }
    let parts = file.name.dropFirst(core.count).split(separator: "/")
    return parts.count == 2 ? String(parts[0]) : ""
  }

  /// Returns each type that a file names although a folder above or beside its own declares it.
  static func upwardTypes(in files: [File]) -> [String] {
    var home: [String: String] = [:]
    for file in files {
      guard let folder = folder(of: file) else { continue }
      for declaration in declarations(in: file) where !declaration.isExtension {
        home[declaration.type] = folder
      }
    }
    var found: [String] = []
    for file in files {
      guard let folder = folder(of: file), let below = below[folder], folder != "Node" else {
        continue
      }
      let own = Set(
        code(of: file).matches(of: /(?:struct|class|enum|actor|protocol|typealias) (\w+)/)
          .map { String($0.1) })
      for type in Set(types(in: file)).subtracting(own).sorted() {
        guard let there = home[type], type != "Node" else { continue }
        if there != folder, !below.contains(there) {
          found.append("\(file.name): \(type) of \(there)")
        }
      }
    }
    return found
  }

  /// Returns the types that the code of a file names, each as often as it does.
  static func types(in file: File) -> [String] {
    code(of: file).matches(of: /[A-Za-z_.][\w.]*/).compactMap { firstType(in: $0.0) }
      .map(String.init)
  }

  /// Returns the type with which a chain of names begins: nothing for a member, such as `.Change`, or a value.
  private static func firstType(in chain: Substring) -> Substring? {
    let first = chain.prefix { $0 != "." }
    return first.first?.isUppercase == true ? first : nil
  }

  /// Returns the text of a file without comments and without texts for people.
  private static func code(of file: File) -> String {
    file.lines.map { line in
      let code = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "")
      return code.firstRange(of: "//").map { String(code[..<$0.lowerBound]) } ?? code
    }
    .joined(separator: "\n")
  }

  // MARK: Comments

  /// Returns the comments whose first sentence begins with a question word: it names the thing, or says what it does.
  static func questions(in file: File) -> [String] {
    let words =
      /^(?:What|Who|Whom|Whose|Whoever|Whatever|Where|Wherever|When|Whenever|How|Why|Which)\b/
    var found: [String] = []
    var isInside = false
    for (index, line) in file.lines.enumerated() {
      let text = line.drop { $0 == " " }
      defer { isInside = text.hasPrefix("///") }
      guard text.hasPrefix("///"), !isInside else { continue }
      if text.dropFirst(3).drop(while: { $0 == " " }).firstMatch(of: words) != nil {
        found.append("\(file.name):\(index + 1): \(text)")
      }
    }
    return found
  }

  // MARK: Rows and sections

  /// Returns the ids of rows that a text names, also those in "D-11 to D-13".
  ///
  /// - Parameter mostInRange: a longer range names nothing; nil where each counts.
  static func rows(in text: String, mostInRange: Int? = nil) -> Set<String> {
    var found: Set<String> = []
    for match in text.matches(of: /\b([ACDEGPTVW])-(\d\d)(?: to \1-(\d\d))?\b/) {
      guard let first = Int(match.2) else { continue }
      let last = match.3.flatMap { Int($0) } ?? first
      guard last - first < mostInRange ?? .max else { continue }
      for number in first...max(first, last) {
        found.insert("\(match.1)-\(number < 10 ? "0" : "")\(number)")
      }
    }
    return found
  }

  /// Returns the sections of the design that a text cites.
  static func designSections(in text: String) -> Set<Int> {
    Set(text.matches(of: /\bdesign(?: section)? (\d+)\b/).compactMap { Int($0.1) })
  }
}
