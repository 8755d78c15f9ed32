import DeckSchema
import Feature
import Identifiers
import Schema

/// Collections as people see them (rows D-01 to D-05, D-14, D-17).
enum LibraryViews {
  static func list(_ request: ListLibraries, _ home: any Snapshot) throws -> LibraryList {
    let collection = try Collection(home)
    var counts: [RecordID: (main: Int, sideboard: Int)] = [:]
    var box = 0
    try collection.visit { card, library, count, _ in
      guard let library else {
        box += card.held.isEmpty ? Int(count) : 0
        return
      }
      let isMain = card.zone == .main || card.zone == .commander
      counts[library.id, default: (0, 0)].main += isMain ? Int(count) : 0
      counts[library.id, default: (0, 0)].sideboard += isMain ? 0 : Int(count)
    }
    let libraries = try collection.libraries.map { library in
      let count = counts[library.id] ?? (0, 0)
      return try summary(library, count.main, count.sideboard, home)
    }
    return .with {
      $0.libraries = [boxSummary(box)] + libraries
      $0.actions = [addLibrary(collection)]
    }
  }

  /// Shows the cards of a library, or of the Card Box where the request names no library.
  static func show(_ request: ShowLibrary, _ home: any Snapshot) throws -> LibraryView {
    let collection = try Collection(home)
    let isBox = request.library.isEmpty || DeckRules.folded(request.library) == "card box"
    guard !isBox else { return try cardBox(collection, text: "", withLibraries: false) }
    return try view(of: collection.library(request.library), collection)
  }

  /// A library that is visible or deleted.
  static func view(of library: Record, _ home: any Snapshot) throws -> LibraryView {
    try view(of: library, Collection(home))
  }

  private static func view(of library: Record, _ collection: Collection) throws -> LibraryView {
    let copies = library.isDeleted ? [] : try collection.copies(in: library)
    let main = copies.filter { $0.card.zone == .main || $0.card.zone == .commander }.count
    var view = try summary(library, main, copies.count - main, collection.home)
    view.cards = CardLines.fold(copies.map { ($0.card, 1, $0.record.item) })
    if !library.isDeleted {
      view.hash = DeckHash.text(of: collection.list(of: library, copies), collection.home.cards)
    }
    return view
  }

  /// The cards in the Card Box, or all cards with the names of their libraries.
  static func cardBox(
    _ collection: Collection, text: String, withLibraries: Bool
  ) throws -> LibraryView {
    let wanted = CardName.fold(text).split(separator: " ")
    var lines: [RecordID?: [(card: CardCopy, count: UInt32, item: ItemID)]] = [:]
    var (count, held): (UInt32, UInt32) = (0, 0)
    try collection.visit { card, library, number, item in
      let isHeld = library == nil && !card.held.isEmpty
      guard library == nil || withLibraries else { return }
      let name = wanted.isEmpty ? "" : CardName.fold(card.name)
      guard wanted.allSatisfy({ name.holds($0) }) else { return }
      guard !isHeld || withLibraries else {
        held += number
        return
      }
      count += number
      lines[library?.id, default: []].append((card, number, item))
    }
    var view = boxSummary(Int(count))
    if held > 0 {
      view.messages = [
        "\(Count.of(held, "more card is", "more cards are")) lent or promised: `parlor card list --all` lists them, `parlor trade list` shows who has them."
      ]
    }
    view.cards = CardLines.fold(
      (lines[nil] ?? []).map { card, count, item in
        // It may still say where it was in a library that is gone.
        var card = card
        card.zone = .main
        return (card, count, item)
      })
    for library in collection.libraries {
      let name = DeckKinds.library.decode(library.body).name
      view.cards += CardLines.fold(lines[library.id] ?? []).map { line in
        var line = line
        line.library = Text.clean(name, limit: DeckRules.name)
        return line
      }
    }
    return view
  }

  /// Whether a library has no card and no land.
  static func isEmpty(_ library: Record, _ collection: Collection) throws -> Bool {
    guard DeckKinds.library.decode(library.body).lands.isEmpty else { return false }
    return try collection.copies(in: library).isEmpty
  }

  // MARK: What can be done

  private static func boxSummary(_ count: Int) -> LibraryView {
    let reason = "The Card Box holds what is in no library: it can be neither managed nor deleted."
    return .with {
      $0.name = DeckRules.cardBox
      $0.cardBox = true
      $0.count = UInt32(count)
      $0.sideboard = 0
      $0.draft = false
      $0.managed = false
      $0.deleted = false
      $0.actions = ["edit", "delete", "lands", "save", "cancel", "share"].map {
        ActionView($0, reason)
      }
    }
  }

  private static func addLibrary(_ collection: Collection) -> ActionView {
    ActionView(
      "add",
      collection.libraries.count < DeckRules.mostLibraries
        ? nil : "\(DeckRules.mostLibraries) libraries are the most: delete one first.")
  }

  /// A library without its cards.
  ///
  /// - Parameters:
  ///   - main: copies that are not in the sideboard.
  ///   - sideboard: copies that are.
  private static func summary(
    _ library: Record, _ main: Int, _ sideboard: Int, _ home: any Snapshot
  ) throws -> LibraryView {
    let body = DeckKinds.library.decode(library.body)
    let lands = body.lands.map { land in
      LandCount.with {
        $0.name = Text.clean(land.name, limit: CardName.most)
        $0.count = min(land.count, UInt32(DeckRules.mostLands))
        $0.zone = land.zone
      }
    }
    let inMain = lands.filter { $0.zone == .main || $0.zone == .commander }
      .reduce(0) { $0 + Int($1.count) }
    let all = lands.reduce(0) { $0 + Int($1.count) }
    let count = main + inMain
    let small = DeckCheck.tooSmall(count, body.format)
    let isManaged = try !library.isDeleted && ManagingCommands.session(of: library, home) != nil
    let empty =
      main + sideboard + all == 0 ? "There is no card in the library: add one first." : nil
    return .with {
      $0.id = library.item.description
      $0.name = Text.clean(body.name, limit: DeckRules.name)
      $0.cardBox = false
      $0.format = Text.clean(body.format, limit: DeckRules.format)
      $0.notes = Text.clean(body.notes, limit: DeckRules.notes, lines: true)
      $0.tags = body.tags.prefix(DeckRules.mostTags).map { Text.clean($0, limit: DeckRules.tag) }
      $0.lands = lands
      $0.count = UInt32(count)
      $0.sideboard = UInt32(sideboard + all - inMain)
      $0.draft = small != nil
      $0.managed = isManaged
      $0.deleted = library.isDeleted
      $0.actions = [
        ActionView("edit", nil), ActionView("delete", nil),
        ActionView("lands", empty.map { _ in LibraryCommands.noLandsYet.refusal.message }),
        ActionView("save", small),
        ActionView("cancel", isManaged ? nil : "Nobody manages it: there is nothing to take back."),
        ActionView("share", empty),
      ]
    }
  }
}

extension ActionView {
  /// Something that can be done, or the reason why it cannot.
  init(_ name: String, _ reason: String?) {
    self = .with {
      $0.name = name
      $0.enabled = reason == nil
      $0.reason = reason ?? ""
    }
  }
}

/// One copy as people see it when it changes.
enum CardViews {
  static func view(of copy: Record, _ home: any Snapshot) throws -> CardView {
    let card = DeckKinds.copy.decode(copy.body)
    var line = CardLine(card, count: copy.isDeleted ? 0 : 1)
    line.id = copy.item.description
    if !card.library.isEmpty, let item = ItemID(card.library),
      let library = try home.record(of: item),
      library.kind == .library
    {
      line.library = Text.clean(
        DeckKinds.library.decode(library.body).name, limit: DeckRules.name)
    }
    return .with {
      $0.id = line.id
      $0.card = line
      $0.deleted = copy.isDeleted
    }
  }
}
