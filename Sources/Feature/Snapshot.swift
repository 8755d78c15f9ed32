import Foundation
import Identifiers
import Schema

/// One consistent state of a home: what a feature reads. Valid only inside the closure that it is given to.
///
/// Every function may throw `StoreError`; what else one throws stands with it.
public protocol Snapshot {
  /// Our account.
  var me: Author { get }
  /// The time, in milliseconds since 1970. It decides nothing that others check.
  var now: Int64 { get }
  /// The room that only our person sees.
  var personalRoom: RoomID { get }

  // MARK: Rooms

  /// The rooms that our person is in: the lobby, the personal one and the others, without tables.
  func rooms() throws -> [RoomID]
  /// A room; nil where there is none.
  func room(_ id: RoomID) throws -> RoomSummary?
  /// The room, or the table of our person, that has a name or id, or an id that begins so.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  func room(_ text: String) throws -> RoomSummary
  /// Everybody in a room, ourselves included.
  func people(in room: RoomID) throws -> [Person]
  /// Somebody as our person sees them in a room.
  func person(_ author: Author, in room: RoomID) throws -> Person
  /// The people who look at a room now, as far as is known; our person as well.
  func peopleHere(in room: RoomID) throws -> [Person]
  /// The room of our person and one other; nil while they have none.
  func directRoom(with author: Author) throws -> RoomID?
  /// Why nobody would get what our person writes in a room, and what to do; nil where nothing is known against it.
  func silence(in room: RoomID) throws -> String?
  /// Why some may not get it; nil where nothing is known against it.
  func doubt(in room: RoomID) throws -> String?

  // MARK: Records

  /// A record of a room, also a deleted one; nil for what is not there or hidden.
  func record(_ id: RecordID, in room: RoomID) throws -> Record?
  /// The visible record that is an item now, in whatever room of our person it is; nil where there is none.
  func record(of item: ItemID) throws -> Record?
  /// The visible records about an item, in all rooms of our person, in the order in which they were made.
  func records(about item: ItemID) throws -> [Record]
  /// Visible records of sorted kinds by their sort keys, the lowest first.
  func records(_ query: SortQuery) throws -> [Record]
  /// The newest visible records of kinds in a room, oldest first.
  func records(of kinds: [RecordKind], in room: RoomID, limit: Int) throws -> [Record]
  /// A page of the records of a kind in a room, newest first.
  ///
  /// - Parameters:
  ///   - before: the id of the record before which it begins; empty for the newest.
  ///   - withDeleted: deleted records are among them.
  /// - Returns: the records, and the id from which older ones go on; it is empty where there are none.
  /// - Throws: `Refused` when there is no such record.
  func page(
    of kind: AnyKind, in room: RoomID, before: String, limit: Int, withDeleted: Bool
  ) throws -> (records: [Record], before: String)
  /// Visits the newest visible records of a kind, without most of their fields: lists are long.
  func visit(
    _ kind: RecordKind, in room: RoomID, limit: Int, _ visit: (ListedRecord) throws -> Void) throws
  /// The visible records that belong to one, in the order in which they were made.
  func children(of parent: RecordID, in room: RoomID) throws -> [Record]
  /// The visible record that a person means by an id, the beginning of one, or, for kinds with names, a name or the
  /// beginning of one; a whole name goes before a beginning.
  ///
  /// - Parameters:
  ///   - kinds: the kinds that are looked for; none for any.
  ///   - rooms: where.
  /// - Throws: `Refused` when there is none, or more than one.
  func find(_ text: String, _ kinds: [RecordKind], in rooms: [RoomID]) throws -> Record
  /// The visible records that say all words of a text, the newest first; not what people say that our person mutes.
  ///
  /// Case and marks on letters do not matter. The last word may be the beginning of one.
  ///
  /// - Parameters:
  ///   - text: anything; a text without a letter, number or sign that is searched finds nothing.
  ///   - kinds: none for all kinds.
  ///   - rooms: nil for all rooms and tables of our person; those of others are not looked at.
  func search(
    _ text: String, kinds: [RecordKind], rooms: [RoomID]?, limit: Int
  ) throws -> [Record]
  /// Checks that what our person changes in a record counts.
  ///
  /// - Throws: `Refused` with who may change it.
  func checkMayChange(_ record: Record) throws
  /// Checks that what our person adds to a record is shown with it.
  ///
  /// - Throws: `Refused` with who may add to it.
  func checkMayAdd(_ kind: AnyKind, to parent: Record) throws
  /// A record in a few words.
  func title(of record: Record) -> String

  /// The entries that made and changed a record, each up to the next one that is signed, in the form of a room's file: what
  /// proves to anybody who wrote it; nil while one of them is not here or not signed yet.
  func proof(of record: Record) throws -> Schema.Bundle?

  // MARK: The rest

  /// How much of a blob that a record points at is here.
  func blob(_ reference: BlobReference, of record: Record) throws -> BlobStatus
  /// Whether a setting of our person is on.
  func isOn(_ setting: Setting) -> Bool
  /// The value of a setting of our person as people type it; empty for one that there is not.
  func setting(_ key: String) -> String
}

extension Snapshot {
  /// Checks that somebody may get what our person writes in a room: what nobody would get stays where it was typed.
  ///
  /// - Throws: `Refused` with the reason.
  public func checkIsHeard(in room: RoomID) throws {
    if let silence = try silence(in: room) { throw Refused(.notNow, silence) }
  }

  /// Somebody in a room, by name or by the beginning of the author id; a name goes before an id.
  ///
  /// - Throws: `Refused` when there is nobody, or more than one.
  public func person(named text: String, in room: RoomID) throws -> Author {
    let people = try people(in: room)
    var found = people.filter { $0.name.isName(text) }.map(\.author)
    if found.isEmpty {
      found = people.map(\.author).filter { $0.description.hasPrefix(text) }
    }
    return try found.only("Nobody called \(text) is in that room: `parlor room show` lists them.") {
      "\($0) people fit \(text): give more letters of the id."
    }
  }

  /// Whether what our person changes in a record counts.
  public func mayChange(_ record: Record) throws -> Bool {
    do {
      try checkMayChange(record)
      return true
    } catch is Refused {
      return false
    }
  }
}

/// Which records of sorted kinds are wanted.
public struct SortQuery: Sendable {
  /// Their kinds.
  public var kinds: [RecordKind]
  /// Their room; nil for all rooms of our person.
  public var room: RoomID?
  /// The sort keys: the lowest and the highest.
  public var range: ClosedRange<Int64>
  /// How many at most.
  public var limit: Int

  /// Asks for records with any sort key, unless a range is given.
  public init(
    _ kinds: [RecordKind], in room: RoomID? = nil,
    range: ClosedRange<Int64> = .min ... .max, limit: Int
  ) {
    self.kinds = kinds
    self.room = room
    self.range = range
    self.limit = limit
  }
}

/// A room in a few words.
public struct RoomSummary: Sendable {
  /// The room.
  public let id: RoomID
  /// What sort of room it is.
  public let kind: RoomKind
  /// What it is called.
  public let name: String

  /// Puts a summary together.
  public init(id: RoomID, kind: RoomKind, name: String) {
    self.id = id
    self.kind = kind
    self.name = name
  }
}

/// The settings that features ask for.
public enum Setting: Sendable {
  /// Whether `@all` counts as a mention of our person (row C-16).
  case mentionAll
}
