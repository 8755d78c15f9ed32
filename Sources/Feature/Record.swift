import FoundationEssentials
import Identifiers
import Schema

/// A record of a room as it is now.
public struct Record: Sendable, Identifiable {
  /// Names it within its room.
  public let id: RecordID
  /// Names it wherever it is: what people see and type.
  public let item: ItemID
  /// The room.
  public let room: RoomID
  /// The number of its kind.
  public let kind: RecordKind
  /// The record of the same room that it belongs to.
  public let parent: RecordID?
  /// The item that it is about, in whatever room that is.
  public let about: ItemID?
  /// The people who may change or delete it.
  public let writers: Writers
  /// The author who made it.
  public let author: Author
  /// The causal order of its making.
  public let order: UInt64
  /// The time on its author's clock at that moment, in milliseconds since 1970; a label.
  public let wall: Int64
  /// The causal order of its last change; 0 for one that was never changed.
  public let changed: UInt64
  /// Whether it was deleted: its body is empty then.
  public let isDeleted: Bool
  /// The message that its fields make.
  public let body: Data

  /// Puts a record together.
  public init(
    id: RecordID, item: ItemID, room: RoomID, kind: RecordKind, parent: RecordID?, about: ItemID?,
    writers: Writers, author: Author, order: UInt64, wall: Int64, changed: UInt64,
    isDeleted: Bool, body: Data
  ) {
    self.id = id
    self.item = item
    self.room = room
    self.kind = kind
    self.parent = parent
    self.about = about
    self.writers = writers
    self.author = author
    self.order = order
    self.wall = wall
    self.changed = changed
    self.isDeleted = isDeleted
    self.body = body
  }
}

/// A record of a room that may not be ours, as its author has signed it.
public struct ProvenRecord: Sendable {
  /// Names it within its room.
  public let id: RecordID
  /// The room.
  public let room: RoomID
  /// The number of its kind.
  public let kind: RecordKind
  /// The record of the same room that it belongs to.
  public let parent: RecordID?
  /// The author who made and signed it.
  public let author: Author
  /// The message that its fields make.
  public let body: Data

  /// Puts a record together.
  public init(
    id: RecordID, room: RoomID, kind: RecordKind, parent: RecordID?, author: Author, body: Data
  ) {
    self.id = id
    self.room = room
    self.kind = kind
    self.parent = parent
    self.author = author
    self.body = body
  }
}

/// The fields of a record that lists show.
public struct ListedRecord: Sendable {
  /// The id that people see and type.
  public let item: ItemID
  /// The author who made it.
  public let author: Author
  /// The people who may change or delete it.
  public let writers: Writers
  /// The message that its fields make.
  public let body: Data

  /// Puts it together.
  public init(item: ItemID, author: Author, writers: Writers, body: Data) {
    self.item = item
    self.author = author
    self.writers = writers
    self.body = body
  }
}

/// Somebody as our person sees them in a room.
public struct Person: Sendable {
  /// The account.
  public let author: Author
  /// The person's name there.
  public let name: String
  /// The colour that the person chose; empty for none.
  public let colour: String
  /// Whether it is our person, or one that we have paired with.
  public let isPaired: Bool
  /// Whether the room is private, and its owner added the person.
  public let isAdded: Bool
  /// Whether somebody else, whom we trust, has the same name.
  public let nameIsTaken: Bool
  /// Whether our person does not want to read what this one writes.
  public let isMuted: Bool

  /// Puts a person together.
  public init(
    author: Author, name: String, colour: String, isPaired: Bool, isAdded: Bool,
    nameIsTaken: Bool, isMuted: Bool
  ) {
    self.author = author
    self.name = name
    self.colour = colour
    self.isPaired = isPaired
    self.isAdded = isAdded
    self.nameIsTaken = nameIsTaken
    self.isMuted = isMuted
  }
}

/// The stored part of a blob.
public struct BlobStatus: Sendable {
  /// The bytes that are stored.
  public let received: UInt64
  /// The reason why the rest is not fetched; empty while it is, and once it is whole.
  public let problem: String
  /// The thing to do about that; nil where there is none.
  public let remedy: Remedy?

  /// Puts a status together.
  public init(received: UInt64, problem: Advice?) {
    self.received = received
    self.problem = problem?.text ?? ""
    remedy = problem?.remedy
  }
}
