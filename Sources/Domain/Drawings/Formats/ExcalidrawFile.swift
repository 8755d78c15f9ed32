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
    var points: [[Double]]
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
    var elements: [Element]
    var appState = State()
    var files: [String: String] = [:]
  }

  static func text(_ sketch: Sketch) -> (text: String, lost: [String]) {
    let elements = sketch.lines.enumerated().map { number, line in element(line.ink, number) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
    let data = try? encoder.encode(File(elements: elements))
    var lost = ["When each stroke was drawn, and by whom: .excalidraw does not say it."]
    if sketch.lines.contains(where: \.ink.isEraser) {
      lost.append("What was erased is covered with white: .excalidraw has no eraser strokes.")
    }
    return ((data.flatMap { String(data: $0, encoding: .utf8) } ?? "") + "\n", lost)
  }

  private static func element(_ ink: Ink, _ number: Int) -> Element {
    // Excalidraw fills a line that ends where it began.
    let points = ink.isFill ? ink.points + [ink.points[0]] : ink.points
    let (xs, ys) = (points.map { Double($0.x) / 10 }, points.map { Double($0.y) / 10 })
    let (x, y) = (xs[0], ys[0])
    return Element(
      id: "stroke-\(number + 1)", type: "freedraw", x: x, y: y,
      width: (xs.max() ?? x) - (xs.min() ?? x), height: (ys.max() ?? y) - (ys.min() ?? y),
      strokeColor: ink.isEraser ? "#ffffff" : DrawingRules.text(ink.colour),
      backgroundColor: ink.isFill ? DrawingRules.text(ink.colour) : "transparent",
      strokeWidth: ink.isFill ? 0.1 : Double(ink.width) / 100 / thickness, seed: number + 1,
      points: zip(xs, ys).map { [rounded($0 - x), rounded($1 - y)] },
      pressures: points.map { ink.hasPressure ? Double($0.pressure) / 1_000 : 0.5 })
  }

  private static func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  // MARK: Reading

  /// What is read of an element, whatever its type.
  private struct Read: Decodable {
    var type: String
    var x: Double?
    var y: Double?
    var angle: Double?
    var strokeColor: String?
    var backgroundColor: String?
    var strokeWidth: Double?
    var opacity: Double?
    var isDeleted: Bool?
    var points: [[Double]]?
    var pressures: [Double]?
    var simulatePressure: Bool?
    var roundness: Roundness?
  }

  private struct Roundness: Decodable {}

  private struct ReadFile: Decodable {
    var type: String
    var elements: [Read]
  }

  static func read(_ text: String) throws -> DrawingFiles.Reading {
    let file: ReadFile
    do {
      file = try JSONDecoder().decode(ReadFile.self, from: Data(text.utf8))
    } catch {
      throw DrawingProblem.file("it is no whole .excalidraw file: save it again from Excalidraw.")
    }
    guard file.type == "excalidraw" else {
      throw DrawingProblem.file("it is JSON of something else, not of Excalidraw.")
    }
    var others: [String: Int] = [:]
    var lines: [ForeignLine] = []
    for element in file.elements where element.isDeleted != true {
      if ["freedraw", "line", "arrow"].contains(element.type), let line = try line(element) {
        lines.append(line)
        if element.type == "arrow" { others["head of an arrow", default: 0] += 1 }
        if element.opacity ?? 100 < 100 { others["transparency", default: 0] += 1 }
      } else {
        others[element.type, default: 0] += 1
      }
    }
    var lost = others.sorted { $0.key < $1.key }.map {
      "\($0.value) x \(Text.clean($0.key, limit: 40)): a drawing has strokes alone."
    }
    let strokes = try ForeignLine.strokes(lines, lost: &lost)
    return DrawingFiles.Reading(strokes: strokes, lost: lost)
  }

  private static func line(_ element: Read) throws -> ForeignLine? {
    guard let points = element.points, !points.isEmpty, points.allSatisfy({ $0.count >= 2 }) else {
      return nil
    }
    var line = ForeignLine()
    line.colour = (try? DrawingRules.colour(element.strokeColor ?? "")) ?? 0
    line.width = (element.strokeWidth ?? 1) * (element.type == "freedraw" ? thickness : 1)
    let pressures = element.pressures ?? []
    line.hasPressure =
      pressures.count == points.count && element.simulatePressure != true
      && Set(pressures).count > 1
    let (x, y) = (element.x ?? 0, element.y ?? 0)
    // An element is turned around the middle of what it takes.
    let (xs, ys) = (points.map { $0[0] }, points.map { $0[1] })
    let (middleX, middleY) = (
      ((xs.min() ?? 0) + (xs.max() ?? 0)) / 2, ((ys.min() ?? 0) + (ys.max() ?? 0)) / 2
    )
    let (sine, cosine) = (sin(element.angle ?? 0), cos(element.angle ?? 0))
    line.points = points.enumerated().map { place, point in
      let (left, top) = (point[0] - middleX, point[1] - middleY)
      return ForeignLine.Point(
        x: x + middleX + left * cosine - top * sine, y: y + middleY + left * sine + top * cosine,
        pressure: line.hasPressure ? pressures[place] : 0.5)
    }
    if let colour = element.backgroundColor.flatMap({ try? DrawingRules.colour($0) }),
      points.count > 3, points.first == points.last
    {
      line.isFill = true
      line.colour = colour
      line.hasPressure = false
      line.points.removeLast()
      return line
    }
    if element.type != "freedraw", element.roundness == nil {
      line.points = ForeignLine.cornered(line.points)
    }
    return line
  }
}
