import DeckSchema
import Feature
import FoundationEssentials
import Schema

/// Makes the card database of a home out of a file of Scryfall, MTGJSON or Cockatrice (rows D-59, D-60).
///
/// It holds one card at a time, so the size of the file does not matter; and either the whole file counts or none of it.
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

  /// The form of a file; nil if it is not a card file, such as a collection in CSV.
  ///
  /// - Parameter beginning: its first bytes, at least six where it has them.
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
  /// - Returns: the number of cards that the database has now, and those that were left out.
  /// - Throws: `Refused` with the reason, and the old database is as it was; what `next` throws.
  public static func run(
    home: String, _ next: () throws -> [UInt8]?, progress: (_ bytes: Int, _ cards: Int) -> Void
  ) throws -> ImportedCards {
    var intake = CardIntake(home: home)
    while let bytes = try next() {
      try intake.take(bytes)
      progress(intake.bytes, intake.cards)
    }
    return try intake.finish()
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
    var reading = CardReading(form)
    var chunk: [UInt8]? = first
    while let part = chunk {
      try reading.take(part, visit)
      progress(reading.bytes, reading.cards)
      chunk = try next()
    }
    try reading.finish()
  }
}

/// An import whose bytes come one portion after the other; one that is dropped before its end changes nothing.
public struct CardIntake {
  /// The fewest bytes that tell the form of a file.
  private static let fewest = 6

  private let home: String
  private var beginning: [UInt8] = []
  private var begun: (reading: CardReading, file: CardDatabaseFile)?

  /// Begins an import into a home, named by its absolute path.
  public init(home: String) { self.home = home }

  /// The number of bytes that were read.
  public var bytes: Int { begun?.reading.bytes ?? 0 }
  /// The number of cards that were read.
  public var cards: Int { begun?.reading.cards ?? 0 }

  /// Takes the next bytes of the file.
  ///
  /// - Throws: `Refused` with the reason; the old database is as it was.
  public mutating func take(_ bytes: [UInt8]) throws {
    if begun != nil { return try read(bytes) }
    beginning += bytes
    if beginning.count >= Self.fewest { try begin() }
  }

  /// Puts the new database into the place of the old one.
  ///
  /// - Returns: the number of cards that it has, and those that were left out.
  /// - Throws: `Refused` with the reason; the old database is as it was.
  public mutating func finish() throws -> ImportedCards {
    if begun == nil { try begin() }
    guard let (reading, file) = begun else { throw CardScanner.noCards }
    try reading.finish()
    return try file.finish(
      source: reading.form.isJSON ? "a file in JSON" : "a file of Cockatrice")
  }

  /// Does the same, and says it as the API does.
  ///
  /// - Throws: `Refused` with the reason; the old database is as it was.
  public mutating func finishedView() throws -> CardsView {
    let result = try finish()
    return .with {
      $0.count = UInt32(clamping: result.count)
      $0.message = result.sentence
    }
  }

  private mutating func begin() throws {
    guard let form = CardImport.form(of: beginning) else { throw CardScanner.noCards }
    begun = (CardReading(form), try CardDatabaseFile(home: home))
    try read(beginning)
    beginning = []
  }

  private mutating func read(_ bytes: [UInt8]) throws {
    guard let file = begun?.file else { return }
    try begun?.reading.take(bytes) { try file.add($0) }
  }
}

/// The cards of a file, read one portion after the other.
private struct CardReading {
  let form: CardImport.Form
  private(set) var bytes = 0
  private var json = CardScanner()
  private var markup = CardMarkup()
  private let decoder = JSONDecoder()

  init(_ form: CardImport.Form) { self.form = form }

  var cards: Int { form.isJSON ? json.cards : markup.cards }

  /// Takes the next bytes, and gives each card that is whole to `visit`.
  mutating func take(_ part: [UInt8], _ visit: (CardRow) throws -> Void) throws {
    bytes += part.count
    switch form {
    case .json:
      var cards = json.cards
      let decoder = decoder
      try json.take(part) { data in
        cards += 1
        guard let row = try Self.row(data, decoder, number: cards) else { return }
        try visit(row)
      }
    case .markup:
      try markup.take(part, visit: visit)
    case .packed(let program):
      throw Refused(
        .invalid, "The file is in an archive: unpack it with \(program) first.")
    }
  }

  /// Looks whether the file was whole.
  func finish() throws {
    guard form.isJSON || !markup.isDeck else {
      throw Refused(
        .invalid, "The file is a deck, so nothing was changed.", .importDeck)
    }
    guard form.isJSON ? json.isWhole : markup.isWhole else {
      throw Refused(
        .invalid,
        "The file breaks off after card \(cards): nothing was changed. Get it again.")
    }
  }

  private static func row(
    _ data: Data, _ decoder: JSONDecoder, number: Int
  ) throws -> CardRow? {
    do {
      return try CardRow.of(json: data, decoder)
    } catch is DecodingError {
      throw Refused(
        .invalid, "Card \(number) in the file is damaged or not a card: nothing was changed.")
    }
  }
}
