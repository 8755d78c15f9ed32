import FoundationEssentials
import Schema

/// A picture as PDF: lines and areas at every size, and no pixels (ISO 32000-1; rows W-10, W-29).
///
/// An eraser is a soft mask over what was drawn before it (section 11.6.5.3), so it is right on every background. Masks nest by
/// halves, as in SVG.
public struct SketchPDF {
  /// Strokes that paint, and the eraser that passes over all of them afterwards.
  private struct Run {
    var brushes = ""
    /// The object of the eraser's lines; nil for none.
    var eraser: Int?
  }

  private let most: Int
  private var file = PDFFile()
  /// The objects of masks and of what they cover.
  private var masks: [(state: Int, content: Int)] = []
  private var erasers: [Int] = []

  private init(most: Int) { self.most = most }

  /// Twentieths of a unit, in which all is drawn: the paper is so many wide and high.
  private static let side = 20 * DrawingRules.side

  /// A picture as a file.
  ///
  /// - Parameters:
  ///   - side: how wide and high its page is, in points.
  ///   - hasPaper: whether there is white behind the strokes.
  ///   - most: how many bytes it may have.
  /// - Throws: `DrawingProblem.tooLargeToWrite`.
  public static func bytes(
    _ sketch: Sketch, title: String = "", side: Int = DrawingRules.side, hasPaper: Bool = true,
    most: Int = DrawingRules.written
  ) throws(DrawingProblem) -> [UInt8] {
    var writer = SketchPDF(most: most)
    let strokes = writer.drawn(try writer.runs(of: sketch)[...])
    // Upwards in PDF, and downwards on the paper.
    let scale = JSONWriting.decimal(side * 1_000_000 / Self.side, of: 1_000_000)
    var content = "\(scale) 0 0 -\(scale) 0 \(side) cm 1 J 1 j\n"
    if hasPaper { content += "1 g 0 0 \(Self.side) \(Self.side) re f\n" }
    content += strokes
    let page = writer.file.add("", content)
    return try writer.finish(page, side: side, title: title)
  }

  private mutating func runs(of sketch: Sketch) throws(DrawingProblem) -> [Run] {
    var runs: [Run] = []
    var (run, lines) = (Run(), "")
    for line in sketch.lines {
      if line.ink.tool.erases {
        Self.write(line.ink, to: &lines)
      } else {
        if !lines.isEmpty { close(&run, &lines, &runs) }
        Self.write(line.ink, to: &run.brushes)
      }
      // What is packed is shorter, and what it was packed from takes memory.
      guard run.brushes.utf8.count + lines.utf8.count + file.written <= 2 * most else {
        throw .tooLargeToWrite
      }
    }
    if !run.brushes.isEmpty || !lines.isEmpty { close(&run, &lines, &runs) }
    return runs
  }

  private mutating func close(_ run: inout Run, _ lines: inout String, _ runs: inout [Run]) {
    if !lines.isEmpty {
      run.eraser = erasers.count
      erasers.append(file.add(Self.form, lines))
    }
    runs.append(run)
    (run, lines) = (Run(), "")
  }

  private mutating func drawn(_ runs: ArraySlice<Run>) -> String {
    guard runs.count > 1 else {
      guard let run = runs.first, !run.brushes.isEmpty else { return "" }
      return run.eraser.map { masked(run.brushes, [$0]) } ?? run.brushes
    }
    let late = runs.suffix(from: runs.startIndex + runs.count / 2)
    let first = drawn(runs.prefix(upTo: late.startIndex))
    let second = drawn(late)
    let after = late.compactMap(\.eraser)
    return (after.isEmpty || first.isEmpty ? first : masked(first, after)) + second
  }

  /// Draws something where none of some erasers passes.
  private mutating func masked(_ content: String, _ erasers: [Int]) -> String {
    let uses = erasers.map { "/E\($0) Do\n" }.joined()
    let mask = file.add(
      Self.form + "/Group<</S/Transparency/CS/DeviceGray>>",
      "1 g 0 0 \(Self.side) \(Self.side) re f 0 G 1 J 1 j\n" + uses)
    let state = file.add("<</SMask<</S/Luminosity/G \(mask) 0 R>>>>")
    let group = file.add(
      Self.form + "/Group<</S/Transparency/CS/DeviceRGB>>", "1 J 1 j\n" + content)
    masks.append((state, group))
    return "q /M\(masks.count - 1) gs /F\(masks.count - 1) Do Q\n"
  }

  /// A part of the page that is drawn by its name; each uses the names of all.
  private static let form =
    "/Type/XObject/Subtype/Form/BBox[0 0 \(side) \(side)]/Resources \(PDFFile.resources) 0 R"

  private mutating func finish(
    _ page: Int, side: Int, title: String
  ) throws(DrawingProblem) -> [UInt8] {
    var (states, parts) = ("", "")
    for (number, mask) in masks.enumerated() {
      states += "/M\(number) \(mask.state) 0 R"
      parts += "/F\(number) \(mask.content) 0 R"
    }
    for (number, eraser) in erasers.enumerated() { parts += "/E\(number) \(eraser) 0 R" }
    let bytes = file.bytes(
      page: page, side: side, title: title,
      resources: "<</ExtGState<<\(states)>>/XObject<<\(parts)>>>>")
    guard bytes.count <= most else { throw .tooLargeToWrite }
    return bytes
  }

  // MARK: Strokes

  /// Writes a stroke; the colour of an eraser is that of its mask.
  private static func write(_ ink: Ink, to text: inout String) {
    if !ink.tool.erases {
      let parts = [ink.colour >> 16, ink.colour >> 8, ink.colour].map {
        JSONWriting.decimal(Int(($0 & 255) * 1_000 + 127) / 255, of: 1_000)
      }
      text += parts.joined(separator: " ") + (ink.tool.covers == .area ? " rg\n" : " RG\n")
    }
    if ink.tool.covers == .area {
      for (place, point) in ink.points.enumerated() {
        text += "\(2 * point.x) \(2 * point.y) \(place == 0 ? "m" : "l")\n"
      }
      text += "f*\n"
      return
    }
    for part in InkShape.parts(of: ink) {
      text += "\(JSONWriting.decimal(Int(part.width) * 20, of: 100)) w\n"
      write(part.points, to: &text)
      text += "S\n"
    }
  }

  private static func write(_ points: [Ink.Point], to text: inout String) {
    var (lastX, lastY) = (0, 0)
    for step in InkShape.steps(points) {
      switch step {
      case .move(let x, let y):
        text += "\(x) \(y) m\n"
        (lastX, lastY) = (x, y)
      case .line(let x, let y):
        text += "\(x) \(y) l\n"
        (lastX, lastY) = (x, y)
      case .curve(let throughX, let throughY, let x, let y):
        // A curve with one point that pulls, as one with two.
        for sum in [
          lastX + 2 * throughX, lastY + 2 * throughY, x + 2 * throughX, y + 2 * throughY,
        ] {
          text += JSONWriting.decimal(sum * 100 / 3, of: 100) + " "
        }
        text += "\(x) \(y) c\n"
        (lastX, lastY) = (x, y)
      }
    }
  }
}
