import Schema

/// The meaning of a column of a collection file.
enum CollectionField: Hashable, CaseIterable {
  case count, addedCount, plainCount, foilCount, specialFoilCount, playset
  case name, simpleName, set, setName, number, language, finish, etched, condition
  case price, foilPrice, currency, tags, binder, binderType
  case altered, signed, artistProof, misprint, promo, textless, proxy
  /// Whether it is on the list of cards that were only thought of.
  case maybe
  /// The part of a deck in which it is.
  case board
  /// Whether our person has it at all.
  case status
  /// The game that it is a card of.
  case game
  /// Words for a finish and for things that were done to a card, in one column.
  case extras

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
    "total qty": .count, "total quantity": .count, "groupcount": .count, "copies": .count,
    "owned": .count, "anzahl": .count, "menge": .count,
    // Decked Builder, Delver Lens and people count the cards that are no foils.
    "reg qty": .plainCount, "regular": .plainCount, "regular count": .plainCount,
    "regular quantity": .plainCount, "regular qty": .plainCount, "nonfoil count": .plainCount,
    "nonfoil quantity": .plainCount, "nonfoil qty": .plainCount, "non foil count": .plainCount,
    "non foil quantity": .plainCount, "non foil qty": .plainCount, "normal count": .plainCount,
    "normal quantity": .plainCount, "normal qty": .plainCount,
    // UrzaGatherer says how many of its cards are foils.
    "foil count": .foilCount, "foil qty": .foilCount, "foil quantity": .foilCount,
    "special foil count": .specialFoilCount,
    // TCGplayer's own lists of a seller say what is to be added to the number that is there.
    "add to quantity": .addedCount, "product line": .game,
    // Cardmarket counts four copies as one.
    "playset": .playset, "isplayset": .playset, "is playset": .playset,
    "name": .name, "product name": .name, "product": .name, "card name": .name, "card": .name,
    "english name": .name,
    "title": .name,
    "simple name": .simpleName,
    "edition code": .set, "set code": .set, "setcode": .set, "set id": .set,
    "expansion code": .set, "exp": .set,
    "edition": .setName, "set": .setName, "edition name": .setName, "set name": .setName,
    "setname": .setName, "expansion name": .setName, "expansion": .setName, "exp name": .setName,
    "collector number": .number, "card number": .number, "cardnumber": .number,
    "collectors number": .number, "collector": .number, "number": .number, "cn": .number,
    "set number": .number,
    // TappedOut spells it in the second of these ways.
    "language": .language, "languange": .language, "lang": .language, "idlanguage": .language,
    "foil": .finish, "is foil": .finish, "isfoil": .finish, "finish": .finish, "printing": .finish,
    "premium": .finish, "etched": .etched, "is etched": .etched, "board": .board,
    // Helvault has one column for all of these; Scryfall calls the board of a deck so.
    "extras": .extras, "section": .board,
    "condition": .condition, "grade": .condition,
    "purchase price": .price, "purchaseprice": .price, "price bought": .price,
    "acquired price": .price, "my price": .price, "price each": .price, "price": .price,
    "foil price": .foilPrice,
    "purchase price currency": .currency, "currency code": .currency, "currency": .currency,
    "tags": .tags, "tag": .tags,
    "binder name": .binder, "binder": .binder, "folder name": .binder, "folder": .binder,
    "binder type": .binderType,
    "alter": .altered, "altered": .altered, "altered art": .altered, "signed": .signed,
    "is signed": .signed, "issigned": .signed, "is altered": .altered, "isaltered": .altered,
    "artist proof": .artistProof, "misprint": .misprint, "promo": .promo, "textless": .textless,
    "proxy": .proxy, "maybeboard": .maybe, "status": .status,
    // German, French, Spanish, Italian, Portuguese and Dutch.
    "quantite": .count, "cantidad": .count, "quantita": .count, "quantidade": .count,
    "aantal": .count, "kartenname": .name, "nom": .name, "nom de la carte": .name, "nombre": .name,
    "nombre de la carta": .name, "nome": .name, "nome della carta": .name, "nome da carta": .name,
    "naam": .name, "extension": .setName, "edicion": .setName, "edizione": .setName,
    "espansione": .setName, "edicao": .setName, "nummer": .number, "kartennummer": .number,
    "sammlernummer": .number, "numero": .number, "sprache": .language, "langue": .language,
    "idioma": .language, "lingua": .language, "taal": .language, "zustand": .condition,
    "etat": .condition, "estado": .condition, "condizione": .condition, "condizioni": .condition,
    "condicao": .condition, "staat": .condition, "preis": .price, "kaufpreis": .price,
    "prix": .price, "precio": .price, "prezzo": .price, "preco": .price, "prijs": .price,
    "wahrung": .currency, "devise": .currency, "moneda": .currency, "valuta": .currency,
    "moeda": .currency, "signiert": .signed, "signee": .signed, "firmada": .signed,
    "firmata": .signed, "assinada": .signed, "ordner": .binder, "classeur": .binder,
  ]

  /// Titles that give way to others of the same meaning: beside the code of a set, deckstats' id of it is a number of its own, and what
  /// is a name in Spanish is a number in French.
  private static let weak: Set<String> = [
    "set id", "owned", "copies", "anzahl", "menge", "nombre",
  ]

  /// The columns with their meanings, and those that are not read.
  static func of(
    _ titles: [String]
  ) -> (places: [CollectionField: Int], unread: [(place: Int, title: String)]) {
    let folded = titles.map { CardName.fold($0) }
    var places: [CollectionField: Int] = [:]
    for isWeak in [false, true] {
      for (place, title) in folded.enumerated() where weak.contains(title) == isWeak {
        if let field = Self.titles[title], places[field] == nil { places[field] = place }
      }
    }
    // Beside a column for foils, TappedOut calls the code of the set so.
    if places[.set] == nil, places[.setName] == nil,
      let printing = folded.firstIndex(of: "printing"),
      let foil = folded.firstIndex(where: { Self.titles[$0] == .finish && $0 != "printing" })
    {
      (places[.set], places[.finish]) = (printing, foil)
    }
    // Beside a number of cards that are no foils, this is the number of foils.
    if places[.plainCount] != nil, places[.foilCount] == nil, let foil = places[.finish],
      folded[foil] == "foil"
    {
      (places[.foilCount], places[.finish]) = (foil, nil)
    }
    // A list of TCGplayer may have nothing but the number that is to be added.
    if places[.count] == nil, let added = places.removeValue(forKey: .addedCount) {
      places[.count] = added
    }
    let read = Set(places.values)
    let unread = titles.enumerated().filter { !read.contains($0.offset) }
    return (places, unread.map { ($0.offset, $0.element) })
  }

  /// Returns the places of further columns that say the number of cards, beside the one that is read.
  static func otherCounts(_ titles: [String], beside place: Int) -> [Int] {
    titles.indices.filter { index in
      let folded = CardName.fold(titles[index])
      return index != place && Self.titles[folded] == .count && !weak.contains(folded)
    }
  }

  /// Returns the columns that have the title of one that is read.
  static func twins(_ titles: [String], of places: [CollectionField: Int]) -> [(Int, Int)] {
    let folded = titles.map { CardName.fold($0) }
    return places.values.sorted().flatMap { place in
      folded.indices.filter { $0 != place && folded[$0] == folded[place] }.map { (place, $0) }
    }
  }

  /// Whether a column that is not read may say how many cards there are, by its title: an id or a part of the rules does not.
  static func mayCount(_ title: String) -> Bool {
    let folded = CardName.fold(title)
    return !folded.hasSuffix("id") && !rules.contains(folded)
  }

  private static let rules: Set<String> = [
    "cmc", "mana value", "converted mana cost", "power", "toughness", "loyalty", "defense", "year",
    "rank", "edhrec rank", "rating", "elo",
  ]

  /// Values by which a program says that there is nothing, also a spreadsheet in German, French, Italian, Spanish, Portuguese, Dutch,
  /// Polish and Russian.
  private static let nothing: Set<String> = [
    "", "0", "0 0", "0 00", "false", "no", "none", "n", "null", "n a", "falsch", "nein", "faux",
    "non", "falso", "nao", "onwaar", "nee", "falsz", "nie", "ложь", "нет",
  ]

  /// Values by which they say no more than yes.
  private static let yes: Set<String> = [
    "true", "yes", "1", "x", "y", "wahr", "ja", "vrai", "oui", "vero", "verdadero", "verdadeiro",
    "si", "sim", "waar", "prawda", "tak", "истина", "да",
  ]

  static func isNothing(_ value: String) -> Bool { nothing.contains(CardName.fold(value)) }

  static func isYes(_ value: String) -> Bool { yes.contains(CardName.fold(value)) }
}
