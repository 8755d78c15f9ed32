import Schema
import SwiftProtobuf

/// The forms in which the daemon answers (protocol/api.yaml).
public enum BodyForm: String, Sendable {
  /// JSON for people and scripts; the form of an answer unless the other is asked for.
  case json = "application/json"
  /// The protobuf encoding: many things at once are read and written several times as fast.
  case protobuf = "application/x-protobuf"

  /// The form that a request asks for, or in which an answer comes.
  ///
  /// - Parameter field: the value of its `accept` or `content-type`; nil where there is none.
  public init(_ field: String?) {
    self = field?.lowercased().contains(BodyForm.protobuf.rawValue) == true ? .protobuf : .json
  }

  /// The form of the body of a request.
  ///
  /// - Parameter field: the value of its `content-type`; nil where there is none, which stands for JSON.
  /// - Returns: nil for a content type that is neither of the two.
  public init?(contentType field: String?) {
    guard let field else {
      self = .json
      return
    }
    let type = field.prefix { $0 != ";" }.lowercased()
    self.init(rawValue: type.filter { $0 != " " })
  }

  /// Reads a request: no bytes at all stand for the empty one, and a field of JSON that is not known here is an error.
  public func request<Kind: Message>(_ kind: Kind.Type, from bytes: [UInt8]) throws -> Kind {
    switch self {
    case .json: return try JSONMapping.message(kind, from: bytes)
    case .protobuf:
      var options = BinaryDecodingOptions()
      options.messageDepthLimit = JSONMapping.nestingDepth
      return try Kind(serializedBytes: bytes, options: options)
    }
  }

  /// A message in this form.
  public func bytes(_ message: some Message) throws -> [UInt8] {
    switch self {
    case .json: try JSONMapping.bytes(message)
    case .protobuf: try message.serializedBytes()
    }
  }

  /// Reads an answer; fields that are not known here are left out, as a newer daemon may say more.
  func message<Kind: Message>(_ kind: Kind.Type, from bytes: [UInt8]) throws -> Kind {
    switch self {
    case .json: return try JSONMapping.message(kind, from: bytes, lenient: true)
    case .protobuf:
      var options = BinaryDecodingOptions()
      options.messageDepthLimit = JSONMapping.nestingDepth
      options.discardUnknownFields = true
      return try Kind(serializedBytes: bytes, options: options)
    }
  }
}
