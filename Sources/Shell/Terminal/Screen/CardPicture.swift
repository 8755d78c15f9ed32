import Schema

/// A card drawn in a few lines of text.
public enum CardPicture {
  /// Lines of a picture.
  public static let height = 5
  /// Columns of a picture.
  public static let width = 7

  /// A card face up.
  public static func face(_ card: Card, _ style: Style) -> [Line] {
    let look: Line.Look = card.isRed ? .accent(.red) : .bold
    let rank = card.rankText
    let suit = card.suitText(style)
    let gap = String(repeating: " ", count: 4 - rank.count)
    return frame(
      [(" \(rank)" + gap, look), ("  \(suit)  ", look), (gap + "\(rank) ", look)], style,
      look: .normal)
  }

  /// The back of a card, in the colour of its owner, with the weather there if that is known.
  public static func back(
    _ colour: AccentColour, _ style: Style, _ back: CardBack = .unspecified
  ) -> [Line] {
    let look = Line.Look.accent(colour)
    if let rows = weather(back) { return frame(rows.map { ($0, look) }, style, look: look) }
    let fill = style.unicode ? "░" : "#"
    let row = (String(repeating: fill, count: 5), look)
    return frame([row, row, row], style, look: look)
  }

  /// Three rows of five signs; by night a star stands in the corner.
  private static func weather(_ back: CardBack) -> [String]? {
    switch back {
    case .clearDay: [" \\|/ ", "--o--", " /|\\ "]
    case .clearNight: [" _  *", "(_ . ", " *  ."]
    case .cloudsDay: [" .-. ", "(   )", " '-' "]
    case .cloudsNight: [".-. *", "(  ) ", "'--' "]
    case .rainDay: [" .-. ", "(___)", "' ' '"]
    case .rainNight: [".-. *", "(__) ", "' ' '"]
    case .thunderDay: [" .-. ", "(___)", " /_/ "]
    case .thunderNight: [".-. *", "(__) ", " /_/ "]
    case .snowDay: [" .-. ", "(___)", "* * *"]
    case .snowNight: [".-. *", "(__) ", "* * *"]
    case .fogDay: ["_ - _", " - - ", "- _ -"]
    case .fogNight: ["_ - *", " - - ", "- _ -"]
    case .unspecified, .UNRECOGNIZED: nil
    }
  }

  /// The place where a card will lie.
  public static func empty(_ style: Style) -> [Line] {
    frame([("     ", .normal), ("     ", .normal), ("     ", .normal)], style, look: .faint)
  }

  /// Pictures side by side.
  public static func row(_ pictures: [[Line]]) -> [Line] {
    (0..<height).map { index in
      var line = Line()
      for (position, picture) in pictures.enumerated() {
        if position > 0 { line.add("  ") }
        line.add(picture[index])
      }
      return line
    }
  }

  private static func frame(
    _ rows: [(String, Line.Look)], _ style: Style, look: Line.Look
  ) -> [Line] {
    let (across, down) = style.unicode ? ("─", "│") : ("-", "|")
    let corners = style.unicode ? ["┌", "┐", "└", "┘"] : ["+", "+", "+", "+"]
    let edge = String(repeating: across, count: width - 2)
    var lines = [Line(corners[0] + edge + corners[1], look)]
    for (text, inside) in rows {
      var line = Line(down, look)
      line.add(text, inside)
      line.add(down, look)
      lines.append(line)
    }
    lines.append(Line(corners[2] + edge + corners[3], look))
    return lines
  }
}
