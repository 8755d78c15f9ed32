import DeckSchema
import Feature
import Identifiers
import Schema

/// The commands for our person's cards: adding, removing, listing and searching them (rows D-27 to D-35).
enum CardCommands {
  static func add(
    _ request: AddCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardsView> {
    let wanted = try CardWanted(own: request.card, count: request.count)
    var card = try copy(wanted, request)
    if DeckRules.basicLand(card.name) != nil {
      throw Refused(
        .notNow,
        "There are as many \(card.name)s as you want.", .giveLands
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
      "The card \(name) is not available: nobody here knows it.\(hint)", .requestCard
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

  private static func copy(_ wanted: CardWanted, _ request: AddCards) throws -> CardCopy {
    var card = CardCopy(wanted.line)
    try wanted.printed?.fill(&card)
    let line = DeckLine(card)
    card.set = try one(
      line.set, DeckRules.code(request.set, "The set", limit: DeckRules.set), "set")
    card.number = try one(
      line.number, DeckRules.code(request.number, "The number", limit: DeckRules.number), "number")
    if line.finish != .unspecified, ![.unspecified, line.finish].contains(request.finish) {
      throw Refused(
        .invalid, "The card has one finish behind its name and another beside it: give one.")
    }
    card.language = try one(
      card.language, CollectionValues.language(typed: request.language), "language")
    if card.condition != .unspecified, ![.unspecified, card.condition].contains(request.condition) {
      throw Refused(
        .invalid, "The card has one condition behind its name and another beside it: give one.")
    }
    if request.finish != .unspecified { card.finish = request.finish }
    if request.condition != .unspecified { card.condition = request.condition }
    card.zone = .main
    return card
  }

  /// Returns the text of two that is not empty, or the first.
  ///
  /// - Throws: `Refused` for two that differ.
  private static func one(_ written: String, _ given: String, _ noun: String) throws -> String {
    guard written.isEmpty || given.isEmpty || written.lowercased() == given.lowercased() else {
      throw Refused(
        .invalid,
        "The card has the \(noun) \(written) behind its name and \(given) beside it: give one.")
    }
    return given.isEmpty ? written : given
  }

  // MARK: Removing

  static func remove(
    _ request: RemoveCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardsView> {
    let collection = try Collection(home)
    let wanted = try CardWanted(own: request.card, count: request.count)
    let all = try wanted.copies(collection)
    let box = all.filter(\.isFree)
    guard box.count >= wanted.count else {
      throw missing(wanted, box: box.count, all: all, "remove")
    }
    // It is final, so nothing is guessed; of equal ones the newest go.
    let removed = try CopyChoice.take(wanted.count, of: box.reversed(), withOwn: true)
    for copy in removed { draft.delete(copy.record) }
    return .value(
      .with {
        $0.cards = CardLines.fold(removed.map { ($0.card, 1, $0.record.item) })
        $0.count = UInt32(removed.count)
        $0.message =
          removed.count > 1
          ? "\(removed.count) \(wanted.line.name) are removed."
          : "\(removed.first.map { CopyWords.phrase($0.card) } ?? wanted.line.name) is removed."
      })
  }

  /// Says that too few copies of a card are in the Card Box, and where the others are.
  static func missing(
    _ wanted: CardWanted, box: Int, all: [Collection.Copy], _ verb: String
  ) -> Refused {
    let inLibraries = Dictionary(grouping: all.compactMap(\.library), by: \.id).values.map {
      (count: $0.count, text: "\($0.count) in \(DeckKinds.library.decode($0[0].body).name)")
    }
    .sorted { $0.text < $1.text }
    let others = inLibraries + traded(all)
    let elsewhere = others.map(\.text)
    let name = wanted.phrase
    if box == 0, elsewhere.isEmpty {
      return Refused(
        .notFound,
        "You have no card \(name).", .addCard
      )
    }
    let rest =
      elsewhere.isEmpty
      ? ""
      : ", and there \(Count.word(others[0].count, "is", "are")) \(elsewhere.joined(separator: ", "))"
    let isFewer = elsewhere.isEmpty && verb == "remove"
    return Refused(
      .notNow,
      "\(box == 0 ? "No" : "Only \(box)") \(name) \(Count.word(box, "is", "are")) in the Card Box\(rest).\(isFewer ? " Give a smaller number." : "")",
      isFewer ? nil : Remedy(elsewhere.isEmpty ? .addMoreCards : .takeCards))
  }

  /// Returns the numbers of copies that trades keep from being given away, in words: those promised or lent, and those borrowed.
  private static func traded(_ all: [Collection.Copy]) -> [(count: Int, text: String)] {
    let held = all.count { !$0.card.held.isEmpty }
    let borrowed = all.count { $0.isInBox && !$0.card.borrowed.isEmpty }
    return [
      (held, "\(held) promised or lent in a trade"),
      (borrowed, "\(borrowed) borrowed, which you can only give back"),
    ].filter { $0.0 > 0 }
  }

  // MARK: Reading

  static func list(_ request: ListCards, _ home: any Snapshot) throws -> LibraryView {
    try LibraryViews.cardBox(
      Collection(home), text: request.text, withLibraries: request.all)
  }

  static func search(_ request: SearchCards, _ home: any Snapshot) throws -> KnownCards {
    let limit = try PageLimit.checked(request.limit)
    if request.text.contains(where: \.isNewline) {
      return withTexts(try named(request.text, limit, home), request, home)
    }
    let wanted = CardName.fold(request.text)
    var found = home.cards?.search(request.text, limit).map(\.facts) ?? []
    let names = Set(found.map(\.name))
    found += Catalogue.cards.filter {
      CardName.fold($0.name).holds(wanted) && !names.contains($0.name)
    }
    let known = KnownNames(home)
    let taken = Set(found.map { CardName.fold($0.name) })
    var others: Set<String> = []
    found += try known.answered(holding: wanted).filter {
      let folded = CardName.fold($0.name)
      return !taken.contains(folded) && others.insert(folded).inserted
    }
    if found.isEmpty, let one = try known.card(request.text) { found = [one] }
    let cards = KnownCards.with {
      $0.cards = Array(found.prefix(limit))
      $0.source = home.cards?.source() ?? Catalogue.source
      if found.isEmpty { $0.near = home.namesNear(request.text) }
    }
    return withTexts(cards, request, home)
  }

  /// Adds the texts of cards, where they are asked for.
  private static func withTexts(
    _ known: KnownCards, _ request: SearchCards, _ home: any Snapshot
  ) -> KnownCards {
    guard request.texts else { return known }
    var known = known
    known.texts = known.cards.map { home.cards?.card($0.name)?.text ?? CardText() }
    return known
  }

  /// Returns the facts of the cards that have whole names, a line each: those that are known, called as they were asked for.
  private static func named(
    _ lines: String, _ limit: Int, _ home: any Snapshot
  ) throws -> KnownCards {
    let names = lines.split(whereSeparator: \.isNewline)
    guard names.count <= limit else {
      throw Refused(
        .invalid, "These are \(names.count) names of cards: ask for at most \(limit) at once.")
    }
    let known = KnownNames(home)
    return try .with {
      $0.cards = try names.compactMap { name in
        guard var facts = try known.card(String(name)) else { return nil }
        facts.name = String(name)
        return facts
      }
      $0.source = home.cards?.source() ?? Catalogue.source
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
      $0.tags = line.tags
    }
  }
}
