/// Reads the name of a card from a photo that shows it from its upper to its lower edge, turned a little.
enum Scan {
  /// A name of ten letters is some 200 pixels wide then, which is what the library likes.
  private static let width = 900
  /// The name is in the upper part of a card.
  private static let title = 0.0..<0.22
  private static let turns: [Double] = [0, -1.5, 1.5, -3, 3, -4.5, 4.5]

  /// The lines that are read, each once, those of the upright photo first.
  static func lines(of photo: Picture, _ tesseract: Tesseract) throws -> [String] {
    let gray = try photo.gray(width: width)
    var found: [String] = []
    for degrees in turns {
      let lines = try tesseract.lines(in: gray.turnedBack(degrees: degrees, rows: title))
      // One letter or two are the frame of the card.
      found += lines.filter { $0.count > 2 && !found.contains($0) }
    }
    return found
  }
}
