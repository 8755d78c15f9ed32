import EventSchema
import FoundationEssentials
import Schema

/// The picture of an event in a calendar file: an ATTACH with its bytes, which Parlor wrote (row E-55; RFC 5545, section 3.8.1.1).
///
/// A parameter says which picture it is, so that others that a file has attached stay lines of the file.
public struct CalendarPicture: Equatable, Sendable {
  /// Larger pictures are in no file, in bytes: a file of a folder is read up to 1 MiB.
  public static let most = 640 << 10
  /// The most bytes of pictures in one file.
  public static let mostInFile = 16 << 20
  /// A longer line is no picture, in bytes.
  static let longestLine = most / 3 * 4 + (4 << 10)

  private static let (mark, cropMark) = ("X-PARLOR-PICTURE", "X-PARLOR-CROP")

  /// The id of its bytes in base32.
  public let blob: String
  /// The part of the picture that is shown.
  public let crop: PictureCrop
  /// The source of the picture, for people.
  public let source: String
  private let encoded: String

  /// The picture of an event with its bytes; nil if it is not a picture, or too large for a file.
  public init?(_ picture: PictureView, _ bytes: [UInt8]) {
    guard bytes.count <= Self.most, PictureHeader(bytes) != nil else { return nil }
    (blob, crop) = (picture.blob, PictureRules.shown(picture.crop))
    source = PictureRules.source(picture.source)
    encoded = Data(bytes).base64EncodedString()
  }

  /// Reads a line; nil for another one.
  init?(_ line: CalendarLine) {
    guard line.name == "ATTACH", let blob = line.parameters[Self.mark],
      line.parameters["ENCODING"]?.uppercased() == "BASE64"
    else { return nil }
    func plain(_ name: String) -> String {
      (line.parameters[name] ?? "").replacing("\"", with: "")
    }
    self.blob = blob
    crop = (try? PictureRules.crop(plain(Self.cropMark))) ?? PictureRules.whole
    source = PictureRules.source(plain("FILENAME"))
    encoded = line.value
  }

  /// A line that has begun so may be as long as a picture is.
  static func begins(_ line: some Collection<UInt8>) -> Bool {
    let head = String(decoding: line.prefix(2 << 10), as: UTF8.self).uppercased()
    return head.hasPrefix("ATTACH;") && head.contains(";\(mark)=")
  }

  /// The picture's bytes by their id, and the part that is shown. Two pictures with one mark are the same.
  struct Mark: Equatable {
    let blob: String
    let crop: PictureCrop
  }

  var mark: Mark { Mark(blob: blob, crop: crop) }

  /// The change to be made to the picture in a file.
  enum Edit {
    case nothing
    case put(CalendarPicture)
    case remove
  }

  /// The same without its bytes, as a folder is remembered.
  var withoutBytes: CalendarPicture {
    CalendarPicture(blob: blob, crop: crop, source: source, encoded: "")
  }

  private init(blob: String, crop: PictureCrop, source: String, encoded: String) {
    (self.blob, self.crop, self.source, self.encoded) = (blob, crop, source, encoded)
  }

  /// Its size in a file, in bytes.
  public var size: Int { encoded.utf8.count }

  /// Its bytes; nil where the file has none that are a picture.
  public var bytes: [UInt8]? {
    guard let data = Data(base64Encoded: encoded), data.count <= Self.most else { return nil }
    let bytes = [UInt8](data)
    return PictureHeader(bytes) == nil ? nil : bytes
  }

  /// The same picture, and the same part of it.
  public func isShown(by picture: PictureView) -> Bool {
    blob == picture.blob && crop == PictureRules.shown(picture.crop)
  }

  /// The line, not folded.
  var line: String {
    let form =
      switch encoded.prefix(4) {
      case "iVBO": "png"
      case "UklG": "webp"
      default: "jpeg"
      }
    var line = "ATTACH;FMTTYPE=image/\(form);ENCODING=BASE64;VALUE=BINARY;\(Self.mark)=\(blob)"
    if crop != PictureRules.whole { line += ";\(Self.cropMark)=\"\(PictureRules.text(crop))\"" }
    let name = source.replacing("\"", with: "'")
    if !name.isEmpty { line += ";FILENAME=\"\(name)\"" }
    return line + ":" + encoded
  }
}

extension CalendarPicture.Mark {
  /// The picture that the file of an event is to have; nil for none, and for one that is too large.
  init?(_ event: EventView) {
    guard event.hasPicture, event.picture.size > 0, event.picture.size <= CalendarPicture.most
    else { return nil }
    self.init(blob: event.picture.blob, crop: PictureRules.shown(event.picture.crop))
  }
}

extension CalendarPicture {
  /// A file without the pictures that Parlor wrote into it, or without their bytes alone.
  ///
  /// - Parameter keepsLine: whether the lines stay that say which they are.
  static func without(_ text: String, keepsLine: Bool) -> String {
    var result = ""
    var (raw, content) = ("", "")
    func ended() -> String {
      guard content.prefix(7).uppercased() == "ATTACH;",
        let line = CalendarLine(content, number: 0), CalendarPicture(line) != nil
      else { return raw }
      guard keepsLine else { return "" }
      return CalendarText.folded(String(content.dropLast(line.value.count)))
    }
    for part in CalendarPieces.lines(text) {
      if part.utf8.first == 32 || part.utf8.first == 9 {
        raw += part
        content += String(Substring(CalendarPieces.withoutEnd(part).utf8.dropFirst()))
      } else {
        result += ended()
        (raw, content) = (part, CalendarPieces.withoutEnd(part))
      }
    }
    return result + ended()
  }
}

extension CalendarSource {
  /// Attaches the picture of an event, in place of one that is there.
  mutating func attach(_ picture: CalendarPicture?) {
    let old = parts.firstIndex { isPicture($0) }
    guard picture?.line != old.map({ parts[$0].content }) else { return }
    removeParts(where: isPicture)
    guard let picture else { return }
    insert(picture.line)
  }

  func isPicture(_ part: Part) -> Bool {
    part.depth == 0 && part.line.flatMap { CalendarPicture($0) } != nil
  }
}
