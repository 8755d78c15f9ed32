import Feature
import FoundationEssentials
import Schema

/// Reads an SVG as strokes and areas (row W-30): paths, shapes, groups, transforms, styles and what is used twice, after SVG 1.1.
///
/// It names everything that a drawing cannot hold: text, pictures, gradients, masks, filters.
struct SketchSVGReader {
  /// The surroundings of an element.
  private struct Around {
    var matrix = SVGMatrix()
    var style = SVGStyle()
    /// Width and height of what per cents are.
    var viewport: SVGPoint
    /// The number of elements with `use` around it.
    var uses = 0
    var depth = 0
    /// The corners of the inner canvas, which hides everything beyond them; nil in the outermost canvas.
    var window: (low: SVGPoint, high: SVGPoint)?
  }

  /// Elements that are drawn, those that are used many times as often.
  private static let mostDrawn = 200_000
  /// Elements with `use` within each other, and elements within each other.
  private static let (mostUses, deepest) = (16, 300)
  /// Kinds of elements that are not drawn where they stand.
  private static let silent: Set<String> = [
    "defs", "symbol", "clipPath", "marker", "pattern", "linearGradient", "radialGradient",
    "mask", "metadata", "title", "desc", "style", "script", "view", "set", "animate",
    "animateTransform",
    "animateMotion", "filter", "cursor", "font", "color-profile",
  ]

  /// Elements that have others in them, and are nothing to see themselves.
  private static let containers: Set<String> = ["g", "a", "switch", "svg", "use"]

  private let document: SVGDocument
  private let rules: SVGRules
  private var lines: [ForeignLine] = []
  private var report = ImportReport()
  private var clipping: SVGClipping?
  private var points = 0
  private var drawn = 0
  /// The factor by which the paper is larger than the canvas.
  private var scale = 1.0
  /// A pixel of a screen, in units of the canvas.
  private var pixel = 1.0
  /// The width of lines on the paper whose ends are looked at: a round end is more than a pixel of a picture of 500.
  private static let wide = 5.0

  static func read(_ text: String) throws -> DrawingFiles.Reading {
    var bytes = Array(text.utf8)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes.removeFirst(3) }
    // Nothing may stand before what says that it is XML.
    let start = bytes.firstIndex { $0 == UInt8(ascii: "<") } ?? 0
    let document = try SVGDocument(Array(bytes[start...]))
    var reader = SketchSVGReader(document)
    let size = try reader.draw()
    if reader.rules.unknown > 0 {
      reader.report.lose(
        ImportNote(
          line: 0, "style", "A rule has a selector that is not understood.",
          count: reader.rules.unknown, isPart: true))
    }
    if document.isTooDeep {
      reader.report.lose(
        ImportNote(line: 0, "", "Elements that are nested too deeply are left out.", isPart: true))
    }
    let strokes = try ForeignLine.strokes(reader.lines, on: size, report: &reader.report)
    return DrawingFiles.Reading(strokes: strokes, title: document.title, report: reader.report)
  }

  private init(_ document: SVGDocument) {
    self.document = document
    rules = SVGRules(document.rules)
  }

  /// Draws everything.
  ///
  /// - Returns: the size of the canvas; nil for one that has none.
  private mutating func draw() throws -> (width: Double, height: Double)? {
    let root = document.elements[0]
    var around = Around(viewport: SVGPoint(x: 100, y: 100))
    var size: (width: Double, height: Double)?
    if let box = root.box {
      around.matrix = .moved(-box.x, -box.y)
      size = (box.width, box.height)
      // In per cent it has no size of its own.
      let width = root["width"].flatMap { SVGLength.units($0, of: 0) } ?? 0
      if width > 0 { pixel = box.width / width }
    } else if let width = root["width"].flatMap({ SVGLength.units($0, of: 0) }), width > 0,
      let height = root["height"].flatMap({ SVGLength.units($0, of: 0) }), height > 0
    {
      size = (width, height)
    }
    if let size {
      around.viewport = SVGPoint(x: size.width, y: size.height)
      clipping = SVGClipping(width: size.width, height: size.height)
      scale = Double(DrawingRules.side) / max(size.width, size.height)
    }
    if let (style, _) = style(of: root, around.style, around.viewport) {
      around.style = style
      for child in root.children { try draw(child, around) }
    }
    return size
  }

  // MARK: Elements

  private mutating func draw(_ place: Int, _ outside: Around) throws {
    let element = document.elements[place]
    guard outside.depth < Self.deepest, !Self.silent.contains(element.name),
      !element.name.contains(":")
    else { return }
    drawn += 1
    guard drawn <= Self.mostDrawn else {
      throw DrawingProblem.file("it draws more than 200,000 elements.")
    }
    var around = outside
    around.depth += 1
    guard let (style, isHidden) = style(of: element, outside.style, outside.viewport) else {
      // With a group, what is in it.
      let isPart = Self.containers.contains(element.name)
      let note = ImportNote(line: element.line, element.name, "Nobody sees it.", isPart: isPart)
      return report.gather(note, in: \.leftOut)
    }
    around.style = style
    if let text = element["transform"] {
      if let matrix = SVGMatrix(text) {
        around.matrix = around.matrix * matrix
      } else {
        report.change(
          "transform", "It is not understood, so the element is where it was before.",
          line: element.line)
      }
    }
    switch element.name {
    case "g", "a": try draw(element.children, around)
    case "switch": if let child = document.chosen(of: element) { try draw(child, around) }
    case "svg": try drawCanvas(element, around)
    case "use": try drawUse(element, around)
    case "text", "image", "foreignObject", "video", "canvas":
      report.lose(element.name, line: element.line)
    default:
      let shape = try SVGShapes.runs(
        of: element, viewport: around.viewport, most: DrawingRules.mostPointsInAll - points)
      guard let shape else {
        let name = Text.preview(element.name, characters: 40)
        let note = ImportNote(line: element.line, name, "The element is not known.")
        return report.gather(note, in: \.lost)
      }
      if shape.isBroken {
        report.change(
          element.name, "It has a mistake in it, and is drawn up to there.", line: element.line)
      }
      if try !isHidden && paint(shape.runs, around, element.line) {
        report.take(1)
      } else {
        report.leaveOutUnseen(element.name, line: element.line)
      }
    }
  }

  private mutating func draw(_ children: [Int], _ around: Around) throws {
    for child in children { try draw(child, around) }
  }

  /// An SVG within another one, or a symbol, with its own canvas.
  private mutating func drawCanvas(_ element: SVGDocument.Element, _ outside: Around) throws {
    var around = outside
    func length(_ name: String, _ whole: Double) -> Double? {
      element[name].flatMap { SVGLength.units($0, of: whole) }
    }
    let size = SVGPoint(
      x: length("width", around.viewport.x) ?? around.viewport.x,
      y: length("height", around.viewport.y) ?? around.viewport.y)
    around.matrix =
      around.matrix
      * .moved(length("x", around.viewport.x) ?? 0, length("y", around.viewport.y) ?? 0)
    around.viewport = size
    if element["overflow"] != "visible" { around.window = Self.window(around.matrix, size) }
    if let box = element.box {
      let fit = SVGMatrix.fitting(
        (box.width, box.height), into: size, element["preserveAspectRatio"] ?? "")
      around.matrix = around.matrix * fit * .moved(-box.x, -box.y)
      around.viewport = SVGPoint(x: box.width, y: box.height)
    }
    try draw(element.children, around)
  }

  /// The smallest part of the whole canvas that has all of another one in it.
  private static func window(
    _ matrix: SVGMatrix, _ size: SVGPoint
  ) -> (low: SVGPoint, high: SVGPoint) {
    let corners = [(0, 0), (size.x, 0), (0, size.y), (size.x, size.y)].map {
      matrix(SVGPoint(x: $0, y: $1))
    }
    let (x, y) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
    return (SVGPoint(x: x[0], y: y[0]), SVGPoint(x: x[3], y: y[3]))
  }

  private mutating func drawUse(_ element: SVGDocument.Element, _ outside: Around) throws {
    guard let place = document.places[element.target] else {
      let note = ImportNote(line: element.line, "use", "It uses an element that is missing.")
      return report.gather(note, in: \.lost)
    }
    guard outside.uses < Self.mostUses else {
      let note = ImportNote(line: element.line, "use", "It contains itself.")
      return report.gather(note, in: \.lost)
    }
    var around = outside
    around.uses += 1
    let x = element["x"].flatMap { SVGLength.units($0, of: around.viewport.x) } ?? 0
    let y = element["y"].flatMap { SVGLength.units($0, of: around.viewport.y) } ?? 0
    around.matrix = around.matrix * .moved(x, y)
    var target = document.elements[place]
    guard target.name == "symbol" else { return try draw(place, around) }
    for name in ["width", "height"] {
      if let value = element[name] {
        target.attributes.removeAll { $0.name == name }
        target.attributes.append((name, value))
      }
    }
    if let (style, _) = style(of: target, around.style, around.viewport) {
      around.style = style
      try drawCanvas(target, around)
    }
  }

  // MARK: Paint

  /// The paint of an element.
  ///
  /// - Returns: nil for one that is not there, with all that is in it; and whether it is there and not seen.
  private mutating func style(
    of element: SVGDocument.Element, _ outside: SVGStyle, _ viewport: SVGPoint
  ) -> (SVGStyle, isHidden: Bool)? {
    var style = outside.inherited
    let diagonal = ((viewport.x * viewport.x + viewport.y * viewport.y) / 2).squareRoot()
    var losses: [(kind: String, reason: String)] = []
    func take(_ name: String, _ value: String) {
      style.take(name, value, percent: diagonal) { losses.append(($0, $1)) }
    }
    for (name, value) in element.attributes where SVGStyle.names.contains(name) {
      take(name, value)
    }
    for (name, value) in rules.words(of: element) { take(name, value) }
    for (name, value) in SVGRules.words(element["style"] ?? "") { take(name, value) }
    for loss in losses { report.change(loss.kind, loss.reason, line: element.line) }
    guard !style.isGone, style.opacity > 0 else { return nil }
    // A film shows its strokes one after the other.
    let appears = element.children.contains { child in
      let set = document.elements[child]
      return set.name == "set" && set["attributeName"] == "visibility" && set["to"] == "visible"
    }
    if appears { style.isVisible = true }
    return (style, isHidden: !style.isVisible)
  }

  /// The colour of a paint; nil for none.
  private mutating func colour(
    _ paint: SVGColour.Paint, _ style: SVGStyle, _ line: Int
  ) -> UInt32? {
    switch paint {
    case .none, .unknown: return nil
    case .colour(let colour): return colour
    case .current: return style.colour
    case .server(let id):
      report.change("gradient or pattern", "It is one colour.", line: line)
      guard let place = document.places[id] else { return nil }
      return firstStop(of: document.elements[place], 0) ?? 0x808080
    }
  }

  private func firstStop(of element: SVGDocument.Element, _ depth: Int) -> UInt32? {
    for child in element.children where document.elements[child].name == "stop" {
      let stop = document.elements[child]
      let words = rules.words(of: stop) + SVGRules.words(stop["style"] ?? "")
      let text = words.last { $0.name == "stop-color" }?.value ?? stop["stop-color"] ?? "black"
      if case .colour(let colour) = SVGColour.paint(text) { return colour }
    }
    // Its stops may be those of another one.
    guard depth < Self.mostUses, let place = document.places[element.target] else { return nil }
    return firstStop(of: document.elements[place], depth + 1)
  }

  /// Paints an element.
  ///
  /// - Returns: whether there is something to see of it.
  private mutating func paint(_ runs: [SVGRun], _ around: Around, _ line: Int) throws -> Bool {
    // A move alone draws nothing (section 8.3.2).
    let runs = runs.filter { !$0.segments.isEmpty || $0.isClosed }
    let style = around.style
    let fill = style.fillOpacity > 0 ? colour(style.fill, style, line) : nil
    let stroke =
      style.strokeOpacity > 0 && style.width > 0 ? colour(style.stroke, style, line) : nil
    guard fill != nil || stroke != nil else { return false }
    let isFaint =
      style.opacity < 1 || fill != nil && style.fillOpacity < 1
      || stroke != nil && style.strokeOpacity < 1
    if isFaint { report.change("transparency", SVGStyle.isOpaque, line: line) }
    let outlines = try runs.map { run in
      try SVGFlattening.points(of: run.transformed(around.matrix), scale: scale) {
        (more: Int) throws(DrawingProblem) in try count(more)
      }
    }
    tellHidden(outlines, around.window, line)
    let width = style.width * (style.hasFixedWidth ? pixel : around.matrix.scale)
    if stroke != nil { tellEnds(of: runs, style, width, line) }
    let before = lines.count
    let isPaper = fill.map { add(areas: outlines, $0, isEvenOdd: style.isEvenOdd) } ?? false
    guard let stroke else { return isPaper || lines.count > before }
    for outline in outlines {
      for part in clipping?.lines(outline) ?? [outline] where !part.isEmpty {
        var line = ForeignLine()
        (line.colour, line.width) = (stroke, width)
        line.points = part.map { ForeignLine.Point(x: $0.x, y: $0.y) }
        lines.append(line)
      }
    }
    return isPaper || lines.count > before
  }

  /// Says that a canvas within another one would hide something.
  private mutating func tellHidden(
    _ outlines: [[SVGPoint]], _ window: (low: SVGPoint, high: SVGPoint)?, _ line: Int
  ) {
    guard let (low, high) = window else { return }
    let edge = max(high.x - low.x, high.y - low.y) / 1_000
    let isHidden = outlines.joined().contains {
      $0.x < low.x - edge || $0.y < low.y - edge || $0.x > high.x + edge || $0.y > high.y + edge
    }
    if isHidden { report.change("clipping", "What it hides is there again.", line: line) }
  }

  /// Says that the ends and corners of a line are round, where it is wide enough to see that.
  private mutating func tellEnds(of runs: [SVGRun], _ style: SVGStyle, _ width: Double, _ line: Int)
  {
    guard width * scale >= Self.wide else { return }
    let hasEnds = runs.contains { !$0.isClosed && !$0.segments.isEmpty }
    let hasCorners = runs.contains { run in
      run.segments.count > 1 && run.segments.contains { if case .line = $0 { true } else { false } }
    }
    guard hasEnds && !style.hasRoundEnds || hasCorners && !style.hasRoundCorners else { return }
    report.change("ends and corners of wide lines", "They are round.", line: line)
  }

  private mutating func count(_ more: Int) throws(DrawingProblem) {
    points += more
    guard points <= DrawingRules.mostPointsInAll else { throw DrawingProblem.tooManyPointsInFile }
  }

  /// Adds the areas of an element.
  ///
  /// - Returns: whether it is the paper: white over all of the canvas, below everything.
  private mutating func add(
    areas outlines: [[SVGPoint]], _ colour: UInt32, isEvenOdd: Bool
  ) -> Bool {
    let cut = outlines.map { clipping?.area($0) ?? $0 }
    if lines.isEmpty, colour == 0xffffff, cut.count == 1, clipping?.isAll(cut[0]) == true {
      return true
    }
    for group in SVGAreas.groups(cut, isEvenOdd: isEvenOdd) {
      var line = ForeignLine()
      (line.tool, line.colour) = (.fill, colour)
      for outline in group {
        // All outlines together are one area: a line leads to each and back.
        line.points += (outline + [outline[0]]).map { ForeignLine.Point(x: $0.x, y: $0.y) }
        line.points.append(line.points[0])
      }
      line.points.removeLast(2)
      if line.points.count > 2 { lines.append(line) }
    }
    return false
  }
}
