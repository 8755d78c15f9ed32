import FoundationEssentials
import Glibc
import Schema

/// Drawings as `.excalidraw` files (docs.excalidraw.com, "JSON schema"): each stroke is a `freedraw` element (row W-30).
///
/// A brush of Excalidraw is 4.25 times as thick as its `strokeWidth` says.
enum ExcalidrawFile {
  private static let thickness = 4.25

  /// One element; elements of other types have other fields, too.
  private struct Element: Encodable {
    var id: String
    var type: String
    var x: Double
    var y: Double
    var width = 0.0
    var height = 0.0
    var angle = 0.0
    var strokeColor = "#000000"
    var backgroundColor = "transparent"
    var fillStyle = "solid"
    var strokeWidth = 1.0
    var strokeStyle = "solid"
    var roughness = 0
    var opacity = 100
    var groupIds: [String] = []
    var seed = 1
    var version = 1
    var versionNonce = 1
    var isDeleted = false
    var updated = 1
    var locked = false
    var points: [[Double]] = []
    var pressures: [Double] = []
    var simulatePressure = false
    // What its type says must be there, and is nothing here.
    var roundness = Nothing()
    var frameId = Nothing()
    var boundElements = Nothing()
    var link = Nothing()
    var lastCommittedPoint = Nothing()
  }

  /// Written as null.
  private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  private struct File: Encodable {
    struct State: Encodable {
      var viewBackgroundColor = "#ffffff"
    }
    var type = "excalidraw"
    var version = 2
    var source = "https://excalidraw.com"
    var elements: [Element] = []
    var appState = State()
    var files: [String: String] = [:]
  }

  /// Writes a drawing.
  ///
  /// - Parameter most: how many bytes it may have.
  /// - Throws: `DrawingProblem.tooLargeToWrite`.
  static func text(
    _ sketch: Sketch, most: Int = DrawingRules.written
  ) throws(DrawingProblem) -> (text: String, lost: [String]) {
    var elements = ""
    for (number, line) in sketch.lines.enumerated() {
      if number > 0 { elements += ",\n" }
      elements += element(line.ink, number)
      guard elements.utf8.count <= most else { throw .tooLargeToWrite }
    }
    let text = JSONWriting.text(File(), with: [("elements", elements)]) + "\n"
    guard text.utf8.count <= most else { throw .tooLargeToWrite }
    var lost = ["The time and the artist of each stroke: .excalidraw has no place for them."]
    if sketch.lines.contains(where: \.ink.tool.erases) {
      lost.append("What was erased is covered with white: .excalidraw has no eraser strokes.")
    }
    if sketch.lines.contains(where: \.ink.tool.isDotted) {
      lost.append("Lines of dots are whole lines: .excalidraw has no dots of the pen.")
    }
    return (text, lost)
  }

  private static func element(_ ink: Ink, _ number: Int) -> String {
    // Excalidraw fills a line that ends where it began.
    let ends = [ink.points[0], ink.points[ink.points.count - 1]]
    let points =
      ink.tool.isDotted
      ? ends : ink.tool.covers == .area ? ink.points + [ink.points[0]] : ink.points
    let first = points[0]
    var (left, right, top, bottom) = (first.x, first.x, first.y, first.y)
    var (places, pressures) = ("", "")
    for (place, point) in points.enumerated() {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
      places += place == 0 ? "[" : ",["
      JSONWriting.write(Int(point.x - first.x), of: 10, to: &places)
      places += ","
      JSONWriting.write(Int(point.y - first.y), of: 10, to: &places)
      places += "]"
      if place > 0 { pressures += "," }
      JSONWriting.write(ink.hasPressure ? Int(point.pressure) : 500, of: 1_000, to: &pressures)
    }
    let element = Element(
      id: "stroke-\(number + 1)", type: "freedraw", x: Double(first.x) / 10,
      y: Double(first.y) / 10, width: Double(right - left) / 10,
      height: Double(bottom - top) / 10,
      strokeColor: ink.tool.erases ? "#ffffff" : DrawingRules.text(ink.colour),
      backgroundColor: ink.tool.covers == .area ? DrawingRules.text(ink.colour) : "transparent",
      strokeWidth: ink.tool.covers == .area ? 0.1 : Double(ink.width) / 100 / thickness,
      seed: number + 1)
    return JSONWriting.text(element, with: [("points", places), ("pressures", pressures)])
  }

  // MARK: Reading

  /// The fields that are read of an element, whatever its type.
  private struct Read: Decodable {
    var type: String
    var x: Double?
    var y: Double?
    var angle: Double?
    var strokeColor: String?
    var backgroundColor: String?
    var fillStyle: String?
    var strokeWidth: Double?
    var strokeStyle: String?
    var opacity: Double?
    var isDeleted: Bool?
    var points: [[Double]]?
    var pressures: [Double]?
    var simulatePressure: Bool?
    var roundness: Roundness?
  }

  private struct Roundness: Decodable {}

  private struct ReadFile: Decodable {
    struct State: Decodable {
      var viewBackgroundColor: String?
    }
    var type: String
    var elements: [Lenient]
    var appState: State?
  }

  /// An element that may be none: the others are read all the same.
  private struct Lenient: Decodable {
    var element: Read?

    init(from decoder: any Decoder) throws { element = try? Read(from: decoder) }
  }

  static func read(_ text: String) throws -> DrawingFiles.Reading {
    try DrawingFiles.checkLists(text)
    let file: ReadFile
    do {
      file = try JSONDecoder().decode(ReadFile.self, from: Data(text.utf8))
    } catch {
      throw DrawingProblem.file(
        "it is not a whole .excalidraw file: save it again from Excalidraw.")
    }
    guard file.type == "excalidraw" else {
      throw DrawingProblem.file("it is JSON of something else, not of Excalidraw.")
    }
    var report = ImportReport()
    var lines: [ForeignLine] = []
    let places = ExcalidrawLines.ofElements(text)
    for (number, lenient) in file.elements.enumerated() {
      let line = number < places.count ? places[number] : 0
      guard let element = lenient.element else {
        report.gather(ImportNote(line: line, "element", "It has a mistake."), in: \.lost)
        continue
      }
      guard element.isDeleted != true else {
        report.gather(ImportNote(line: line, "element", "It was deleted there."), in: \.leftOut)
        continue
      }
      guard ["freedraw", "line", "arrow"].contains(element.type) else {
        report.lose(Text.preview(element.type, characters: 40), line: line)
        continue
      }
      guard let points = points(of: element) else {
        report.gather(ImportNote(line: line, element.type, "It has no points."), in: \.lost)
        continue
      }
      let drawn = drawn(element, points, &report, line)
      guard !drawn.isEmpty else {
        report.leaveOutUnseen(element.type, line: line)
        continue
      }
      lines += drawn
      report.take(1)
      tellLooks(of: element, &report, line)
    }
    if let background = file.appState?.viewBackgroundColor,
      ![.none, .colour(0xffffff)].contains(SVGColour.paint(background))
    {
      report.change("background", "The paper is white.")
    }
    let strokes = try ForeignLine.strokes(lines, report: &report)
    return DrawingFiles.Reading(strokes: strokes, report: report)
  }

  /// Reports the looks of a drawn element that have no place here.
  private static func tellLooks(of element: Read, _ report: inout ImportReport, _ line: Int) {
    if element.type == "arrow" { report.change("arrow", "It has no head here.", line: line) }
    if ![nil, "solid"].contains(element.strokeStyle) {
      report.change("dashes", "The line is whole.", line: line)
    }
    let colours = [element.strokeColor, element.backgroundColor].compactMap(\.self)
    if element.opacity ?? 100 < 100 || colours.contains(where: { 0 < alpha($0) && alpha($0) < 1 }) {
      report.change("transparency", SVGStyle.isOpaque, line: line)
    }
  }

  private static func alpha(_ colour: String) -> Double { SVGColour.alpha(colour) ?? 1 }

  /// The places of an element's points; nil where it has none, or one that is no place.
  private static func points(of element: Read) -> [ForeignLine.Point]? {
    guard let points = element.points, !points.isEmpty, points.allSatisfy({ $0.count >= 2 }) else {
      return nil
    }
    let pressures = hasPressure(element, points.count) ? element.pressures : nil
    let (x, y) = (element.x ?? 0, element.y ?? 0)
    // An element is turned around the middle of what it takes.
    let (xs, ys) = (points.map { $0[0] }, points.map { $0[1] })
    let (middleX, middleY) = (
      ((xs.min() ?? 0) + (xs.max() ?? 0)) / 2, ((ys.min() ?? 0) + (ys.max() ?? 0)) / 2
    )
    let (sine, cosine) = (sin(element.angle ?? 0), cos(element.angle ?? 0))
    return points.enumerated().map { place, point in
      let (left, top) = (point[0] - middleX, point[1] - middleY)
      return ForeignLine.Point(
        x: x + middleX + left * cosine - top * sine, y: y + middleY + left * sine + top * cosine,
        pressure: pressures?[place] ?? 0.5)
    }
  }

  private static func hasPressure(_ element: Read, _ count: Int) -> Bool {
    let pressures = element.pressures ?? []
    return pressures.count == count && element.simulatePressure != true
      && pressures.contains { $0 != 0.5 }
  }

  /// An element as it is drawn: the area in it, and its line.
  private static func drawn(
    _ element: Read, _ points: [ForeignLine.Point], _ report: inout ImportReport, _ place: Int
  ) -> [ForeignLine] {
    var lines: [ForeignLine] = []
    let isClosed = points.count > 3 && element.points?.first == element.points?.last
    let area = isClosed ? SVGColour.paint(element.backgroundColor ?? "none") : .none
    if case .colour(let colour) = area {
      var line = ForeignLine()
      (line.tool, line.colour, line.points) = (.fill, colour, Array(points.dropLast()))
      lines.append(line)
      if element.fillStyle != "solid" {
        report.change("hatching", "The area is filled.", line: place)
      }
    } else if area != .none {
      report.change(
        "background of an element", "The colour is not known: the area is empty.", line: place)
    }
    let paint = SVGColour.paint(element.strokeColor ?? "black")
    let width = (element.strokeWidth ?? 1) * (element.type == "freedraw" ? thickness : 1)
    // A thin line round an area of its own colour is nothing to see.
    guard lines.isEmpty || paint != area || width > 1,
      let colour = colour(paint, element.strokeColor, &report, place)
    else { return lines }
    var line = ForeignLine()
    (line.colour, line.width) = (colour, width)
    line.hasPressure = hasPressure(element, points.count)
    let isSmooth = element.type == "freedraw" || element.roundness != nil
    line.points = isSmooth ? points : ForeignLine.cornered(points)
    return lines + [line]
  }

  /// The colour of a paint, black for one that is not known; nil for none.
  private static func colour(
    _ paint: SVGColour.Paint, _ text: String?, _ report: inout ImportReport, _ line: Int
  ) -> UInt32? {
    switch paint {
    case .none: return nil
    case .colour(let colour): return colour
    default:
      report.change(
        Text.preview(text ?? "", characters: 40), "The colour is not known: it is black.",
        line: line)
      return 0
    }
  }
}
