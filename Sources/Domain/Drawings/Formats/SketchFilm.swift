import Schema

/// A picture as an SVG that plays by itself: each stroke is drawn when a replay would draw it (row W-18).
enum SketchFilm {
  /// The groups of what was drawn before an eraser, which nest: the first strokes lie deepest.
  private struct Groups {
    /// Their content so far, with their ends.
    var text = ""
    var brushes = ""
    var erasers = ""
    var masks = ""
    var count = 0
    /// The bytes written so far.
    var size: Int {
      text.utf8.count + brushes.utf8.count + erasers.utf8.count + masks.utf8.count
    }

    /// Ends what was drawn before the erasers.
    mutating func close() {
      defer { (brushes, erasers) = ("", "") }
      text += brushes
      guard count < SketchFilm.depth else {
        text += erasers.replacing("stroke=\"#000000\"", with: "stroke=\"#ffffff\"")
        return
      }
      let side = DrawingRules.side
      masks +=
        "<mask id=\"m\(count)\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"\(side)\" height=\"\(side)\">"
        + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#ffffff\"/>"
        + "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\(erasers)</g></mask>\n"
      text += "</g>\n"
      count += 1
    }
  }

  /// Writes a film.
  ///
  /// - Parameters:
  ///   - most: how many bytes it may have.
  ///   - moving: bytes for strokes whose width changes: the more parts they have, the more of them appear at once.
  /// - Throws: `DrawingProblem.tooLargeToWrite`.
  static func text(
    _ sketch: Sketch, title: String, most: Int = DrawingRules.written, moving: Int = 16_000_000
  ) throws(DrawingProblem) -> String {
    let replay = SketchReplay(sketch)
    let side = DrawingRules.side
    let parts = sketch.lines.map { $0.ink.tool.covers == .area ? [] : InkShape.parts(of: $0.ink) }
    let room = moving / max(1, parts.reduce(0) { $0 + $1.count })
    var groups = Groups()
    var frame = FilmStroke.frame
    for (place, line) in sketch.lines.enumerated() {
      let stroke = FilmStroke(line.ink, parts[place], replay.spans[place])
      if line.ink.tool.erases {
        stroke.write(to: &groups.erasers, most: room * parts[place].count, &frame)
      } else {
        if !groups.erasers.isEmpty { groups.close() }
        stroke.write(to: &groups.brushes, most: room * parts[place].count, &frame)
      }
      guard groups.size <= most else { throw .tooLargeToWrite }
    }
    if !groups.erasers.isEmpty { groups.close() }
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(side)\" height=\"\(side)\" viewBox=\"0 0 \(side) \(side)\">\n"
    if !title.isEmpty { text += "<title>\(Text.markup(title))</title>\n" }
    if !groups.masks.isEmpty { text += "<defs>\n\(groups.masks)</defs>\n" }
    text += "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#ffffff\"/>\n"
    text += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    for number in (0..<groups.count).reversed() { text += "<g mask=\"url(#m\(number))\">\n" }
    text += groups.text
    text += groups.brushes
    text += "</g>\n</svg>\n"
    guard text.utf8.count <= most else { throw .tooLargeToWrite }
    return text
  }

  /// Groups nest at most so deep; the erasers after that are white.
  private static let depth = 200
}
