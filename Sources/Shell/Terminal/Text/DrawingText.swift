import Drawings
import DrawingSchema
import Schema

/// Drawings as lines of text (rows W-01, W-03, W-04, W-21).
public enum DrawingText {
  /// A drawing in a list.
  public static func line(of line: DrawingLine, date: String) -> String {
    var parts = [date]
    if line.likes > 0 { parts.append(Count.of(line.likes, "like")) }
    if line.paper { parts.append(line.together ? "a paper for everybody" : "a paper") }
    if line.hidden { parts.append("hidden") }
    if !line.roomName.isEmpty, line.roomName != "lobby" { parts.append(line.roomName.plain) }
    return
      "  \(line.id.prefix(8))  \(Columns.fit(line.title.plain.isEmpty ? "Untitled" : line.title.plain, to: 28))  "
      + "\(Columns.fit("By " + line.authorName.plain, to: 18))  " + parts.joined(separator: ", ")
  }

  /// The details of a drawing or a paper.
  public static func lines(of view: DrawingView, date: String) -> [String] {
    guard !view.deleted else { return ["  It is deleted."] }
    var lines = [
      "  \(view.title.plain.isEmpty ? "Untitled" : view.title.plain)  \(view.id.prefix(8))",
      "  By \(view.authorName.plain)\(view.own ? " (you)" : trust(view)), \(date), in \(view.roomName.plain)",
      "  Time spent: \(view.timeSpent), \(Count.of(view.strokes, "stroke")), a replay takes \(view.replayMilliseconds / 1_000) s",
    ]
    if view.artists.count > 1 {
      lines.append(
        "  Drawn by "
          + view.artists.map { "\($0.name.plain) (\(Count.of($0.strokes, "stroke")))" }
          .joined(separator: ", "))
    }
    if !view.source.isEmpty {
      let source = view.sourceTitle.isEmpty ? "a drawing that is gone" : view.sourceTitle.plain
      let author = view.sourceAuthorName.isEmpty ? "" : " by \(view.sourceAuthorName.plain)"
      lines.append("  It began with \(source)\(author).")
    }
    if !view.likers.isEmpty {
      lines.append("  Liked by \(view.likers.map(\.plain).joined(separator: ", "))")
    }
    if view.comments > 0 {
      lines.append(
        "  \(Count.of(view.comments, "comment")): `parlor chat comments \(view.id.prefix(8))`")
    }
    if view.hidden {
      lines.append(
        view.hiddenByOwner
          ? "  The owner of the room hides it from everybody." : "  You hide it from your gallery.")
    }
    if view.paper {
      let who = view.together ? "Everybody in the room draws on it" : "Only its author draws on it"
      lines.append("  It is a paper. \(who): `parlor drawing save` puts it into the gallery.")
    }
    if !view.problem.isEmpty { lines.append("  ! \(view.problem.plain)") }
    return lines
  }

  private static func trust(_ view: DrawingView) -> String {
    MessageText.trust(in: "", isTaken: view.nameIsTaken, isKnown: view.paired || view.added)
  }

  /// Returns a line with the number of somebody's drawings, the time spent on them and their likes.
  public static func line(of artist: Artist) -> String {
    "  \(Columns.fit(artist.name.plain + (artist.own ? " (you)" : ""), to: 24))  "
      + "\(Columns.right(Count.of(artist.drawings, "drawing"), to: 13))  "
      + "\(Columns.right(artist.timeSpent, to: 24))  \(Count.of(artist.likes, "like"))"
  }

  /// Returns the position of a replay, as a line below the picture.
  public static func position(
    _ time: UInt64, of duration: UInt64, speed: Double, isPlaying: Bool, columns: Int
  ) -> String {
    let width = max(4, min(40, columns - 34))
    let done = duration == 0 ? width : Int(time) * width / Int(duration)
    let bar = String(repeating: "=", count: min(width, done)).padding(to: width)
    let factor = speed == speed.rounded() ? "\(Int(speed))" : "\(speed)"
    return
      "[\(bar)] \(clock(time)) of \(clock(duration))  \(factor)x\(isPlaying ? "" : "  paused")"
  }

  private static func clock(_ milliseconds: UInt64) -> String {
    let (minutes, seconds) = (milliseconds / 1_000).quotientAndRemainder(dividingBy: 60)
    return "\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: "-", count: max(0, width - count))
  }
}
