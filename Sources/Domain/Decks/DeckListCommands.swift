import DeckSchema
import Feature
import Identifiers
import Schema

/// Keeping, sharing, building and deleting lists.
enum DeckListCommands {
  static func keep(
    _ request: ImportDeck, _ reading: DeckReading, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DeckListView> {
    var reading = reading
    try reading.resolve(
      CardResolver(Collection(home)), owned: false, anyway: request.anyway)
    var list = reading.list
    list.name = try DeckRules.name(DeckFiles.name(of: list, request))
    let report = reading.report
    let id = try draft.make(DeckKinds.list, in: home.personalRoom, list)
    return .record(id, in: home.personalRoom) { $0.report = report }
  }

  /// Shares what is in a library; the cards stay where they are (row D-57).
  static func share(
    _ request: ShareLibrary, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DeckListView> {
    let list = try Collection(home).shownList(of: request.library)
    let room = try home.room(
      request.room, noTable: "Lists cannot be shared at a table: share them in a room.")
    try home.checkIsHeard(in: room.id)
    return .record(try draft.make(DeckKinds.list, in: room.id, list), in: room.id)
  }

  static func list(_ request: ListDeckLists, _ home: any Snapshot) throws -> DeckListViews {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let found = try rooms.flatMap {
      try home.records(of: [.deckList], in: $0, limit: PageLimit.most)
    }
    return try .with {
      $0.lists = try found.map { try ShownLists.summary(of: $0, home) }
        .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }
  }

  static func show(_ request: ShowDeckList, _ home: any Snapshot) throws -> DeckListView {
    try ShownLists.view(of: find(request.list, in: request.room, home), home)
  }

  static func build(
    _ request: BuildDeckList, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<LibraryView> {
    let record = try find(request.list, in: request.room, home)
    let list = ShownLists.cleaned(DeckKinds.list.decode(record.body))
    let collection = try Collection(home)
    var reading = DeckReading(list)
    // What somebody else has shared may name cards in another way.
    try reading.resolve(CardResolver(collection), owned: false, anyway: true)
    return try DeckFiles.build(
      reading, named: request.name, owned: false, collection, &draft)
  }

  static func delete(
    _ request: ShowDeckList, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<DeckListView> {
    let record = try find(request.list, in: request.room, home)
    draft.delete(record)
    let name = DeckKinds.list.decode(record.body).name
    return .record(record.id, in: record.room) { $0.name = Text.clean(name, limit: DeckRules.name) }
  }

  private static func find(
    _ text: String, in room: String, _ home: any Snapshot
  ) throws -> Record {
    let rooms = try room.isEmpty ? home.rooms() : [home.room(room).id]
    return try home.find(text, [.deckList], in: rooms)
  }
}
