import Feature
import Identifiers
import Schema
import Store
import SwiftProtobuf

/// The changes that a turn tells of its records: each record once, with its view.
///
/// A friend may write so much that a view takes long to make. What takes more than is left of a turn is told as a room that is to be
/// read again, and a screen that shows it reads it beside the turns.
struct RecordTelling {
  /// Steps of SQLite's machine that views may take in one turn: some milliseconds.
  static let steps = 300_000

  private enum Found {
    /// There is no view of it, or not any more.
    case hidden
    case told
    case shown(Record, any Message)
  }

  private var left = RecordTelling.steps
  private var records: Set<RecordID> = []
  private var rooms: Set<RoomID> = []

  /// The change to tell of a record of a room; nil where that was told.
  ///
  /// - Parameter home: what features read of that room.
  mutating func change(
    of id: RecordID, in views: RoomViews, _ home: any Snapshot
  ) throws -> Change.OneOf_What? {
    let known = records
    let found = try views.reader.limited(to: &left) { () -> Found in
      guard let root = try views.root(of: id, home),
        let view = views.reader.registry.view(of: root.kind)
      else { return .hidden }
      // A record that was made and changed in one turn is told once, and an event once for all that belongs to it.
      guard !known.contains(root.id) else { return .told }
      return .shown(root, try view.brief?(root) ?? view.view(root, home))
    }
    switch found {
    case .told: return nil
    case .shown(let root, let view):
      records.insert(root.id)
      return .record(try ShownRecord(root, view))
    case .hidden, nil: return room(views.id)
    }
  }

  /// That a room is to be read again; nil where that was told.
  mutating func room(_ id: RoomID) -> Change.OneOf_What? {
    rooms.insert(id).inserted ? .roomChanged(id.description) : nil
  }
}
