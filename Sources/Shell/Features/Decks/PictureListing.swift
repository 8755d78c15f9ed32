import Events
import Feature
import FoundationEssentials

/// The names in a folder of pictures of cards.
struct PictureListing {
  /// More than these are refused.
  private static let most = 100_000
  /// The signs that stand in names of files for the "//" between the faces of a card.
  private static let joints = ["__", "--", " _ ", " - "]
  private static let endings = Set(PictureHeader.Format.allCases.flatMap(\.endings))

  /// The state of the folder that was read.
  let stamp: FileStamp
  /// The names of pictures by the letters of their cards, and of the fronts of cards that have two faces. The first of equal ones counts.
  private(set) var files: [String: String] = [:]
  /// The names of what may be a folder, in order.
  private(set) var folders: [String] = []

  init(_ folder: borrowing FolderDescriptor, _ path: String) throws(Refused) {
    stamp = folder.stamp
    var fronts: [(letters: String, file: String)] = []
    for (name, mayBeFolder) in try folder.names(path, most: Self.most) {
      if mayBeFolder { folders.append(name) }
      guard let dot = name.lastIndex(of: "."),
        Self.endings.contains(name[name.index(after: dot)...].lowercased())
      else { continue }
      let card = name[..<dot]
      let letters = CardPictures.letters(card)
      if files[letters] == nil { files[letters] = name }
      if let front = Self.front(card) { fronts.append((CardPictures.letters(front), name)) }
    }
    // A file of the front alone goes before one with two faces.
    for front in fronts where files[front.letters] == nil { files[front.letters] = front.file }
    files[""] = nil
  }

  /// The name of the front of a card with two faces; nil for a name that is not clearly one of two.
  private static func front(_ card: Substring) -> Substring? {
    guard card.utf8.contains(where: { $0 == 0x5f || $0 == 0x2d }) else { return nil }
    let ends = joints.compactMap { card.firstRange(of: $0)?.lowerBound }
    return ends.min().map { card[..<$0] }
  }
}
