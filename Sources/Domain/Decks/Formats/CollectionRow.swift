import DeckSchema
import Feature
import Schema

/// One row of a collection file as it is read: its cards, and what is to be said about it.
struct CollectionRow {
  private let fields: [String]
  private let columns: [CollectionField: Int]
  private let line: Int
  /// The fields that were taken otherwise than the row says.
  private(set) var changed: [ImportNote] = []
  /// Parts that have no place here.
  private(set) var lost: [ImportNote] = []

  init(_ fields: [String], _ columns: [CollectionField: Int], line: Int) {
    (self.fields, self.columns, self.line) = (fields, columns, line)
  }

  /// The text of a column, on one line.
  private func value(_ field: CollectionField) -> String {
    guard let place = columns[field], place < fields.count else { return "" }
    let text = Text.clean(fields[place], limit: .max, lines: true)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Self.codes.contains(field) ? CollectionValues.unwrapped(text) : text
  }

  /// Fields that spreadsheets would change without a formula around them.
  private static let codes: Set<CollectionField> = [
    .count, .addedCount, .plainCount, .foilCount, .specialFoilCount, .set, .setName, .number,
    .language, .price, .foilPrice, .currency,
  ]

  /// The words of a column that has finishes and marks in it.
  private var extras: [String] {
    value(.extras).split(whereSeparator: ",;/|".contains).map { String($0.trimmed) }
      .filter { !CollectionColumns.isNothing($0) && !CollectionColumns.isYes($0) }
  }

  private func isSaid(_ field: CollectionField) -> Bool {
    !CollectionColumns.isNothing(value(field))
  }

  // MARK: Numbers

  /// The number of cards of the row in the file, whether or not the rest of it can be read; 1 where it does not say so.
  var countInFile: Int {
    let total = CollectionValues.count(countText).map { Int($0) }
    let counts = Self.parts.compactMap { CollectionValues.count(value($0)) }
    let parts = counts.isEmpty ? nil : counts.reduce(0) { $0 + Int($1) }
    return (total ?? parts ?? 1) * copiesOfOne
  }

  /// The number of cards; what is to be added to it counts only where nothing is there yet.
  private var countText: String {
    let text = value(.count)
    return isSaid(.addedCount) && CollectionColumns.isNothing(text) ? value(.addedCount) : text
  }

  /// Numbers of cards that are parts of the whole number.
  static let parts: [CollectionField] = [.plainCount, .foilCount, .specialFoilCount]

  /// The numbers of cards that are no foils and of those that are.
  ///
  /// - Throws: `Unplaced` for what is no number, and for numbers of which one cannot be true.
  private func counts() throws(Unplaced) -> [(count: UInt32, isFoil: Bool)] {
    var numbers: [CollectionField: UInt32] = [:]
    let hasParts = Self.parts.contains { columns[$0] != nil }
    for field in [.count] + Self.parts where columns[field] != nil {
      let text = field == .count ? countText : value(field)
      if text.isEmpty, hasParts { continue }
      guard let number = CollectionValues.count(text) else {
        throw Unplaced(reason: "\"\(Text.preview(text))\" is not a number of cards.")
      }
      guard number <= DeckRules.mostOfOneLine else {
        throw Unplaced(reason: "A line may have at most \(DeckRules.mostOfOneLine) cards.")
      }
      numbers[field] = number
    }
    let foils = (numbers[.foilCount] ?? 0) + (numbers[.specialFoilCount] ?? 0)
    let plain = numbers[.plainCount] ?? numbers[.count].map { $0 - min($0, foils) } ?? 0
    // What counts all of them counts the foils as well.
    if let total = numbers[.count], total != plain + foils {
      throw Unplaced(
        reason:
          "It has \(Count.of(total, "card")) and \(plain + foils) in its parts: one of these is wrong."
      )
    }
    guard plain + foils > 0 else { throw Unplaced(reason: "The number of cards is 0.") }
    return [(plain, false), (foils, true)].filter { $0.0 > 0 }
  }

  /// Cardmarket sells four copies as one.
  private var copiesOfOne: Int { isSaid(.playset) ? 4 : 1 }

  /// The reason why the row is no card of our person; nil where it is one.
  var reasonToLeaveOut: String? {
    if CardName.fold(value(.binderType)) == "list" {
      return "It is on a list, so it is no card of the collection."
    }
    let board = value(.board)
    if CardName.fold(board) == "acquire" || DeckHeading(board)?.isOutside == true {
      return "It is on the board \(Text.preview(board)), so it is no card of the collection."
    }
    switch CardName.fold(value(.status)) {
    // What our person has is a card, whatever list of the cube it is on.
    case "owned", "premium owned", "proxied": return nil
    case "not owned", "ordered": return "The file says that it is \(value(.status).lowercased())."
    default:
      let game = value(.game)
      guard game.isEmpty || CardName.fold(game).hasPrefix("magic") else {
        return "It is a card of another game: \(Text.preview(game))."
      }
      return isSaid(.maybe)
        ? "It is in the maybeboard, so it is no card of the collection." : nil
    }
  }

  // MARK: The cards

  /// The cards of the row: those that are no foils and those that are, where the file counts them in two columns.
  ///
  /// - Throws: `Unplaced` with the reason why they are not taken.
  mutating func cards() throws(Unplaced) -> [CollectionFile.Row] {
    if isSaid(.maybe) {
      lose(
        .maybe, value(.maybe), "The card is owned, so it was taken: a collection has no maybeboard."
      )
    }
    guard ([.count] + Self.parts).contains(where: { columns[$0] != nil }) else {
      return [.init(card: try card(count: 1, isFoil: false), count: 1, line: line)]
    }
    var found: [CollectionFile.Row] = []
    for (number, isFoil) in try counts() {
      let count = Int(number) * copiesOfOne
      found.append(
        .init(card: try card(count: count, isFoil: isFoil), count: count, line: line))
    }
    if isSaid(.addedCount), !CollectionColumns.isNothing(value(.count)) {
      lose(
        .addedCount, value(.addedCount),
        "So many are still to be added in TCGplayer: the number that is there was taken.")
    }
    if isSaid(.specialFoilCount) {
      change(.specialFoilCount, Self.isTakenAsFoil)
    }
    if copiesOfOne > 1 {
      change(.playset, "A playset is four cards.")
    }
    return found
  }

  private mutating func card(count: Int, isFoil: Bool) throws(Unplaced) -> CardCopy {
    let finish = try self.finish(isFoil: isFoil)
    let language = CollectionValues.language(value(.language)) ?? value(.language)
    guard language.utf8.count <= DeckRules.number else {
      throw Unplaced(reason: "The language is too long.")
    }
    if CollectionValues.language(value(.language)) == nil {
      change(.language, "No such language is known here: it is kept as it is written.")
    }
    let line = DeckLine.with {
      $0.count = UInt32(clamping: count)
      $0.set = value(.set).isEmpty ? value(.setName) : value(.set)
      $0.finish = finish
    }
    // TCGplayer adds the printing to the name, and of a split card has the first half alone beside it.
    let (name, simple) = (value(.name), value(.simpleName))
    let isPlain = simple.isEmpty || name.contains(CardName.joint)
    var numbered = line
    numbered.number = number()
    let checked = try CardLineText.checked(numbered, name: isPlain ? name : simple)
    if !isPlain { takePrinting(name, beside: simple, numbered.number) }
    var card = CardCopy(checked)
    card.name = DeckRules.basicLand(checked.name) ?? checked.name
    card.language = language
    takeCondition(&card)
    takePrice(&card, isFoil: isFoil)
    takeTags(&card)
    takeMarks(&card)
    card.binder = short(.binder, value(.binder), DeckRules.tag)
    if isSaid(.board) { lose(.board, value(.board), "A collection is divided into no boards.") }
    return card
  }

  /// The finish, of which several columns may say something.
  private mutating func finish(isFoil: Bool) throws(Unplaced) -> CardFinish {
    var finish = try self.finish(in: .finish)
    if CollectionValues.isKindOfFoil(value(.finish)) { change(.finish, Self.isTakenAsFoil) }
    // Whatever the column of foils says of it.
    if try self.finish(in: .etched) != .unspecified { return .etched }
    if finish == .unspecified {
      finish =
        extras.compactMap { CollectionValues.finish($0) }.first { $0 != .unspecified }
        ?? finish
    }
    if isFoil, finish == .unspecified { finish = .foil }
    guard CollectionValues.saysFoil(condition: conditionText), finish == .unspecified else {
      return finish
    }
    guard value(.finish).isEmpty else {
      lose(.condition, conditionText, "The column of the finish says that it is no foil.")
      return finish
    }
    return .foil
  }

  private func finish(in field: CollectionField) throws(Unplaced) -> CardFinish {
    guard let finish = CollectionValues.finish(value(field)) else {
      throw Unplaced(
        reason:
          "\"\(Text.preview(value(field)))\" is not a finish: foil, etched or normal is known."
      )
    }
    return finish
  }

  /// The number in the set; Magic Online adds how many cards the set has.
  private mutating func number() -> String {
    let text = value(.number)
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else {
      return text
    }
    change(.number, "The number of cards in the set is left out.")
    return String(parts[0])
  }

  /// Says what the name has behind the simple name, unless it is the number in the set.
  private mutating func takePrinting(_ name: String, beside simple: String, _ number: String) {
    guard CardName.fold(name) != CardName.fold(simple) else { return }
    let rest = name.hasPrefix(simple) ? String(name.dropFirst(simple.count)[...].trimmed) : name
    func bare(_ text: String) -> Substring { text.drop { $0 == "0" } }
    guard number.isEmpty || bare(CardName.fold(rest)) != bare(CardName.fold(number)) else { return }
    lose(.name, rest, "It stands behind the name and has no place here.")
  }

  /// The condition; UrzaGatherer writes before it how many cards have it.
  private var conditionText: String {
    let text = value(.condition)
    let digits = text.prefix(while: \.isDigit)
    let rest = text.dropFirst(digits.count)
    guard rest.first == "x", Int(digits) == countInFile else { return text }
    return String(Substring(rest.dropFirst()).trimmed)
  }

  private mutating func takeCondition(_ card: inout CardCopy) {
    let text = conditionText
    let (condition, grade) = CollectionValues.condition(text)
    card.condition = condition
    card.grade = short(.condition, grade, DeckRules.price)
    if condition == .unspecified, !card.grade.isEmpty {
      change(.condition, "No such condition is known here: it is kept as it is written.")
    }
  }

  private mutating func takePrice(_ card: inout CardCopy, isFoil: Bool) {
    // Where foils are counted by themselves, the price is that of the others.
    let isApart = isFoil && (columns[.count] != nil || columns[.plainCount] != nil)
    let field = isApart ? CollectionField.foilPrice : .price
    let (price, currency) = (value(field), value(.currency))
    if isApart, price.isEmpty, isSaid(.price) {
      lose(.price, value(.price), "It is not the price of a foil, so foils have none.")
    }
    guard !price.isEmpty else { return }
    card.price = short(
      field, currency.isEmpty ? price : "\(price) \(currency)", DeckRules.price)
  }

  private mutating func takeTags(_ card: inout CardCopy) {
    // CubeCobra, which alone says what status a card has, writes semicolons between tags.
    let signs = columns[.status] == nil ? "," : ",;"
    for tag in value(.tags).split(whereSeparator: signs.contains).map({ String($0.trimmed) })
    where !tag.isEmpty && !card.tags.contains(tag) {
      guard card.tags.count < DeckRules.mostTags else {
        lose(.tags, tag, "A card has at most \(DeckRules.mostTags) tags.")
        return
      }
      let kept = short(.tags, tag, DeckRules.tag)
      if !kept.isEmpty { card.tags.append(kept) }
    }
  }

  private mutating func takeMarks(_ card: inout CardCopy) {
    for field in CollectionField.allCases {
      guard let mark = field.mark, isSaid(field) else { continue }
      let text = value(field)
      let isPlain =
        CollectionColumns.isYes(text)
        || CardName.fold(text).replacing(" ", with: "") == mark.replacing(" ", with: "")
      let whole = isPlain ? mark : "\(mark): \(text)"
      let kept = short(field, whole, DeckRules.tag)
      card.marks.append(kept.isEmpty ? mark : kept)
    }
    for word in extras where CollectionValues.finish(word) == nil {
      let folded = CardName.fold(word).replacing(" ", with: "")
      let mark = CollectionField.allCases.lazy.compactMap(\.mark).first {
        folded == $0.replacing(" ", with: "") || folded == $0 + "art"
      }
      guard let mark else {
        lose(.extras, word, "The word is not known, and nothing here has a place for it.")
        continue
      }
      if !card.marks.contains(mark) { card.marks.append(mark) }
    }
    if CardName.fold(value(.status)) == "proxied", !card.marks.contains("proxy") {
      card.marks.append("proxy")
    }
  }

  // MARK: Notes

  private static let isTakenAsFoil = "It is taken as a foil: kinds of foil have no place here."

  /// A text that fits; one that does not is lost.
  private mutating func short(_ field: CollectionField, _ text: String, _ limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    lose(field, text, "It is longer than \(limit) bytes.")
    return ""
  }

  private mutating func lose(_ field: CollectionField, _ text: String, _ reason: String) {
    lost.append(
      ImportNote(line: line, column: column(field), text, reason, isPart: true))
  }

  private mutating func change(_ field: CollectionField, _ reason: String) {
    changed.append(
      ImportNote(line: line, column: column(field), value(field), reason, isPart: true))
  }

  private func column(_ field: CollectionField) -> Int { columns[field].map { $0 + 1 } ?? 0 }
}
