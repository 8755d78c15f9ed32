import EventSchema
import Feature
import Identifiers
import Schema

/// The pictures of events as people see them.
enum PictureViews {
  /// The pictures in a room that count, by the ids of their events.
  static func pictures(in room: RoomID, _ home: any Snapshot) throws -> [RecordID: Record] {
    var found: [RecordID: Record] = [:]
    // Of several the newest counts, and the newest come last.
    for record in try home.records(of: [.eventPicture], in: room, limit: ShownEvents.mostEvents) {
      if let parent = record.parent { found[parent] = record }
    }
    return found
  }

  /// The pictures that our person keeps about events, by the items of those.
  static func kept(_ home: any Snapshot) throws -> [ItemID: Record] {
    var found: [ItemID: Record] = [:]
    for record in try home.records(
      of: [.eventPicture], in: home.personalRoom, limit: ShownEvents.mostEvents)
    {
      if let item = record.about { found[item] = record }
    }
    return found
  }

  static func view(of record: Record, _ home: any Snapshot) throws -> PictureView {
    let picture = EventKinds.picture.decode(record.body)
    let content = try home.blob(picture.content, of: record)
    var view = PictureView()
    view.id = record.item.description
    view.size = picture.content.size
    view.received = content.received
    view.problem = content.problem
    view.crop = PictureRules.shown(picture.crop)
    view.source = PictureRules.source(picture.source)
    view.author = record.author.description
    view.authorName = try home.person(record.author, in: record.room).name
    view.blob = BlobID(picture.content.blob)?.description ?? ""
    return view
  }
}

extension CalendarPicture {
  /// The picture of an event with its bytes; nil while they are not here, and for one that no file can have.
  public init?(of event: EventView, _ home: any Snapshot) throws {
    let room = try home.room(event.room).id
    guard let record = try EventParts.picture(of: home.find(event.id, [.event], in: [room]), home)
    else { return nil }
    let content = EventKinds.picture.decode(record.body).content
    guard content.size <= Self.most, let bytes = try home.bytes(of: content, of: record) else {
      return nil
    }
    try self.init(PictureViews.view(of: record, home), [UInt8](bytes))
  }
}
