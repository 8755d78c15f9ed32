import DrawingSchema
import Feature
import Identifiers
import Schema

/// The gallery (rows W-01, W-13, W-23).
enum DrawingLists {
  /// The most drawings of one room that are looked at.
  private static let mostInRoom = 2_000
  /// The most drawings that are listed where no limit is given.
  private static let usual = 200

  /// The marks that hide drawings of a room.
  struct Marks {
    /// The drawings that the owner of the room hid.
    var veiled: Set<RecordID> = []
    /// The drawings that our person hid.
    var hidden: Set<ItemID> = []

    /// None: for what is a drawing of our own, and about to go.
    init() {}

    init(of room: RoomID, hidden: Set<ItemID>, _ home: any Snapshot) throws {
      self.hidden = hidden
      for veil in try home.records(of: [.drawingVeil], in: room, limit: mostInRoom) {
        guard let parent = veil.parent else { continue }
        // The newest comes last.
        if DrawingKinds.veil.decode(veil.body).on {
          veiled.insert(parent)
        } else {
          veiled.remove(parent)
        }
      }
    }
  }

  static func list(_ request: ListDrawings, _ home: any Snapshot) throws -> DrawingList {
    let isArtist = try DrawingFinding.artist(request.artist, home)
    let limit = request.limit == 0 ? usual : try PageLimit.checked(request.limit)
    let hidden = try ownHidden(home)
    let rooms = request.room.isEmpty ? try home.rooms() : [try home.room(request.room).id]
    var found: [(record: Record, marks: Marks)] = []
    for room in rooms {
      let records = try home.records(
        of: [request.papers ? .paper : .drawing], in: room, limit: mostInRoom
      ).filter { isArtist($0.author) && (!request.papers || isPaper($0, home)) }
      guard !records.isEmpty else { continue }
      let marks = try Marks(of: room, hidden: hidden, home)
      for record in records where try request.hidden || !isHidden(record, marks, home) {
        found.append((record, marks))
      }
    }
    found.sort { ($1.record.wall, $1.record.item) < ($0.record.wall, $0.record.item) }
    if !request.before.isEmpty {
      let at = found.firstIndex { $0.record.item.description == request.before }
      guard let at else {
        throw Refused(
          .notFound, "There is no drawing \(request.before): read from the newest again.")
      }
      found.removeFirst(at + 1)
    }
    return try .with {
      $0.drawings = try found.prefix(limit).map { try line($0.record, home, $0.marks) }
      $0.before = found.count > limit ? found[limit - 1].record.item.description : ""
    }
  }

  /// Papers of others are seen where they are drawn on together; nobody draws in the lobby.
  private static func isPaper(_ record: Record, _ home: any Snapshot) -> Bool {
    record.room != .lobby
      && (record.author == home.me || DrawingKinds.paper.decode(record.body).together)
  }

  private static func isHidden(
    _ record: Record, _ marks: Marks, _ home: any Snapshot
  ) throws -> Bool {
    try marks.veiled.contains(record.id) || marks.hidden.contains(record.item)
      || home.person(record.author, in: record.room).isMuted
  }

  /// Returns the drawings that our person hid.
  static func ownHidden(_ home: any Snapshot) throws -> Set<ItemID> {
    let veils = try home.records(of: [.ownDrawingVeil], in: home.personalRoom, limit: 20_000)
    return Set(
      veils.compactMap { veil in
        DrawingKinds.ownVeil.decode(veil.body).on ? veil.about : nil
      })
  }

  static func line(
    _ record: Record, _ home: any Snapshot, _ marks: Marks
  ) throws -> DrawingLine {
    let person = try home.person(record.author, in: record.room)
    let likers = try record.kind == .drawing ? DrawingViews.likers(of: record, home) : []
    let isPaper = record.kind == .paper
    return try .with {
      $0.id = record.item.description
      $0.title = home.title(of: record)
      $0.room = record.room.description
      $0.roomName = try home.room(record.room)?.name ?? ""
      $0.author = record.author.description
      $0.authorName = person.name
      $0.colour = person.colour
      $0.own = record.author == home.me
      $0.made = record.wall
      $0.likes = UInt32(likers.count)
      $0.liked = likers.contains(home.me)
      $0.hidden = marks.veiled.contains(record.id) || marks.hidden.contains(record.item)
      $0.paper = isPaper
      $0.together = isPaper && DrawingKinds.paper.decode(record.body).together
      $0.look = isPaper ? "" : DrawingViews.look(record)
      $0.changed = record.changed
    }
  }
}
