import Feature
import FoundationEssentials

/// Makes the card database of a home out of a file of Scryfall, MTGJSON or Cockatrice (rows D-59, D-60).
///
/// It holds one card at a time, so the size of the file does not matter; and all of the file counts, or nothing of it.
public struct CardImport {
  /// The form of a file, by its first bytes.
  public enum Form: Sendable {
    /// Cards in JSON.
    case json
    /// Cockatrice's XML.
    case markup
    /// A program has packed it.
    case packed(by: String)

    fileprivate var isJSON: Bool { if case .json = self { true } else { false } }
  }

  /// The form of a file; nil for what is no card file, such as a collection in CSV.
  ///
  /// - Parameter beginning: its first bytes, at least six of them where it has so many.
  public static func form(of beginning: [UInt8]) -> Form? {
    if beginning.starts(with: [0x1f, 0x8b]) { return .packed(by: "gzip") }
    if beginning.starts(with: [0xfd, 0x37, 0x7a, 0x58, 0x5a]) { return .packed(by: "xz") }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = beginning.starts(with: mark) ? beginning.dropFirst(3) : beginning[...]
    switch text.first(where: { ![0x20, 0x09, 0x0a, 0x0d].contains($0) }) {
    case 0x5b, 0x7b: return .json
    case 0x3c: return .markup
    default: return nil
    }
  }

  /// Imports a file.
  ///
  /// - Parameters:
  ///   - home: the absolute path of the home.
  ///   - next: the next bytes of the file, unpacked; nil at its end.
  ///   - progress: is called now and then with how many bytes and cards were read.
  /// - Returns: how many cards the database has now.
  /// - Throws: `Refused` with the reason, and the old database is as it was; what `next` throws.
  public static func run(
    home: String, _ next: () throws -> [UInt8]?, progress: (_ bytes: Int, _ cards: Int) -> Void
  ) throws -> Int {
    guard let first = try next(), let form = form(of: first) else { throw CardScanner.noCards }
    let file = try CardDatabaseFile(home: home)
    try read(form, first, next, progress: progress) { try file.add($0) }
    return try file.finish(source: form.isJSON ? "a file in JSON" : "a file of Cockatrice")
  }

  /// Reads the cards of a file, one after the other.
  ///
  /// - Parameters:
  ///   - first: its first bytes.
  ///   - visit: takes what is to be known of a card, also where the rest of the file is refused.
  /// - Throws: `Refused` with the reason; what `next` and `visit` throw.
  package static func read(
    _ form: Form, _ first: [UInt8], _ next: () throws -> [UInt8]?,
    progress: (_ bytes: Int, _ cards: Int) -> Void, _ visit: (CardRow) throws -> Void
  ) throws {
    var (json, markup, bytes) = (CardScanner(), CardMarkup(), 0)
    let decoder = JSONDecoder()
    var chunk: [UInt8]? = first
    while let part = chunk {
      bytes += part.count
      switch form {
      case .json:
        var cards = json.cards
        try autoreleased {
          try json.take(part) { data in
            cards += 1
            guard let row = try Self.row(data, decoder, number: cards) else { return }
            try visit(row)
          }
        }
        progress(bytes, json.cards)
      case .markup:
        try markup.take(part, visit: visit)
        progress(bytes, markup.cards)
      case .packed(let program):
        throw Refused(
          .invalid, "The file is packed within another: unpack it with \(program) first.")
      }
      chunk = try next()
    }
    guard form.isJSON || !markup.isDeck else {
      throw Refused(
        .invalid, "The file is a deck: `parlor library import` takes it. Nothing was changed.")
    }
    guard form.isJSON ? json.isWhole : markup.isWhole else {
      throw Refused(
        .invalid,
        "The file ends in the middle, behind card \(form.isJSON ? json.cards : markup.cards): nothing was changed. Get it again."
      )
    }
  }

  private static func autoreleased(_ body: () throws -> Void) rethrows { try body() }

  private static func row(_ data: Data, _ decoder: JSONDecoder, number: Int) throws -> CardRow? {
    do {
      return try CardRow.of(json: data, decoder)
    } catch is DecodingError {
      throw Refused(
        .invalid, "Card \(number) in the file is damaged, or no card: nothing was changed.")
    }
  }
}
