import Feature
import Identifiers
import Schema

/// The commands for our person's cards: adding, removing, listing and searching them (rows D-27 to D-35).
enum CardCommands {
  static func add(
    _ request: AddCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardsView> {
    let wanted = try CardWanted(request.card, count: request.count)
    var card = try copy(wanted.line, request)
    if DeckRules.basicLand(card.name) != nil {
      throw Refused(
        .notNow,
        "There are as many \(card.name)s as you want: `parlor library lands` gives them to a library."
      )
    }
    if let name = try CardResolver(Collection(home)).name(card.name) {
      card.name = name
    } else if !request.anyway {
      throw notKnown(card.name, home)
    }
    try checkRoom(for: wanted.count, home)
    for _ in 0..<wanted.count { try draft.make(DeckKinds.copy, in: home.personalRoom, card) }
    let line = CardLine(card, count: wanted.line.count)
    return .value(
      .with {
        $0.cards = [line]
        $0.count = wanted.line.count
        $0.message =
          "\(wanted.count) \(card.name) \(Count.word(wanted.count, "is", "are")) in the Card Box."
      })
  }

  /// The refusal of a card that is not known here (row D-31).
  static func notKnown(_ name: String, _ home: any Snapshot) -> Refused {
    let near = home.namesNear(name)
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    return Refused(
      .notFound,
      "The card \(name) is not available: nobody here knows it.\(hint) `parlor card request` asks others for it, `--anyway` adds it as you typed it."
    )
  }

  /// Checks that more cards may be added.
  static func checkRoom(for count: Int, _ home: any Snapshot) throws {
    let owned = try Collection(home).count()
    guard owned + count <= DeckRules.mostCopies else {
      throw Refused(
        .notNow,
        "You have \(owned) cards, and \(DeckRules.mostCopies) is the most: remove some first.")
    }
  }

  private static func copy(_ line: DeckLine, _ request: AddCards) throws -> CardCopy {
    var card = CardCopy(line)
    if !request.set.isEmpty {
      card.set = try DeckRules.code(request.set, "The set", limit: DeckRules.set)
    }
    if !request.number.isEmpty {
      card.number = try DeckRules.code(request.number, "The number", limit: DeckRules.number)
    }
    card.language = try CollectionValues.language(typed: request.language)
    if request.finish != .unspecified { card.finish = request.finish }
    card.condition = request.condition
    card.zone = .main
    return card
  }

  // MARK: Removing

  static func remove(
    _ request: RemoveCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardsView> {
    let collection = try Collection(home)
    let wanted = try CardWanted(request.card, count: request.count)
    let all = try wanted.copies(collection)
    let box = all.filter(\.isFree)
    guard box.count >= wanted.count else {
      throw missing(wanted, box: box.count, all: all, "remove")
    }
    let removed = box.suffix(wanted.count)
    for copy in removed { draft.delete(copy.record) }
    return .value(
      .with {
        $0.cards = CardLines.fold(removed.map { ($0.card, 1, $0.record.item) })
        $0.count = UInt32(removed.count)
        $0.message =
          removed.count > 1
          ? "\(removed.count) \(wanted.line.name) are removed."
          : "\(removed.first?.card.name ?? wanted.line.name) is removed."
      })
  }

  /// Says that too few copies of a card are in the Card Box, and where the others are.
  static func missing(
    _ wanted: CardWanted, box: Int, all: [Collection.Copy], _ verb: String
  ) -> Refused {
    let elsewhere =
      Dictionary(grouping: all.compactMap(\.library), by: \.id).values.map {
        "\($0.count) in \(DeckKinds.library.decode($0[0].body).name)"
      }
      .sorted() + traded(all)
    let name = wanted.line.name
    if box == 0, elsewhere.isEmpty {
      return Refused(
        .notFound,
        "You have no card \(name): `parlor card list` shows your cards, `parlor card add` adds one."
      )
    }
    let rest = elsewhere.isEmpty ? "" : ", and there are \(elsewhere.joined(separator: ", "))"
    let advice =
      elsewhere.isEmpty
      ? verb == "remove" ? "Give a smaller number." : "Add more with `parlor card add`."
      : "`parlor library take` brings cards back to the Card Box."
    return Refused(
      .notNow,
      "\(box == 0 ? "No" : "Only \(box)") \(name) \(Count.word(box, "is", "are")) in the Card Box\(rest). \(advice)"
    )
  }

  /// Returns the numbers of copies that trades keep from being given away, in words: those promised or lent, and those borrowed.
  private static func traded(_ all: [Collection.Copy]) -> [String] {
    let held = all.count { !$0.card.held.isEmpty }
    let borrowed = all.count { $0.isInBox && !$0.card.borrowed.isEmpty }
    return (held > 0 ? ["\(held) promised or lent in a trade"] : [])
      + (borrowed > 0 ? ["\(borrowed) borrowed, which you can only give back"] : [])
  }

  // MARK: Reading

  static func list(_ request: ListCards, _ home: any Snapshot) throws -> LibraryView {
    try LibraryViews.cardBox(
      Collection(home), text: request.text, withLibraries: request.all)
  }

  static func search(_ request: SearchCards, _ home: any Snapshot) throws -> KnownCards {
    let limit = try PageLimit.checked(request.limit)
    let wanted = CardName.fold(request.text)
    var found = home.cards?.search(request.text, limit).map(\.facts) ?? []
    let names = Set(found.map(\.name))
    found += Catalogue.cards.filter {
      CardName.fold($0.name).holds(wanted) && !names.contains($0.name)
    }
    if found.isEmpty, let known = try KnownNames(home).card(request.text) { found = [known] }
    return .with {
      $0.cards = Array(found.prefix(limit))
      $0.source = home.cards?.source() ?? Catalogue.source
      if found.isEmpty { $0.near = home.namesNear(request.text) }
    }
  }
}

extension CardCopy {
  /// A copy of what a line says, in the Card Box.
  init(_ line: DeckLine) {
    self = .with {
      $0.name = line.name
      $0.set = line.set
      $0.number = line.number
      $0.finish = line.finish
    }
  }
}
