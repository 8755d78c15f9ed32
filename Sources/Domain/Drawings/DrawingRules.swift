import Feature
import Schema

/// The reason why something cannot be drawn, saved or read; a sentence for people.
public enum DrawingProblem: Problem, Equatable {
  /// There is nothing on it.
  case empty
  /// More strokes than a drawing may have.
  case tooManyStrokes(Int)
  /// More points than a stroke may have.
  case tooManyPoints(Int)
  /// More points than all strokes of a drawing may have.
  case tooManyPointsInAll(Int)
  /// A stroke without a point.
  case noPoints
  /// A point that is not on the paper.
  case outside
  /// A text that is no number, or a number that no drawing has.
  case number(String)
  /// A width that is too thin or too thick.
  case width
  /// A text that is no colour.
  case colour(String)
  /// Lists of a stroke that do not fit each other.
  case uneven(String)
  /// A stroke that takes longer than an hour.
  case tooLong
  /// All strokes together take more bytes than are kept.
  case tooLarge
  /// A file of it has more bytes than are written.
  case tooLargeToWrite
  /// A title that is empty or too long.
  case title
  /// A format that is not written or read.
  case format(String)
  /// A file that is none of its format.
  case file(String)

  /// A file with more than `DrawingRules.mostPointsInAll` points.
  static let tooManyPointsInFile = DrawingProblem.file("it has more than 500,000 points.")

  /// The code by which programs tell it from other refusals.
  public var code: RefusalCode { .invalid }
  /// The way to a smaller drawing, where it is too large.
  public var remedy: Remedy? { self == .tooLarge ? Remedy(.undoStrokes) : nil }

  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .empty: "There is nothing on the paper: draw something before it is saved."
    case .tooManyStrokes(let count):
      "A drawing has at most 5,000 strokes and this would be \(count): save it, and begin another one."
    case .tooManyPoints(let count):
      "A stroke has at most 10,000 points and this one has \(count): draw it in parts."
    case .tooManyPointsInAll(let count):
      "A drawing has at most 500,000 points and this would have \(count): save it, and begin another one."
    case .noPoints: "The stroke has no points: give at least one."
    case .outside:
      "A point is not on the paper, which is 1,000 units wide and high: draw inside it."
    case .number(let text): "\"\(text)\" is not a number that a drawing can have: give another one."
    case .width: "A brush is from 0.1 to 200 wide: choose a width in that range."
    case .colour(let text):
      "\"\(text)\" is not a colour: write black, green, blue, red, yellow, or one as #1e90ff."
    case .uneven(let what):
      "The stroke has more or fewer \(what) than points: give one for each point."
    case .tooLong: "A stroke takes at most an hour: draw it in parts."
    case .tooLarge:
      "The drawing is too large to be saved, even packed."
    case .tooLargeToWrite:
      "The file would have more than \(DrawingRules.written >> 20) MiB, which no program reads: choose another format."
    case .title: "A drawing has a title of at most 100 bytes: give another one."
    case .format(let text):
      "\"\(text)\" is not a format of drawings: choose svg, film, json, excalidraw or drawpile."
    case .file(let reason): "The file cannot be read as a drawing: \(reason)"
    }
  }
}

/// The limits of a drawing (specification section 23).
public enum DrawingRules {
  /// The width and height of the paper in units, whatever it is shown on (row W-16).
  public static let side = 1_000
  /// The parts of a unit in which coordinates are stored.
  public static let parts = 10
  /// Strokes of one drawing (row W-33).
  public static let mostStrokes = 5_000
  /// Points of one stroke.
  public static let mostPoints = 10_000
  /// Milliseconds from the first to the last point of one stroke.
  public static let longest: UInt64 = 3_600_000
  /// Milliseconds from when a paper was begun to when a stroke begins: a hundred years.
  static let latest: UInt64 = 3_155_760_000_000
  /// Widths in hundredths of a unit.
  public static let widths: ClosedRange<UInt32> = 10...20_000
  /// The hardest that a pen is pressed.
  public static let mostPressure: UInt32 = 1_000
  /// Bytes of a title.
  public static let title = 100
  /// Bytes of a record's body.
  static let body = 56 << 10
  /// Bytes of packed strokes within a record; longer ones are a blob.
  static let inline = 48 << 10
  /// Bytes of strokes when they are unpacked: no pack makes more of itself.
  public static let unpacked = 16 << 20
  /// Points of all strokes of one picture.
  public static let mostPointsInAll = 500_000
  /// Numbers in the strokes of a pack: each ends with the one of its bytes that is below 128.
  static let mostNumbers = 2 << 20
  /// Bytes of a portrait, packed.
  static let portrait = 16 << 10
  /// Bytes of a portrait when it is unpacked; a longer one is not shown.
  static let portraitUnpacked = 256 << 10
  /// Points of a portrait as it is shown.
  static let portraitPoints = 2_000
  /// Bytes of a portrait as SVG.
  static let portraitPicture = 32 << 10
  /// Bytes that one answer about many drawings unpacks and has.
  static let together = 64 << 20
  /// Bytes of a file that is written of a drawing.
  public static let written = 32 << 20
  /// Bytes of the drawings of one author that one answer about many drawings unpacks.
  static let ofOneAuthor = 16 << 20
  /// Bytes of a file that is imported: what is written is read.
  public static let file = written
  /// The widths that people choose from, in hundredths of a unit (row W-09).
  public static let presets: [(name: String, width: UInt32)] = [
    ("Extra Thin", 50), ("Thin", 300), ("Medium", 450), ("Thick", 600), ("Extra Thick", 750),
  ]
  /// The colours that people choose from.
  public static let colours: [(name: String, colour: UInt32)] = [
    ("Black", 0x000000), ("Green", 0x00a03c), ("Blue", 0x1e5adc), ("Red", 0xdc281e),
    ("Yellow", 0xffcc00),
  ]

  /// The title of a drawing as it is saved.
  ///
  /// - Throws: `DrawingProblem.title`.
  static func title(_ typed: String) throws(DrawingProblem) -> String {
    let clean = oneLine(typed)
    guard !clean.isEmpty, clean.utf8.count <= title else { throw .title }
    return clean
  }

  private static func oneLine(_ text: String) -> String {
    Text.clean(text, limit: .max).split(separator: " ").joined(separator: " ")
  }

  /// A title cleaned for people, as others may have written it.
  public static func shown(title text: String) -> String {
    // Of a long one the beginning is enough.
    let trimmed = oneLine(
      text.utf8.count > 4_096 ? String(text.unicodeScalars.prefix(1_024)) : text)
    return trimmed.utf8.count <= title ? trimmed : Text.clean(trimmed, limit: title)
  }

  /// A colour as people type it: the name of a preset, or its parts as in #1e90ff.
  ///
  /// - Throws: `DrawingProblem.colour`.
  public static func colour(_ typed: String) throws(DrawingProblem) -> UInt32 {
    guard typed.utf8.count <= 80 else { throw .colour(Text.preview(typed, characters: 40)) }
    if let preset = colours.first(where: { $0.name.lowercased() == typed.lowercased() }) {
      return preset.colour
    }
    var digits = typed.hasPrefix("#") ? String(typed.dropFirst()) : typed
    if digits.utf8.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let colour = UInt32(digits, radix: 16)
    else { throw .colour(Text.preview(typed, characters: 40)) }
    return colour
  }

  /// A colour as SVG has it.
  public static func text(_ colour: UInt32) -> String {
    let digits = String(colour & 0xffffff, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// A width as people type it: the name of a preset, or units.
  ///
  /// - Throws: `DrawingProblem.width`.
  public static func width(_ typed: String) throws(DrawingProblem) -> UInt32 {
    let folded = typed.lowercased().replacing("-", with: " ")
    if let preset = presets.first(where: { $0.name.lowercased() == folded }) { return preset.width }
    guard let units = Double(typed), units.isFinite, (0...1_000).contains(units) else {
      throw .width
    }
    let width = UInt32((units * 100).rounded())
    guard widths.contains(width) else { throw .width }
    return width
  }

  /// Returns a time of drawing for people, such as "2 minutes 5 seconds" (row W-04).
  public static func text(milliseconds: UInt64) -> String {
    let (minutes, seconds) = (milliseconds / 1_000).quotientAndRemainder(dividingBy: 60)
    return "\(Count.of(minutes, "minute")) \(Count.of(seconds, "second"))"
  }
}
