import Feature
import Schema

/// A value of a file with its name in it, as `entrants[3].rating`: what is wrong with it is said with line and field.
struct FileField {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, _ path: String = "") {
    self.value = value
    // Of names without an end no paths are made that have none either.
    self.path = path.utf8.count <= 200 ? path : Text.preview(path)
  }

  /// Makes the refusal for a fault in it; the sentence `what` goes on from the name of the field.
  func refused(_ what: String) -> Refused {
    let field = path.isEmpty ? "" : ", \(path)"
    return Refused(.invalid, "Line \(value.line)\(field): \(what) Nothing was imported.")
  }

  private func wrong(_ expected: String) -> Refused {
    refused("\(Text.preview(shown, characters: 30)) is no \(expected).")
  }

  private var shown: String {
    switch value.content {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): number
    case .text(let text): "\"\(text)\""
    case .list: "a list"
    case .object: "an object"
    }
  }

  var isNull: Bool { if case .null = value.content { true } else { false } }

  func text() throws -> String {
    guard case .text(let text) = value.content else { throw wrong("text") }
    return text
  }

  func flag() throws -> Bool {
    guard case .flag(let flag) = value.content else { throw wrong("true or false") }
    return flag
  }

  func integer(_ range: ClosedRange<Int>) throws -> Int {
    guard case .number(let text) = value.content, let number = Double(text),
      number == number.rounded(), number.magnitude < 1e12, range.contains(Int(number))
    else { throw wrong("whole number from \(range.lowerBound) to \(range.upperBound)") }
    return Int(number)
  }

  /// A number in thousandths.
  func thousandths() throws -> Int64 {
    guard case .number(let text) = value.content, let number = ScoreText.number(text) else {
      throw wrong("number with at most three decimals")
    }
    return number
  }

  func list() throws -> [FileField] {
    guard case .list(let values) = value.content else { throw wrong("list") }
    return values.enumerated().map { FileField($1, "\(path)[\($0)]") }
  }

  /// The fields of an object, in their order.
  func fields() throws -> [(name: String, field: FileField)] {
    guard case .object(let fields) = value.content else { throw wrong("object") }
    return fields.map { name, value in
      (name, field(name, value))
    }
  }

  private func field(_ name: String, _ value: JSONValue) -> FileField {
    let name = name.utf8.count <= 80 ? name : Text.preview(name)
    return FileField(value, path.isEmpty ? name : "\(path).\(name)")
  }

  /// A field of an object; nil where it is not there or null.
  func optional(_ name: String) throws -> FileField? {
    guard case .object(let fields) = value.content else { throw wrong("object") }
    guard let found = fields.last(where: { $0.name == name }) else { return nil }
    let field = field(name, found.value)
    return field.isNull ? nil : field
  }

  /// A field of an object that has to be there.
  func required(_ name: String) throws -> FileField {
    guard let field = try optional(name) else { throw refused("the field \(name) is missing.") }
    return field
  }

  /// The fields of an object that nobody here knows.
  func unknown(_ known: Set<String>) throws -> [FileField] {
    try fields().filter { !known.contains($0.name) }.map(\.field)
  }
}
