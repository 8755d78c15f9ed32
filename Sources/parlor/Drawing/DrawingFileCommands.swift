import ArgumentParser
import Client
import Commands
import Drawings
import FoundationEssentials
import Programs
import Schema
import Terminal

/// Files of drawings.
enum DrawingFile {
  /// The text of a file; nil where there is none and none need be.
  static func text(_ path: String, mustExist: Bool = true) throws -> String? {
    if !mustExist, !FileManager.default.fileExists(atPath: path) { return nil }
    let bytes = try FileSource.bytes(of: path, most: DrawingRules.file)
    guard bytes.count <= DrawingRules.file else {
      throw CommandFailure(
        SessionEnd.refused, "\(path.plain) has more than 4 MiB: a drawing is smaller.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(path.plain) is not text in UTF-8: choose an SVG, JSON, .excalidraw or .dptxt file.")
    }
    return text
  }

  /// Has the node take a file, and says what became of it.
  static func take(
    _ text: String, _ path: String, title: String, room: String, _ options: GlobalOptions,
    _ client: DaemonClient
  ) throws {
    let name = path.split(separator: "/").last.map { $0.split(separator: ".").first ?? $0 } ?? ""
    let reading: DrawingFiles.Reading
    do {
      reading = try DrawingFiles.read(text)
    } catch let problem as DrawingProblem {
      throw CommandFailure(SessionEnd.refused, "\(path.plain): \(problem)")
    }
    var rest = [Array(text.utf8)]
    let blob = try client.keep { rest.popLast() }
    let taken = try client.call(Methods.Drawings.take) {
      $0.blob = blob
      $0.title = title.isEmpty && reading.title.isEmpty ? String(name) : title
      $0.room = room
    }
    if options.json { return try Output.json(taken) }
    let drawing = taken.drawing
    Output.line(
      "\(drawing.title.plain) has \(Count.of(drawing.strokes, "stroke")): `parlor drawing show \(drawing.id.prefix(8))` shows it."
    )
    for lost in taken.lost { Output.line("  Lost: \(lost.plain)") }
  }
}

/// `parlor drawing export`.
struct DrawingExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a drawing to a file: SVG, PNG, PDF, JSON, .excalidraw, .dptxt, or a film.",
    discussion: """
      What the name ends with decides: .svg, .png, .apng, .pdf, .json, .excalidraw, or .dptxt for Drawpile's text recording. \
      --format film writes an SVG that plays by itself how it was drawn, or an animated PNG for programs that show no SVG, where \
      the name ends with .png or .apng.

      EXAMPLES
        parlor drawing export house house.svg
        parlor drawing export house house.png --size 2000
        parlor drawing export house house-film.svg --format film
        parlor drawing export house house-film.png --format film --size 500
        parlor drawing export house - --format json
      """)

  @OptionGroup var one: OneDrawing

  @Argument(help: "The file; - for the standard output.")
  var file: String
  @Option(help: "svg, film, png, apng, pdf, json, excalidraw or drawpile.")
  var format: String?
  @Option(help: "How wide and high a PNG is, in pixels: from 16 to 5000, animated up to 2000.")
  var size: Int = 1_000
  @Flag(help: "Leave the paper out: what is not drawn on is clear, in PNG and SVG.")
  var clear = false
  @Flag(help: "Write over a file that is there.")
  var force = false

  func validate() throws {
    if !(16...5_000).contains(size) {
      throw ValidationError("--size cannot be \(size): choose from 16 to 5000 pixels.")
    }
  }

  private var chosen: String {
    let ending = file.split(separator: ".").last.map { $0.lowercased() } ?? ""
    if format == "film", ["png", "apng"].contains(ending) { return "apng" }
    if let format { return format == "dptxt" ? "drawpile" : format }
    if ending == "dptxt" { return "drawpile" }
    return ["png", "apng", "pdf", "json", "excalidraw"].contains(ending) ? ending : "svg"
  }

  func run() throws {
    let client = try one.options.client()
    let format = chosen
    if ["png", "apng", "pdf"].contains(format) || format == "svg" && clear {
      let sketch = try one.sketch(client)
      guard format != "svg" else {
        return try write(Array(try SketchSVG.text(sketch, hasPaper: false).utf8), "svg")
      }
      let input: [UInt8] = try StrokePacking.message(sketch).serializedBytes()
      let bytes: [UInt8]
      do {
        bytes = try PictureFilter.run(
          format == "apng"
            ? ["film", "\(min(size, 2_000))"]
            : ["paint", format, "\(size)", clear ? "clear" : "paper"], input)
      } catch {
        throw CommandFailure(SessionEnd.refused, error.sentence.plain)
      }
      return try write(bytes, format)
    }
    let made = try client.call(Methods.Drawings.export) {
      $0.drawing = one.drawing
      $0.format = format
    }
    try write(Array(made.text.utf8), made.format, lost: made.lost)
  }

  private func write(_ bytes: [UInt8], _ format: String, lost: [String] = []) throws {
    if file == "-" { return try FileBytes.print(bytes) }
    try FileBytes.write(bytes, to: file, over: force)
    if one.options.json {
      return Output.line(JSONText.object([("path", .text(file)), ("format", .text(format))]))
    }
    Output.line(
      "\(file.plain) is written as \(format.plain): \(FileText.size(UInt64(bytes.count))).")
    for sentence in lost { Output.line("  Lost: \(sentence.plain)") }
  }
}

/// `parlor drawing import`.
struct DrawingImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a paper, or a drawing, from a file: JSON, .excalidraw, .dptxt or SVG.",
    discussion: """
      A paper can be drawn on and saved with `parlor drawing save`; --room saves the strokes at once. What the file has and a \
      drawing cannot have is listed.

      EXAMPLES
        parlor drawing import sketch.excalidraw
        parlor drawing import recording.dptxt --room lobby --title 'From Drawpile'
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file; - for the standard input.")
  var file: String
  @Option(help: "The title; what the file is called without it.")
  var title = ""
  @Option(help: "Save it at once, in this room.")
  var room = ""

  func run() throws {
    guard let text = try DrawingFile.text(file) else { return }
    try DrawingFile.take(text, file, title: title, room: room, options, options.client())
  }
}
