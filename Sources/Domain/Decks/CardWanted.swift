import Feature
import Schema

/// A card as somebody names it: `4 Lightning Bolt (M10) 146`, a name, or the id of a copy.
struct CardWanted {
  /// The name, and what else was said; `count` is how many.
  var line: DeckLine
  /// The text without a number.
  let text: String

  var count: Int { Int(line.count) }

  /// Reads what somebody has typed.
  ///
  /// - Parameter count: how many; 0 for the number before the name, or one.
  /// - Throws: `Refused` for no name, and for too many.
  init(_ typed: String, count: UInt32) throws {
    let written = try? CardLineText(typed)
    let bare = Substring(typed).trimmed.drop { $0.isNumber }.trimmed
    if DeckRules.isReserved(String(bare)) { _ = try CardName.checked(bare) }
    if let part = written?.lost.first {
      throw Refused(
        .invalid, "\"\(Text.preview(part.text))\" is not understood behind a card: \(part.reason)")
    }
    line = try written?.line ?? .with { $0.name = try CardName.checked(typed) }
    line.name = try CardName.checked(line.name)
    text = line.name
    if count > 0 { line.count = count }
    if line.count == 0 { line.count = 1 }
    guard line.count <= DeckRules.mostOfOneLine else {
      throw Refused(
        .invalid,
        "At most \(DeckRules.mostOfOneLine) copies are taken at once, not \(line.count): give a smaller number."
      )
    }
  }

  /// The words that somebody has typed, with the name by which the card is known here.
  ///
  /// - Throws: `Refused` as above.
  static func resolved(_ typed: String, _ home: any Snapshot) throws -> DeckLine {
    var line = try CardWanted(typed, count: 0).line
    _ = try CardResolver(Collection(home)).resolve(&line)
    return line
  }

  /// The copies among some that are meant.
  func fitting(_ copies: [Collection.Copy]) -> [Collection.Copy] {
    copies.filter { line.fits($0.card) }
  }

  /// All copies that are meant, in libraries as well: by name, or the one whose id begins so.
  func copies(_ collection: Collection) throws -> [Collection.Copy] {
    let found = try fitting(collection.copies(named: line.name))
    guard found.isEmpty, isID else { return found }
    return (try? collection.copy(id: text)).map { [$0] } ?? []
  }

  /// It could be the beginning of an id.
  private var isID: Bool {
    text.utf8.count >= 4
      && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x32...0x37).contains($0) }
  }
}
