import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// The commands by which our person builds libraries of cards (rows D-06 to D-26).
enum LibraryCommands {
  static func make(
    _ request: MakeLibrary, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let name = try DeckRules.name(request.name)
    if let known = try collection.library(named: name) {
      return .record(known.id, in: known.room) {
        $0.messages = ["There is a library \(name) already: here it is."]
      }
    }
    let library = try new(name, request.format, collection)
    return .record(
      try draft.make(DeckKinds.library, in: home.personalRoom, library), in: home.personalRoom)
  }

  /// The body of a new library.
  static func new(
    _ name: String, _ format: String, _ collection: Collection
  ) throws -> Library {
    guard collection.libraries.count < DeckRules.mostLibraries else {
      throw Refused(
        .notNow,
        "You have \(DeckRules.mostLibraries) libraries, and that is the most: delete one first.")
    }
    return try .with {
      $0.name = name
      $0.format = try DeckRules.format(format)
    }
  }

  // MARK: Cards

  static func add(
    _ request: MoveCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let library = try collection.library(request.library)
    let wanted = try CardWanted(own: request.card, count: request.count)
    let zone = wanted.zone(request.zone)
    if let land = DeckRules.basicLand(wanted.line.name) {
      return try change(land, by: wanted.count, in: zone, of: library, &draft)
    }
    let all = try wanted.copies(collection)
    let box = all.filter(\.isInBox)
    guard box.count >= wanted.count else {
      throw CardCommands.missing(wanted, box: box.count, all: all, "add")
    }
    let moved = try CopyChoice.take(wanted.count, of: box)
    let name = moved.first?.card.name ?? wanted.line.name
    let there = try collection.copies(named: name).filter { $0.library?.id == library.id }.count
    try checkCopies(
      there + wanted.count, of: name, in: DeckKinds.library.decode(library.body), home)
    for copy in moved { try move(copy, to: library, zone, &draft) }
    return .record(library.id, in: library.room)
  }

  /// Puts a copy into a library, or into the Card Box.
  static func move(
    _ copy: Collection.Copy, to library: Record?, _ zone: DeckZone, _ draft: inout Draft
  ) throws {
    try draft.change(copy.record, DeckKinds.copy) {
      $0.library = library?.item.data ?? Data()
      $0.zone = library == nil ? .main : zone
    }
  }

  /// Checks how many copies of a card a library may have (row D-23).
  static func checkCopies(
    _ count: Int, of name: String, in library: Library, _ home: any Snapshot
  ) throws {
    let most = KnownNames(home).most(name, DeckFormatRules(library.format))
    guard count > most else { return }
    throw Refused(
      .notNow,
      "\(library.name) may have at most \(Count.of(most, "copy", "copies")) of \(name): leave the others in the Card Box."
    )
  }

  static func take(
    _ request: MoveCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let library = try collection.library(request.library)
    let wanted = try CardWanted(own: request.card, count: request.count)
    let zone = wanted.zone(request.zone)
    if let land = DeckRules.basicLand(wanted.line.name) {
      return try change(land, by: -wanted.count, in: zone, of: library, &draft)
    }
    let all = try wanted.copies(collection).filter { $0.library?.id == library.id }
    // A copy that is named by its id is taken from its own place; no zone is that of the main deck.
    let named = all.first.flatMap { copy in
      copy.record.item.description.hasPrefix(wanted.text) ? copy.card.zone : nil
    }
    let place = zone == .main ? named ?? .main : zone
    let there = all.filter { $0.card.zone == place }
    guard there.count >= wanted.count else {
      throw lacking(
        wanted.line.name, in: place, of: DeckKinds.library.decode(library.body).name,
        all.map { ($0.card.zone, 1) })
    }
    for copy in try CopyChoice.take(wanted.count, of: there) {
      try move(copy, to: nil, .main, &draft)
    }
    return .record(library.id, in: library.room)
  }

  /// Says that a part of a library has too few of a card, and which other parts have some.
  ///
  /// - Parameter found: the copies in all parts of the library.
  private static func lacking(
    _ card: String, in zone: DeckZone, of library: String, _ found: [(zone: DeckZone, count: Int)]
  ) -> Refused {
    let counts = Dictionary(found.map { ($0.zone, $0.count) }, uniquingKeysWith: +)
    let here = counts[zone] ?? 0
    let said =
      "\(here == 0 ? "No" : "Only \(here)") \(card) \(here < 2 ? "is" : "are") in the \(zone.place) of \(library)"
    let others = counts.filter { $0.key != zone && $0.value > 0 }
      .sorted { $0.key.rawValue < $1.key.rawValue }
    guard let first = others.first else {
      return Refused(.notNow, "\(said).", .see("library show"))
    }
    let elsewhere = others.map { "\($0.value) in its \($0.key.place)" }.joined(separator: " and ")
    return Refused(
      .notNow,
      "\(said), and there \(Count.word(first.value, "is", "are")) \(elsewhere).",
      .with {
        $0.code = .namePart
        $0.value = first.key.word
      }
    )
  }

  // MARK: Lands

  /// Adds basic lands to a library or takes some out; they come from nowhere and go nowhere (rows D-20, D-24).
  private static func change(
    _ land: String, by difference: Int, in zone: DeckZone, of library: Record,
    _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    try draft.change(library, DeckKinds.library) { body in
      let now = body.lands.first { $0.name == land && $0.zone == zone }?.count ?? 0
      let count = Int(now) + difference
      guard count >= 0 else {
        let found = body.lands.filter { $0.name == land }.map { ($0.zone, Int($0.count)) }
        throw lacking(land, in: zone, of: body.name, found)
      }
      guard count <= DeckRules.mostLands else {
        throw Refused(
          .notNow, "\(body.name) may have at most \(DeckRules.mostLands) \(land): add fewer.")
      }
      body.setLands(land, UInt32(count), zone)
    }
    return .record(library.id, in: library.room)
  }

  static func setLands(
    _ request: SetLands, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let library = try collection.library(request.library)
    guard !request.lands.isEmpty else {
      throw Refused(.invalid, "No land was named: say how many, as in forest=10.")
    }
    let lands = try request.lands.map {
      (try DeckRules.land(typed: $0.land), try DeckRules.lands(typed: $0.count))
    }
    guard Set(lands.map(\.0)).count == lands.count else {
      throw Refused(.invalid, "One land is named twice: give one number for each.")
    }
    guard try !LibraryViews.isEmpty(library, collection) else { throw noLandsYet }
    try draft.change(library, DeckKinds.library) { body in
      for (land, count) in lands { body.setLands(land, count, .main) }
    }
    return .record(library.id, in: library.room)
  }

  /// The reason why a library without cards gets no lands (row D-14).
  static let noLandsYet = Refused(
    .notNow, "Lands are added once there is at least one card in the library: add a card first.")

  // MARK: The library itself

  static func edit(
    _ request: EditLibrary, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let library = try collection.library(request.library)
    guard request.hasName || request.hasFormat || request.hasNotes || !request.tags.isEmpty else {
      throw Refused(.invalid, "No change was given: name what to change.")
    }
    try draft.change(library, DeckKinds.library) { body in
      if request.hasName {
        let name = try DeckRules.name(request.name)
        if let other = try collection.library(named: name), other.id != library.id {
          throw Refused(.notNow, "There is another library \(name): choose another name.")
        }
        body.name = name
      }
      if request.hasFormat { body.format = try DeckRules.format(request.format) }
      if request.hasNotes { body.notes = try DeckRules.notes(request.notes) }
      if !request.tags.isEmpty { body.tags = try DeckRules.tags(request.tags) }
    }
    return .record(library.id, in: library.room)
  }

  /// Deletes the library alone: a copy that names a library that is gone is in the Card Box (row D-25).
  static func delete(
    _ request: DeleteLibrary, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let library = try collection.library(request.library)
    let count = try collection.copies(in: library).count
    let name = DeckKinds.library.decode(library.body).name
    draft.delete(library)
    return .record(library.id, in: library.room) {
      $0.name = name
      $0.messages = [returned(count, from: "\(name) is deleted")]
    }
  }

  /// Says that cards are back.
  static func returned(_ count: Int, from what: String) -> String {
    switch count {
    case 0: "\(what)."
    case 1: "\(what): its card is in the Card Box again."
    default: "\(what): its \(Count.of(count, "card is", "cards are")) in the Card Box again."
    }
  }
}

extension Library {
  /// Sets the number of one basic land in one zone.
  mutating func setLands(_ land: String, _ count: UInt32, _ zone: DeckZone) {
    lands.removeAll { $0.name == land && $0.zone == zone }
    guard count > 0 else { return }
    lands.append(
      .with {
        $0.name = land
        $0.count = count
        $0.zone = zone
      })
    lands.sort { ($0.zone.rawValue, $0.name) < ($1.zone.rawValue, $1.name) }
  }
}

extension DeckZone {
  /// The part of a library in a sentence.
  var place: String { self == .main ? "main deck" : self == .commander ? "command zone" : word }

  /// The word by which people name the part.
  var word: String {
    switch self {
    case .sideboard: "sideboard"
    case .commander: "commander"
    case .companion: "companion"
    default: "main"
    }
  }
}
