import FoundationEssentials
import Glibc
import Schema

/// Reads the lines of an SVG: its paths, lines and polygons with a stroke (row W-30).
///
/// It reads what `SketchSVG` writes, and the lines of others; what is filled, turned or cut is said to be lost. It goes through the bytes
/// once, whatever is in them.
struct SketchSVGReader {
  typealias Bytes = ArraySlice<UInt8>

  /// Elements of a file, with their ends.
  private static let mostTags = 200_000
  /// Bytes of a title that are looked at; far less is shown of it.
  private static let mostTitle = 4 << 10

  private var lines: [ForeignLine] = []
  private var lost: [String: Int] = [:]
  private var size: (width: Double, height: Double)?
  private var title: String?
  private var path = SVGPath()

  static func read(_ text: String) throws -> DrawingFiles.Reading {
    let bytes = Array(text.utf8)
    guard let start = text.place(of: "<svg"), text.holds("</svg>") else {
      throw DrawingProblem.file("it is no whole SVG: it may have been cut.")
    }
    var reader = SketchSVGReader()
    var rest = bytes[text.utf8.distance(from: text.startIndex, to: start.lowerBound)...]
    var tags = 0
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      tags += 1
      guard tags <= mostTags else {
        throw DrawingProblem.file("it has more than 200,000 elements.")
      }
      rest = rest[(open + 1)...]
      let part = rest.prefix { $0 != UInt8(ascii: "<") }
      try reader.take(part.prefix { $0 != UInt8(ascii: ">") }, part)
      rest = rest[part.endIndex...]
    }
    var lost = reader.lost.sorted { $0.key < $1.key }.map { "\($0.value) x \($0.key)." }
    let strokes = try ForeignLine.strokes(reader.lines, on: reader.size, lost: &lost)
    return DrawingFiles.Reading(
      strokes: strokes,
      title: (reader.title ?? "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&quot;", with: "\"").replacing("&amp;", with: "&"), lost: lost)
  }

  /// Takes an element.
  ///
  /// - Parameter part: the tag with the text behind it.
  private mutating func take(_ tag: Bytes, _ part: Bytes) throws {
    let name = String(decoding: tag.prefix(20).prefix { isLetter($0) }, as: UTF8.self)
    switch name {
    case "svg":
      let box = SVGPath.numbers(attribute("viewBox", tag) ?? [])
      if size == nil, box.count == 4, box[0] == 0, box[1] == 0, box[2] > 0, box[3] > 0 {
        size = (box[2], box[3])
      }
    case "title":
      guard title == nil, tag.count == name.utf8.count else { break }
      let text = part[tag.endIndex...].dropFirst().prefix(Self.mostTitle)
      title = String(decoding: text, as: UTF8.self)
    case "path": add(try path.runs(attribute("d", tag) ?? []), tag)
    case "polyline", "polygon":
      let numbers = SVGPath.numbers(attribute("points", tag) ?? [])
      var points = stride(from: 0, to: numbers.count - 1, by: 2).map {
        ForeignLine.Point(x: numbers[$0], y: numbers[$0 + 1])
      }
      if name == "polygon", let first = points.first { points.append(first) }
      try path.count(2 * points.count)
      add([ForeignLine.cornered(points)], tag)
    case "line":
      let numbers = ["x1", "y1", "x2", "y2"].map { number($0, tag) ?? 0 }
      try path.count(2)
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

  private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private mutating func add(_ runs: [[ForeignLine.Point]], _ tag: Bytes) {
    if attribute("transform", tag) != nil {
      lost["line that was turned or moved: it is where it was before", default: 0] += 1
    }
    let filling = style("fill", tag)
    let colour = style("stroke", tag) ?? (filling == nil ? "#000000" : "none")
    if let fill = filling.flatMap({ try? DrawingRules.colour($0) }) {
      // All parts of a path together are one area: what lies between two edges of it is inside.
      var line = ForeignLine()
      line.isFill = true
      line.colour = fill
      for points in runs where !points.isEmpty {
        line.points += points
        line.points.append(points[0])
        line.points.append(line.points[0])
      }
      line.points.removeLast(min(2, line.points.count))
      if line.points.count > 2 { lines.append(line) }
    }
    guard colour != "none" else { return }
    let ink = (try? DrawingRules.colour(colour)) ?? 0
    let width = style("stroke-width", tag).flatMap { Double($0) } ?? 1
    for points in runs where !points.isEmpty {
      var line = ForeignLine()
      line.colour = ink
      line.width = width
      line.points = points
      lines.append(line)
    }
  }

  private func number(_ name: String, _ tag: Bytes) -> Double? {
    attribute(name, tag).flatMap { Double(String(decoding: $0.prefix(40), as: UTF8.self)) }
  }

  private func attribute(_ name: String, _ tag: Bytes) -> Bytes? {
    for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] {
      let head = [0x20] + Array(name.utf8) + [UInt8(ascii: "="), quote]
      guard let start = tag.place(of: head) else { continue }
      return tag[(start + head.count)...].prefix { $0 != quote }
    }
    return nil
  }

  /// The value of an attribute, or of the style of the tag; at most as much as a colour or a number has.
  private func style(_ name: String, _ tag: Bytes) -> String? {
    if let said = attribute(name, tag) { return String(decoding: said.prefix(80), as: UTF8.self) }
    for part in (attribute("style", tag) ?? []).split(separator: UInt8(ascii: ";")) {
      let text = String(decoding: part.prefix(160), as: UTF8.self)
      let words = text.split(separator: ":").map { $0.filter { !$0.isWhitespace } }
      if words.count == 2, words[0] == name { return words[1] }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The first place of some bytes in these.
  fileprivate func place(of part: [UInt8]) -> Int? {
    guard let first = part.first, count >= part.count else { return nil }
    let found = withUnsafeBytes { all -> Int? in
      guard let start = all.baseAddress else { return nil }
      var place = 0
      while place + part.count <= all.count,
        let next = memchr(start + place, Int32(first), all.count - part.count + 1 - place)
      {
        place = UnsafeRawPointer(next) - start
        if memcmp(next, part, part.count) == 0 { return place }
        place += 1
      }
      return nil
    }
    return found.map { startIndex + $0 }
  }
}
