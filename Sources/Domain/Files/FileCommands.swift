import Chat
import Feature
import FileSchema
import FoundationEssentials
import Identifiers
import Schema

/// Files that people share and delete (row P-35).
enum FileCommands {
  private static let allowance = Allowance(
    name: "files", burst: FileRules.burst, everyMilliseconds: FileRules.everyMilliseconds,
    refusal:
      "You have shared more than \(FileRules.burst) files in a short time: wait a moment and share the rest."
  )

  static func share(
    _ request: ShareFile, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<FileView> {
    let room = try room(request.room, home)
    try home.checkIsHeard(in: room.id)
    let content = try draft.uploaded(request.blob)
    var file = SharedFile()
    file.name = try FileRules.check(
      name: request.name, bytes: content.count, limit: BlobID.mostBytes)
    file.content = draft.keep(content)
    draft.spend(allowance)
    let id = try draft.make(FileViews.files, in: room.id, file)
    if !request.untold {
      // A message of its own: deleting one of the two erases it and leaves the other.
      let message = Messages.pointing(
        at: id, in: room.id, kind: .sharedFile, title: file.name)
      try draft.make(Messages.kind, in: room.id, message)
    }
    return .record(id, in: room.id)
  }

  static func delete(
    _ request: DeleteFile, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<FileView> {
    let room = try room(request.room, home)
    let record = try home.find(request.file, [.sharedFile], in: [room.id])
    draft.delete(record)
    return .record(record.id, in: room.id)
  }

  private static func room(_ text: String, _ home: any Snapshot) throws -> RoomSummary {
    try home.room(
      text,
      noTable: "Files cannot be shared at a table: share them in a room.")
  }
}
