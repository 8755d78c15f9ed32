import Feature
import Identifiers
import Schema

/// Search over records of every kind.
enum FoundRecords {
  static func list(_ request: SearchRecords, _ home: any Snapshot) throws -> FoundList {
    let rooms = try request.room.isEmpty ? nil : [home.room(request.room).id]
    let kinds = try home.kinds(called: request.kinds)
    let found = try home.search(
      request.text, kinds: kinds.map(\.number), rooms: rooms,
      limit: PageLimit.checked(request.limit))
    return try .with { $0.found = try found.map { try view(of: $0, home) } }
  }

  private static func view(of record: Record, _ home: any Snapshot) throws -> FoundRecord {
    try .with {
      $0.room = record.room.description
      $0.roomName = try home.room(record.room)?.name ?? ""
      $0.id = record.item.description
      $0.kind = home.kind(record.kind)?.noun ?? ""
      $0.title = home.title(of: record)
      $0.author = record.author.description
      $0.authorName = try home.person(record.author, in: record.room).name
      $0.wallMilliseconds = record.wall
    }
  }
}
