import Identifiers
import Schema

/// One consistent state of a home: what a feature reads. Valid only inside the closure that it is given to.
public protocol Snapshot {
  /// Our account.
  var me: Author { get }
  /// A record of a room, also a deleted one; nil for what is not there or hidden.
  func record(_ id: RecordID, in room: RoomID) throws -> Record?
  /// Whether a record can be seen in a room that may be another one.
  func isVisible(_ id: RecordID, in room: RoomID) throws -> Bool
  /// Somebody as our person sees them in a room.
  func person(_ author: Author, in room: RoomID) throws -> Person
  /// How much of a blob that a record points at is here.
  func blob(_ reference: BlobReference, of record: Record) throws -> BlobStatus
  /// Whether a setting of our person is on.
  func isOn(_ setting: Setting) -> Bool
}

/// The settings that features ask for.
public enum Setting: Sendable {
  /// Whether `@all` counts as a mention of our person (row C-16).
  case mentionAll
}
