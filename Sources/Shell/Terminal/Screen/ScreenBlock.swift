/// Lines of a screen that belong together, with their rank where there is no room for all.
struct ScreenBlock {
  /// The order in which lines give way: what is needed now stays longest.
  enum Need: Int, Comparable {
    /// Nothing can be done without it.
    case now
    /// It says what is happening.
    case soon
    /// Somebody may want to know.
    case later
    /// Advice, and lines without text.
    case spare

    static func < (left: Need, right: Need) -> Bool { left.rawValue < right.rawValue }
  }

  let need: Need
  var lines: [Line]

  init(_ need: Need, _ lines: [Line]) { (self.need, self.lines) = (need, lines) }

  init(_ need: Need, _ line: Line) { self.init(need, [line]) }

  /// A line without text.
  static var gap: ScreenBlock { ScreenBlock(.spare, Line()) }

  /// The blocks as a limited number of lines; sentences wider than the screen continue in the next line.
  ///
  /// Whole blocks are left out, those that are needed least first, and of these the last. Only where what is needed now
  /// is too long by itself does it end early.
  static func lines(_ blocks: [ScreenBlock], _ size: ScreenSize) -> [Line] {
    var blocks = blocks.map { block in
      ScreenBlock(block.need, block.lines.flatMap { $0.wrapped(to: size.columns, indent: 2) })
    }
    var count = blocks.reduce(0) { $0 + $1.lines.count }
    while count > size.rows, let last = blocks.map(\.need).max(), last > .now,
      let index = blocks.lastIndex(where: { $0.need == last })
    {
      count -= blocks[index].lines.count
      blocks.remove(at: index)
    }
    return Array(blocks.flatMap(\.lines).prefix(size.rows))
  }
}

/// The keys of a screen, at its bottom.
enum KeyLines {
  /// The keys in as few lines as they fit into; no key is divided between two lines.
  ///
  /// - Parameter keys: what is needed most comes first.
  static func lines(_ keys: [String], columns: Int, _ style: Style) -> [Line] {
    let dot = " · ".ascii(style, " | ")
    var rows: [String] = []
    for key in keys {
      if let last = rows.last, Columns.width(last + dot + key) + 1 <= columns {
        rows[rows.count - 1] = last + dot + key
      } else {
        rows.append(key)
      }
    }
    return rows.flatMap { Line(" " + $0, .faint).wrapped(to: columns, indent: 1) }
  }

  /// A whole screen: what fits of some lines, and the last ones at its bottom.
  static func screen(_ lines: [Line], above footer: [Line], _ size: ScreenSize) -> [Line] {
    let room = max(0, size.rows - footer.count)
    let gap = [Line](repeating: Line(), count: max(0, room - lines.count))
    return Array((lines.prefix(room) + gap + footer).suffix(size.rows))
  }

  /// The keys in one line: those that do not fit are left out, the last ones first.
  static func line(_ keys: [String], columns: Int, _ style: Style) -> Line {
    lines(keys, columns: columns, style).first ?? Line()
  }
}
