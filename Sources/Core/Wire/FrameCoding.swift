import FoundationEssentials
import Schema
import SwiftProtobuf

/// Encoding and decoding of frames, headers and payloads with the limits of section 10.
public enum Coding {
  private static let options: BinaryDecodingOptions = {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = Limits.messageDepth
    return options
  }()

  /// Decodes bytes from outside.
  ///
  /// - Throws: `WireError.malformed` when they are not a message of this type or nest too deep.
  public static func decode<M: Message>(
    _ type: M.Type, from bytes: some SwiftProtobufContiguousBytes
  )
    throws -> M
  {
    do {
      return try M(serializedBytes: bytes, options: options)
    } catch {
      throw WireError.malformed("\(bytes.count) bytes that are no \(type.protoMessageName)")
    }
  }

  /// Encodes a message of ours.
  ///
  /// - Throws: `WireError.malformed` only for messages with missing required fields, which the
  ///   schema does not have.
  public static func encode(_ message: some Message) throws -> [UInt8] {
    do {
      return try message.serializedBytes()
    } catch {
      throw WireError.malformed("a message that cannot be encoded: \(error)")
    }
  }
}

extension Frame {
  /// Wraps one body as a frame.
  public init(_ body: OneOf_Body) {
    self.init()
    self.body = body
  }
}
