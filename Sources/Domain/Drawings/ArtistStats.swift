import Feature
import Identifiers
import Schema

/// How much people have drawn: derived from all drawings that are here (row W-21).
enum ArtistStats {
  static func list(_ request: DrawingStats, _ home: any Snapshot) throws -> ArtistList {
    let isArtist = try DrawingFinding.artist(request.artist, home)
    var artists: [Author: Artist] = [:]
    for room in try home.rooms() {
      let records = try home.records(of: [.drawing], in: room, limit: PageLimit.most)
      guard !records.isEmpty else { continue }
      let marks = try DrawingLists.Marks(of: room, hidden: [], home)
      for record in records {
        guard let sketch = try DrawingContent.sketch(of: record, home).0 else { continue }
        for author in sketch.authors where isArtist(author) {
          let lines = sketch.lines(of: author)
          let name = try home.person(author, in: room).name
          var artist = artists[author] ?? Artist()
          artist.name = artist.name.isEmpty ? name : artist.name
          artist.strokes += UInt32(lines.lines.count)
          artist.drawings += 1
          artist.spentMilliseconds += lines.spent
          if author == record.author {
            artist.likes += UInt32(marks.likers[record.id]?.count ?? 0)
          }
          artists[author] = artist
        }
      }
    }
    return .with {
      $0.artists = artists.map { author, artist in
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
    }
  }
}
