/// The style of text here: with colours or without, in Unicode or in ASCII.
public struct Style: Equatable, Sendable {
  /// Whether escape sequences for colours may be printed.
  public var colours: Bool
  /// Whether suits and frames may be drawn with characters beyond ASCII.
  public var unicode: Bool

  /// States what the terminal can do.
  public init(colours: Bool, unicode: Bool) {
    self.colours = colours
    self.unicode = unicode
  }

  /// Finds the style that a terminal or file can show, from the environment's `NO_COLOR`, `TERM` and locale.
  public init(isTerminal: Bool, environment: (String) -> String?) {
    let term = environment("TERM") ?? ""
    colours =
      isTerminal && (environment("NO_COLOR") ?? "").isEmpty && term != "dumb" && !term.isEmpty
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = (locale ?? "").lowercased()
    unicode = !isTerminal || name.contains("utf-8") || name.contains("utf8")
  }

  /// Emphasised text.
  public func bold(_ text: String) -> String { wrap(text, "1") }

  /// Text of little weight.
  public func faint(_ text: String) -> String { wrap(text, "2") }

  /// Text in one of the thirteen colours.
  public func coloured(_ text: String, _ colour: AccentColour) -> String {
    wrap(text, "38;5;\(colour.code)")
  }

  private func wrap(_ text: String, _ code: String) -> String {
    colours && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
