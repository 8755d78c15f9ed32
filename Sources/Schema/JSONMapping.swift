import SwiftProtobuf

/// The one JSON form of the schema: the protobuf mapping with the schema's own field names.
///
/// Used by the API, by `--json` and by scripts. Fields at their default are left out; numbers of 64 bits are
/// strings, as the protobuf mapping says.
public enum JSONMapping {
  /// Deepest nesting of messages that is read.
  public static let nestingDepth = 16

  /// The message as one line of UTF-8 JSON.
  public static func bytes(_ message: some Message) throws -> [UInt8] {
    var options = JSONEncodingOptions()
    options.preserveProtoFieldNames = true
    options.useDeterministicOrdering = true
    return try message.jsonUTF8Bytes(options: options)
  }

  /// The message as one line of JSON.
  public static func text(_ message: some Message) throws -> String {
    String(decoding: try bytes(message), as: UTF8.self)
  }

  /// Reads a message; no bytes at all stand for the empty message.
  ///
  /// Throws a `JSONDecodingError` for anything that is not this message. Unless `lenient`, a field that the
  /// schema does not know is such a thing, because a misspelt field would otherwise be ignored in silence.
  public static func message<Kind: Message>(
    _ kind: Kind.Type, from bytes: [UInt8], lenient: Bool = false
  ) throws -> Kind {
    if bytes.isEmpty { return Kind() }
    var options = JSONDecodingOptions()
    options.messageDepthLimit = nestingDepth
    options.ignoreUnknownFields = lenient
    return try Kind(jsonUTF8Bytes: bytes, options: options)
  }
}
