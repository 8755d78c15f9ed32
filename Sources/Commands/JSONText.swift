/// JSON of the few objects that are not messages of the schema.
package enum JSONText {
  package enum Value {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([String])
  }

  /// An object on one line, its fields in the order given.
  package static func object(_ fields: [(String, Value)]) -> String {
    let parts = fields.map { name, value in
      let text =
        switch value {
        case .text(let text): quoted(text)
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let texts): "[" + texts.map(quoted).joined(separator: ",") + "]"
        }
      return quoted(name) + ":" + text
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
