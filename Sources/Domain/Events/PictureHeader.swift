/// The kind and the size of a picture by the first bytes of its file, read before anything decodes it.
public struct PictureHeader: Equatable, Sendable {
  /// The kinds of pictures that are read.
  public enum Format: String, CaseIterable, Sendable {
    case png, jpeg, webp

    /// As people call it.
    public var name: String {
      switch self {
      case .png: "PNG"
      case .jpeg: "JPEG"
      case .webp: "WebP"
      }
    }

    /// The ends of the names of such files, the usual one first.
    public var endings: [String] { self == .jpeg ? ["jpg", "jpeg", "jpe", "jfif"] : [rawValue] }

    /// Whether a file of this kind would have a name that ends as one of another kind does.
    public func isMisnamed(by path: String) -> Bool {
      let name = path.split(separator: "/").last ?? ""
      guard let dot = name.lastIndex(of: ".") else { return false }
      let ending = name[name.index(after: dot)...].lowercased()
      return Self.allCases.contains { $0.endings.contains(ending) } && !endings.contains(ending)
    }
  }

  /// The kind of the picture.
  public let format: Format
  /// In pixels, before it is turned as a camera may ask for; at least 1.
  public let width: Int
  /// In pixels; at least 1.
  public let height: Int

  /// Reads a file; nil if it is not a picture, or has no size.
  public init?(_ bytes: [UInt8]) {
    guard let format = Self.format(of: bytes) else { return nil }
    let size =
      switch format {
      case .png: Self.png(bytes)
      case .jpeg: Self.jpeg(bytes)
      case .webp: Self.webP(bytes)
      }
    guard let size, size.width > 0, size.height > 0 else { return nil }
    self.format = format
    (width, height) = size
  }

  /// Returns the kind of picture that begins so; nil for none that is read.
  public static func format(of bytes: [UInt8]) -> Format? {
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return .png }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return .jpeg }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return .webp
    }
    return nil
  }

  /// Whether a file is complete: decoders take half a picture without a complaint.
  public static func isWhole(_ bytes: [UInt8]) -> Bool {
    switch format(of: bytes) {
    case .png:
      var place = 8
      while place + 12 <= bytes.count {
        if bytes[place + 4..<place + 8].elementsEqual(Array("IEND".utf8)) { return true }
        place += 12 + big(bytes[place..<place + 4])
      }
      return false
    case .jpeg:
      // After the last mark there may be what a camera adds; before the first scan another picture may be inside.
      guard let scan = segment(of: bytes, { $0 == 0xda }) else { return false }
      return (scan..<bytes.count - 1).contains { bytes[$0] == 0xff && bytes[$0 + 1] == 0xd9 }
    case .webp: return bytes.count >= 12 && little(bytes[4..<8]) + 8 <= bytes.count
    case nil: return false
    }
  }

  private static func png(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual(Array("IHDR".utf8)) else { return nil }
    return (big(bytes[16..<20]), big(bytes[20..<24]))
  }

  private static func jpeg(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    // These begin a picture and say its size.
    let place = segment(of: bytes) {
      (0xc0...0xcf).contains($0) && ![0xc4, 0xc8, 0xcc].contains($0)
    }
    guard let place, place + 9 <= bytes.count else { return nil }
    return (big(bytes[place + 7..<place + 9]), big(bytes[place + 5..<place + 7]))
  }

  /// The data of all segments of a JPEG file with a marker, up to the first scan.
  static func segments(of bytes: [UInt8], _ marker: UInt8) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    // It looks at each and wants none.
    _ = segment(of: bytes) { _ in
      false
    } each: { place in
      let end = place + 2 + big(bytes[place + 2..<place + 4])
      if bytes[place + 1] == marker, end <= bytes.count, place + 4 <= end {
        found.append(bytes[place + 4..<end])
      }
    }
    return found
  }

  /// Returns the place of the first segment of a JPEG file that has a marker of some kind, up to the first scan; nil for none.
  private static func segment(
    of bytes: [UInt8], _ isWanted: (UInt8) -> Bool, each: (Int) -> Void = { _ in }
  ) -> Int? {
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xff {
      let marker = bytes[place + 1]
      if isWanted(marker) { return place }
      switch marker {
      case 0xff: place += 1
      case 0x01, 0xd0...0xd8: place += 2
      case 0xd9, 0xda: return nil
      default:
        each(place)
        place += 2 + big(bytes[place + 2..<place + 4])
      }
    }
    return nil
  }

  private static func webP(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    guard bytes.count >= 30 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ":
      guard bytes[23..<26].elementsEqual([0x9d, 0x01, 0x2a]) else { return nil }
      return (little(bytes[26..<28]) & 0x3fff, little(bytes[28..<30]) & 0x3fff)
    case "VP8L":
      guard bytes[20] == 0x2f else { return nil }
      let packed = little(bytes[21..<25])
      return (packed & 0x3fff + 1, packed >> 14 & 0x3fff + 1)
    case "VP8X": return (little(bytes[24..<27]) + 1, little(bytes[27..<30]) + 1)
    default: return nil
    }
  }

  static func big(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  static func little(_ bytes: ArraySlice<UInt8>) -> Int { big(bytes.reversed()[...]) }
}
