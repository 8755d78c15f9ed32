/// A page of docs/ on a terminal: of Markdown what those pages use.
public struct GuideText {
  private let columns: Int
  private var lines: [Line] = []
  private var paragraph = ""

  /// The lines of a page, wrapped to a width except where they are to be typed or copied.
  public static func lines(_ markdown: String, columns: Int) -> [Line] {
    var text = GuideText(columns: columns)
    text.read(markdown)
    return text.lines
  }

  private init(columns: Int) { self.columns = columns }

  private mutating func read(_ markdown: String) {
    var isFenced = false
    var isHead = true
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        end()
        isFenced.toggle()
      } else if isFenced {
        lines.append(Line(line.isEmpty ? "" : "    \(line)"))
      } else if line.hasPrefix("|") {
        end()
        // The first row says what the columns are, which the rows show.
        if !isHead, !line.hasPrefix("|--") { row(line) }
        isHead = false
      } else if line.isEmpty {
        end()
        gap()
        isHead = true
      } else if line.hasPrefix("#") {
        end()
        lines.append(Line(String(line.drop { $0 == "#" || $0 == " " }), .bold))
      } else if line.hasPrefix("![") {
        // A terminal shows no picture.
        continue
      } else if line.hasPrefix("- ") {
        end()
        paragraph = String(line)
      } else {
        paragraph += (paragraph.isEmpty ? "" : " ") + line.drop { $0 == " " }
      }
    }
    end()
    while lines.last?.text.isEmpty == true { lines.removeLast() }
  }

  /// An empty line, but never two of them, and none at the beginning.
  private mutating func gap() {
    if let last = lines.last, !last.text.isEmpty { lines.append(Line()) }
  }

  private mutating func end() {
    guard !paragraph.isEmpty else { return }
    lines += Self.inline(paragraph).wrapped(to: columns, indent: paragraph.hasPrefix("- ") ? 2 : 0)
    paragraph = ""
  }

  /// A row of a table: what it is about, and below that the rest.
  private mutating func row(_ line: Substring) {
    let cells = line.split(separator: "|").map { $0.trimming(" ") }.filter { !$0.isEmpty }
    for (place, cell) in cells.enumerated() {
      var whole = Line(place == 0 ? "  " : "      ")
      whole.add(Self.inline(cell))
      lines += whole.wrapped(to: columns, indent: place == 0 ? 2 : 6)
    }
  }

  /// Makes a line in which text between backticks or two asterisks is bold; of a link the words remain.
  private static func inline(_ text: String) -> Line {
    var line = Line()
    var rest = text[...]
    while let mark = rest.firstIndex(where: { "`*[".contains($0) }) {
      line.add(String(rest[..<mark]))
      rest = rest[mark...]
      if rest.hasPrefix("`"), let end = rest.dropFirst().firstIndex(of: "`") {
        line.add(String(rest[rest.index(after: mark)..<end]), .bold)
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("**"), let end = rest.dropFirst(2).firstRange(of: "**") {
        line.add(String(rest[rest.index(mark, offsetBy: 2)..<end.lowerBound]), .bold)
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("["), let middle = rest.firstRange(of: "]("),
        let end = rest[middle.upperBound...].firstIndex(of: ")")
      {
        line.add(inline(String(rest[rest.index(after: mark)..<middle.lowerBound])))
        rest = rest[rest.index(after: end)...]
      } else {
        line.add(String(rest.removeFirst()))
      }
    }
    line.add(String(rest))
    return line
  }
}

extension Substring {
  /// Without these characters at both ends.
  fileprivate func trimming(_ characters: String) -> String {
    let front = drop { characters.contains($0) }
    let end = front.lastIndex { !characters.contains($0) }
    return end.map { String(front[...$0]) } ?? ""
  }
}
