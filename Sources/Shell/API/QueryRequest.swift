import Feature
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import Schema
import SwiftProtobuf

/// A request of a method that only reads, out of the query of a GET.
struct QueryRequest {
  /// The request.
  let message: any Message

  /// Reads a query: fields that it does not name have their default.
  ///
  /// - Throws: `Refused` for a field that there is not, and for a value that its field cannot hold.
  init(_ uri: URI, of method: AnyMethod) throws {
    guard Self.isText(uri.query ?? "") else {
      throw Refused(
        .invalid, "The query is not valid UTF-8: percent-encode it as RFC 3986 says.")
    }
    var fields: [String] = []
    for (name, value) in uri.queryParameters {
      let name = String(name)
      guard let kind = method.query[name] else {
        let known = method.query.keys.sorted().joined(separator: ", ")
        throw Refused(
          .invalid,
          "The query has no field \(name): \(known.isEmpty ? "leave it out" : "it can have \(known)")."
        )
      }
      fields.append("\(try Self.json(name)):\(try Self.json(String(value), as: kind, name))")
    }
    do {
      message = try JSONMapping.message(
        method.request, from: Array("{\(fields.joined(separator: ","))}".utf8))
    } catch {
      throw Refused(
        .invalid, "The query cannot be read (\(JSONMapping.reason(error))): see protocol/api.yaml.")
    }
  }

  /// Whether a query stands for text in UTF-8: behind each percent sign are two digits of a byte (RFC 3986, section 2.1).
  static func isText(_ query: String) -> Bool {
    var bytes: [UInt8] = []
    var rest = query.utf8[...]
    while let first = rest.popFirst() {
      guard first == UInt8(ascii: "%") else {
        bytes.append(first)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
        let byte = UInt8(Substring(digits), radix: 16)
      else { return false }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) != nil
  }

  private static func json(
    _ value: String, as kind: AnyMethod.QueryKind, _ name: String
  ) throws -> String {
    switch kind {
    case .text: return try json(value)
    case .truth:
      guard let truth = ["true": "true", "1": "true", "false": "false", "0": "false"][value] else {
        throw Refused(.invalid, "The query's \(name) cannot be \(value): say true or false.")
      }
      return truth
    case .number:
      guard value.wholeMatch(of: /-?[0-9]{1,20}/) != nil else {
        throw Refused(.invalid, "The query's \(name) cannot be \(value): give a number.")
      }
      return value
    }
  }

  private static func json(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }
}
