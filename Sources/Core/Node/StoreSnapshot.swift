import Feature
import Identifiers
import Schema
import Store

/// What features read: the rooms of one snapshot of the store.
struct StoreSnapshot: Snapshot {
  private let views: RoomViews

  /// Begins in a room; what is in others is loaded when it is asked for.
  init(_ views: RoomViews) { self.views = views }

  var me: Author { views.own }

  func record(_ id: RecordID, in room: RoomID) throws -> Record? {
    guard let views = try views.views(of: room),
      let record = try views.reader.record(id, in: views.room.stored.number),
      record.state != .hidden
    else { return nil }
    return views.record(record)
  }

  func isVisible(_ id: RecordID, in room: RoomID) throws -> Bool {
    guard let number = try views.reader.room(room)?.number else { return false }
    return try views.reader.record(id, in: number)?.state == .visible
  }

  func person(_ author: Author, in room: RoomID) throws -> Person {
    guard let views = try views.views(of: room) else {
      return Person(
        author: author, name: String(author.description.prefix(8)), colour: "", isPaired: false,
        nameIsTaken: false, isMuted: false)
    }
    let person = try views.person(author)
    return Person(
      author: author, name: person.name, colour: person.colour,
      isPaired: try author == me || views.isPaired(author),
      nameIsTaken: try views.nameIsTaken(person.name, by: author), isMuted: views.isMuted(author))
  }

  func blob(_ reference: BlobReference, of record: Record) throws -> BlobStatus {
    guard let views = try views.views(of: record.room) else {
      return BlobStatus(received: 0, problem: "")
    }
    let blob = try views.blob(reference)
    return BlobStatus(
      received: blob?.receivedBytes ?? 0, problem: try views.problem(blob, by: record.author))
  }

  func isOn(_ setting: Setting) -> Bool {
    switch setting {
    case .mentionAll: views.settings.mentionAll
    }
  }
}
