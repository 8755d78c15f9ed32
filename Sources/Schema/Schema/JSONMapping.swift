import SwiftProtobuf

/// The one JSON form of the schema: the protobuf mapping with the schema's own field names.
///
/// Used by the API, by `--json` and by scripts. Fields at their default are left out, except those that the schema
/// marks `optional`; numbers of 64 bits are strings, as the protobuf mapping says.
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

  /// Returns the reason why `message(_:from:lenient:)` does not take some bytes, for people.
  public static func reason(_ error: any Error) -> String {
    switch error as? JSONDecodingError {
    case .unknownField(let name)?: "there is no field \(name)"
    case .unrecognizedEnumValue?: "a value is none of those that its field can have"
    case .malformedNumber?, .leadingZero?: "a number is not written as JSON writes numbers"
    case .numberRange?: "a number is too large or too small for its field"
    case .malformedBool?: "a value should be true or false"
    case .malformedString?: "a value should be a text in double quotes"
    case .invalidUTF8?: "it is not valid UTF-8"
    case .illegalNull?: "a null stands where a value is needed"
    case .truncated?: "it ends too early"
    case .trailingGarbage?: "something follows after its end"
    case .conflictingOneOf?: "two fields are given of which only one can be"
    case .messageDepthLimit?: "it is nested too deeply"
    case .malformedMap?, .unquotedMapKey?, .missingFieldNames?: "it is not a JSON object"
    default: "it is not JSON of this kind"
    }
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
