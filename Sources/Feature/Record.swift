import Foundation
import Identifiers
import Schema

/// A record of a room as it is now.
public struct Record: Sendable, Identifiable {
  /// Names it within its room.
  public let id: RecordID
  /// The room.
  public let room: RoomID
  /// The number of its kind.
  public let kind: UInt32
  /// The record of the same room that it belongs to.
  public let parent: RecordID?
  /// Who made it.
  public let author: Author
  /// The causal order of its making.
  public let order: UInt64
  /// What its author's clock said then, in milliseconds since 1970; a label.
  public let wall: Int64
  /// The causal order of its last change; 0 for one that was never changed.
  public let changed: UInt64
  /// Whether it was deleted: its body is empty then.
  public let isDeleted: Bool
  /// The message that its fields make.
  public let body: Data

  /// Puts a record together.
  public init(
    id: RecordID, room: RoomID, kind: UInt32, parent: RecordID?, author: Author, order: UInt64,
    wall: Int64, changed: UInt64, isDeleted: Bool, body: Data
  ) {
    self.id = id
    self.room = room
    self.kind = kind
    self.parent = parent
    self.author = author
    self.order = order
    self.wall = wall
    self.changed = changed
    self.isDeleted = isDeleted
    self.body = body
  }

  /// Whether it is of one of some kinds.
  public func isOf(_ kinds: RecordKind...) -> Bool {
    kinds.contains { UInt32(clamping: $0.rawValue) == kind }
  }
}

/// Somebody as our person sees them in a room.
public struct Person: Sendable {
  /// The account.
  public let author: Author
  /// What the person is called there.
  public let name: String
  /// The colour that the person chose; empty for none.
  public let colour: String
  /// It is our person, or one that we have paired with.
  public let isPaired: Bool
  /// The name belongs to somebody whom we trust, and this is somebody else.
  public let nameIsTaken: Bool
  /// Our person does not want to read what this one writes.
  public let isMuted: Bool

  /// Puts a person together.
  public init(
    author: Author, name: String, colour: String, isPaired: Bool, nameIsTaken: Bool, isMuted: Bool
  ) {
    self.author = author
    self.name = name
    self.colour = colour
    self.isPaired = isPaired
    self.nameIsTaken = nameIsTaken
    self.isMuted = isMuted
  }
}

/// How much of a blob is here.
public struct BlobStatus: Sendable {
  /// The bytes that are here.
  public let received: UInt64
  /// Why the rest is not fetched; empty while it is, and once it is whole.
  public let problem: String

  /// Puts a status together.
  public init(received: UInt64, problem: String) {
    self.received = received
    self.problem = problem
  }
}
