import ArgumentParser
import Client
import Commands
import Drawings
import DrawingSchema
import FoundationEssentials
import Programs
import Schema
import Terminal

/// Files of drawings.
enum DrawingFile {
  /// Reads a file; nil where there is none and none need be.
  static func read(_ path: String, mustExist: Bool = true) throws -> DrawingFiles.Reading? {
    if !mustExist, !FileManager.default.fileExists(atPath: path) { return nil }
    let bytes = try FileSource.bytes(of: path, most: DrawingRules.file)
    do {
      return try DrawingFiles.read(Data(bytes))
    } catch let problem as DrawingProblem {
      throw CommandFailure(SessionEnd.refused, "\(path.plain): \(problem)")
    }
  }

  /// Has the node take the strokes of a file, and says what became of it.
  static func take(
    _ reading: DrawingFiles.Reading, _ path: String, title: String, room: String,
    _ options: GlobalOptions, _ client: DaemonClient
  ) throws {
    let name = path.split(separator: "/").last.map { $0.split(separator: ".").first ?? $0 } ?? ""
    let own = DrawingRules.shown(title: reading.title)
    var rest: [[UInt8]]
    do {
      // A file may have more bytes than the node keeps for a command; its strokes, packed, have not.
      let sketch = Sketch(reading.strokes.map { Sketch.Line(.zero, $0) })
      rest = [Array(try StrokePacking.pack(sketch))]
    } catch let problem as DrawingProblem {
      throw CommandFailure(SessionEnd.refused, "\(path.plain): \(problem)")
    }
    let blob = try client.keep { rest.popLast() }
    var taken = try client.call(Methods.Drawings.take) {
      $0.blob = blob
      $0.title = [title, own, String(name)].first { !$0.isEmpty } ?? ""
      $0.room = room
    }
    taken.report = reading.report
    for line in ReportText.lines(of: taken.report) { Output.error(line) }
    if options.json { return try Output.json(taken) }
    let drawing = taken.drawing
    Output.line(
      "\(drawing.title.plain) has \(Count.of(drawing.strokes, "stroke")): `parlor drawing show \(drawing.id.prefix(8))` shows it."
    )
  }
}

/// `parlor drawing export`.
struct DrawingExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a drawing to a file: SVG, PNG, PDF, JSON, .excalidraw, .dptxt, or a film.",
    discussion: """
      What the name ends with decides: .svg, .png, .apng, .pdf, .json, .excalidraw, or .dptxt for Drawpile's text recording; \
      another ending is refused. SVG and PDF have lines and no pixels, also where something was erased. \
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
  @Option(
    help:
      "How wide and high a PNG is, in pixels, or a PDF, in points: from 16 to 5000, animated up to 2000."
  )
  var size: Int = 1_000
  @Flag(help: "Leave out the white paper: PNG, PDF and SVG are transparent where nothing is drawn.")
  var clear = false
  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func validate() throws {
    if !(16...5_000).contains(size) {
      throw ValidationError("--size cannot be \(size): choose from 16 to 5000 pixels.")
    }
  }

  /// The format that is written: a film is animated pixels where its file is.
  private func chosen() throws -> String {
    let chosen = try FileFormats.drawings.format(of: file, named: format?.lowercased())
    let isPixels = ["png", "apng"].contains(FileFormats.ending(of: file))
    return chosen == "film" && isPixels ? "apng" : chosen == "dptxt" ? "drawpile" : chosen
  }

  func run() throws {
    let format = try chosen()
    guard format != "apng" || size <= 2_000 else {
      throw CommandFailure(
        SessionEnd.usage,
        "--size cannot be \(size) for moving pictures: choose from 16 to 2000 pixels.")
    }
    let client = try one.options.client()
    let isVectors = format == "pdf" || format == "svg" && clear
    guard isVectors || ["png", "apng"].contains(format) else {
      let made = try client.call(Methods.Drawings.export) {
        $0.drawing = one.drawing
        $0.format = format
      }
      return try write(Array(made.text.utf8), made.format, lost: made.lost)
    }
    let view = try client.call(Methods.Drawings.show) { $0.drawing = one.drawing }
    let sketch = try OneDrawing.sketch(
      client.call(Methods.Drawings.strokes) { $0.drawing = view.id })
    try write(
      isVectors
        ? vectors(of: sketch, title: view.title, format) : pixels(of: sketch, format), format)
  }

  private func vectors(of sketch: Sketch, title: String, _ format: String) throws -> [UInt8] {
    do {
      return format == "pdf"
        ? try SketchPDF.bytes(sketch, title: title, side: size, hasPaper: !clear)
        : Array(try SketchSVG.text(sketch, title: title, hasPaper: !clear).utf8)
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
  }

  private func pixels(of sketch: Sketch, _ format: String) throws -> [UInt8] {
    let input: [UInt8] = try StrokePacking.message(sketch).serializedBytes()
    do {
      return try PictureFilter.run(
        format == "apng"
          ? ["film", "\(size)"] : ["paint", "\(size)", clear ? "clear" : "paper"], input)
    } catch {
      throw CommandFailure(SessionEnd.refused, error.sentence.plain)
    }
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
    guard let reading = try DrawingFile.read(file) else { return }
    try DrawingFile.take(reading, file, title: title, room: room, options, options.client())
  }
}
