import Schema
import SwiftProtobuf

/// The forms in which the daemon answers (protocol/api.yaml).
public enum BodyForm: String, Sendable {
  /// What people and scripts read; what is answered unless the other is asked for.
  case json = "application/json"
  /// The protobuf encoding: many things at once are read and written several times as fast.
  case protobuf = "application/x-protobuf"

  /// The form that a request asks for, or in which an answer comes.
  ///
  /// - Parameter field: the value of its `accept` or `content-type`; nil where there is none.
  public init(_ field: String?) {
    self = field?.lowercased().contains(BodyForm.protobuf.rawValue) == true ? .protobuf : .json
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
