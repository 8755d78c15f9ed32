import Feature
import Identifiers
import Node
import Schema

/// The files of a room.
extension RoomViews {
  /// Files before one of them, newest first.
  ///
  /// - Parameter before: the id of a file; nil for the newest page.
  /// - Returns: nil when there is no file with that id.
  public func files(before: RecordID?, limit: Int) throws -> FileList? {
    try shown(.sharedFile, as: FileView.self, before: before, limit: limit).map { page in
      .with {
        $0.files = page.views
        $0.before = page.before
      }
    }
  }

  /// The one file of the room that is called so, or that has a name or id that begins so.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public func file(_ text: String) throws -> FileView {
    try found(text, [.sharedFile]) ?? FileView()
  }
}
