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
  /// - Parameter most: how many bytes it may have.
  /// - Throws: `DrawingProblem.tooLargeToWrite`.
  static func text(
    _ sketch: Sketch, title: String, most: Int = DrawingRules.written
  ) throws(DrawingProblem) -> String {
    let replay = SketchReplay(sketch)
    let side = DrawingRules.side
    var groups = Groups()
    for (line, span) in zip(sketch.lines, replay.spans) {
      if line.ink.isEraser {
        write(line.ink, span, to: &groups.erasers)
      } else {
        if !groups.erasers.isEmpty { groups.close() }
        write(line.ink, span, to: &groups.brushes)
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

  /// Writes the parts of a stroke, each for as long as the pen took for it.
  private static func write(_ ink: Ink, _ span: SketchReplay.Span, to text: inout String) {
    if ink.isFill {
      text += "<path d=\""
      SketchSVG.writeOutline(ink.points, to: &text)
      text +=
        "\" fill=\"\(DrawingRules.text(ink.colour))\" fill-rule=\"evenodd\" visibility=\"hidden\">"
        + "<set attributeName=\"visibility\" to=\"visible\" begin=\"\(seconds(span.start + span.duration))\"/></path>\n"
      return
    }
    let colour = ink.isEraser ? "#000000" : DrawingRules.text(ink.colour)
    var place = 0
    for part in InkShape.parts(of: ink) {
      let (from, to) = (share(place, ink, span), share(place + part.points.count - 1, ink, span))
      place += part.points.count - 1
      let begin = seconds(span.start + from)
      text += "<path d=\""
      SketchSVG.writeData(part.points, to: &text)
      text += "\" stroke=\"\(colour)\" stroke-width=\"\(SketchSVG.number(part.width, of: 100))\""
      let appear = "<set attributeName=\"visibility\" to=\"visible\" begin=\"\(begin)\"/>"
      if part.points.count > 1, to > from {
        text +=
          " pathLength=\"1\" stroke-dasharray=\"1 2\" stroke-dashoffset=\"1\" visibility=\"hidden\">\(appear)"
          + "<animate attributeName=\"stroke-dashoffset\" from=\"1\" to=\"0\" begin=\"\(begin)\" dur=\"\(seconds(to - from))\" fill=\"freeze\"/></path>\n"
      } else {
        text += " visibility=\"hidden\">\(appear)</path>\n"
      }
    }
  }

  /// Milliseconds from the beginning of a stroke to one of its points.
  private static func share(_ place: Int, _ ink: Ink, _ span: SketchReplay.Span) -> UInt64 {
    if ink.hasTimes { return UInt64(ink.points[place].time) }
    return span.duration * UInt64(place) / UInt64(max(1, ink.points.count - 1))
  }

  private static func seconds(_ milliseconds: UInt64) -> String {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    return "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits + "s"
  }
}
