/// One stroke of a film: hidden until the pen comes, and drawn for as long as the pen took.
struct FilmStroke {
  private let ink: Ink
  private let parts: [InkShape.Part]
  private let span: SketchReplay.Span

  /// The shortest time in which parts appear together, in milliseconds: as long as a picture of a film is seen.
  static let frame: UInt64 = 40

  /// - Parameter parts: those of the stroke that have one width each; none for a fill.
  init(_ ink: Ink, _ parts: [InkShape.Part], _ span: SketchReplay.Span) {
    (self.ink, self.parts, self.span) = (ink, parts, span)
  }

  /// Writes it in at most so many bytes, where it can be: otherwise more and more of its parts appear at once.
  ///
  /// - Parameter frame: the time in which parts appear together that was enough for the stroke before, in milliseconds; the time to begin
  ///   with for the next one afterwards.
  func write(to text: inout String, most: Int, _ frame: inout UInt64) {
    if ink.tool.covers == .area { return writeFill(to: &text) }
    while true {
      var stroke = ""
      write(to: &stroke, frame: frame)
      let size = stroke.utf8.count
      if size <= most || parts.count == 1 || frame > span.duration {
        text += stroke
        if size < most / 3 { frame = max(Self.frame, frame / 2) }
        return
      }
      frame *= 2
    }
  }

  private func writeFill(to text: inout String) {
    text += "<path d=\""
    SketchSVG.writeOutline(ink.points, to: &text)
    text += "\" fill=\"\(DrawingRules.text(ink.colour))\" fill-rule=\"evenodd\""
    text += " visibility=\"hidden\">\(appearance(at: span.duration))</path>\n"
  }

  /// Writes each part that takes long by itself, and those of each short time together: one path for each of their widths.
  private func write(to text: inout String, frame: UInt64) {
    let colour = ink.tool.erases ? "#000000" : DrawingRules.text(ink.colour)
    var together = Together()
    var place = 0
    for part in parts {
      let (from, to) = (share(place), share(place + part.points.count - 1))
      place += part.points.count - 1
      if parts.count == 1 || to - from >= 2 * frame {
        together.write(colour, to: &text, appearance)
        write(part, from: from, to: to, colour, to: &text)
      } else {
        if from / frame != together.from / frame { together.write(colour, to: &text, appearance) }
        together.add(part, at: from)
      }
    }
    together.write(colour, to: &text, appearance)
  }

  private func write(
    _ part: InkShape.Part, from: UInt64, to: UInt64, _ colour: String, to text: inout String
  ) {
    var pen: RelativePath.Place?
    text += "<path d=\""
    RelativePath.write(part.points, from: &pen, to: &text)
    text += "\" stroke=\"\(colour)\" stroke-width=\"\(SketchSVG.number(part.width, of: 100))\""
    guard part.points.count > 1, to > from else {
      text += " visibility=\"hidden\">\(appearance(at: from))</path>\n"
      return
    }
    text += " pathLength=\"1\" stroke-dasharray=\"1 2\" stroke-dashoffset=\"1\""
    text += " visibility=\"hidden\">\(appearance(at: from))"
    text += "<animate attributeName=\"stroke-dashoffset\" from=\"1\" to=\"0\""
    text += " begin=\"\(Self.seconds(span.start + from))\" dur=\"\(Self.seconds(to - from))\""
    text += " fill=\"freeze\"/></path>\n"
  }

  /// Parts that appear at one moment.
  private struct Together {
    /// Milliseconds from the beginning of the stroke.
    var from: UInt64 = 0
    /// In the order in which the widths come.
    private var widths: [UInt32] = []
    private var paths: [UInt32: (data: String, pen: RelativePath.Place?)] = [:]

    mutating func add(_ part: InkShape.Part, at moment: UInt64) {
      if widths.isEmpty { from = moment }
      var path = paths[part.width] ?? ("", nil)
      if path.pen == nil { widths.append(part.width) }
      // A text that two own is copied with each change.
      paths[part.width] = nil
      RelativePath.write(part.points, from: &path.pen, to: &path.data)
      paths[part.width] = path
    }

    /// Writes what there is, and begins again with nothing.
    mutating func write(
      _ colour: String, to text: inout String, _ appearance: (UInt64) -> String
    ) {
      guard !widths.isEmpty else { return }
      text += "<g stroke=\"\(colour)\" visibility=\"hidden\">\(appearance(from))\n"
      for width in widths {
        text += "<path d=\"\(paths[width]?.data ?? "")\""
        text += " stroke-width=\"\(SketchSVG.number(width, of: 100))\"/>\n"
      }
      text += "</g>\n"
      self = Together()
    }
  }

  // MARK: Times

  /// Lets something be seen so many milliseconds after the stroke begins.
  private func appearance(at moment: UInt64) -> String {
    "<set attributeName=\"visibility\" to=\"visible\" begin=\"\(Self.seconds(span.start + moment))\"/>"
  }

  /// Milliseconds from the beginning of the stroke to one of its points.
  private func share(_ place: Int) -> UInt64 {
    if ink.hasTimes { return UInt64(ink.points[place].time) }
    return span.duration * UInt64(place) / UInt64(max(1, ink.points.count - 1))
  }

  private static func seconds(_ milliseconds: UInt64) -> String {
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let digits = String(rest)
    return "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits + "s"
  }
}
