import Foundation
import Schema
import Wire

/// What holds for the records of one kind (specification section 14).
public struct RecordRules: Sendable {
  /// Who may change or delete a record.
  public enum Writers: Sendable {
    /// Whoever made it.
    case creator
    /// Every member of the room.
    case members
    /// Whoever owns the room when it writes; only an owner may make one.
    case owner
  }

  /// Who may change or delete a record of this kind.
  public let writers: Writers
  /// The kinds to one of which a record of this kind belongs; none when it stands by itself.
  public let parents: Set<RecordKind>
  /// What the body of such a record points at; nil for kinds that never point at blobs.
  private let references: (@Sendable (Data) throws -> [BlobReference])?

  init(
    _ writers: Writers, parents: Set<RecordKind> = [],
    blobs references: (@Sendable (Data) throws -> [BlobReference])? = nil
  ) {
    self.writers = writers
    self.parents = parents
    self.references = references
  }

  /// Who may change or delete such a record in a room of a kind: in the lobby, where anybody may write, members are nobody in particular.
  public func writers(in room: RoomKind) -> Writers {
    writers == .members && room == .lobby ? .creator : writers
  }

  /// Whether records of this kind may point at blobs.
  public var hasBlobs: Bool { references != nil }

  /// The blobs that a body points at: ids and sizes in bytes; what can be none is left out.
  public func blobs(in body: Data) -> [(id: BlobID, size: UInt64)] {
    let found = (try? references?(body)) ?? []
    return found.prefix(Limits.blobsPerRecord).compactMap { reference in
      guard let id = BlobID(reference.blob), (1...UInt64(Limits.blob)).contains(reference.size)
      else { return nil }
      return (id, reference.size)
    }
  }

  /// All kinds that this program applies.
  public static let all: [RecordKind: RecordRules] = [
    .introduction: RecordRules(.creator),
    .roomCard: RecordRules(.owner),
    .chatMessage: RecordRules(.creator),
    .sharedFile: RecordRules(.creator) {
      [try Coding.decode(SharedFile.self, from: $0).content]
    },
    .event: RecordRules(.members),
    .toDo: RecordRules(.members, parents: [.event]),
    .budgetLine: RecordRules(.members),
    .eventPicture: RecordRules(.members, parents: [.event]) {
      [try Coding.decode(EventPicture.self, from: $0).content]
    },
    .readOnlyEvent: RecordRules(.creator),
    .readOnlyToDo: RecordRules(.creator, parents: [.readOnlyEvent]),
    .readOnlyBudgetLine: RecordRules(.creator),
    .readOnlyPicture: RecordRules(.creator, parents: [.readOnlyEvent]) {
      [try Coding.decode(EventPicture.self, from: $0).content]
    },
    .keptToDo: RecordRules(.creator),
  ]

  /// The kinds of records that may belong to a record, by its kind.
  public static let children = all.reduce(into: [RecordKind: [RecordKind]]()) { children, rule in
    for parent in rule.value.parents { children[parent, default: []].append(rule.key) }
  }

  /// The kinds whose records, or what belongs to them, may point at blobs.
  public static let overBlobs: Set<RecordKind> = {
    var kinds = Set(all.filter(\.value.hasBlobs).keys)
    var size = 0
    while size < kinds.count {
      size = kinds.count
      for kind in kinds { kinds.formUnion(all[kind]?.parents ?? []) }
    }
    return kinds
  }()

  /// Changes with `all`, as with the rules about members: rooms are built again from their logs then.
  public static let version: UInt32 = 12
}
