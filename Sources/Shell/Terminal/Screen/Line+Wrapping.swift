extension Line {
  /// This line as lines of limited width, broken between words where that is possible.
  ///
  /// - Parameter indent: spaces before all but the first.
  public func wrapped(to columns: Int, indent: Int = 0) -> [Line] {
    let columns = max(1, columns)
    guard width > columns else { return [self] }
    var wrapping = Wrapping(columns: columns, indent: min(indent, columns / 3))
    for piece in pieces {
      for character in piece.text {
        if character == " " {
          wrapping.endWord()
          wrapping.spaces.append(piece.look)
        } else {
          wrapping.word.append((character, piece.look))
        }
      }
    }
    wrapping.endWord()
    return wrapping.lines + [wrapping.line]
  }

  private struct Wrapping {
    let columns: Int
    let indent: Int
    var lines: [Line] = []
    var line = Line()
    var used = 0
    var word: [(character: Character, look: Look)] = []
    /// Before the word. Where a line is broken, the break stands for them.
    var spaces: [Look] = []

    mutating func endWord() {
      guard !word.isEmpty else { return }
      let length = word.reduce(0) { $0 + Columns.width(String($1.character)) }
      if used + spaces.count + length > columns && used > indent && length <= columns - indent {
        next()
      } else {
        for look in spaces where used < columns {
          line.add(" ", look)
          used += 1
        }
      }
      spaces = []
      for (character, look) in word {
        let width = Columns.width(String(character))
        if used + width > columns && used > indent { next() }
        line.add(String(character), look)
        used += width
      }
      word = []
    }

    private mutating func next() {
      lines.append(line)
      line = Line(String(repeating: " ", count: indent))
      used = indent
    }
  }
}
