import DeckSchema
import Feature
import Schema

/// The forms of collection files that are written: which columns they have, and what they call things (row D-47).
///
/// From what the programs themselves write; a file of another program is read where its columns have titles of `CollectionColumns`.
public enum CollectionDialect: String, CaseIterable, Sendable {
  case moxfield, archidekt, deckbox, manabox, dragonshield, tcgplayer, delver, cardsphere

  /// The columns in the order in which they are written; nil for one that has nothing to say here.
  var columns: [(title: String, field: CollectionField?)] {
    switch self {
    case .moxfield:
      [
        ("Count", .count), ("Tradelist Count", nil), ("Name", .name), ("Edition", .set),
        ("Condition", .condition), ("Language", .language), ("Foil", .finish), ("Tags", .tags),
        ("Last Modified", nil), ("Collector Number", .number), ("Alter", .altered),
        ("Proxy", .proxy), ("Purchase Price", .price),
      ]
    case .archidekt:
      [
        ("Quantity", .count), ("Name", .name), ("Finish", .finish), ("Condition", .condition),
        ("Language", .language), ("Purchase Price", .price), ("Tags", .tags),
        ("Edition Name", .setName), ("Edition Code", .set), ("Collector Number", .number),
      ]
    case .deckbox:
      [
        ("Count", .count), ("Tradelist Count", nil), ("Name", .name), ("Edition", .setName),
        ("Edition Code", .set), ("Card Number", .number), ("Condition", .condition),
        ("Language", .language), ("Foil", .finish), ("Signed", .signed),
        ("Artist Proof", .artistProof), ("Altered Art", .altered), ("Misprint", .misprint),
        ("Promo", .promo), ("Textless", .textless), ("Tags", .tags), ("My Price", .price),
      ]
    case .manabox:
      [
        ("Binder Name", .binder), ("Name", .name), ("Set code", .set), ("Set name", .setName),
        ("Collector number", .number), ("Foil", .finish), ("Quantity", .count),
        ("Purchase price", .price), ("Misprint", .misprint), ("Altered", .altered),
        ("Condition", .condition), ("Language", .language), ("Purchase price currency", .currency),
      ]
    case .dragonshield:
      [
        ("Folder Name", .binder), ("Quantity", .count), ("Trade Quantity", nil),
        ("Card Name", .name), ("Set Code", .set), ("Set Name", .setName), ("Card Number", .number),
        ("Condition", .condition), ("Printing", .finish), ("Language", .language),
        ("Price Bought", .price),
      ]
    case .tcgplayer:
      [
        ("Quantity", .count), ("Name", .name), ("Simple Name", .simpleName), ("Set", .setName),
        ("Card Number", .number), ("Set Code", .set), ("Printing", .finish),
        ("Condition", .condition), ("Language", .language), ("Price Each", .price),
      ]
    case .delver:
      [
        ("QuantityX", .count), ("Name", .name), ("Edition", .setName), ("Edition code", .set),
        ("Collector's number", .number), ("Foil", .finish), ("Condition", .condition),
        ("Language", .language),
      ]
    case .cardsphere:
      [
        ("Count", .count), ("Tradelist Count", nil), ("Name", .name), ("Edition", .set),
        ("Condition", .condition), ("Language", .language), ("Foil", .finish), ("Number", .number),
      ]
    }
  }

  /// The fields that the columns of the dialect can say.
  var fields: Set<CollectionField> { Set(columns.compactMap(\.field)) }

  /// The dialect whose titles a file's first line has; nil for another one.
  static func of(_ titles: [String]) -> CollectionDialect? {
    let folded = Set(titles.map { CardName.fold($0) })
    func share(_ dialect: CollectionDialect) -> Int {
      dialect.columns.count { folded.contains(CardName.fold($0.title)) } * 100
        / dialect.columns.count
    }
    let best = allCases.max { (share($0), $1.rawValue) < (share($1), $0.rawValue) }
    return best.flatMap { share($0) >= 70 ? $0 : nil }
  }

  /// The dialect of a name that somebody typed; that of Moxfield for none.
  ///
  /// - Throws: `Refused` for one that is not known.
  static func named(_ name: String) throws -> CollectionDialect {
    guard !name.isEmpty else { return .moxfield }
    guard let dialect = CollectionDialect(rawValue: name.lowercased()) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw Refused(.invalid, "There is no collection format \(name): choose one of \(names).")
    }
    return dialect
  }

  // MARK: Values

  /// Returns the word of a dialect for a finish.
  func text(_ finish: CardFinish) -> String {
    let isCapital = [.archidekt, .dragonshield, .tcgplayer].contains(self)
    switch finish {
    case .foil: return isCapital ? "Foil" : "foil"
    case .etched: return isCapital ? "Etched" : "etched"
    default:
      return isCapital ? "Normal" : self == .manabox ? "normal" : ""
    }
  }

  /// Returns the word of a dialect for a condition.
  func text(_ condition: CardCondition) -> String {
    let names: [CardCondition: (long: String, short: String)] = [
      .mint: ("Mint", "M"), .nearMint: ("Near Mint", "NM"),
      .lightlyPlayed: ("Lightly Played", "LP"), .moderatelyPlayed: ("Moderately Played", "MP"),
      .heavilyPlayed: ("Heavily Played", "HP"), .damaged: ("Damaged", "D"),
    ]
    guard let name = names[condition] else { return "" }
    switch (self, condition) {
    case (.archidekt, _): return name.short
    // Cardmarket's steps, of which the last one is the worst.
    case (.manabox, .lightlyPlayed): return "light_played"
    case (.manabox, .moderatelyPlayed): return "played"
    case (.manabox, .heavilyPlayed), (.manabox, .damaged): return "poor"
    case (.manabox, _): return name.long.lowercased().replacing(" ", with: "_")
    case (.dragonshield, .lightlyPlayed): return "LightPlayed"
    case (.dragonshield, .moderatelyPlayed): return "Played"
    case (.dragonshield, .heavilyPlayed), (.dragonshield, .damaged): return "Poor"
    case (.dragonshield, _): return name.long.replacing(" ", with: "")
    case (.moxfield, .lightlyPlayed), (.deckbox, .lightlyPlayed): return "Good (Lightly Played)"
    case (.moxfield, .moderatelyPlayed), (.deckbox, .moderatelyPlayed): return "Played"
    default: return name.long
    }
  }

  /// Returns the word of a dialect for the condition of a card: that of its grade where the dialect has the step.
  private func condition(of line: CardLine) -> String {
    let grade = line.condition == .lightlyPlayed ? CardName.fold(line.grade) : ""
    return switch (self, grade) {
    case (.manabox, "excellent"), (.manabox, "ex"): "excellent"
    case (.manabox, "good"), (.manabox, "gd"): "good"
    case (.dragonshield, "excellent"), (.dragonshield, "ex"): "Excellent"
    case (.dragonshield, "good"), (.dragonshield, "gd"): "Good"
    default: text(line.condition)
    }
  }

  /// Returns the word of a dialect for a language.
  func text(language: String) -> String {
    let name = CollectionValues.name(ofLanguage: language)
    let chinese = ["zhs": "Simplified Chinese", "zht": "Traditional Chinese"]
    switch self {
    case .dragonshield, .deckbox: return chinese[language] ?? name
    case .archidekt: return name == language ? language : language.uppercased()
    case .manabox: return language
    default: return name
    }
  }

  // MARK: Cards

  /// The words of a column for a card.
  func text(_ field: CollectionField, of line: CardLine) -> String {
    switch field {
    case .count: "\(line.count)"
    case .name, .simpleName: line.name
    case .set, .setName: line.set
    case .number: line.number
    case .language: text(language: line.language)
    case .finish: text(line.finish)
    case .condition: condition(of: line)
    case .price: fields.contains(.currency) ? Price(line.price).amount : line.price
    case .currency: Price(line.price).currency
    case .tags: line.tags.joined(separator: ", ")
    case .binder: line.binder
    default: field.mark.map { text(ofMark: $0, in: line.marks) } ?? ""
    }
  }

  /// The words of a dialect that says of a mark no more than whether a card has it; nil for one that has other words.
  private var answers: (yes: String, no: String)? {
    switch self {
    case .manabox: ("true", "false")
    case .moxfield: ("True", "False")
    default: nil
    }
  }

  /// The text for a mark: an answer, or the mark or its value where a card has it.
  private func text(ofMark mark: String, in marks: [String]) -> String {
    let found = marks.first { Self.isMark($0, mark) }
    if let answers { return found == nil ? answers.no : answers.yes }
    guard let found else { return "" }
    return found == mark ? mark : String(found.dropFirst(mark.count + 2))
  }

  private static func isMark(_ text: String, _ mark: String) -> Bool {
    text == mark || text.hasPrefix(mark + ": ")
  }

  /// A card as a file of the dialect says it: what is read of a file that was written.
  package func kept(of line: CardLine) -> CardLine {
    var line = line
    if !fields.contains(.price) { line.price = "" }
    if !fields.contains(.tags) { line.tags = [] }
    if !fields.contains(.binder) { line.binder = "" }
    let marks = fields.compactMap(\.mark)
    line.marks = line.marks.compactMap { text in
      guard let mark = marks.first(where: { Self.isMark(text, $0) }) else { return nil }
      return answers == nil ? text : mark
    }
    (line.condition, line.grade) = CollectionValues.condition(condition(of: line))
    return line
  }

  /// The losses of the dialect for some cards, in sentences.
  func losses(of lines: [CardLine]) -> [String] {
    let pairs = lines.map { ($0, kept(of: $0)) }
    func note<Value: Equatable>(_ value: KeyPath<CardLine, Value>, _ what: String) -> [String] {
      let count = pairs.count { $0[keyPath: value] != $1[keyPath: value] }
      guard count > 0 else { return [] }
      let lines = Count.of(count, "line")
      return ["\(what) of \(lines) are left out: the format \(rawValue) has no place for that."]
    }
    var notes =
      note(\.price, "The prices") + note(\.tags, "The tags") + note(\.binder, "The binders")
    notes += note(\.marks, "Marks such as altered or signed")
    let others = pairs.count {
      $0.condition != $1.condition || $0.grade.isEmpty != $1.grade.isEmpty
    }
    if others > 0 {
      notes.append(
        "The conditions of \(Count.of(others, "line")) are written as the nearest that the format \(rawValue) has, or left out."
      )
    }
    return notes
  }
}

/// A price with its currency, as one text.
struct Price {
  let amount: String
  let currency: String

  /// Divides a text at its only blank, before a code of three letters.
  init(_ text: String) {
    let parts = text.split(separator: " ")
    let isCode = parts.count == 2 && parts[1].count == 3 && parts[1].allSatisfy(\.isLetter)
    (amount, currency) = isCode ? (String(parts[0]), String(parts[1])) : (text, "")
  }
}
