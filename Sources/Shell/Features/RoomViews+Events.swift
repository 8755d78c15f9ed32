import Events
import Feature
import Identifiers
import Node
import Schema
import Store

/// The events of a room.
extension RoomViews {
  /// One event with what is to be done for it; nil for what is no event, or not visible and not deleted.
  ///
  /// - Throws: `StoreError`.
  public func eventView(_ event: ItemID) throws -> EventView? {
    let home = home
    let found = try home.record(of: event) ?? home.record(event, in: id)
    guard let record = found, record.room == id, record.kind == .event else { return nil }
    return try ShownEvents.view(of: record, home)
  }

  /// The events of the room without what is to be done for them, the soonest first.
  ///
  /// - Throws: `StoreError`.
  public func events() throws -> [EventView] { try ShownEvents.events(in: id, home) }

  /// The events of the room with what is to be done for them, in no order that means anything.
  ///
  /// - Throws: `StoreError`.
  public func plans() throws -> [EventView] { try ShownEvents.plans(in: id, home) }

  /// The events of the room as lines of a list, in no order that means anything.
  ///
  /// - Throws: `StoreError`.
  public func eventLines() throws -> [EventLine] { try ShownEvents.lines(in: id, home) }

  /// The blob of an event's picture, all of which is here.
  ///
  /// - Throws: `Refused` where there is no picture, or while some of it is missing.
  public func pictureContent(of event: ItemID) throws -> StoredBlob {
    do {
      let view = try ShownEvents.picture(of: event, home)
      return try whole(
        view.blob, size: view.size, received: view.received, problem: view.problem)
    } catch let problem as PictureProblem {
      throw Refused(problem.code, "\(problem)")
    }
  }
}
