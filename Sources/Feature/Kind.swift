import Foundation
import Schema
import SwiftProtobuf

/// Who may change or delete a record.
public enum Writers: UInt8, Sendable, CaseIterable {
  /// The person who made it.
  case creator = 1
  /// Every member of the room; in the lobby, where anybody may write, the creator alone.
  case members = 2
  /// The owner of the room at that time; only an owner may make one.
  case owner = 3
}

/// What holds for all records of one kind (specification section 14). `Body` is the message that their fields make.
public struct Kind<Body: SwiftProtobuf.Message & Sendable>: Sendable {
  /// The kind without the type of its body.
  public let erased: AnyKind

  /// A body as its message; an empty one for bytes that are no such message.
  public func decode(_ body: Data) -> Body { Self.decoded(body) ?? Body() }

  private static func decoded(_ body: Data) -> Body? {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = AnyKind.messageDepth
    return try? Body(serializedBytes: body, options: options)
  }

  /// Describes a kind.
  ///
  /// - Parameters:
  ///   - writers: who may change or delete such a record.
  ///   - parents: the kinds to one of which such a record belongs; none if it stands by itself.
  ///   - title: such a record in a few words, for lists and links.
  ///   - blobs: what the body of such a record points at; nil for kinds that never point at blobs.
  public init(
    _ number: RecordKind, _ body: Body.Type = Body.self, writers: Writers = .creator,
    parents: Set<RecordKind> = [], title: @escaping @Sendable (Body) -> String,
    blobs: (@Sendable (Body) -> [BlobReference])? = nil
  ) {
    var references: (@Sendable (Data) -> [BlobReference])?
    if let blobs { references = { data in Self.decoded(data).map(blobs) ?? [] } }
    erased = AnyKind(
      number: number, message: body, writers: writers, parents: parents,
      title: { data in Self.decoded(data).map(title) }, blobs: references)
  }
}

/// What holds for all records of one kind, without the type of their body: what the core reads.
public struct AnyKind: Sendable {
  /// The number of the kind in the schema.
  public let number: RecordKind
  /// The message that the fields of such a record make.
  public let message: any (SwiftProtobuf.Message & Sendable).Type
  /// Who may change or delete such a record.
  public let writers: Writers
  /// The kinds to one of which such a record belongs; none if it stands by itself.
  public let parents: Set<RecordKind>
  /// A body in a few words; nil for what is no such message. It is not cleaned or cut yet.
  public let title: @Sendable (Data) -> String?
  /// What a body points at, as it was written; nil for kinds that never point at blobs.
  public let blobs: (@Sendable (Data) -> [BlobReference])?

  /// How deep the messages in a body may nest: as deep as in all that comes from others (specification section 10).
  static let messageDepth = 16
}
