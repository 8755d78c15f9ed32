import FoundationEssentials

/// A value of JSON whose form depends on what it says.
indirect enum JSONValue: Decodable, Equatable, Sendable {
  case null
  case flag(Bool)
  case number(Int)
  case text(String)
  case list([JSONValue])
  case fields([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let fields = try? single.decode([String: JSONValue].self) {
      self = .fields(fields)
    } else if let list = try? single.decode([JSONValue].self) {
      self = .list(list)
    } else if let text = try? single.decode(String.self) {
      self = .text(text)
    } else if let flag = try? single.decode(Bool.self) {
      self = .flag(flag)
    } else {
      self = .number(try single.decode(Int.self))
    }
  }

  /// Reads a text; nil where it is no JSON, or has a number that is no whole one.
  init?(parsing text: String) {
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) else {
      return nil
    }
    self = value
  }

  subscript(_ key: String) -> JSONValue? {
    if case .fields(let fields) = self { fields[key] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }

  var number: Int? { if case .number(let number) = self { number } else { nil } }

  var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }

  /// The key and the value of an object that has one.
  var only: (key: String, value: JSONValue)? {
    guard case .fields(let fields) = self, fields.count == 1, let field = fields.first else {
      return nil
    }
    return (field.key, field.value)
  }

  /// The texts of a list, or the one that stands in the place of a list.
  var words: [String]? {
    if let text { return [text] }
    guard let list else { return nil }
    let words = list.compactMap(\.text)
    return words.count == list.count ? words : nil
  }
}
