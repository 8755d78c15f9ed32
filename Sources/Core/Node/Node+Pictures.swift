import Events
import Foundation
import Schema
import Store
import Wire

/// The pictures of what people plan (rows E-37, E-41 and E-42, specification section 18).
extension Node {
  func perform(_ command: SetPicture, _ transaction: Transaction) throws -> Answer {
    let (room, event) = try ownEvent(command.event, in: command.room, transaction)
    let crop = command.hasCrop ? command.crop : PictureRules.whole
    do {
      try PictureRules.check(crop)
      guard command.content.isEmpty else {
        try PictureRules.check([UInt8](command.content), limit: Limits.blob)
        return try set(command, crop, of: event, in: room, transaction)
      }
      let views = RoomViews(self, room, transaction.reader)
      guard let picture = try views.picture(of: event) else { throw PictureProblem.missing }
      try check(picture, in: room, transaction.reader)
      try change(
        picture.id, EventPicture.with { $0.crop = crop }, cleared: [], in: room.id, transaction)
    } catch let problem as PictureProblem {
      throw Refused(problem == .missing ? .notFound : .invalid, "\(problem)")
    }
    return try answer(event: event.id, in: room.id, transaction)
  }

  /// Makes a new record: what somebody else changes meanwhile about the part that is shown was meant for the old picture.
  private func set(
    _ command: SetPicture, _ crop: PictureCrop, of event: StoredRecord, in room: Room,
    _ transaction: Transaction
  ) throws -> Answer {
    let own = OwnBlob(command.content)
    var picture = EventPicture()
    picture.content = own.reference
    picture.crop = crop
    picture.source = PictureRules.source(command.source)
    try introduce(in: room.id, transaction)
    let making = try Schema.Operation.making(
      .eventPicture.asReadOnly(event.isReadOnly), nonce: Data(randomBytes(16)), parent: event.id,
      picture)
    try write([making], in: room.id, transaction)
    try settleRooms(transaction)
    try keep(own, transaction)
    // Only now: the same bytes may be set again.
    try deletePictures(of: event, in: rooms[room.id] ?? room, butLast: true, transaction)
    return try answer(event: event.id, in: room.id, transaction)
  }

  func perform(_ command: RemovePicture, _ transaction: Transaction) throws -> Answer {
    let (room, event) = try ownEvent(command.event, in: command.room, transaction)
    guard try RoomViews(self, room, transaction.reader).picture(of: event) != nil else {
      throw Refused(.notFound, "\(PictureProblem.missing)")
    }
    try deletePictures(of: event, in: room, butLast: false, transaction)
    return try answer(event: event.id, in: room.id, transaction)
  }

  private func deletePictures(
    of event: StoredRecord, in room: Room, butLast: Bool, _ transaction: Transaction
  ) throws {
    let pictures = try RoomViews(self, room, transaction.reader).pictures(of: event)
    for picture in butLast ? pictures.dropLast() : pictures[...] {
      guard let room = rooms[room.id], mayChange(picture, in: room) else { continue }
      try delete(picture, in: room, transaction)
    }
  }
}
