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
}
