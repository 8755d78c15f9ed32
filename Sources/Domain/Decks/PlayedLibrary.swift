import DeckSchema
import Feature
import Schema

/// A library as its owner plays with it: the names of its cards, and what its format has against it.
public struct PlayedLibrary: Sendable {
  /// The name of the library.
  public let name: String
  /// The format that was checked; empty for none.
  public let format: String
  /// The cards of the main part, each copy by itself.
  public let main: [String]
  /// The cards beside it: the sideboard, commanders and a companion.
  public let side: [String]
  /// Those of them that begin in the command zone.
  public let commanders: [String]
  /// The types of the cards by name, as far as a card database has them, in the order of the names.
  public let types: [(name: String, type: String)]
  /// The rules of the format that it breaks, each a sentence.
  public let failures: [String]
  /// The life with which a player of the format begins.
  public let life: UInt32

  /// Reads a library that is named by its name or id.
  ///
  /// - Parameter format: the format to check; empty for the library's own.
  /// - Throws: `Refused` where there is no such library, or no card in it.
  public init(_ library: String, format: String, _ home: any Snapshot) throws {
    var list = try Collection(home).shownList(of: library)
    if !format.isEmpty { list.format = format }
    name = list.name
    self.format = list.format
    func cards(_ isIn: (DeckZone) -> Bool) -> [String] {
      list.lines.filter { isIn($0.zone) }.flatMap { line in
        [String](repeating: Text.composed(line.name), count: Int(line.count))
      }
    }
    (main, side) = (cards { $0 == .main }, cards { $0 != .main })
    commanders = cards { $0 == .commander }
    let database = home.cards
    types = Set(main + side).sorted().compactMap { name in
      guard let type = database?.card(name)?.facts.type, !type.isEmpty else { return nil }
      return (name, type)
    }
    failures = DeckCheck.view(list, home.cards).failures
    life = DeckFormatRules(list.format).hasCommander ? 40 : 20
  }
}
