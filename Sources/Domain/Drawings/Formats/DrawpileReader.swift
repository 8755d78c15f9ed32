import Feature
import FoundationEssentials
import Glibc
import Schema

/// Reads a text recording of Drawpile line by line.
struct DrawpileReader {
  private var size: (width: Double, height: Double)?
  private var clock = 0.0
  private var hasHeader = false
  /// The strokes that are being drawn, and those that were, by user.
  private var open: [Int: ForeignLine] = [:]
  private var done: [(user: Int, line: ForeignLine?)] = []
  /// The places of those of each user that were not taken back.
  private var places: [Int: [Int]] = [:]
  private var undone: [Int: [ForeignLine]] = [:]
  private var report = ImportReport()
  /// The number of the line, from 1.
  private var lineNumber = 0
  /// The dabs of which message come next; nil outside of braces.
  private var dabs: (user: Int, x: Double, y: Double, isPixels: Bool)?
  private var isInside = false
  /// Messages that draw nothing.
  private static let silent: Set<String> = [
    "undopoint", "background", "newlayer", "layercreate", "layertreecreate", "layerattr",
    "layertreeorder", "retitle", "layerretitle", "featureaccess", "useracl", "layeracl", "join",
    "leave", "sessionowner", "trusted", "chat", "pchat", "layerorder", "defaultlayer", "interval",
    "localchange", "data", "featureaccesslevels", "useracls",
  ]

  /// Takes one line.
  ///
  /// - Throws: `DrawingProblem` for a line that no recording has.
  mutating func take(_ line: Substring) throws {
    lineNumber += 1
    let words = line.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { Substring($0) }
    guard let first = words.first, !first.hasPrefix("#") else { return }
    if isInside {
      if first == "}" {
        (isInside, dabs) = (false, nil)
      } else if dabs != nil {
        try dab(words)
      }
      return
    }
    if first.hasPrefix("!") {
      hasHeader = true
      return
    }
    guard let user = Int(first), words.count > 1 else {
      throw DrawingProblem.file(
        "\"\(Text.preview(line, characters: 60))\" is not a line of a recording.")
    }
    isInside = words.last == "{"
    var fields: [Substring: Substring] = [:]
    for word in words.dropFirst(2) {
      let parts = word.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
      if parts.count == 2 { fields[Substring(parts[0])] = Substring(parts[1]) }
    }
    try message(String(words[1]), user, fields)
  }

  private mutating func message(
    _ name: String, _ user: Int, _ fields: [Substring: Substring]
  ) throws {
    func number(_ name: Substring) -> Double { fields[name].flatMap { Double($0) } ?? 0 }
    switch name {
    case "resize":
      let old = size ?? (0, 0)
      size = (
        old.width + number("right") + number("left"), old.height + number("bottom") + number("top")
      )
    case "interval": clock += min(max(0, number("msecs")), 1e8)
    case "classicdabs", "pixeldabs", "pixelsquaredabs", "mypaintdabs":
      begin(user, fields)
      dabs = (user, number("x"), number("y"), name.hasPrefix("pixel"))
    case "penup": end(user)
    case "undo":
      end(user)
      if fields["redo"] == "true" {
        if let line = undone[user]?.popLast() { add(line, of: user) }
      } else if let last = places[user]?.popLast(), let line = done[last].line {
        done[last].line = nil
        undone[user, default: []].append(line)
      }
    default:
      if !Self.silent.contains(name) {
        report.lose(Text.preview(name, characters: 40), line: lineNumber)
      }
    }
  }

  private mutating func add(_ line: ForeignLine, of user: Int) {
    places[user, default: []].append(done.count)
    done.append((user, line))
  }

  /// A new run of dabs goes on with a stroke, unless the brush is another one.
  private mutating func begin(_ user: Int, _ fields: [Substring: Substring]) {
    let tool = fields["mode"] == "0" ? Tool.eraser : .brush
    let digits = fields["color"]?.drop { $0 == "#" }.suffix(6) ?? "000000"
    let colour = UInt32(digits, radix: 16) ?? 0
    if let line = open[user], line.tool != tool || line.colour != colour { end(user) }
    if open[user] == nil {
      open[user] = ForeignLine(
        tool: tool, colour: colour, width: 0, start: clock, hasTimes: false)
      undone[user] = nil
    }
    guard let mode = fields["mode"], mode != "0", mode != "1" else { return }
    report.change(
      "mode=\(Text.preview(mode, characters: 20))", "Here the stroke covers what is below.",
      line: lineNumber)
  }

  private mutating func dab(_ words: [Substring]) throws {
    guard var dabs, words.count >= 3, let x = Double(words[0]), let y = Double(words[1]),
      let size = Double(words[2]), x.isFinite, y.isFinite, size.isFinite
    else {
      throw DrawingProblem.file(
        "\"\(Text.preview(words.prefix(8).joined(separator: " "), characters: 60))\" is not a dab of a brush."
      )
    }
    dabs.x += x
    dabs.y += y
    self.dabs = dabs
    let width = dabs.isPixels ? size : size / 256
    open[dabs.user]?.add(x: dabs.x, y: dabs.y, width: width)
  }

  private mutating func end(_ user: Int) {
    guard let line = open.removeValue(forKey: user), !line.points.isEmpty else { return }
    add(line, of: user)
  }

  /// Ends the reading and returns its result.
  ///
  /// - Throws: `DrawingProblem` for a file that is no recording, or ends within a message.
  mutating func finish() throws -> DrawingFiles.Reading {
    guard hasHeader || size != nil else {
      throw DrawingProblem.file("it has no header of a recording of Drawpile.")
    }
    guard !isInside else { throw DrawingProblem.file("it ends within a message: it was cut.") }
    for user in open.keys.sorted() { end(user) }
    if Set(done.filter { $0.line != nil }.map(\.user)).count > 1 {
      report.change("", "The file has several artists: all strokes count as yours.")
    }
    let lines = done.compactMap(\.line)
    report.take(lines.count)
    let canvas = size.flatMap { $0.width > 0 && $0.height > 0 ? $0 : nil }
    let strokes = try ForeignLine.strokes(lines, on: canvas, report: &report)
    return DrawingFiles.Reading(strokes: strokes, report: report)
  }
}

extension ForeignLine {
  /// Adds a dab: dabs that lie close together make a line of few points.
  fileprivate mutating func add(x: Double, y: Double, width: Double) {
    self.width = max(self.width, width)
    if let last = points.last, points.count > 1 {
      let before = points[points.count - 2]
      let distance = hypot(x - before.x, y - before.y)
      // On one straight line with the two before, or next to them, the one between says nothing.
      let turn = abs(
        (last.x - before.x) * (y - before.y) - (last.y - before.y) * (x - before.x))
      if distance < 1 || turn < 0.3 * distance && distance < 60 { points.removeLast() }
    }
    points.append(Point(x: x, y: y))
  }
}
