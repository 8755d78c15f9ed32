import DuelSchema
import Schema

/// The table of a duel between title and footer: the other player above, our cards below, the log at the end.
struct DuelScreen {
  private let board: DuelBoard
  private let face: DuelFace
  private let style: Style
  private let text: DuelText

  init(_ board: DuelBoard, _ face: DuelFace, _ style: Style) {
    (self.board, self.face, self.style) = (board, face, style)
    text = DuelText(board)
  }

  /// The lines, up to a number of them.
  func lines(_ size: ScreenSize) -> [Line] {
    if let page = face.page {
      let lines = lines(of: page).flatMap { $0.wrapped(to: size.columns, indent: 12) }
      return window(lines, size, from: face.scroll)
    }
    guard board.duel.game > 0 else {
      return Array(
        text.state.flatMap { Line(" \($0)").wrapped(to: size.columns, indent: 1) }.prefix(size.rows)
      )
    }
    let isOpen = !DuelListing.onTable.contains(face.pile)
    let parts = isOpen ? opened(size) : table(size)
    return Array(fitted(parts, size).prefix(size.rows))
  }

  /// A part of the screen: lines, some of which may be left out.
  private struct Part {
    var lines: [Line]
    /// The fewest lines that are shown, and those that are.
    var least: Int
    var shown = 0
    /// The line that has to be among those shown.
    var anchor = 0
    /// The order in which parts get their least lines where there is no room for all.
    var rank = 0
    /// Whether it says how many lines are left out.
    var tells = true

    init(_ lines: [Line], least: Int, rank: Int, anchor: Int = 0, tells: Bool = true) {
      (self.lines, self.rank, self.anchor, self.tells) = (lines, rank, anchor, tells)
      self.least = min(least, lines.count)
    }
  }

  private func table(_ size: ScreenSize) -> [Part] {
    [
      Part([name(board.far)], least: 1, rank: 2), flow(.farField, size, rank: 3),
      flow(.stack, size, rank: 3), Part(turnLines, least: 1, rank: 4),
      flow(.field, size, rank: 3), Part([name(board.near)], least: 1, rank: 2),
      flow(.looked, size, rank: 1), flow(.hand, size, rank: 1),
      Part(messages(size), least: 2, rank: 0), log(size),
    ]
  }

  /// A list that covers the table, a card in each line.
  private func opened(_ size: ScreenSize) -> [Part] {
    let items = board.items(face.pile)
    var lines = [
      Line(
        " \(board.title(face.pile)): \(Count.of(items.reduce(0) { $0 + $1.count }, "card"))", .bold)
    ]
    lines += items.enumerated().map { index, item in
      var line = Line(" ")
      line.add(cell(index, item, face.pile), look(index, face.pile))
      return line
    }
    return [
      Part([name(board.far)], least: 1, rank: 2),
      Part(lines, least: 3, rank: 1, anchor: face.index + 1),
      Part([name(board.near)], least: 1, rank: 2), Part(messages(size), least: 2, rank: 0),
      log(size),
    ]
  }

  /// Gives each part its least number of lines, then one line more to each in turn as long as there is room.
  private func fitted(_ parts: [Part], _ size: ScreenSize) -> [Line] {
    var parts = parts
    var room = size.rows
    for index in parts.indices.sorted(by: { parts[$0].rank < parts[$1].rank }) {
      parts[index].shown = min(parts[index].least, max(0, room))
      room -= parts[index].shown
    }
    var isGrowing = true
    while room > 0, isGrowing {
      isGrowing = false
      for index in parts.indices where room > 0 && parts[index].shown < parts[index].lines.count {
        parts[index].shown += 1
        room -= 1
        isGrowing = true
      }
    }
    return parts.flatMap { part -> [Line] in
      guard part.shown > 0 else { return [] }
      let start = max(0, min(part.anchor - part.shown / 2, part.lines.count - part.shown))
      var lines = Array(part.lines[start..<start + part.shown])
      let hidden = part.lines.count - part.shown
      if hidden > 0, part.tells {
        lines[lines.count - 1].add("  (\(Count.of(hidden, "more line")))", .faint)
      }
      return lines
    }
  }

  private func window(_ lines: [Line], _ size: ScreenSize, from first: Int) -> [Line] {
    let start = max(0, min(first, lines.count - size.rows))
    return Array(lines.dropFirst(start).prefix(size.rows))
  }

  // MARK: Parts

  private func name(_ seat: Seat) -> Line {
    let colour = AccentColour(name: board.view.player(seat).colour)
    return Line(" \(text.line(of: seat))", .accent(colour))
  }

  /// The turn and its phases, with the present one in brackets.
  private var turnLines: [Line] {
    let duel = board.duel
    var line = Line(" \("──".ascii(style, "--")) ", .faint)
    if duel.active != .unspecified { line.add("\(board.view.name(duel.active))'s turn  ", .bold) }
    for (index, phase) in duel.phases.enumerated() {
      let isNow = index == Int(duel.phase)
      line.add(isNow ? "[\(phase.plain)]" : phase.plain, isNow ? .bold : .faint)
      line.add(" ")
    }
    return [line]
  }

  private func cell(_ index: Int, _ item: DuelItem, _ pile: DuelListing) -> String {
    let isSelected = pile == face.pile && index == face.index
    let mark = face.marked.contains(item.key) ? "*" : ""
    return "\(isSelected ? ">" : " ")\(index + 1) \(mark)\(item.text)"
  }

  private func look(_ index: Int, _ pile: DuelListing) -> Line.Look {
    pile == face.pile && index == face.index ? .bold : .normal
  }

  /// A list beside one another, in as many lines as they take; the line with the selection stays in sight.
  private func flow(_ pile: DuelListing, _ size: ScreenSize, rank: Int) -> Part {
    let items = board.items(pile)
    guard !items.isEmpty else {
      let isHand = pile == .hand && board.duel.hasOwn
      return Part(isHand ? [Line(" Hand: no card", .faint)] : [], least: 1, rank: rank)
    }
    let title = [DuelListing.stack: " Stack:", .looked: " Looked at:", .hand: " Hand:"][pile] ?? ""
    var lines = [Line(title, .faint)]
    var anchor = 0
    for (index, item) in items.enumerated() {
      let text = " " + Columns.clip(cell(index, item, pile), to: max(8, size.columns - 8))
      if lines[lines.count - 1].width > 0,
        lines[lines.count - 1].width + Columns.width(text) + 1 > size.columns
      {
        lines.append(Line("  "))
      }
      lines[lines.count - 1].add(text, look(index, pile))
      if pile == face.pile && index == face.index { anchor = lines.count - 1 }
    }
    return Part(lines, least: 1, rank: rank, anchor: anchor)
  }

  private func messages(_ size: ScreenSize) -> [Line] {
    let over = board.duel.gameOver.isEmpty ? [] : [board.duel.gameOver.plain]
    return (over + text.questions + text.waiting).flatMap {
      Line(" \($0)", .bold).wrapped(to: size.columns, indent: 1)
    }
  }

  /// The last lines of the log, the newest last.
  private func log(_ size: ScreenSize) -> Part {
    let lines = text.log(12).map { Line(" \(Columns.clip($0, to: size.columns - 1))", .faint) }
    return Part(lines, least: 2, rank: 5, anchor: lines.count, tells: false)
  }

  private func lines(of page: DuelFace.Page) -> [Line] {
    switch page {
    case .keys:
      [Line(" Keys; Escape goes back", .bold)]
        + DuelFace.allKeys.map { Line(" \(Columns.fit($0.key, to: 10)) \($0.help)") }
        + [Line(" Words, after a colon", .bold)] + DuelWord.lines.map { Line(" \($0)") }
    case .log: [Line(" Log; Escape goes back", .bold)] + text.log(.max).map { Line(" \($0)") }
    case .sides:
      [Line(" Lists of the next game; Escape goes back", .bold)]
        + text.sides(face.swaps).map { Line(" \($0)") }
    }
  }
}
