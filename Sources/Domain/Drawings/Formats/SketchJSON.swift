import FoundationEssentials
import Schema

/// A drawing as JSON of Parlor's own: everything that it has, in units that people read (row W-29).
enum SketchJSON {
  /// The file; its strokes are written beside it.
  private struct File: Codable {
    var type = "parlor-drawing"
    var version = 1
    var title: String?
    var made: String?
    var width = DrawingRules.side
    var height = DrawingRules.side
    var artists: [String]?
    var strokes: [Line]
  }

  private struct Line: Codable {
    var tool: String?
    var colour: String?
    var width: Double?
    var artist: Int?
    /// Milliseconds since the first stroke.
    var start: Double?
    /// False where the milliseconds of the points say nothing, and stand there for the pressure behind them alone.
    var timed: Bool?
    /// Left, top, milliseconds since the stroke began, and pressure from 0 to 1.
    var points: [[Double]]
  }

  /// Writes a drawing.
  ///
  /// The strokes are written one by one: an encoder would hold each number of all of them as an object.
  ///
  /// - Parameter most: how many bytes it may have.
  /// - Throws: `DrawingProblem.tooLargeToWrite`.
  static func text(
    _ sketch: Sketch, title: String, names: [String], made: Int64,
    most: Int = DrawingRules.written
  ) throws(DrawingProblem) -> String {
    let places = Dictionary(
      uniqueKeysWithValues: sketch.authors.enumerated().map { ($0.element, $0.offset) })
    var strokes = ""
    for line in sketch.lines {
      if !strokes.isEmpty { strokes += "," }
      write(line.ink, artist: places[line.author] ?? 0, to: &strokes)
      guard strokes.utf8.count <= most else { throw .tooLargeToWrite }
    }
    let date = Date(timeIntervalSince1970: Double(made) / 1_000)
    let file = File(title: title, made: date.formatted(.iso8601), artists: names, strokes: [])
    let text = JSONWriting.text(file, with: [("strokes", strokes)]) + "\n"
    guard text.utf8.count <= most else { throw .tooLargeToWrite }
    return text
  }

  private static func write(_ ink: Ink, artist: Int, to text: inout String) {
    text += "{\"artist\":\(artist),\"colour\":\"\(DrawingRules.text(ink.colour))\",\"points\":["
    for (place, point) in ink.points.enumerated() {
      text += place == 0 ? "[" : ",["
      JSONWriting.write(Int(point.x), of: 10, to: &text)
      text += ","
      JSONWriting.write(Int(point.y), of: 10, to: &text)
      if ink.hasTimes || ink.hasPressure { text += ",\(point.time)" }
      if ink.hasPressure {
        text += ","
        JSONWriting.write(Int(point.pressure), of: 1_000, to: &text)
      }
      text += "]"
    }
    text += "],\"start\":\(ink.start),"
    if ink.hasPressure, !ink.hasTimes { text += "\"timed\":false," }
    text += "\"tool\":\"\(ink.tool.name)\",\"width\":"
    JSONWriting.write(Int(ink.width), of: 100, to: &text)
    text += "}"
  }

  static func read(_ text: String) throws -> DrawingFiles.Reading {
    try DrawingFiles.checkLists(text)
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(text.utf8))
    } catch {
      throw DrawingProblem.file(
        "it is not JSON of a drawing, or was cut: export it again as JSON."
      )
    }
    guard file.type == "parlor-drawing" else {
      throw DrawingProblem.file("it is JSON of something else, not of a drawing.")
    }
    guard file.version == 1 else {
      throw DrawingProblem.file("a newer Parlor wrote it: update Parlor on this machine.")
    }
    var report = ImportReport()
    report.take(file.strokes.count)
    let lines = try file.strokes.map(line)
    let size = (Double(file.width), Double(file.height))
    guard size.0 > 0, size.1 > 0 else { throw DrawingProblem.file("its paper has no size.") }
    let strokes = try ForeignLine.strokes(lines, on: size, report: &report)
    if (file.artists?.count ?? 0) > 1 {
      report.change("", "The file has several artists: all strokes count as yours.")
    }
    return DrawingFiles.Reading(strokes: strokes, title: file.title ?? "", report: report)
  }

  private static func line(_ line: Line) throws -> ForeignLine {
    guard !line.points.isEmpty else { throw DrawingProblem.noPoints }
    guard line.points.count <= DrawingRules.mostPoints else {
      throw DrawingProblem.tooManyPoints(line.points.count)
    }
    let least = line.points.map(\.count).min() ?? 0
    guard least >= 2 else { throw DrawingProblem.file("a point has no left and top.") }
    guard let tool = Tool.named(line.tool ?? Tool.brush.name) else {
      let names = Count.list(Tool.all.map(\.name), "nor")
      throw DrawingProblem.file("it has a tool that is neither \(names).")
    }
    var foreign = ForeignLine()
    foreign.tool = tool
    foreign.colour = try line.colour.map { try DrawingRules.colour($0) } ?? 0
    foreign.width = line.width ?? 4.5
    let widths = DrawingRules.widths
    guard foreign.width * 100 >= Double(widths.lowerBound) - 0.5,
      foreign.width * 100 <= Double(widths.upperBound) + 0.5
    else { throw DrawingProblem.width }
    foreign.start = line.start ?? 0
    foreign.hasTimes = least >= 3 && line.timed != false
    foreign.hasPressure = least >= 4
    foreign.points = line.points.map { point in
      ForeignLine.Point(
        x: point[0], y: point[1], time: foreign.hasTimes ? point[2] : 0,
        pressure: least >= 4 ? point[3] : 0.5)
    }
    let side = 0...Double(DrawingRules.side)
    guard foreign.points.allSatisfy({ side.contains($0.x) && side.contains($0.y) }) else {
      throw DrawingProblem.outside
    }
    return foreign
  }
}
