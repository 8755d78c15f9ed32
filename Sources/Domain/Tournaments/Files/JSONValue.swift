import Feature
import Schema

/// A value of JSON (RFC 8259) with the line of the file on which it stands, so that errors can name it.
struct JSONValue: Sendable {
  /// The content of a value.
  indirect enum Content: Sendable {
    case null
    case flag(Bool)
    /// A number as it is written.
    case number(String)
    case text(String)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])
  }

  let content: Content
  /// From 1; 0 for one that is not from a file.
  let line: Int

  init(_ content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  static func text(_ text: String) -> JSONValue { JSONValue(.text(text)) }
  static func number(_ number: some BinaryInteger) -> JSONValue { JSONValue(.number("\(number)")) }
  static func flag(_ flag: Bool) -> JSONValue { JSONValue(.flag(flag)) }
  static func list(_ values: [JSONValue]) -> JSONValue { JSONValue(.list(values)) }
  static let null = JSONValue(.null)

  /// An object, its fields in the order given, without those that are nil.
  static func object(_ fields: [(String, JSONValue?)]) -> JSONValue {
    JSONValue(.object(fields.compactMap { name, value in value.map { (name, $0) } }))
  }

  // MARK: Writing

  /// The value as a file: lists of the outer levels have a line for each of their values.
  var document: String { written(lines: 2, indent: "") + "\n" }

  private func written(lines: Int, indent: String) -> String {
    switch content {
    case .null: return "null"
    case .flag(let flag): return "\(flag)"
    case .number(let number): return number
    case .text(let text): return Self.quoted(text)
    case .list(let values):
      let parts = values.map { $0.written(lines: lines - 1, indent: indent + "  ") }
      return Self.joined(parts, "[", "]", lines: lines, indent)
    case .object(let fields):
      let parts = fields.map {
        Self.quoted($0.name) + ": " + $0.value.written(lines: lines - 1, indent: indent + "  ")
      }
      return Self.joined(parts, "{", "}", lines: lines, indent)
    }
  }

  private static func joined(
    _ parts: [String], _ open: String, _ close: String, lines: Int, _ indent: String
  ) -> String {
    guard lines > 0, !parts.isEmpty else {
      return open + parts.joined(separator: ", ") + close
    }
    return open + "\n" + parts.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n" + indent
      + close
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20:
        let digits = [UInt8(scalar.value)].hex
        result += "\\u00\(digits)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Reads JSON out of a text.
struct JSONReading {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var count = 0
  /// So deep values may nest.
  private static let mostDepth = 32
  /// So many values a file may have: each costs far more than its bytes.
  private static let mostValues = 300_000

  private init(_ text: String) { bytes = Array(text.utf8) }

  /// The one value of a text.
  ///
  /// - Throws: `Refused` with the line on which it is no JSON.
  static func value(_ text: String) throws -> JSONValue {
    var reading = JSONReading(text)
    if reading.bytes.starts(with: [0xef, 0xbb, 0xbf]) { reading.place = 3 }
    let value = try reading.value(depth: 0)
    reading.skip()
    guard reading.place == reading.bytes.count else {
      throw reading.refused("something follows after the end")
    }
    return value
  }

  private func refused(_ what: String) -> Refused {
    Refused(.invalid, "Line \(line): \(what). The file is not read.")
  }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skip() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d {
      if byte == 0x0a { line += 1 }
      place += 1
    }
  }

  private mutating func take(_ byte: Character) -> Bool {
    skip()
    guard next == byte.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    skip()
    let line = line
    guard depth < Self.mostDepth else { throw refused("values nest too deep") }
    count += 1
    guard count <= Self.mostValues else {
      throw refused("there are more values than a tournament has")
    }
    switch next {
    case UInt8(ascii: "{"): return JSONValue(try object(depth), line: line)
    case UInt8(ascii: "["): return JSONValue(try list(depth), line: line)
    case UInt8(ascii: "\""): return JSONValue(.text(try text()), line: line)
    default: break
    }
    let start = place
    while let byte = next, byte > 0x20, !",]}:".utf8.contains(byte) { place += 1 }
    let word = String(decoding: bytes[start..<place], as: UTF8.self)
    switch word {
    case "null": return JSONValue(.null, line: line)
    case "true", "false": return JSONValue(.flag(word == "true"), line: line)
    default:
      guard word.utf8.count <= 40, Double(word) != nil,
        word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) })
      else {
        throw refused(
          word.isEmpty ? "a value is missing" : "\(Text.preview(word, characters: 20)) is no JSON")
      }
      return JSONValue(.number(word), line: line)
    }
  }

  private mutating func list(_ depth: Int) throws -> JSONValue.Content {
    place += 1
    var values: [JSONValue] = []
    guard !take("]") else { return .list([]) }
    repeat { values.append(try value(depth: depth + 1)) } while take(",")
    guard take("]") else { throw refused("a ] or a comma is missing") }
    return .list(values)
  }

  private mutating func object(_ depth: Int) throws -> JSONValue.Content {
    place += 1
    var fields: [(name: String, value: JSONValue)] = []
    guard !take("}") else { return .object([]) }
    repeat {
      skip()
      guard next == UInt8(ascii: "\"") else { throw refused("the name of a field is missing") }
      let name = try text()
      guard take(":") else { throw refused("a : is missing after \"\(Text.preview(name))\"") }
      fields.append((name, try value(depth: depth + 1)))
    } while take(",")
    guard take("}") else { throw refused("a } or a comma is missing") }
    return .object(fields)
  }

  private mutating func text() throws -> String {
    place += 1
    var result: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: result, as: UTF8.self) else {
          throw refused("a text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): result += Array(String(try escaped()).utf8)
      case 0x0a: throw refused("a text does not end with \"")
      default: result.append(byte)
      }
    }
    throw refused("a text does not end with \"")
  }

  private mutating func escaped() throws -> Character {
    guard let byte = next else { throw refused("a text does not end with \"") }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"):
      var value = try unit()
      if 0xd800...0xdbff ~= value, next == UInt8(ascii: "\\"), place + 1 < bytes.count {
        place += 2
        value = 0x10000 + (value - 0xd800) << 10 + (try unit()) &- 0xdc00
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw refused("\\u does not stand for a character")
      }
      return Character(scalar)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Character(Unicode.Scalar(byte))
    default: throw refused("\\\(Character(Unicode.Scalar(byte))) is not known in a text")
    }
  }

  private mutating func unit() throws -> UInt32 {
    let digits = bytes[place..<min(place + 4, bytes.count)]
    guard digits.count == 4, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw refused("\\u needs four digits") }
    place += 4
    return value
  }
}
