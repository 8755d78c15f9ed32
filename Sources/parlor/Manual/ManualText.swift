/// Text of a manual page in mdoc, the language of mdoc(7).
struct ManualText {
  /// Lines of text are not longer, so that they can be read as they are.
  private static let columns = 78

  private(set) var text = ""

  /// A macro with its arguments, quoted where they must be.
  mutating func macro(_ name: String, _ arguments: String...) {
    line("." + ([name] + arguments.map(Self.argument)).joined(separator: " "))
  }

  /// A macro whose arguments contain other macros.
  mutating func raw(_ text: String) { line("." + text) }

  /// A paragraph; what stands between backticks is bold. Each sentence begins a line.
  mutating func paragraph(_ text: String) {
    for sentence in Self.sentences(text) {
      var rest = Self.wrap(sentence)[...]
      while let part = rest.popFirst() { line(Self.escaped(part)) }
    }
  }

  /// Lines that are printed as they are.
  mutating func literal(_ lines: [String]) {
    raw("Bd -literal -offset indent")
    for part in lines { line(Self.escaped(part)) }
    raw("Ed")
  }

  /// The discussion of a command: paragraphs, headings in capitals, lines set in by two spaces.
  mutating func discussion(_ text: String) {
    var block: [String] = []
    var words: [String] = []
    func isHeading(_ line: String) -> Bool {
      !line.isEmpty && line.allSatisfy { $0.isUppercase || $0 == " " }
    }
    for part in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      let part = String(part)
      if !part.hasPrefix("  "), !block.isEmpty {
        literal(block)
        block = []
      }
      if part.hasPrefix("  ") {
        block.append(String(part.dropFirst(2)))
      } else if part.isEmpty || isHeading(part) {
        if !words.isEmpty {
          raw("Pp")
          paragraph(words.joined(separator: " "))
          words = []
        }
        if isHeading(part) {
          raw("Pp")
          line(part.prefix(1) + part.dropFirst().lowercased() + ":")
        }
      } else {
        words.append(part)
      }
    }
  }

  private mutating func line(_ text: String) { self.text += text + "\n" }

  /// A word or more as one argument of a macro.
  static func argument(_ text: String) -> String {
    let text = escaped(text)
    let isPlain = text.allSatisfy { $0 != " " && $0 != "\"" }
    // Two letters may be the name of a macro.
    if isPlain, text.count > 3 || text.contains("-") { return text }
    return "\""
      + text.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq") + "\""
  }

  /// Text whose characters all stand for themselves, and bold between backticks.
  private static func escaped(_ text: some StringProtocol) -> String {
    var result = ""
    var isBold = false
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "`":
        isBold.toggle()
        result += isBold ? "\\fB" : "\\fR"
      case "-": result += "\\-"
      case _ where character.isASCII: result.append(character)
      default:
        // By its number: not every reader of pages expects UTF-8.
        for scalar in character.unicodeScalars {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
        }
      }
    }
    if result.hasPrefix(".") || result.hasPrefix("'") { result = "\\&" + result }
    return result
  }

  private static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var words: [Substring] = []
    for word in text.split(separator: " ") {
      words.append(word)
      if let last = word.last, ".!?".contains(last) {
        sentences.append(words.joined(separator: " "))
        words = []
      }
    }
    return words.isEmpty ? sentences : sentences + [words.joined(separator: " ")]
  }

  /// Cut between words, and never within backticks: what is bold stays on one line.
  private static func wrap(_ text: String) -> [String] {
    var lines: [String] = []
    var current = ""
    for piece in pieces(text) {
      let longer = current.isEmpty ? piece : current + " " + piece
      if !current.isEmpty, escaped(longer).utf8.count > columns {
        lines.append(current)
        current = piece
      } else {
        current = longer
      }
    }
    return lines + [current]
  }

  /// The words; those between backticks together.
  private static func pieces(_ text: String) -> [String] {
    var pieces: [String] = []
    var isBold = false
    for word in text.split(separator: " ") {
      if isBold, !pieces.isEmpty {
        pieces[pieces.count - 1] += " " + word
      } else {
        pieces.append(String(word))
      }
      if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isBold.toggle() }
    }
    return pieces
  }
}
