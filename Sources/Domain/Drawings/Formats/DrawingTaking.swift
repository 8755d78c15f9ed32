import DrawingSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Papers and drawings that are made of files (row W-30).
enum DrawingTaking {
  /// A file as it is read before the turn that takes it.
  struct File: Sendable {
    let title: String
    let report: ImportReport
    let pack: UnsignedPack
  }

  /// Reads the file of a request, before the turn that writes it.
  static func read(_ request: TakeDrawing, _ content: Data) throws -> File {
    var reading = try reading(request, content)
    // A paper keeps when each stroke was begun; the first stroke of a drawing begins at nought.
    let first = request.room.isEmpty ? 0 : reading.strokes.map(\.start).min() ?? 0
    for place in reading.strokes.indices { reading.strokes[place].start -= first }
    return File(
      title: reading.title, report: reading.report, pack: try UnsignedPack(reading.strokes))
  }

  private static func reading(
    _ request: TakeDrawing, _ content: Data
  ) throws -> DrawingFiles.Reading {
    guard request.text.isEmpty else {
      return try DrawingFiles.read(request.text, format: request.format)
    }
    guard !request.blob.isEmpty else { throw DrawingProblem.file("it is empty.") }
    // `parlor` reads files itself and sends their strokes as a drawing keeps them, which no text is.
    guard request.format.isEmpty, let sketch = StrokePacking.unpack(content), !sketch.isEmpty else {
      return try DrawingFiles.read(content, format: request.format)
    }
    let wrong = StrokePacking.counts(content).strokes - sketch.lines.count
    var report = ImportReport()
    report.take(sketch.lines.count)
    if wrong > 0 { report.lose(ImportNote(line: 0, "stroke", "It has a mistake.", count: wrong)) }
    return DrawingFiles.Reading(strokes: sketch.lines.map(\.ink), report: report)
  }

  static func take(
    _ request: TakeDrawing, _ file: File, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<TakenDrawing> {
    let titles = [request.title, DrawingRules.shown(title: file.title), "Untitled"]
    let title = try DrawingRules.title(titles.first { !$0.isEmpty } ?? "")
    let pack = DrawingContent.keep(try file.pack.signed(by: home.me), &draft)
    let made: (record: RecordID, room: RoomID)
    if request.room.isEmpty {
      let paper = Paper.with {
        $0.title = title
        $0.base = pack
      }
      let room = home.personalRoom
      made = (try draft.make(DrawingKinds.paper, in: room, paper), room)
    } else {
      let room = try home.room(request.room).id
      let drawing = Drawing.with {
        $0.title = title
        $0.strokes = pack
      }
      made = (try draft.make(DrawingKinds.drawing, in: room, drawing), room)
    }
    // What was written is not in the snapshot yet.
    return .value(
      try .with {
        $0.drawing.id = made.record.description
        $0.drawing.title = title
        $0.drawing.room = made.room.description
        $0.drawing.roomName = try home.room(made.room)?.name ?? ""
        $0.drawing.own = true
        $0.drawing.paper = request.room.isEmpty
        $0.drawing.strokes = UInt32(file.pack.strokes)
        $0.drawing.points = UInt32(file.pack.points)
        $0.report = file.report
      })
  }
}
