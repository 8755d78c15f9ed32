import ArgumentParser
import Client
import Commands
import Events
import EventSchema
import FileSchema
import Programs
import Schema
import Terminal

/// The units of a countdown as people type them.
enum UntilUnit: String, ExpressibleByArgument, CaseIterable {
  case weeks, days, hours, minutes, seconds

  var value: CountdownUnit {
    switch self {
    case .weeks: .weeks
    case .days: .days
    case .hours: .hours
    case .minutes: .minutes
    case .seconds: .seconds
    }
  }
}

/// `parlor event snapshot`: the countdown as a picture.
struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot",
    abstract: "Draw an event's countdown as it is now, to save, share or print it.",
    discussion: """
      The drawing shows the event's picture, or hills under a sky where it has none, its name, its date and the countdown. It is \
      1080 x 1350 pixels, on paper a page of A4, unless --size says otherwise.

      EXAMPLES
        parlor event snapshot picnic --png picnic.png
        parlor event snapshot picnic --svg picnic.svg --size 1920x1080 --until hours
        parlor event snapshot picnic --to friends
        parlor event snapshot picnic --print
        parlor event snapshot picnic --png - | wl-copy
      """)

  @OptionGroup var one: OneEvent

  @Option(help: ArgumentHelp("Write it as SVG; - is standard output.", valueName: "file"))
  var svg: String?

  @Option(help: ArgumentHelp("Write it as PNG; - is standard output.", valueName: "file"))
  var png: String?

  @Option(help: ArgumentHelp("Write it as PDF; - is standard output.", valueName: "file"))
  var pdf: String?

  @Option(
    help: ArgumentHelp("Share it with a room, as a PNG file with a message.", valueName: "room"))
  var to: String?

  @Flag(help: "Print it, with `lp`.")
  var print = false

  @Option(help: ArgumentHelp("In pixels, for PDF in points.", valueName: "width x height"))
  var size: String?

  @Option(help: "In what the sentence counts: weeks, days, hours, minutes or seconds.")
  var until = UntilUnit.days

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  private var files: [(format: CountdownImage.Format, path: String)] {
    [(.svg, svg), (.png, png), (.pdf, pdf)].compactMap { format, path in path.map { (format, $0) } }
  }

  func validate() throws {
    if files.isEmpty, to == nil, !print {
      throw ValidationError(
        "Say where it goes: --png FILE, --svg FILE, --pdf FILE, --to ROOM or --print.")
    }
    if let size, CountdownImage.size(size) == nil {
      let (least, most) = (CountdownImage.sides.lowerBound, CountdownImage.sides.upperBound)
      throw ValidationError(
        "--size must look like 1080x1350, with each number from \(least) to \(most).")
    }
  }

  func run() throws {
    let (found, client) = try one.find()
    let sinks = try files.map { ($0.format, $0.path, try FileSink($0.path, over: force)) }
    var drawing = try EventDrawing(found, client, until: until.value, size: size)
    var said: [String] = []
    for (format, path, sink) in sinks {
      let file = try drawing.file(format)
      try sink.write(file)
      try sink.finish()
      if path != "-" { said.append("\(path.plain): \(FileText.size(UInt64(sink.count))).") }
    }
    if let to { said.append(try share(&drawing, with: to, found, client)) }
    if print { said.append(try send(&drawing, found)) }
    guard !files.contains(where: { $0.path == "-" }) else { return }
    if one.choice.options.json { return try Output.json(found) }
    said.forEach(Output.line)
  }

  private func share(
    _ drawing: inout EventDrawing, with room: String, _ event: EventView, _ client: DaemonClient
  ) throws -> String {
    var rest = [try drawing.file(.png)]
    let name = event.name.split(separator: "/").joined(separator: "-") + ".png"
    let blob = try client.keep { rest.popLast() }
    let file = try client.call(Methods.Files.share) {
      $0.room = room
      $0.name = name
      $0.blob = blob
    }
    return "\(file.name.plain) is shared: \(FileText.size(file.size))."
  }

  private func send(_ drawing: inout EventDrawing, _ event: EventView) throws -> String {
    guard Tool.exists("lp") else {
      throw CommandFailure(
        SessionEnd.refused,
        "The program lp, which prints, is not installed: install cups-client and set up a printer, or write it with --pdf FILE and print that."
      )
    }
    let filter = Filter("lp", ["-t", event.name.plain], within: .seconds(60), limit: 1 << 16)
    let file = try drawing.file(.pdf)
    let result = try? filter.run(file)
    guard let result, result.code == 0 else {
      let reason = result?.complaints.split(separator: "\n").first.map { String($0).plain }
      throw CommandFailure(
        SessionEnd.refused,
        "lp did not print it (\(reason ?? "it did not answer")): `lpstat -t` shows the printers.")
    }
    return "\(event.name.plain) is on its way to the printer."
  }
}

/// Draws one event, each kind of file from the same moment.
struct EventDrawing {
  private let snapshot: CountdownImage
  private let size: String?
  private var picture: [UInt8] = []

  init(_ event: EventView, _ client: DaemonClient, until unit: CountdownUnit, size: String?) throws
  {
    snapshot = PlannedText(LocalZone.calendar, now: SessionLoop.wall).snapshot(
      of: event, unit: unit)
    self.size = size
    guard event.hasPicture else { return }
    do {
      try client.download("/v1/blobs/\(event.picture.blob)") { picture += $0 }
    } catch {
      try giveUp(error)
    }
  }

  /// Somebody else has chosen the picture: where it cannot be shown, that is said and the placeholder stands for it.
  private mutating func giveUp(_ error: any Error) throws {
    guard let failure = CommandFailure(error), failure.code == SessionEnd.refused else {
      throw error
    }
    Output.error("parlor: The event is drawn without its picture. \(failure.text)")
    picture = []
  }

  /// The drawing as a file.
  mutating func file(_ format: CountdownImage.Format) throws -> [UInt8] {
    var snapshot = snapshot
    snapshot.format = format
    // A4 in points.
    if format == .pdf { (snapshot.width, snapshot.height) = (595, 842) }
    if let size = size.flatMap(CountdownImage.size) { (snapshot.width, snapshot.height) = size }
    if !picture.isEmpty {
      do {
        return try PictureProgram.draw(snapshot, picture)
      } catch {
        try giveUp(error)
      }
    }
    return try PictureProgram.draw(snapshot, [])
  }
}
