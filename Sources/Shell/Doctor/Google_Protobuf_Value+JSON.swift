import SwiftProtobuf

/// A value of JSON whose form depends on what it says.
extension Google_Protobuf_Value {
  /// Reads a text; nil where it is no JSON.
  init?(parsing text: String) {
    guard let value = try? Google_Protobuf_Value(jsonString: text) else { return nil }
    self = value
  }

  subscript(_ key: String) -> Google_Protobuf_Value? { fields?[key] }

  var text: String? { if case .stringValue(let text)? = kind { text } else { nil } }

  /// A whole number; nil for any other.
  var number: Int? {
    if case .numberValue(let number)? = kind { Int(exactly: number) } else { nil }
  }

  var list: [Google_Protobuf_Value]? {
    if case .listValue(let list)? = kind { list.values } else { nil }
  }

  private var fields: [String: Google_Protobuf_Value]? {
    if case .structValue(let object)? = kind { object.fields } else { nil }
  }

  /// The key and the value of an object that has one.
  var only: (key: String, value: Google_Protobuf_Value)? {
    guard let fields, fields.count == 1, let field = fields.first else { return nil }
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
