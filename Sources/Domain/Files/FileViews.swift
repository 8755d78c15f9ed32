import Feature
import FileSchema
import Identifiers
import Schema

extension RecordKind {
  /// A file that somebody shares: `SharedFile`.
  public static let sharedFile: RecordKind = 4
}

/// Files as people see them.
enum FileViews {
  static let files = Kind(
    .sharedFile, SharedFile.self, noun: "file", lists: "parlor file list",
    title: { FileRules.name($0.name) }, name: { FileRules.name($0.name) },
    words: { FileRules.name($0.name) },
    blobs: { [$0.content] })

  /// A page of files, newest first.
  static func list(_ request: ListFiles, _ home: any Snapshot) throws -> FileList {
    let room = try home.room(request.room)
    let page = try home.page(
      of: files.erased, in: room.id, before: request.before,
      limit: PageLimit.checked(request.limit), withDeleted: false)
    return try .with {
      $0.files = try page.records.map { try file($0, home) }
      $0.before = page.before
    }
  }

  /// One file.
  static func show(_ request: ShowFile, _ home: any Snapshot) throws -> FileView {
    let room = try home.room(request.room)
    return try file(home.find(request.file, [.sharedFile], in: [room.id]), home)
  }

  static func file(_ record: Record, _ home: any Snapshot) throws -> FileView {
    let person = try home.person(record.author, in: record.room)
    let file = files.decode(record.body)
    let content = try home.blob(file.content, of: record)
    var view = FileView()
    view.id = record.item.description
    view.room = record.room.description
    view.author = record.author.description
    view.authorName = person.name
    view.own = record.author == home.me
    view.paired = person.isPaired
    view.added = person.isAdded
    view.nameIsTaken = person.nameIsTaken
    view.name = FileRules.name(file.name)
    if view.name.isEmpty { view.name = "unnamed" }
    view.size = file.content.size
    view.received = content.received
    view.wallMilliseconds = record.wall
    view.deleted = record.isDeleted
    view.blob = BlobID(file.content.blob)?.description ?? ""
    view.problem = record.isDeleted ? "" : content.problem
    if !record.isDeleted, let remedy = content.remedy { view.remedy = remedy }
    return view
  }
}
