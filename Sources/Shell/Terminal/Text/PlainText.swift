import Schema

/// Text that came from somebody else, made safe to print on a terminal.
///
/// Control characters (escape sequences among them), invisible format characters that join nothing, and the marks that turn
/// the direction of writing go; white space of any kind is one space; combining marks may not pile up. What is
/// left cannot move the cursor, change colours or pose as other text.
public struct PlainText: Equatable, Sendable, CustomStringConvertible {
  /// Most combining marks kept in a row.
  public static let marksInARow = 3

  /// The text that may be printed.
  public let description: String

  /// Takes text as it came; `longest` bounds the result in characters.
  public init(_ text: String, longest: Int = 1024) {
    if text.utf8.count <= longest, Text.isTidy(text) {
      description = text
      return
    }
    var result = String.UnicodeScalarView()
    var marks = 0
    // A mark must not reach out to what is printed before the text.
    var base = false
    let scalars = text.unicodeScalars
    for index in scalars.indices {
      let scalar = scalars[index]
      switch Self.treatment(of: scalar) {
      case .drop:
        let after = scalars.index(after: index)
        let next = after < scalars.endIndex ? scalars[after] : nil
        if Text.isUseful(scalar, after: result.last, before: next) { result.append(scalar) }
      case .space:
        if base && result.last != " " { result.append(" ") }
        marks = 0
      case .mark:
        marks += 1
        if base && marks <= Self.marksInARow { result.append(scalar) }
      case .keep:
        marks = 0
        base = true
        result.append(scalar)
      }
    }
    while result.last == " " { result.removeLast() }
    description = String(String(result).prefix(longest))
  }

  private enum Treatment { case keep, drop, space, mark }

  private static func treatment(of scalar: Unicode.Scalar) -> Treatment {
    if scalar.isASCII {
      switch scalar.value {
      case 0x21...0x7e: return .keep
      case 0x20, 0x09...0x0d: return .space
      default: return .drop
      }
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return .mark
    case .spaceSeparator, .lineSeparator, .paragraphSeparator: return .space
    case .control, .format, .surrogate, .privateUse, .unassigned: return .drop
    default: return .keep
    }
  }
}

extension String {
  /// The text made safe to print; see `PlainText`.
  public var plain: String { PlainText(self).description }
}
