import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Deck files and collection files: what comes in and what goes out (rows D-40 to D-50).
enum DeckFiles {
  /// Reads a deck that somebody has sent.
  static func deck(_ bytes: Data) throws -> DeckReading {
    let (text, note) = try text(bytes)
    var reading = try DeckFormat.read(text)
    if let note { reading.report.change(note) }
    return reading
  }

  /// Reads a collection that somebody has sent.
  static func collection(_ bytes: Data) throws -> CollectionFile {
    let (text, note) = try text(bytes)
    var file = try CollectionFile(text)
    if let note { file.report.change(note) }
    return file
  }

  /// The text of a file that somebody has sent, and what to say of its encoding.
  ///
  /// - Throws: `Refused` if it is too large or not text.
  private static func text(_ bytes: Data) throws -> (text: String, note: ImportNote?) {
    guard bytes.count <= DeckRules.mostFileBytes else {
      throw Refused(
        .invalid,
        "The file has \(bytes.count) bytes, more than \(DeckRules.mostFileBytes): import it in parts."
      )
    }
    guard let (text, isLikely) = Text.decoded([UInt8](bytes)), !text.utf8.contains(0) else {
      throw Refused(.invalid, Text.unknownEncoding)
    }
    return (text, isLikely ? ImportNote(line: 0, "", Text.likelyEncoding, isPart: true) : nil)
  }

  // MARK: Collections

  static func addCards(
    _ request: ImportCards, _ file: CollectionFile, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardsView> {
    var file = file
    try file.resolve(CardResolver(Collection(home)), anyway: request.anyway)
    let total = file.cards.reduce(0) { $0 + $1.count }
    try CardCommands.checkRoom(for: total, home)
    for row in file.cards {
      for _ in 0..<row.count { try draft.make(DeckKinds.copy, in: home.personalRoom, row.card) }
    }
    let dialect = file.dialect?.rawValue ?? "csv"
    return .value(
      .with {
        $0.count = UInt32(total)
        $0.report = file.report
        $0.format = dialect
        $0.message =
          "\(Count.of(total, "card")) from \(Count.of(file.cards.count, "line")) \(Count.word(total, "is", "are")) in the Card Box."
      })
  }

  static func exportCards(_ request: ExportCards, _ home: any Snapshot) throws -> DeckText {
    let dialect = try CollectionDialect.named(request.format)
    let box = try LibraryViews.cardBox(Collection(home), text: "", withLibraries: true)
    // Where a card is does not matter here.
    let folded = CardLines.fold(
      box.cards.lazy.filter { !$0.borrowed }.compactMap { line in
        let card = CardCopy.with {
          ($0.name, $0.set, $0.number) = (line.name, line.set, line.number)
          ($0.language, $0.finish, $0.condition) = (line.language, line.finish, line.condition)
          ($0.price, $0.tags, $0.binder) = (line.price, line.tags, line.binder)
          ($0.grade, $0.marks) = (line.grade, line.marks)
        }
        return Base32.decode(line.id).flatMap { ItemID($0) }.map { (card, line.count, $0) }
      })
    return .with {
      $0.text = CollectionFile.write(folded, dialect)
      $0.format = dialect.rawValue
      $0.name = "cards.csv"
      $0.notes = dialect.losses(of: folded)
    }
  }

  // MARK: Decks

  static func makeLibrary(
    _ request: ImportDeck, _ reading: DeckReading, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    var reading = reading
    try reading.resolve(
      CardResolver(collection), owned: request.owned, anyway: request.anyway)
    return try build(
      reading, named: name(of: reading.list, request), owned: request.owned, collection, &draft)
  }

  /// Returns the name for a deck of a file: the one in the request, else the one in the file, else the name of the file.
  static func name(of list: DeckList, _ request: ImportDeck) -> String {
    if !request.name.isEmpty { return request.name }
    guard list.name.isEmpty else { return list.name }
    let file = request.file.split(separator: "/").last ?? ""
    return String(file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex))
  }

  /// Makes a library of a list, out of the cards in the Card Box.
  ///
  /// - Parameters:
  ///   - name: what to call it; empty for the name of the list.
  ///   - owned: what is missing there is added.
  static func build(
    _ reading: DeckReading, named name: String, owned: Bool, _ collection: Collection,
    _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let (home, list) = (collection.home, reading.list)
    guard !(name + list.name).isEmpty else {
      throw Refused(.invalid, "The file does not name the deck: give a name.")
    }
    let name = try DeckRules.name(name.isEmpty ? list.name : name)
    guard try collection.library(named: name) == nil else {
      throw Refused(
        .notNow, "There is a library \(name) already: give another name, or delete that one first.")
    }
    var library = try LibraryCommands.new(name, list.format, collection)
    library.notes = try DeckRules.notes(list.notes)
    library.tags = try DeckRules.tags(list.tags)
    var plan = BuildPlan(list: list, at: reading.numbers, collection)
    try plan.fill(&library)
    if owned {
      guard plan.missingCount <= DeckRules.mostImported else {
        throw Refused(
          .invalid,
          "The deck has \(Count.of(plan.missingCount, "card")) that you lack, and at most \(DeckRules.mostImported) are added at once: import it in parts."
        )
      }
      try CardCommands.checkRoom(for: plan.missingCount, home)
    }
    let id = try draft.make(DeckKinds.library, in: home.personalRoom, library)
    for (copy, zone) in plan.moves {
      try draft.change(copy.record, DeckKinds.copy) {
        $0.library = id.data
        $0.zone = zone
      }
    }
    for line in plan.missing where owned {
      var card = CardCopy(line)
      card.library = id.data
      card.zone = line.zone
      for _ in 0..<line.count { try draft.make(DeckKinds.copy, in: home.personalRoom, card) }
    }
    let missing = owned ? [] : plan.missing
    var report = reading.report
    for note in plan.tooMany { report.leaveOutTaken(note) }
    for note in plan.unkept { report.lose(note) }
    let told = report
    return .record(id, in: home.personalRoom) { view in
      view.missing = missing.map { CardLine($0) }
      view.report = told
    }
  }

  static func export(_ request: ExportDeck, _ home: any Snapshot) throws -> DeckText {
    let format = try DeckFormat.named(request.format)
    let list = try list(request.library, home)
    return .with {
      $0.text = format.write(format.renames(list, home.cards))
      $0.format = format.name
      $0.name = fileName(list.name) + "." + format.ending
      $0.notes = format.losses(of: list) + [format.warning(of: list)].compactMap(\.self)
    }
  }

  static func print(_ request: PrintDeck, _ home: any Snapshot) throws -> DeckText {
    let sheet = RegistrationSheet(try list(request.library, home), request, home.cards)
    let format = request.format.isEmpty ? "html" : request.format.lowercased()
    guard ["html", "drawing"].contains(format) else {
      throw Refused(.invalid, "A sheet is html or drawing: choose one of these.")
    }
    return try .with {
      $0.text = format == "html" ? sheet.html : try sheet.picture.json()
      $0.format = format
      $0.name = fileName(sheet.title) + (format == "html" ? ".html" : ".pdf")
    }
  }

  /// A library as a list; where there is none, the list of that name in any room.
  static func list(_ text: String, _ home: any Snapshot) throws -> DeckList {
    let collection = try Collection(home)
    do {
      return try collection.list(of: collection.library(text))
    } catch let refused as Refused where refused.refusal.code == .notFound {
      guard
        let record = try? home.find(text, [.deckList], in: home.rooms())
      else { throw refused }
      return ShownLists.cleaned(DeckKinds.list.decode(record.body))
    }
  }

  private static func fileName(_ name: String) -> String {
    let kept = name.map { $0.isLetter || $0.isNumber || "-_. ".contains($0) ? $0 : "_" }
    let text = String(kept).drop { $0 == "." || $0 == " " }
    return text.isEmpty ? "deck" : String(text)
  }
}
