/// The words of a file on its picture beside the pixels: which way up it is, and whether it moves.
///
/// JPEG has it in an APP1 segment, PNG in the chunks eXIf and acTL, and WebP in the chunks EXIF and ANIM.
public struct PictureExtras: Equatable, Sendable {
  /// The way up that a camera asks for, from 1 to 8 (Exif 2.32, tag 0x0112); 1 for as it is.
  public private(set) var orientation = 1
  /// Whether there is more than one picture, one after the other.
  public private(set) var moves = false

  /// Reads a file; what is wrong in it says nothing.
  public init(_ bytes: [UInt8]) {
    switch PictureHeader.format(of: bytes) {
    case .jpeg:
      let mark = Array("Exif\0\0".utf8)
      for data in PictureHeader.segments(of: bytes, 0xe1) where data.starts(with: mark) {
        orientation = Self.orientation(data.dropFirst(mark.count))
        break
      }
    case .png: readPNG(bytes)
    case .webp: readWebP(bytes)
    case nil: break
    }
  }

  private mutating func readPNG(_ bytes: [UInt8]) {
    var place = 8
    while place + 12 <= bytes.count {
      let length = PictureHeader.big(bytes[place..<place + 4])
      let name = bytes[place + 4..<place + 8]
      guard length <= bytes.count - place - 12 else { return }
      let data = bytes[place + 8..<place + 8 + length]
      if name.elementsEqual(Array("eXIf".utf8)) { orientation = Self.orientation(data) }
      if name.elementsEqual(Array("acTL".utf8)), length >= 8 {
        moves = PictureHeader.big(data.prefix(4)) > 1
      }
      place += 12 + length
    }
  }

  private mutating func readWebP(_ bytes: [UInt8]) {
    let mark = Array("Exif\0\0".utf8)
    var (place, frames) = (12, 0)
    while place + 8 <= bytes.count {
      let length = PictureHeader.little(bytes[place + 4..<place + 8])
      guard length <= bytes.count - place - 8 else { break }
      let name = bytes[place..<place + 4]
      if name.elementsEqual(Array("EXIF".utf8)) {
        // Some programs write the mark of JPEG before it.
        let data = bytes[place + 8..<place + 8 + length]
        orientation = Self.orientation(data.starts(with: mark) ? data.dropFirst(6) : data)
      }
      if name.elementsEqual(Array("ANMF".utf8)) { frames += 1 }
      // Each has an even number of bytes.
      place += 8 + length + length % 2
    }
    moves = frames > 1
  }

  /// The orientation in the first directory of a file of TIFF (TIFF 6.0, section 2); 1 where it has none.
  private static func orientation(_ data: ArraySlice<UInt8>) -> Int {
    let bytes = Array(data)
    let isBig = bytes.starts(with: [0x4d, 0x4d, 0, 42])
    guard isBig || bytes.starts(with: [0x49, 0x49, 42, 0]), bytes.count >= 8 else { return 1 }
    func number(_ place: Int, _ count: Int) -> Int? {
      guard place >= 0, place + count <= bytes.count else { return nil }
      let part = bytes[place..<place + count]
      return isBig ? PictureHeader.big(part) : PictureHeader.little(part)
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return 1 }
    for entry in 0..<count {
      let place = directory + 2 + 12 * entry
      guard let tag = number(place, 2) else { return 1 }
      // One number of two bytes.
      guard tag == 0x0112, number(place + 2, 2) == 3, number(place + 4, 4) == 1 else { continue }
      let value = number(place + 8, 2) ?? 1
      return (1...8).contains(value) ? value : 1
    }
    return 1
  }

  /// The part of the picture that is not kept, as a sentence; nil for none.
  public var loss: String? {
    moves ? "The picture moves: only the first of its pictures is kept." : nil
  }
}
