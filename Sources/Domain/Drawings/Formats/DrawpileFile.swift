import FoundationEssentials
import Schema

/// Drawings as Drawpile's text recordings, `.dptxt` (row W-30): each stroke is a run of dabs of its classic brush.
///
/// A dab says how far it is from the one before in quarters of a pixel, and how wide it is in 1/256 of a pixel. A colour without
/// alpha paints directly; mode 0 erases and mode 1 paints.
enum DrawpileFile {
  /// Dabs in one message.
  private static let most = 400
  /// Further than this no dab can be from the one before, in quarters.
  private static let reach = 120

  /// Bytes of a line of a dab, at least.
  private static let leastOfDab = 16

  /// Writes a drawing.
  ///
  /// - Parameter most: how many bytes it may have.
  /// - Throws: `DrawingProblem.tooLargeToWrite`, before the dabs of a stroke are made for which there is no room.
  static func text(
    _ sketch: Sketch, most: Int = DrawingRules.written
  ) throws(DrawingProblem) -> (text: String, lost: [String]) {
    let side = DrawingRules.side
    var text = """
      !version=dp:4.21.2
      !writerversion=parlor

      1 resize bottom=\(side) right=\(side)
      1 background color=#ffffff
      1 newlayer id=0x0102 {
      \ttitle=Layer 1
      }

      """
    var end: UInt64 = 0
    let users = Dictionary(
      uniqueKeysWithValues: sketch.authors.enumerated().map { ($0.element, $0.offset) })
    for line in sketch.lines where line.ink.tool.covers == .line {
      guard text.utf8.count + dabCount(line.ink) * leastOfDab <= most else {
        throw .tooLargeToWrite
      }
      let pause = line.ink.start > end ? min(line.ink.start - end, 60_000) : 0
      if pause > 0 { text += "0 interval msecs=\(pause)\n" }
      let user = 1 + min(253, users[line.author] ?? 0)
      text += "\(user) undopoint\n"
      text += dabs(line.ink, user)
      text += "\(user) penup\n"
      if line.ink.duration > 0 { text += "0 interval msecs=\(min(line.ink.duration, 60_000))\n" }
      end = max(end, line.ink.end)
    }
    guard text.utf8.count <= most else { throw .tooLargeToWrite }
    var lost = [
      "When each point of a stroke was drawn: a recording has the times between strokes.",
      "Smooth lines are rows of dabs, a quarter of a pixel apart at best.",
    ]
    let fills = sketch.lines.filter { $0.ink.tool.covers == .area }.count
    if fills > 0 { lost.append("\(fills) x filled area: a recording has dabs alone.") }
    return (text, lost)
  }

  /// The distance between dabs of a width, in quarters.
  private static func step(_ width: UInt32) -> Int { max(2, min(reach, Int(width) * 4 / 100 / 4)) }

  /// The number of dabs that a stroke becomes.
  private static func dabCount(_ ink: Ink) -> Int {
    var count = 0
    for part in InkShape.parts(of: ink) {
      let step = Self.step(part.width)
      count += part.points.count
      for (last, point) in zip(part.points, part.points.dropFirst()) {
        let distance = max(
          abs(quarters(point.x) - quarters(last.x)), abs(quarters(point.y) - quarters(last.y)))
        count += max(0, distance - 1) / step
      }
    }
    return count
  }

  private static func dabs(_ ink: Ink, _ user: Int) -> String {
    var dabs: [(x: Int, y: Int, size: Int)] = []
    for part in InkShape.parts(of: ink) {
      let size = Int(part.width) * 256 / 100
      let step = Self.step(part.width)
      var last: (x: Int, y: Int)?
      for point in part.points {
        let (x, y) = (quarters(point.x), quarters(point.y))
        if let last {
          let distance = max(abs(x - last.x), abs(y - last.y))
          for place in stride(from: step, to: distance, by: step) {
            dabs.append(
              (
                last.x + (x - last.x) * place / distance, last.y + (y - last.y) * place / distance,
                size
              ))
          }
        }
        dabs.append((x, y, size))
        last = (x, y)
      }
    }
    var text = ""
    for from in stride(from: 0, to: dabs.count, by: most) {
      let run = dabs[from..<min(dabs.count, from + most)]
      guard let first = run.first else { break }
      let colour = ink.tool.erases ? "#00000000" : "#00" + DrawingRules.text(ink.colour).dropFirst()
      text +=
        "\(user) classicdabs layer=0x0102 x=\(decimal(first.x)) y=\(decimal(first.y)) color=\(colour) mode=\(ink.tool.erases ? 0 : 1) {\n"
      var last = (x: first.x, y: first.y)
      for dab in run {
        text += "\t\(decimal(dab.x - last.x)) \(decimal(dab.y - last.y)) \(dab.size) 255 255\n"
        last = (dab.x, dab.y)
      }
      text += "}\n"
    }
    return text
  }

  private static func quarters(_ tenths: Int32) -> Int { (Int(tenths) * 2 + 2) / 5 }

  private static func decimal(_ quarters: Int) -> String {
    let sign = quarters < 0 ? "-" : ""
    let (whole, rest) = abs(quarters).quotientAndRemainder(dividingBy: 4)
    return sign + "\(whole)." + ["0", "25", "5", "75"][rest]
  }

  // MARK: Reading

  static func read(_ text: String) throws -> DrawingFiles.Reading {
    var reader = DrawpileReader()
    for line in text.utf8.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
      try reader.take(Substring(line))
    }
    return try reader.finish()
  }
}
