import Events
import Foundation
import Identifiers
import Schema
import Store
import Wire

/// The pictures of a room's events as people see them.
extension RoomViews {
  /// The pictures that an event was given, the one that counts last.
  func pictures(of event: StoredRecord) throws -> [StoredRecord] {
    try reader.children(of: event.id, in: room.stored.number).filter { isPicture($0, of: event) }
  }

  /// The picture that counts.
  func picture(of event: StoredRecord) throws -> StoredRecord? { try pictures(of: event).last }

  /// The pictures that count, by the ids of their events.
  func pictures() throws -> [RecordID: StoredRecord] {
    var found: [RecordID: StoredRecord] = [:]
    // The newest come first.
    for record in try [RecordKind.eventPicture, .readOnlyPicture].flatMap({
      try reader.records(of: $0, in: room.stored.number, limit: Self.mostEvents)
    }) {
      guard let parent = record.parent, found[parent] == nil else { continue }
      if room.stored.kind == .lobby || record.isReadOnly {
        guard let event = try reader.record(parent, in: room.stored.number),
          isPicture(record, of: event)
        else { continue }
      }
      found[parent] = record
    }
    return found
  }

  /// The event whose picture a record is; nil for what is no picture.
  func event(picturedBy id: RecordID) throws -> EventView? {
    guard let record = try reader.record(id, in: room.stored.number),
      record.isPicture, let parent = record.parent
    else { return nil }
    return try eventView(parent)
  }

  /// In the lobby, where anybody may write, only whoever made an event gives it a picture.
  private func isPicture(_ picture: StoredRecord, of event: StoredRecord) -> Bool {
    picture.isPicture && counts(picture, of: event)
      && (room.stored.kind != .lobby
        || logKeys[picture.log]?.author == logKeys[event.log]?.author)
  }

  func view(_ record: StoredRecord) throws -> PictureView {
    let picture = (try? Coding.decode(EventPicture.self, from: record.body)) ?? EventPicture()
    let blob = try self.blob(picture.content)
    let author = logKeys[record.log]?.author ?? .zero
    var view = PictureView()
    view.id = record.id.description
    view.size = picture.content.size
    view.received = blob?.receivedBytes ?? 0
    view.problem = try problem(blob, by: author)
    view.crop = PictureRules.shown(picture.crop)
    view.source = PictureRules.source(picture.source)
    view.author = author.description
    view.authorName = try person(author).name
    view.blob = BlobID(picture.content.blob)?.description ?? ""
    return view
  }

  /// The blob of an event's picture, all of which is here.
  ///
  /// - Throws: `Refused` where there is no picture, or while some of it is missing.
  public func pictureContent(of event: RecordID) throws -> StoredBlob {
    guard let record = try reader.record(event, in: room.stored.number),
      let picture = try picture(of: record)
    else { throw Refused(.notFound, "\(PictureProblem.missing)") }
    let view = try view(picture)
    return try whole(
      view.blob, size: view.size, received: view.received, problem: view.problem)
  }
}
