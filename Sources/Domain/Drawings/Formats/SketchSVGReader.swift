import FoundationEssentials
import Schema

/// Reads the lines of an SVG: its paths, lines and polygons with a stroke (row W-30).
///
/// It reads what `SketchSVG` writes, and the lines of others; what is filled, turned or cut is said to be lost.
struct SketchSVGReader {
  private var lines: [ForeignLine] = []
  private var lost: [String: Int] = [:]
  private var size: (width: Double, height: Double)?

  static func read(_ text: String) throws -> DrawingFiles.Reading {
    guard text.holds("<svg"), text.holds("</svg>") else {
      throw DrawingProblem.file("it is no whole SVG: it may have been cut.")
    }
    var reader = SketchSVGReader()
    let body = text[(text.place(of: "<svg")?.lowerBound ?? text.startIndex)...]
    for tag in body.split(separator: "<").prefix(200_000) {
      try reader.take(tag.prefix { $0 != ">" })
    }
    var lost = reader.lost.sorted { $0.key < $1.key }.map { "\($0.value) x \($0.key)." }
    let title = text.firstMatch(of: /<title>([^<]*)<\/title>/).map { String($0.1) } ?? ""
    let strokes = try ForeignLine.strokes(reader.lines, on: reader.size, lost: &lost)
    return DrawingFiles.Reading(
      strokes: strokes,
      title: title.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&amp;", with: "&"), lost: lost)
  }

  private mutating func take(_ tag: Substring) throws {
    let name = tag.prefix { $0.isLetter }
    switch name {
    case "svg":
      let box = (attribute("viewBox", tag) ?? "").split { $0 == " " || $0 == "," }.compactMap {
        Double($0)
      }
      if size == nil, box.count == 4, box[0] == 0, box[1] == 0, box[2] > 0, box[3] > 0 {
        size = (box[2], box[3])
      }
    case "path":
      add(try SVGPath.points(attribute("d", tag) ?? ""), tag)
    case "polyline", "polygon":
      let numbers = SVGPath.numbers(attribute("points", tag) ?? "")
      var points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        ForeignLine.Point(x: numbers[$0], y: numbers[$0 + 1])
      }
      if name == "polygon", let first = points.first { points.append(first) }
      add([ForeignLine.cornered(points)], tag)
    case "line":
      let numbers = ["x1", "y1", "x2", "y2"].map { attribute($0, tag).flatMap { Double($0) } ?? 0 }
      add(
        [
          [
            ForeignLine.Point(x: numbers[0], y: numbers[1]),
            ForeignLine.Point(x: numbers[2], y: numbers[3]),
          ]
        ], tag)
    case "mask": lost["mask of an eraser: what it erased is there again", default: 0] += 1
    case "circle", "ellipse", "text", "image", "linearGradient", "radialGradient":
      lost["\(name): a drawing has strokes alone", default: 0] += 1
    default: break
    }
  }

  private mutating func add(_ runs: [[ForeignLine.Point]], _ tag: Substring) {
    if attribute("transform", tag) != nil {
      lost["line that was turned or moved: it is where it was before", default: 0] += 1
    }
    let colour = style("stroke", tag) ?? (style("fill", tag) == nil ? "#000000" : "none")
    if let fill = style("fill", tag).flatMap({ try? DrawingRules.colour($0) }) {
      // All parts of a path together are one area: what lies between two edges of it is inside.
      var line = ForeignLine()
      line.isFill = true
      line.colour = fill
      for points in runs where !points.isEmpty {
        line.points += points + [points[0], line.points.first ?? points[0]]
      }
      line.points = line.points.dropLast(min(2, line.points.count))
      if line.points.count > 2 { lines.append(line) }
    }
    guard colour != "none" else { return }
    for points in runs where !points.isEmpty {
      var line = ForeignLine()
      line.colour = (try? DrawingRules.colour(colour)) ?? 0
      line.width = style("stroke-width", tag).flatMap { Double($0) } ?? 1
      line.points = points
      lines.append(line)
    }
  }

  private func attribute(_ name: String, _ tag: Substring) -> String? {
    for quote in ["\"", "'"] {
      guard let start = tag.place(of: " \(name)=\(quote)") else { continue }
      return String(tag[start.upperBound...].prefix { String($0) != quote })
    }
    return nil
  }

  /// What an attribute, or the style of the tag, says.
  private func style(_ name: String, _ tag: Substring) -> String? {
    if let said = attribute(name, tag) { return said }
    for part in (attribute("style", tag) ?? "").split(separator: ";") {
      let words = part.split(separator: ":").map { $0.filter { !$0.isWhitespace } }
      if words.count == 2, words[0] == name { return words[1] }
    }
    return nil
  }
}

/// The data of a path as points.
private enum SVGPath {
  /// A curve becomes so many straight lines.
  private static let steps = 8
  /// So many points of one path are read.
  private static let most = 500_000

  static func numbers(_ text: String) -> [Double] {
    text.matches(of: /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/).compactMap { Double($0.0) }
  }

  /// The runs of a path; a new one begins where the pen is lifted.
  static func points(_ text: String) throws -> [[ForeignLine.Point]] {
    var runs: [[ForeignLine.Point]] = []
    var (x, y) = (0.0, 0.0)
    var count = 0
    func put(_ toX: Double, _ toY: Double) throws {
      count += 1
      guard count <= most else { throw DrawingProblem.file("a path has too many points.") }
      (x, y) = (toX, toY)
      if runs.isEmpty { runs.append([]) }
      runs[runs.count - 1].append(.init(x: x, y: y))
    }
    // A smooth line goes through a point that is there twice.
    func corner(_ toX: Double, _ toY: Double) throws {
      try put(toX, toY)
      try put(toX, toY)
    }
    for part in text.matches(of: /([A-Za-z])([^A-DF-Za-df-z]*)/) {
      guard let letter = part.1.first else { continue }
      let (command, numbers) = (letter.lowercased(), numbers(String(part.2)))
      let width = ["m": 2, "l": 2, "t": 2, "h": 1, "v": 1, "q": 4, "s": 4, "c": 6, "a": 7][command]
      guard let width else {
        if command == "z", let first = runs.last?.first { try corner(first.x, first.y) }
        continue
      }
      for start in stride(from: 0, through: numbers.count - width, by: width) {
        let (baseX, baseY) = letter.isLowercase ? (x, y) : (0, 0)
        let values = numbers[start..<(start + width)].map { $0 }
        switch command {
        case "h": try corner(baseX + values[0], y)
        case "v": try corner(x, baseY + values[0])
        case "l": try corner(baseX + values[0], baseY + values[1])
        case "m":
          if start == 0 { runs.append([]) }
          try put(baseX + values[0], baseY + values[1])
        case "q", "c", "s":
          let pulls = stride(from: 0, to: width - 2, by: 2).map {
            (baseX + values[$0], baseY + values[$0 + 1])
          }
          try curve(
            (x, y), pulls, (baseX + values[width - 2], baseY + values[width - 1]), put)
        default: try put(baseX + values[width - 2], baseY + values[width - 1])
        }
      }
    }
    return runs
  }

  private static func curve(
    _ from: (Double, Double), _ pulls: [(Double, Double)], _ to: (Double, Double),
    _ put: (Double, Double) throws -> Void
  ) throws {
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      var points = [from] + pulls + [to]
      while points.count > 1 {
        points = zip(points, points.dropFirst()).map { one, next in
          (one.0 + (next.0 - one.0) * share, one.1 + (next.1 - one.1) * share)
        }
      }
      try put(points[0].0, points[0].1)
    }
  }
}
