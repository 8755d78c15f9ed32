import EventSchema
import Feature
import Identifiers
import Schema

/// The pictures of what people plan (rows E-37, E-41 and E-42, specification section 18).
enum PictureCommands {
  /// Gives an event a picture, or shows another part of the one that it has.
  static func set(
    _ request: SetPicture, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try EventCommands.ownEvent(request.event, in: request.room, home)
    let crop = request.hasCrop ? request.crop : PictureRules.whole
    try PictureRules.check(crop)
    let pictures = try EventParts.parts(.eventPicture, of: event, home).shared
    guard !request.blob.isEmpty else {
      guard let picture = pictures.last else { throw PictureProblem.missing }
      try home.checkMayChange(picture)
      try draft.change(picture, EventKinds.picture) { $0.crop = crop }
      return .record(event.id, in: event.room)
    }
    let content = try draft.uploaded(request.blob)
    try PictureRules.check([UInt8](content), limit: BlobID.mostBytes)
    // A new record: what somebody else changes meanwhile about the part that is shown was meant for the old picture.
    var picture = EventPicture()
    picture.content = draft.keep(content)
    picture.crop = crop
    picture.source = PictureRules.source(request.source)
    try EventCommands.add(
      picture, EventKinds.picture, to: event, isPersonal: false, home, &draft)
    try delete(pictures, home, &draft)
    return .record(event.id, in: event.room)
  }

  static func remove(
    _ request: RemovePicture, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<EventView> {
    let event = try EventCommands.ownEvent(request.event, in: request.room, home)
    let (shared, personal) = try EventParts.parts(.eventPicture, of: event, home)
    let pictures = shared.isEmpty ? personal : shared
    guard !pictures.isEmpty else { throw PictureProblem.missing }
    try delete(pictures, home, &draft)
    return .record(event.id, in: event.room)
  }

  private static func delete(
    _ pictures: [Record], _ home: any Snapshot, _ draft: inout Draft
  ) throws {
    for picture in pictures where try home.mayChange(picture) { draft.delete(picture) }
  }
}
