import Schema

/// A picture as SVG: the same text for the same strokes on every machine (rows W-10, W-16, W-29).
///
/// An eraser is a mask over what was drawn before it, so it is right on every background. The strokes between erasers are grouped by
/// halves, so that 2,500 erasers nest twelve deep.
public struct SketchSVG {
  private let sketch: Sketch
  private let most: Int
  private var definitions: [String] = []
  private var masks = 0
  private var erasers = 0

  private init(_ sketch: Sketch, most: Int) {
    self.sketch = sketch
    self.most = most
  }

  /// A picture as a file.
  ///
  /// - Parameters:
  ///   - hasPaper: whether there is white behind the strokes.
  ///   - most: how many bytes it may have.
  /// - Throws: `DrawingProblem.tooLargeToWrite`.
  public static func text(
    _ sketch: Sketch, title: String = "", hasPaper: Bool = true, most: Int = DrawingRules.written
  ) throws(DrawingProblem) -> String {
    var writer = SketchSVG(sketch, most: most)
    let strokes = writer.drawn(try writer.runs())
    let side = DrawingRules.side
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(side)\" height=\"\(side)\" viewBox=\"0 0 \(side) \(side)\">\n"
    if !title.isEmpty { text += "<title>\(Text.markup(title))</title>\n" }
    if !writer.definitions.isEmpty {
      text += "<defs>\n"
      for definition in writer.definitions { text += definition }
      text += "</defs>\n"
    }
    if hasPaper { text += "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#ffffff\"/>\n" }
    text += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
    text += strokes
    text += "</g>\n</svg>\n"
    guard text.utf8.count <= most else { throw .tooLargeToWrite }
    return text
  }

  /// Strokes that paint, and the eraser that passes over all of them afterwards.
  private struct Run {
    var brushes = ""
    /// The number of the eraser's paths; nil for none.
    var eraser: Int?
  }

  private mutating func runs() throws(DrawingProblem) -> [Run] {
    var runs: [Run] = []
    var (run, paths, size) = (Run(), "", 0)
    func close(_ run: inout Run, _ paths: inout String, _ writer: inout SketchSVG) {
      size += run.brushes.utf8.count + paths.utf8.count
      if !paths.isEmpty {
        run.eraser = writer.erasers
        writer.definitions.append("<g id=\"e\(writer.erasers)\">\n\(paths)</g>\n")
        writer.erasers += 1
      }
      runs.append(run)
      (run, paths) = (Run(), "")
    }
    for line in sketch.lines {
      if line.ink.tool.erases {
        Self.write(line.ink, colour: "#000000", to: &paths)
      } else {
        if !paths.isEmpty { close(&run, &paths, &self) }
        Self.write(line.ink, colour: DrawingRules.text(line.ink.colour), to: &run.brushes)
      }
      // One stroke more is written than there is room for, and no more than that.
      guard size + run.brushes.utf8.count + paths.utf8.count <= most else {
        throw .tooLargeToWrite
      }
    }
    if !run.brushes.isEmpty || !paths.isEmpty { close(&run, &paths, &self) }
    return runs
  }

  private mutating func drawn(_ runs: some Collection<Run>) -> String {
    guard runs.count > 1 else {
      guard let run = runs.first, !run.brushes.isEmpty else { return "" }
      return run.eraser.map { masked(run.brushes, [$0]) } ?? run.brushes
    }
    let early = runs.prefix(runs.count / 2)
    let late = runs.dropFirst(runs.count / 2)
    let first = drawn(Array(early))
    let second = drawn(Array(late))
    let after = late.compactMap(\.eraser)
    return (after.isEmpty || first.isEmpty ? first : masked(first, after)) + second
  }

  private mutating func masked(_ content: String, _ erasers: [Int]) -> String {
    let side = DrawingRules.side
    let uses = erasers.map { "<use href=\"#e\($0)\"/>" }.joined()
    definitions.append(
      "<mask id=\"m\(masks)\" maskUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"\(side)\" height=\"\(side)\">"
        + "<rect width=\"\(side)\" height=\"\(side)\" fill=\"#ffffff\"/>"
        + "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\(uses)</g></mask>\n"
    )
    masks += 1
    return "<g mask=\"url(#m\(masks - 1))\">\n\(content)</g>\n"
  }

  private static func write(_ ink: Ink, colour: String, to text: inout String) {
    if ink.tool.covers == .area {
      text += "<path d=\""
      writeOutline(ink.points, to: &text)
      text += "\" fill=\"\(colour)\" fill-rule=\"evenodd\"/>\n"
      return
    }
    for part in InkShape.parts(of: ink) {
      text += "<path d=\""
      writeData(part.points, to: &text)
      text += "\" stroke=\"\(colour)\" stroke-width=\"\(number(part.width, of: 100))\"/>\n"
    }
  }

  /// Writes a closed line as SVG has it.
  static func writeOutline(_ points: [Ink.Point], to text: inout String) {
    for (place, point) in points.enumerated() {
      text += place == 0 ? "M" : "L"
      text += number(point.x, of: 10)
      text += " "
      text += number(point.y, of: 10)
    }
    text += "Z"
  }

  /// Writes a smooth line as SVG has it.
  static func writeData(_ points: [Ink.Point], to text: inout String) {
    func place(_ x: Int, _ y: Int) {
      text += number(x, of: 20)
      text += " "
      text += number(y, of: 20)
    }
    for step in InkShape.steps(points) {
      switch step {
      case .move(let x, let y):
        text += "M"
        place(x, y)
      case .line(let x, let y):
        text += "L"
        place(x, y)
      case .curve(let throughX, let throughY, let x, let y):
        text += "Q"
        place(throughX, throughY)
        text += " "
        place(x, y)
      }
    }
  }

  /// A number of parts as a decimal number without zeros behind; a hundred parts at most.
  static func number(_ count: some BinaryInteger, of parts: Int) -> String {
    let hundredths = Int(count) * (100 / parts)
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
