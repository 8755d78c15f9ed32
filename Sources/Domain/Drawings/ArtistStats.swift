import DrawingSchema
import Feature
import Identifiers
import Schema

/// The amount that people have drawn: derived from all drawings that are here (row W-21).
struct ArtistStats {
  /// People that are counted at most: a drawing may name anybody.
  private static let most = 10_000

  private var artists: [Author: Artist] = [:]
  /// Bytes that may still be unpacked, in all and of the drawings of each author.
  private var left = DrawingRules.together
  private var leftOf: [Author: Int] = [:]
  /// Drawings for which there was no room.
  private var skipped = 0
  private var isCut = false

  static func list(_ request: DrawingStats, _ home: any Snapshot) throws -> ArtistList {
    let isArtist = try DrawingFinding.artist(request.artist, home)
    var stats = ArtistStats()
    var rooms: [(room: RoomID, records: [Record])] = []
    for room in try home.rooms() {
      let records = try home.records(of: [.drawing], in: room, limit: PageLimit.most)
      if !records.isEmpty { rooms.append((room, records)) }
    }
    // Those of our person and of paired people first: others cannot use up the room for them.
    for isNear in [true, false] {
      for (room, records) in rooms {
        for record in records.reversed() {
          let person = try home.person(record.author, in: room)
          guard (record.author == home.me || person.isPaired) == isNear else { continue }
          try stats.add(record, isArtist, home)
        }
      }
    }
    return stats.answer(home)
  }

  private mutating func add(
    _ record: Record, _ isArtist: (Author) -> Bool, _ home: any Snapshot
  ) throws {
    let isOwn = record.author == home.me
    let share = isOwn ? left : min(left, leftOf[record.author] ?? DrawingRules.ofOneAuthor)
    guard share > 0 else {
      skipped += 1
      return
    }
    var rest = share
    let pack = DrawingKinds.drawing.decode(record.body).strokes
    let sketch = try DrawingContent.sketch(pack, of: record, within: &rest, home).0
    left -= share - rest
    leftOf[record.author] = (leftOf[record.author] ?? DrawingRules.ofOneAuthor) - (share - rest)
    guard let sketch else {
      if rest == 0 { skipped += 1 }
      return
    }
    for (author, lines) in sketch.shares where isArtist(author) {
      guard artists.count < Self.most || artists[author] != nil else {
        isCut = true
        continue
      }
      var artist = artists[author] ?? Artist()
      if artist.name.isEmpty { artist.name = try home.person(author, in: record.room).name }
      artist.strokes += UInt32(lines.lines.count)
      artist.drawings += 1
      artist.spentMilliseconds += lines.spent
      if author == record.author {
        artist.likes += UInt32(try DrawingViews.likers(of: record, home).count)
      }
      artists[author] = artist
    }
  }

  private func answer(_ home: any Snapshot) -> ArtistList {
    let sorted = artists.map { author, artist in
      var artist = artist
      artist.author = author.description
      artist.own = author == home.me
      artist.timeSpent = DrawingRules.text(milliseconds: artist.spentMilliseconds)
      return artist
    }.sorted {
      ($1.drawings, $1.spentMilliseconds, $0.author) < (
        $0.drawings, $0.spentMilliseconds, $1.author
      )
    }
    return .with {
      $0.artists = Array(sorted.prefix(PageLimit.most))
      guard let problem = problem(isShort: isCut || sorted.count > PageLimit.most) else { return }
      $0.problem = problem.text
      if let remedy = problem.remedy { $0.remedy = remedy }
    }
  }

  /// The part that is not counted; nil where everything is.
  private func problem(isShort: Bool) -> Advice? {
    if skipped > 0 {
      let drawings = Count.of(skipped, "drawing is", "drawings are")
      return Advice(
        "\(drawings) not counted, as all together are too large.", .see("drawing list"))
    }
    return isShort
      ? "Only the first \(PageLimit.most) people are listed: name one to see how much they drew."
      : nil
  }
}
