import ChatSchema
import Events
import EventSchema
import Feature
import FileSchema
import Identifiers
import Node
import Schema
import Store
import SwiftProtobuf

/// Views of features in a room, read as the API reads them.
extension RoomViews {
  /// Returns the answer of a method that only reads.
  ///
  /// - Throws: `Refused`; `StoreError`.
  public func read<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) -> Void
  ) throws -> Response {
    try read(Call(method, Request.with(fill))) as? Response ?? Response()
  }

  private var name: String { id.description }

  /// A page of the messages of the room, oldest first.
  ///
  /// - Parameter before: the id of a message; nil for the newest page.
  public func messages(before: RecordID? = nil, limit: Int = 500) throws -> MessageList {
    try read(Methods.Chat.list) {
      $0.room = name
      $0.before = before?.description ?? ""
      $0.limit = UInt32(limit)
    }
  }

  /// The newest messages that say a text, oldest first.
  public func messages(containing text: String, limit: Int = 500) throws -> MessageList {
    try read(Methods.Chat.search) {
      $0.room = name
      $0.text = text
      $0.limit = UInt32(limit)
    }
  }

  /// The newest files of the room, newest first.
  public func files() throws -> [FileView] {
    try read(Methods.Files.list) { $0.room = name }.files
  }

  /// One file by its name, its id or the beginning of one.
  public func file(_ text: String) throws -> FileView {
    try read(Methods.Files.show) {
      $0.room = name
      $0.file = text
    }
  }

  /// One event with what is to be done for it; nil for what is no event, or not visible and not deleted.
  public func eventView(_ event: ItemID) throws -> EventView? {
    let home = home
    let found = try home.record(of: event) ?? home.record(event, in: id)
    guard let record = found, record.room == id, record.kind == .event else { return nil }
    return try ShownEvents.view(of: record, home)
  }

  /// The events of the room without what is to be done for them, the soonest first.
  public func events() throws -> [EventView] { try ShownEvents.events(in: id, home) }

  /// The events of the room with what is to be done for them, in no order that means anything.
  public func plans() throws -> [EventView] { try ShownEvents.plans(in: id, home) }

  /// The events of the room as lines of a list, in no order that means anything.
  public func eventLines() throws -> [EventLine] { try ShownEvents.lines(in: id, home) }
}
