import EventSchema
import Feature
import Schema

/// The reason why something is not taken as a picture of an event; a sentence for people.
public enum PictureProblem: Problem, Equatable {
  /// Bytes that are no picture of a kind that is read.
  case noPicture
  /// A file that begins as a picture and cannot be read to its end.
  case broken(String)
  /// More bytes than a picture may have.
  case tooLong(bytes: Int, limit: Int)
  /// More pixels than are drawn.
  case tooLarge(width: Int, height: Int)
  /// A typed text that is not a part of a picture.
  case unreadableCrop(String)
  /// A part that is empty, or not inside the picture.
  case outside
  /// There is no picture to crop.
  case missing
  /// Nothing was typed to search for (row E-40).
  case noPhrase
  /// Nothing was found (row E-40).
  case noMatch(String)

  /// The code by which programs tell it from other refusals.
  public var code: RefusalCode { self == .missing ? .notFound : .invalid }
  /// The way to a picture, where there is none.
  public var remedy: Remedy? { self == .missing ? Remedy(.addPicture) : nil }

  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .noPicture: "The file cannot be read as a picture: choose a PNG, JPEG or WebP file."
    case .broken(let reason):
      "The picture cannot be read (\(reason)): it may be damaged, so choose another one."
    case .tooLong(let bytes, let limit):
      "The picture has \(bytes) bytes, more than the \(limit) that are allowed: choose a smaller one."
    case .tooLarge(let width, let height):
      "The picture has \(width) x \(height) pixels and \(PictureRules.mostPixels / 1_000_000) million are the most: choose a smaller one."
    case .unreadableCrop(let text):
      "\"\(text)\" is not a part of a picture: write left, top, width and height in per cent, as in 10,0,50.5,80."
    case .outside: "That part is empty or not inside the picture: choose one that is."
    case .missing: "The event has no picture yet."
    case .noPhrase:
      "Search Phrase is Missing: say what the picture should show, as in 'lake in summer'."
    case .noMatch(let phrase):
      "No picture fits \"\(phrase)\": try again, or use another phrase."
    }
  }
}

/// The limits of the picture of an event (rows E-37 and E-42).
public enum PictureRules {
  /// Bytes of UTF-8 in the words on where a picture came from.
  public static let source = 1 << 10
  /// The parts into which a crop divides the width and the height of a picture.
  public static let parts: UInt32 = 10_000
  /// Bytes of an event's picture: those of a blob.
  public static let mostStored = 4 << 20
  /// Bytes of a picture that is still read, before it is made as small as an event's may be.
  public static let mostBytes = 64 << 20
  /// The longer side of an event's picture: one that is greater is made smaller when it is set.
  public static let longestSide = 2_560
  /// Pixels of a picture that is still drawn.
  public static let mostPixels = 50_000_000
  /// All of a picture.
  public static let whole = PictureCrop.with {
    $0.width = parts
    $0.height = parts
  }

  /// Looks at the first bytes of a picture, before anything decodes it.
  ///
  /// - Parameter limit: how many bytes it may have.
  /// - Returns: the format and size that it declares.
  /// - Throws: `PictureProblem`.
  @discardableResult
  public static func check(
    _ content: [UInt8], limit: Int
  ) throws(PictureProblem) -> PictureHeader {
    guard content.count <= limit else { throw .tooLong(bytes: content.count, limit: limit) }
    guard let header = PictureHeader(content) else { throw .noPicture }
    guard header.width <= mostPixels, header.height <= mostPixels,
      header.width * header.height <= mostPixels
    else { throw .tooLarge(width: header.width, height: header.height) }
    return header
  }

  /// Checks a part that somebody has chosen: not empty, and inside the picture.
  ///
  /// - Throws: `PictureProblem`.
  public static func check(_ crop: PictureCrop) throws(PictureProblem) {
    guard isInside(crop) else { throw .outside }
  }

  /// Returns the part of a picture to be shown: the part that somebody chose, or the whole picture where that is not inside it.
  public static func shown(_ crop: PictureCrop) -> PictureCrop { isInside(crop) ? crop : whole }

  private static func isInside(_ crop: PictureCrop) -> Bool {
    crop.width > 0 && crop.height > 0
      && UInt64(crop.x) + UInt64(crop.width) <= UInt64(parts)
      && UInt64(crop.y) + UInt64(crop.height) <= UInt64(parts)
  }

  /// A part as people type it: left, top, width and height in per cent, with at most two decimals.
  ///
  /// - Throws: `PictureProblem`.
  public static func crop(_ text: String) throws(PictureProblem) -> PictureCrop {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      hundredths(part.filter { $0 != " " })
    }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
      let height = numbers[3]
    else { throw .unreadableCrop(Text.clean(text, limit: 64)) }
    let crop = PictureCrop.with { ($0.x, $0.y, $0.width, $0.height) = (x, y, width, height) }
    try check(crop)
    return crop
  }

  /// The same part as text that reads back.
  public static func text(_ crop: PictureCrop) -> String {
    [crop.x, crop.y, crop.width, crop.height].map { part in
      let (whole, rest) = part.quotientAndRemainder(dividingBy: 100)
      if rest % 10 == 0 { return rest == 0 ? "\(whole)" : "\(whole).\(rest / 10)" }
      return "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }.joined(separator: ",")
  }

  /// Returns the words on the source of a picture as they are saved; they may be empty.
  public static func source(_ text: String) -> String { Text.clean(text, limit: source) }

  private static func hundredths(_ text: some StringProtocol) -> UInt32? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 48 && $0 < 58 } }),
      let first = parts.first, first.utf8.count <= 3, let whole = UInt32(first)
    else { return nil }
    guard parts.count == 2 else { return whole * 100 }
    guard (1...2).contains(parts[1].utf8.count), let rest = UInt32(parts[1]) else { return nil }
    return whole * 100 + (parts[1].utf8.count == 1 ? rest * 10 : rest)
  }
}
