import Schema

/// The meaning of a column of a collection file.
enum CollectionField: Hashable, CaseIterable {
  case count, foilCount, specialFoilCount, playset
  case name, simpleName, set, setName, number, language, finish, condition
  case price, currency, tags, binder
  case altered, signed, artistProof, misprint, promo, textless, proxy
  /// Whether it is on the list of cards that were only thought of.
  case maybe
  /// Whether our person has it at all.
  case status

  /// The mark of the copy for a thing that was done to a card; nil for a field that is none.
  var mark: String? {
    switch self {
    case .altered: "altered"
    case .signed: "signed"
    case .artistProof: "artist proof"
    case .misprint: "misprint"
    case .promo: "promo"
    case .textless: "textless"
    case .proxy: "proxy"
    default: nil
    }
  }
}

/// The titles of columns that programs write, and what they mean: one table for all of them.
enum CollectionColumns {
  /// Titles, folded as names of cards are. Each stands in a file of at least one program.
  static let titles: [String: CollectionField] = [
    // Moxfield, Archidekt, Deckbox, ManaBox, TopDecked, Card Kingdom, Cardmarket, Delver.
    "count": .count, "quantity": .count, "qty": .count, "quantityx": .count, "amount": .count,
    "total qty": .count,
    // UrzaGatherer counts its foils by themselves.
    "foil count": .foilCount, "foil quantity": .foilCount, "special foil count": .specialFoilCount,
    // Cardmarket counts four copies as one.
    "playset": .playset,
    "name": .name, "card name": .name, "card": .name, "english name": .name, "title": .name,
    "simple name": .simpleName,
    "edition code": .set, "set code": .set, "setcode": .set, "set id": .set,
    "expansion code": .set, "exp": .set,
    "edition": .setName, "set": .setName, "edition name": .setName, "set name": .setName,
    "setname": .setName, "expansion name": .setName, "expansion": .setName, "exp name": .setName,
    "collector number": .number, "card number": .number, "cardnumber": .number,
    "collectors number": .number, "collector": .number, "number": .number,
    "language": .language, "lang": .language,
    "foil": .finish, "finish": .finish, "printing": .finish, "premium": .finish,
    "condition": .condition, "grade": .condition,
    "purchase price": .price, "purchaseprice": .price, "price bought": .price,
    "acquired price": .price, "my price": .price, "price each": .price, "price": .price,
    "purchase price currency": .currency, "currency code": .currency, "currency": .currency,
    "tags": .tags, "tag": .tags,
    "binder name": .binder, "binder": .binder, "folder name": .binder, "folder": .binder,
    "alter": .altered, "altered": .altered, "altered art": .altered, "signed": .signed,
    "artist proof": .artistProof, "misprint": .misprint, "promo": .promo, "textless": .textless,
    "proxy": .proxy, "maybeboard": .maybe, "status": .status,
  ]

  /// The columns with their meanings, and those that are not read.
  static func of(
    _ titles: [String]
  ) -> (places: [CollectionField: Int], unread: [(place: Int, title: String)]) {
    var places: [CollectionField: Int] = [:]
    var unread: [(Int, String)] = []
    for (place, title) in titles.enumerated() {
      if let field = Self.titles[CardName.fold(title)], places[field] == nil {
        places[field] = place
      } else {
        unread.append((place, title))
      }
    }
    return (places, unread)
  }

  /// Values by which a program says that there is nothing.
  static func isNothing(_ value: String) -> Bool {
    ["", "0", "0 0", "0 00", "false", "no", "none", "n"].contains(CardName.fold(value))
  }

  /// Values by which a program says no more than yes.
  static func isYes(_ value: String) -> Bool {
    ["true", "yes", "1", "x", "y"].contains(CardName.fold(value))
  }
}
