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
  ///   - noun: what people call such a record: "event".
  ///   - lists: the command that lists such records with their ids: "parlor event list".
  ///   - title: such a record in a few words, for lists and links.
  ///   - name: what people may type to mean it, beside its id; nil for kinds without names.
  ///   - words: all that such a record says, for search and its history; nil for kinds that say nothing.
  ///   - blobs: what the body of such a record points at; nil for kinds that never point at blobs.
  public init(
    _ number: RecordKind, _ body: Body.Type = Body.self, noun: String, lists: String,
    writers: Writers = .creator, parents: Set<RecordKind> = [],
    title: @escaping @Sendable (Body) -> String, name: (@Sendable (Body) -> String)? = nil,
    words: (@Sendable (Body) -> String)? = nil, blobs: (@Sendable (Body) -> [BlobReference])? = nil
  ) {
    var references: (@Sendable (Data) -> [BlobReference])?
    if let blobs { references = { data in Self.decoded(data).map(blobs) ?? [] } }
    var named: (@Sendable (Data) -> String)?
    if let name { named = { data in Self.decoded(data).map(name) ?? "" } }
    var said: (@Sendable (Data) -> String)?
    if let words { said = { data in Self.decoded(data).map(words) ?? "" } }
    erased = AnyKind(
      number: number, message: body, noun: noun, lists: lists, writers: writers, parents: parents,
      title: { data in Self.decoded(data).map(title) }, name: named, words: said,
      blobs: references)
  }
}

/// What holds for all records of one kind, without the type of their body: what the core reads.
public struct AnyKind: Sendable {
  /// The number of the kind in the schema.
  public let number: RecordKind
  /// The message that the fields of such a record make.
  public let message: any (SwiftProtobuf.Message & Sendable).Type
  /// What people call such a record.
  public let noun: String
  /// The command that lists such records with their ids.
  public let lists: String
  /// Who may change or delete such a record.
  public let writers: Writers
  /// The kinds to one of which such a record belongs; none if it stands by itself.
  public let parents: Set<RecordKind>
  /// A body in a few words; nil for what is no such message. It is not cleaned or cut yet.
  public let title: @Sendable (Data) -> String?
  /// What people may type to mean it, beside its id; nil for kinds without names.
  public let name: (@Sendable (Data) -> String)?
  /// All that such a record says; nil for kinds that say nothing.
  public let words: (@Sendable (Data) -> String)?
  /// What a body points at, as it was written; nil for kinds that never point at blobs.
  public let blobs: (@Sendable (Data) -> [BlobReference])?

  /// How deep the messages in a body may nest: as deep as in all that comes from others (specification section 10).
  static let messageDepth = 16
}
