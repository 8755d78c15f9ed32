import Foundation
import Schema

/// The fields that JSON for people must always show, as protocol/api.proto says.
enum JSONFields {
  private struct Field {
    let name: String
    /// The message that it holds; nil for numbers, texts and flags.
    let kind: String?
    let isOptional: Bool
  }

  /// The fields that are marked `optional`, and are not in some JSON, as paths.
  ///
  /// - Parameter kind: the name of the message that the JSON is.
  static func missing(in json: String, of kind: String) throws -> [String] {
    let value = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return missing(in: value, of: String(kind.split(separator: ".").last ?? ""), at: kind)
  }

  private static func missing(in value: Any, of kind: String, at path: String) -> [String] {
    if let list = value as? [Any] {
      return list.enumerated().flatMap {
        missing(in: $0.element, of: kind, at: "\(path)[\($0.offset)]")
      }
    }
    guard let object = value as? [String: Any], let fields = messages[kind] else { return [] }
    return fields.flatMap { field -> [String] in
      guard let inner = object[field.name] else {
        return field.isOptional ? ["\(path).\(field.name)"] : []
      }
      return field.kind.map { missing(in: inner, of: $0, at: "\(path).\(field.name)") } ?? []
    }
  }

  /// The messages of the schema by their names.
  private static let messages: [String: [Field]] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "protocol/api.proto")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var (found, name) = ([String: [Field]](), "")
    for line in text.split(separator: "\n") {
      if let match = line.prefixMatch(of: /message (\w+) \{/) { name = String(match.1) }
      guard let match = line.prefixMatch(of: /\s+(optional |repeated )?(\w+) (\w+) = \d+;/) else {
        continue
      }
      let isMessage = match.2.first?.isUppercase == true
      found[name, default: []].append(
        Field(
          name: String(match.3), kind: isMessage ? String(match.2) : nil,
          isOptional: match.1 == "optional "))
    }
    return found
  }()
}
