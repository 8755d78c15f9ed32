import DrawingSchema
import Feature
import FoundationEssentials
import Identifiers
import Packing
import Schema

/// Drawings as files of other programs, and back (rows W-18, W-29, W-30).
public enum DrawingFiles {
  /// The content of a file, as it was read.
  public struct Reading: Equatable, Sendable {
    /// Its strokes.
    public var strokes: [Ink]
    /// The title in the file; empty where it has none.
    public var title = ""
    /// The report on the things of the file: the elements that stand for themselves.
    public var report = ImportReport()
  }

  /// Lists and objects of a file of JSON: each point is one.
  private static let mostLists = DrawingRules.mostPointsInAll + 100_000

  /// Checks JSON before anything is made of it: each of its lists costs far more than its two bytes.
  static func checkLists(_ text: String) throws(DrawingProblem) {
    var count = 0
    for byte in text.utf8 {
      count += byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") ? 1 : 0
    }
    guard count <= mostLists else { throw DrawingProblem.tooManyPointsInFile }
  }

  /// The formats that are written.
  enum Format: String, CaseIterable {
    case svg, film, json, excalidraw, drawpile
  }

  static func export(
    _ request: ExportDrawing, _ home: any Snapshot
  ) throws -> ExportedDrawing {
    guard let format = Format(rawValue: request.format.isEmpty ? "svg" : request.format) else {
      throw DrawingProblem.format(Text.clean(request.format, limit: 40))
    }
    let record = try DrawingFinding.any(request.drawing, home)
    let (sketch, problem) = try DrawingContent.sketch(of: record, home)
    guard let sketch else { throw Refused(.notNow, problem) }
    let title = home.title(of: record)
    return try .with {
      $0.format = format.rawValue
      switch format {
      case .svg: $0.text = try SketchSVG.text(sketch, title: title)
      case .film: $0.text = try SketchFilm.text(sketch, title: title)
      case .json:
        let names = try sketch.authors.map { try home.person($0, in: record.room).name }
        $0.text = try SketchJSON.text(sketch, title: title, names: names, made: record.wall)
      case .excalidraw: ($0.text, $0.lost) = try ExcalidrawFile.text(sketch)
      case .drawpile: ($0.text, $0.lost) = try DrawpileFile.text(sketch)
      }
    }
  }

  /// Reads the bytes of a file of any format; one that gzip has packed is unpacked.
  ///
  /// - Parameter format: which one; found out where it is empty.
  /// - Throws: `DrawingProblem` with what is wrong with it.
  public static func read(_ file: Data, format: String = "") throws -> Reading {
    var bytes = file
    if Deflate.isFile(file) {
      guard let unpacked = Deflate.unpackFile(file, limit: DrawingRules.file) else {
        throw DrawingProblem.file(
          "it is packed, and cut or damaged, or has more than \(DrawingRules.file >> 20) MiB.")
      }
      bytes = Data(unpacked)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw DrawingProblem.file("it is not text in UTF-8.")
    }
    return try read(text, format: format)
  }

  /// Reads a file of any format.
  ///
  /// - Parameter format: which one; found out where it is empty.
  /// - Throws: `DrawingProblem` with what is wrong with it.
  public static func read(_ text: String, format: String = "") throws -> Reading {
    guard text.utf8.count <= DrawingRules.file else {
      throw DrawingProblem.file("it has more than \(DrawingRules.file >> 20) MiB.")
    }
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
    var start = text.utf8.drop { blanks.contains($0) }
    if start.starts(with: "\u{feff}".utf8) {
      start = start.dropFirst(3).drop { blanks.contains($0) }
    }
    guard !start.isEmpty else { throw DrawingProblem.file("it is empty.") }
    let reading =
      switch format {
      case "": try guess(String(Substring(start)))
      case "svg", "film": try SketchSVGReader.read(text)
      case "json": try SketchJSON.read(text)
      case "excalidraw": try ExcalidrawFile.read(text)
      case "drawpile": try DrawpileFile.read(text)
      default: throw DrawingProblem.format(Text.clean(format, limit: 40))
      }
    guard !reading.strokes.isEmpty else {
      throw DrawingProblem.file("there is no stroke in it.")
    }
    guard reading.strokes.count <= DrawingRules.mostStrokes else {
      throw DrawingProblem.tooManyStrokes(reading.strokes.count)
    }
    return reading
  }

  private static func guess(_ text: String) throws -> Reading {
    if text.hasPrefix("<") { return try SketchSVGReader.read(text) }
    if text.hasPrefix("!") || text.first?.isNumber == true { return try DrawpileFile.read(text) }
    guard text.hasPrefix("{") else {
      throw DrawingProblem.file(
        "it is neither JSON, .excalidraw, a text recording of Drawpile nor an SVG.")
    }
    return text.holds("\"excalidraw\"")
      ? try ExcalidrawFile.read(text) : try SketchJSON.read(text)
  }
}

extension ImportReport {
  /// Says of things that a drawing has none of them.
  mutating func lose(_ kind: String, line: Int = 0, count: Int = 1) {
    gather(ImportNote(line: line, kind, "A drawing has strokes alone.", count: count), in: \.lost)
  }

  /// Says of a part of something that it is otherwise in a drawing.
  mutating func change(_ kind: String, _ reason: String, line: Int = 0) {
    gather(ImportNote(line: line, kind, reason, isPart: true), in: \.changed)
  }

  /// Says that nobody sees something, in the other program either.
  mutating func leaveOutUnseen(_ kind: String, line: Int = 0) {
    gather(ImportNote(line: line, kind, "Nobody sees it."), in: \.leftOut)
  }
}
