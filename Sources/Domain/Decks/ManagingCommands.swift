import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Managing a library: each move is saved at once, and all of them can be taken back (rows D-07 to D-10, D-16, D-17).
///
/// A record that belongs to the library keeps its earlier state. So a terminal that is killed loses nothing, and another terminal
/// sees that somebody manages the library.
enum ManagingCommands {
  static func begin(
    _ request: BeginManaging, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    guard let library = try known(request.library, collection) else {
      let body = try LibraryCommands.new(DeckRules.name(request.library), "", collection)
      let id = try draft.make(DeckKinds.library, in: home.personalRoom, body)
      try draft.make(
        DeckKinds.edit, in: home.personalRoom, parent: id, .with { $0.made = true })
      return .record(id, in: home.personalRoom)
    }
    if try session(of: library, home) != nil {
      return .record(library.id, in: library.room) {
        $0.messages = [
          "Somebody manages this library already, perhaps in a terminal that was closed: you continue from there."
        ]
      }
    }
    let copies = try collection.copies(in: library)
    try draft.make(
      DeckKinds.edit, in: library.room, parent: library.id,
      .with {
        $0.library = DeckKinds.library.decode(library.body)
        $0.copies = copies.map { copy in
          .with {
            $0.copy = copy.record.item.data
            $0.zone = copy.card.zone
          }
        }
      })
    return .record(library.id, in: library.room)
  }

  /// The library that is meant; nil where a new one is to be made.
  private static func known(_ text: String, _ collection: Collection) throws -> Record? {
    if let library = try collection.library(named: text) { return library }
    // The beginning of a name may be the whole name of a new one.
    return collection.libraries.first { $0.item.description == text.lowercased() }
  }

  /// Returns the record with a library's state before somebody began to manage it; nil while nobody does.
  static func session(of library: Record, _ home: any Snapshot) throws -> Record? {
    try home.children(of: library.id, in: library.room).first { $0.kind == .libraryEdit }
  }

  private static func open(
    _ text: String, _ collection: Collection
  ) throws -> (library: Record, session: Record) {
    let library = try collection.library(text)
    guard let session = try session(of: library, collection.home) else {
      throw Refused(
        .notNow,
        "Nobody manages the library.", .item(library.item.description, .manageLibrary))
    }
    return (library, session)
  }

  static func save(
    _ request: EndManaging, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let (library, session) = try open(request.library, collection)
    let list = try collection.list(of: library)
    if !request.draft, let small = DeckCheck.tooSmall(list.count, list.format) {
      throw Refused(.notNow, "\(list.name) cannot be saved yet. \(small) Or save it as a draft.")
    }
    draft.delete(session)
    return .record(library.id, in: library.room)
  }

  static func cancel(
    _ request: EndManaging, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let collection = try Collection(home)
    let (library, session) = try open(request.library, collection)
    let before = DeckKinds.edit.decode(session.body)
    let now = try collection.copies(in: library)
    if before.made {
      let name = DeckKinds.library.decode(library.body).name
      draft.delete(library)
      return .record(library.id, in: library.room) {
        $0.name = name
        $0.messages = [LibraryCommands.returned(now.count, from: "\(name) is removed")]
      }
    }
    var zones: [Data: DeckZone] = [:]
    for copy in before.copies { zones[copy.copy] = copy.zone }
    for copy in now {
      if let zone = zones.removeValue(forKey: copy.record.item.data) {
        if zone != copy.card.zone { try LibraryCommands.move(copy, to: library, zone, &draft) }
      } else {
        try LibraryCommands.move(copy, to: nil, .main, &draft)
      }
    }
    // What was taken out since, and is in the Card Box still.
    for (item, zone) in zones.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      guard let copy = try ItemID(item).flatMap({ try home.record(of: $0) }),
        copy.kind == .cardCopy
      else { continue }
      let card = DeckKinds.copy.decode(copy.body)
      guard card.held.isEmpty, collection.library(card.library) == nil else { continue }
      try LibraryCommands.move(
        .init(record: copy, card: card, library: nil), to: library, zone, &draft)
    }
    let old = before.library
    try draft.change(library, DeckKinds.library) { $0 = old }
    draft.delete(session)
    return .record(library.id, in: library.room) {
      $0.messages = ["\(old.name) is as it was before."]
    }
  }
}
