import Schema

/// A picture as an SVG that plays by itself: each stroke is drawn when a replay would draw it (row W-18).
enum SketchFilm {
  static func text(_ sketch: Sketch, title: String) -> String {
    let replay = SketchReplay(sketch)
    let side = DrawingRules.side
    var (erasers, groups, masks) = ("", "", "")
    var brushes = ""
    var count = 0
    // What was drawn before an eraser lies in its group; the groups nest, the first strokes deepest.
    for (line, span) in zip(sketch.lines, replay.spans) {
      let paths = paths(line.ink, span)
      if line.ink.isEraser {
        erasers += paths
        continue
      }
      if !erasers.isEmpty { close(&groups, &brushes, &erasers, &masks, &count) }
      brushes += paths
    }
    if !erasers.isEmpty { close(&groups, &brushes, &erasers, &masks, &count) }
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(side)\" height=\"\(side)\" viewBox=\"0 0 \(side) \(side)\">\n"
    if !title.isEmpty { text += "<title>\(Text.markup(title))</title>\n" }
    if !masks.isEmpty { text += "<defs>\n\(masks)</defs>\n" }
    text += "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#ffffff\"/>\n"
    text += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    return text + groups + brushes + "</g>\n</svg>\n"
  }

  /// Groups nest at most so deep; the erasers after that are white.
  private static let depth = 200

  private static func close(
    _ groups: inout String, _ brushes: inout String, _ erasers: inout String,
    _ masks: inout String, _ count: inout Int
  ) {
    defer { (brushes, erasers) = ("", "") }
    guard count < depth else {
      groups += brushes + erasers.replacing("stroke=\"#000000\"", with: "stroke=\"#ffffff\"")
      return
    }
    let side = DrawingRules.side
    masks +=
      "<mask id=\"m\(count)\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"\(side)\" height=\"\(side)\">"
      + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#ffffff\"/>"
      + "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\(erasers)</g></mask>\n"
    groups = "<g mask=\"url(#m\(count))\">\n\(groups)\(brushes)</g>\n"
    count += 1
  }

  /// The parts of a stroke, each for as long as the pen took for it.
  private static func paths(_ ink: Ink, _ span: SketchReplay.Span) -> String {
    if ink.isFill {
      return
        "<path d=\"\(SketchSVG.outline(ink.points))\" fill=\"\(DrawingRules.text(ink.colour))\" fill-rule=\"evenodd\" visibility=\"hidden\">"
        + "<set attributeName=\"visibility\" to=\"visible\" begin=\"\(seconds(span.start + span.duration))\"/></path>\n"
    }
    let parts = InkShape.parts(of: ink)
    let colour = ink.isEraser ? "#000000" : DrawingRules.text(ink.colour)
    var place = 0
    return parts.map { part in
      let (from, to) = (share(place, ink, span), share(place + part.points.count - 1, ink, span))
      place += part.points.count - 1
      let begin = seconds(span.start + from)
      let head =
        "<path d=\"\(SketchSVG.data(part.points))\" stroke=\"\(colour)\" stroke-width=\"\(SketchSVG.number(part.width, of: 100))\""
      let appear = "<set attributeName=\"visibility\" to=\"visible\" begin=\"\(begin)\"/>"
      guard part.points.count > 1, to > from else {
        return "\(head) visibility=\"hidden\">\(appear)</path>\n"
      }
      return
        "\(head) pathLength=\"1\" stroke-dasharray=\"1 2\" stroke-dashoffset=\"1\" visibility=\"hidden\">\(appear)"
        + "<animate attributeName=\"stroke-dashoffset\" from=\"1\" to=\"0\" begin=\"\(begin)\" dur=\"\(seconds(to - from))\" fill=\"freeze\"/></path>\n"
    }.joined()
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
