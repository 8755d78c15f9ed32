/// Text without control characters: no line feed, no terminal escape, no NUL.
package struct PlainText: Equatable {
  /// The text that is left.
  package let text: String

  /// Takes every character of the Unicode category Cc out.
  package init(_ text: String) {
    self.text = String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }

  /// The longest beginning of at most so many octets of UTF-8, cut between characters.
  package func beginning(octets: Int) -> String {
    guard text.utf8.count > octets else { return text }
    var used = 0
    return String(
      text.prefix { character in
        used += character.utf8.count
        return used <= octets
      })
  }
}
