import Events
import Feature
import Features
import Identifiers
import Node
import Schema
import Store
import Wire

/// What is planned, as the local API reads it.
extension DaemonAccess {
  /// All events with what is to be done for them.
  ///
  /// - Throws: `Refused` where a room has more events than are read: nobody could tell then which of them were deleted.
  func plans() throws -> [EventView] {
    var plans: [EventView] = []
    try eachRoom { views in
      let more = try ShownEvents.plans(in: views.id, views.home)
      guard more.count < ShownEvents.mostEvents else {
        throw Refused(.notNow, "There are too many events for a calendar folder: delete some.")
      }
      plans += more
    }
    return plans
  }

  /// Looks at all rooms of one snapshot.
  private func eachRoom(_ body: (RoomViews) throws -> Void) throws {
    try store.read { reader in
      let surroundings = try surroundings(reader)
      for id in try Node.roomIDs(reader, own: description.account) {
        if let views = try views(id, reader, surroundings) { try body(views) }
      }
    }
  }
}
