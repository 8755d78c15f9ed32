import Events
import Feature
import FoundationEssentials
import Glibc

/// A reason why a request cannot be carried out, as a sentence for people.
enum Complaint: Error, CustomStringConvertible {
  case usage
  case unwritable(Int32)
  case drawing(String)
  case unconfined
  case noLibraries(String)
  case noTesseract
  case strokes

  var description: String {
    switch self {
    case .usage:
      """
      parlord picture is started by parlor and is not for use by hand.
      usage: parlord picture draw <DESCRIPTION-AND-PICTURE >DRAWING
             parlord picture shrink LIMIT <PICTURE >PICTURE
             parlord picture show WIDTH <PICTURE >PICTURE
             parlord picture scan <PHOTO >LINES
             parlord picture sheet FORMAT <SHEET >DRAWING
             parlord picture paint SIDE paper|clear <STROKES >DRAWING
             parlord picture film SIDE <STROKES >DRAWING
      """
    case .unwritable(let code):
      "The picture cannot be written (\(String(cString: strerror(code)))): make room on the disk."
    case .drawing(let reason):
      "The picture cannot be drawn (\(reason)): choose a smaller size, or report this."
    case .noLibraries(let reason):
      "Pictures are neither read nor drawn, because a library is missing (\(reason)): on Debian and Ubuntu, `apt-get install libpangocairo-1.0-0 libgdk-pixbuf-2.0-0` brings what is needed."
    case .noTesseract:
      "Tesseract, which reads the letters of photos, is not there, or not its data for English: `apt-get install tesseract-ocr` brings both. `parlor card scan --text` takes lines that another program has read."
    case .strokes:
      "The strokes of this drawing cannot be read: ask who drew it to save it again."
    case .unconfined:
      "Pictures are not opened, because the system does not let them be read without any rights (seccomp): start it where that is allowed."
    }
  }
}

/// The work for which this process was started.
enum Request {
  /// Draws the description in the first line of the input, with the picture behind it, if there is one.
  case draw
  /// Makes a picture as small as an event's may be: limited in bytes, with nothing in it that does not show.
  case shrink(limit: Int)
  /// Makes a PNG of its pixels alone, scaled down to a width.
  case show(width: Int)
  /// Reads the letters in the upper part of a photo of a card: each line as it looks when the photo is turned by some degrees.
  case scan
  /// Draws a sheet that Parlor has described.
  case sheet(CountdownImage.Format)
  /// Draws the strokes in the input as a PNG of a size in pixels.
  case paint(side: Int, isClear: Bool)
  /// Draws the strokes in the input one after the other, as an animated PNG of a size in pixels.
  case film(side: Int)
  /// Tries what must be refused, with a folder of the person; for tests.
  case probe(path: String)

  init(_ words: [String]) throws {
    switch words.first {
    case "draw" where words.count == 1: self = .draw
    case "probe" where words.count == 2: self = .probe(path: words[1])
    case "scan" where words.count == 1: self = .scan
    case "sheet" where words.count == 2:
      guard let format = CountdownImage.Format(rawValue: words[1]) else { throw Complaint.usage }
      self = .sheet(format)
    case "shrink" where words.count == 2:
      guard let limit = Int(words[1]), limit > 0 else { throw Complaint.usage }
      self = .shrink(limit: limit)
    case "show" where words.count == 2:
      guard let width = Int(words[1]), width > 0 else { throw Complaint.usage }
      self = .show(width: width)
    case "paint" where words.count == 3:
      guard let side = Int(words[1]), CountdownImage.sides.contains(max(100, side)), side >= 16,
        ["paper", "clear"].contains(words[2])
      else { throw Complaint.usage }
      self = .paint(side: side, isClear: words[2] == "clear")
    case "film" where words.count == 2:
      guard let side = Int(words[1]), (16...2_000).contains(side) else { throw Complaint.usage }
      self = .film(side: side)
    default: throw Complaint.usage
    }
  }

  /// The libraries without which it cannot be carried out.
  var libraries: [Library] {
    switch self {
    case .shrink, .show, .scan: [.pixbuf]
    case .paint, .film: [.cairo]
    case .sheet: [.cairo, .pango]
    case .draw, .probe: Library.allCases
    }
  }

  /// Reads standard input to its end and answers.
  ///
  /// - Parameter isSealing: opens whatever is needed first, and nothing after what others made is looked at.
  func answer(sealing isSealing: Bool) throws -> [UInt8] {
    // One byte more than is allowed says that there is too much.
    let input = Stream.readAll(STDIN_FILENO, most: PictureRules.mostBytes + (1 << 16))
    switch self {
    case .probe(let path):
      if isSealing { try Confinement.seal() }
      return Array(Probe.report(path).utf8)
    case .sheet(let format):
      let sheet = try JSONDecoder().decode(PictureSheet.self, from: Data(input))
      if isSealing {
        // Drawing once opens the fonts.
        _ = try sheet.file(.png)
        try Confinement.seal()
      }
      return try sheet.file(format)
    case .shrink(let limit):
      if isSealing { try seal() }
      return try Picture(input).small(within: limit)
    case .show(let width):
      if isSealing { try seal() }
      return try Picture(input).shown(width: width)
    case .scan:
      let tesseract = try Tesseract()
      if isSealing { try seal() }
      return Array(try Scan.lines(of: try Picture(input), tesseract).joined(separator: "\n").utf8)
    case .paint(let side, let isClear):
      if isSealing { try Confinement.seal() }
      return try Painting.file(of: input, side: side, isClear: isClear)
    case .film(let side):
      if isSealing { try Confinement.seal() }
      return try Film.file(of: input, side: side)
    case .draw:
      let end = input.firstIndex(of: 10) ?? input.endIndex
      let snapshot = try JSONDecoder().decode(CountdownImage.self, from: Data(input[..<end]))
      let content = Array(input[end...].dropFirst())
      if isSealing { try seal(with: snapshot) }
      let picture = content.isEmpty ? nil : try Picture(content)
      return try Drawing.file(of: snapshot, picture)
    }
  }
}

extension Request {
  /// Opens the libraries that decode pictures, and the fonts of a snapshot by drawing its words; then nothing any more.
  private func seal(with snapshot: CountdownImage? = nil) throws {
    Picture.loadDecoders()
    if var snapshot {
      snapshot.format = .png
      _ = try Drawing.file(of: snapshot, nil)
    }
    try Confinement.seal()
  }
}

/// Standard streams.
enum Stream {
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  static func readAll(_ descriptor: Int32, most: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < most {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// Says a sentence on standard error.
  static func complain(_ sentence: String) {
    _ = write(Array((sentence + "\n").utf8), to: STDERR_FILENO)
  }
}
