import Identifiers
import Schema

/// The reads of records that a feature may make; a part of `Snapshot`.
public protocol RecordReads {
  /// A record of a room, also a deleted one; nil for what is not there or hidden.
  func record(_ id: RecordID, in room: RoomID) throws -> Record?
  /// The visible record that is an item now, in whatever room of our person it is; nil where there is none.
  func record(of item: ItemID) throws -> Record?
  /// The visible records about an item, in all rooms of our person, in the order in which they were made.
  func records(about item: ItemID) throws -> [Record]
  /// Visible records of sorted kinds by their sort keys, the lowest first.
  func records(_ query: SortQuery) throws -> [Record]
  /// The visible records of sorted kinds that have other times after their sort keys, in all rooms of our person.
  func recordsThatComeAgain(_ kinds: [RecordKind]) throws -> [Record]
  /// The newest visible records of kinds in a room, oldest first.
  func records(of kinds: [RecordKind], in room: RoomID, limit: Int) throws -> [Record]
  /// Visible records of a kind in a room whose names begin so, by name.
  ///
  /// - Parameter name: a beginning, in small letters as the index has names.
  func records(
    of kind: RecordKind, nameBeginning name: String, in room: RoomID, limit: Int
  ) throws -> [Record]
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
  /// The visible records that belong to one and count, in the order in which they were made: of one author and kind no more than
  /// `KindLimit.perParent`.
  func children(of parent: RecordID, in room: RoomID) throws -> [Record]
  /// The visible records that belong to one and have ids that follow from their authors and one of some nonces, in the order in
  /// which they were made: one of each author and nonce at most, which counts however many others that author has written.
  ///
  /// The number of records read is bounded by the people in the room, and not by how much they have written.
  func children(
    of parent: RecordID, named nonces: [DerivedNonce], in room: RoomID
  ) throws -> [Record]
  /// The number of visible records that belong to one, also of those that do not count.
  func countChildren(of parent: RecordID, in room: RoomID) throws -> Int
  /// The number of records of a permanent kind that the author of one has made below it, also where it is deleted.
  func countPermanent(_ kind: RecordKind, below parent: Record) throws -> Int
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
  /// Returns the rules of a kind; nil for a kind that this program does not know.
  func kind(_ number: RecordKind) -> AnyKind?
  /// The kinds that people call by some nouns, in the order of their numbers.
  ///
  /// - Throws: `Refused` for a noun that no kind has.
  func kinds(called nouns: [String]) throws -> [AnyKind]
  /// A record in a few words.
  func title(of record: Record) -> String
  /// The author of the newest write of a field of a record; nil for a record that is not here.
  func writer(of field: UInt32, in record: Record) throws -> Author?
  /// The writes of a record that stand apart from another record of its room, by the numbers of their fields, the newest first.
  func writesApart(in record: Record, from other: Record) throws -> [ApartWrite]

  /// The entries that made and changed a record, each up to the next one that is signed, in the form of a room's file: what
  /// proves to anybody who wrote it; nil while one of them is not here or not signed yet.
  func proof(of record: Record) throws -> Schema.Bundle?
  /// The entry that made a record, with its author's word for it: what proves to somebody who is not in the room what the author
  /// wrote, and tells nothing else of the room; nil while it is not here or not signed yet.
  func signedEntry(of record: Record) throws -> SignedEntry?
  /// The records that a signed entry makes, as they were made; none where its signature does not hold.
  func records(provenBy signed: SignedEntry) -> [ProvenRecord]
}
