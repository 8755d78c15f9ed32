/// The fields of a row of CSV in which there are quotation marks (RFC 4180).
enum QuotedFields {
  private enum State {
    /// Before a field: blanks are left out.
    case before
    /// In a field without quotation marks around it.
    case plain
    /// Behind a quotation mark within such a field: another one must follow.
    case plainMark
    /// In a field with quotation marks around it.
    case quoted
    /// Behind a quotation mark within such a field, which ends it unless another one follows.
    case quotedMark
  }

  /// Reads a row.
  ///
  /// - Returns: nil where its quotation marks do not belong together; without an empty field at its end.
  static func of(_ row: String, _ delimiter: Unicode.Scalar) -> [String]? {
    var fields: [String] = []
    var field = String.UnicodeScalarView()
    var state = State.before
    func end() {
      fields.append(String(field))
      (field, state) = (String.UnicodeScalarView(), .before)
    }
    // A field may begin with a mark, which would be one character with what is before it.
    for scalar in row.unicodeScalars {
      let isSpace = scalar.properties.isWhitespace
      switch (state, scalar) {
      case (.before, "\""): state = .quoted
      case (.before, delimiter), (.plain, delimiter), (.quotedMark, delimiter): end()
      case (.before, _):
        guard !isSpace else { continue }
        field.append(scalar)
        state = .plain
      case (.plain, "\""): state = .plainMark
      case (.quoted, "\""): state = .quotedMark
      case (.plain, _), (.quoted, _): field.append(scalar)
      case (.plainMark, "\""), (.quotedMark, "\""):
        field.append(scalar)
        state = state == .plainMark ? .plain : .quoted
      case (.quotedMark, _) where isSpace: break
      case (.plainMark, _), (.quotedMark, _): return nil
      }
    }
    if !field.isEmpty { end() }
    return fields
  }
}
