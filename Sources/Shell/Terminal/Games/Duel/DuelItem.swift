import DuelSchema
import Schema

/// A card or token as a list of a duel shows it and a move names it.
struct DuelItem: Equatable, Sendable {
  /// The name by which a move finds it.
  enum Key: Hashable, Sendable {
    /// A hidden card of ours.
    case handle(UInt32)
    case object(UInt32)
    /// A card of our library, by its name.
    case library(String)
    /// A card of our sideboard, by its name.
    case side(String)
    /// A card of the library that we search.
    case label(UInt32)
    /// A card that can only be read, by its place in its list.
    case text(Int)
  }

  let key: Key
  /// The name, safe to print; empty for a hidden card.
  let name: String
  /// The same in a list: "a face-down card" for a hidden one.
  var title: String
  /// Further words: "tapped", "3 charge".
  var notes: [String] = []
  /// The number of cards for which it stands.
  var count = 1

  init(_ key: Key, _ name: String) {
    (self.key, self.name) = (key, name.plain)
    title = self.name
  }

  /// The item in one line: "Forest (tapped, 3 charge)".
  var text: String { notes.isEmpty ? title : "\(title) (\(notes.joined(separator: ", ")))" }

  /// The number of an object; nil for another card.
  var object: UInt32? { if case .object(let number) = key { number } else { nil } }

  /// The card of a move; nil for one that no move takes.
  var card: DuelMove.Card? {
    switch key {
    case .handle(let handle): .with { $0.handle = handle }
    case .object(let number): .with { $0.object = number }
    case .library(let name): .with { $0.library = name }
    case .side(let name): .with { $0.side = name }
    case .label, .text: nil
    }
  }
}

/// A list of cards at a duel. The first five are always on the screen, from the top to the bottom.
enum DuelListing: Hashable, CaseIterable, Sendable {
  case farField, stack, field, looked, hand
  case library, graveyard, side, exile, command, farGraveyard, farExile, farCommand, search, shown

  /// Those that are always on the screen.
  static let onTable: [DuelListing] = [.farField, .stack, .field, .looked, .hand]

  /// The words by which people name it.
  var words: [String] {
    switch self {
    case .farField: ["their table"]
    case .stack: ["stack"]
    case .field: ["table"]
    case .looked: ["looked"]
    case .hand: ["hand"]
    case .library: ["library"]
    case .graveyard: ["graveyard"]
    case .side: ["sideboard", "side"]
    case .exile: ["exile"]
    case .command: ["command"]
    case .farGraveyard: ["their graveyard"]
    case .farExile: ["their exile"]
    case .farCommand: ["their command"]
    case .search: ["search"]
    case .shown: ["shown"]
    }
  }

  /// Returns the place in a sentence: "in \(own) hand".
  ///
  /// - Parameter own: "your", or a name with an ending where a person watches.
  func place(_ other: String, own: String) -> String {
    switch self {
    case .farField: "on \(other)'s table"
    case .stack: "on the stack"
    case .field: "on \(own) table"
    case .looked: "among the cards that you look at"
    case .hand: "in \(own) hand"
    case .library: "in \(own) library"
    case .graveyard: "in \(own) graveyard"
    case .side: "in \(own) sideboard"
    case .exile: "in \(own) exile"
    case .command: "in \(own) command zone"
    case .farGraveyard: "in \(other)'s graveyard"
    case .farExile: "in \(other)'s exile"
    case .farCommand: "in \(other)'s command zone"
    case .search: "in the library that you search"
    case .shown: "among the cards that you were shown"
    }
  }

  /// Returns the title of the list: "\(own) hand".
  func title(_ other: String, own: String) -> String {
    let own = own == "your" ? "Your" : own
    return switch self {
    case .farField: "\(other)'s table"
    case .stack: "The stack, the top last"
    case .field: "\(own) table"
    case .looked: "Cards that you look at"
    case .hand: "\(own) hand"
    case .library: "\(own) library, in no order"
    case .graveyard: "\(own) graveyard"
    case .side: "\(own) sideboard"
    case .exile: "\(own) exile"
    case .command: "\(own) command zone"
    case .farGraveyard: "\(other)'s graveyard"
    case .farExile: "\(other)'s exile"
    case .farCommand: "\(other)'s command zone"
    case .search: "The library that you search"
    case .shown: "Cards that you were shown"
    }
  }
}
