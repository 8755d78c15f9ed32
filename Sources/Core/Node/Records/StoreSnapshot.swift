import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store

/// The rooms of one snapshot of the store, as features read them. A value that was looked up once is remembered.
final class StoreSnapshot: Snapshot {
  let reader: Reader
  private let own: Author
  private let load: (RoomID) throws -> RoomViews?
  private let settings: Settings
  private let peers: KnownPeople
  let now: Int64
  private var views: [RoomID: RoomViews] = [:]
  private var people: [RoomID: [Author: Person]] = [:]
  private var summaries: [RoomID: RoomSummary] = [:]
  private var roomSet: Set<RoomID>?

  /// Reads around one room; other rooms are loaded when they are asked for.
  init(_ views: RoomViews) {
    (reader, own, load) = (views.reader, views.own, { try views.views(of: $0) })
    (settings, now) = (views.settings, views.now)
    peers = views.people
    self.views[views.id] = views
  }

  /// Reads what a node sees in its turn.
  init(_ rooms: Rooms, _ reader: Reader) {
    self.reader = reader
    own = rooms.account.author
    load = { id in try rooms.room(id, reader).map { RoomViews(rooms, $0, reader) } }
    (settings, now) = (rooms.settings, rooms.now.wall)
    peers = rooms.peers.people
  }

  var me: Author { own }
  private(set) lazy var personalRoom = RoomID(personal: own)

  func views(of room: RoomID) throws -> RoomViews? {
    if let known = views[room] { return known }
    let loaded = try load(room)
    views[room] = loaded
    return loaded
  }

  func finishedSession(at table: RoomID) throws -> FinishedSession? {
    try FinishedSession(of: table, reader)
  }

  // MARK: Rooms

  func rooms() throws -> [RoomID] { try RoomNames.all(reader, own: own) }

  /// The same for look-ups, of which a list makes one for each of its lines.
  private func ownRooms() throws -> Set<RoomID> {
    if let known = roomSet { return known }
    let rooms = try Set(rooms())
    roomSet = rooms
    return rooms
  }

  func room(_ id: RoomID) throws -> RoomSummary? {
    if let known = summaries[id] { return known }
    let summary = try views(of: id).map {
      RoomSummary(id: id, kind: $0.room.stored.kind, name: try $0.name())
    }
    summaries[id] = summary
    return summary
  }

  func owner(of room: RoomID) throws -> Author? {
    try views(of: room)?.room.stored.people?.owner
  }

  func room(_ text: String) throws -> RoomSummary {
    guard let room = try room(RoomNames.chatRoom(text, reader, own: own)) else {
      throw Rooms.roomIsGone
    }
    return room
  }

  func people(in room: RoomID) throws -> [Person] {
    try (views(of: room)?.authors() ?? []).map { try person($0, in: room) }
  }

  func person(_ author: Author, in room: RoomID) throws -> Person {
    if let known = people[room]?[author] { return known }
    let person = try views(of: room)?.seen(author) ?? RoomViews.nobody(author)
    people[room, default: [:]][author] = person
    return person
  }

  func peopleHere(in room: RoomID) throws -> [Person] {
    try (views(of: room)?.here ?? []).sorted().map { try person($0, in: room) }
  }

  func directRoom(with author: Author) throws -> RoomID? {
    let id = RoomID(direct: own, author)
    return try reader.room(id) == nil ? nil : id
  }

  func acquaintance(with node: NodeID, called name: String) throws -> Acquaintance {
    let (id, all) = (node.description, try peers.all())
    let peer = all.first { $0.id == id }
    return Acquaintance(
      nameIsTaken: settings.name.isName(name)
        || all.contains { $0.id != id && $0.name.isName(name) },
      isAwaited: peer?.awaited != nil, isBlocked: peer?.blocked == true)
  }

  func silence(in room: RoomID) throws -> Advice? { try views(of: room)?.silence() }

  func doubt(in room: RoomID) throws -> String? { try views(of: room)?.doubt() }

  // MARK: Records

  func record(_ id: RecordID, in room: RoomID) throws -> Record? {
    guard let views = try views(of: room),
      let record = try reader.record(id, in: views.room.stored.records), record.state != .hidden
    else { return nil }
    return views.record(record)
  }

  func record(of item: ItemID) throws -> Record? { try own(reader.records(of: item)).first }

  func records(about item: ItemID) throws -> [Record] { try own(reader.records(about: item)) }

  /// Returns the records that are in rooms of our person.
  private func own(_ found: [(room: RoomID, record: StoredRecord)]) throws -> [Record] {
    guard !found.isEmpty else { return [] }
    let rooms = try ownRooms()
    return try found.compactMap { room, record in
      rooms.contains(room) ? try views(of: room)?.record(record) : nil
    }
  }

  func records(_ query: SortQuery) throws -> [Record] {
    var found: [(key: Int64, record: Record)] = []
    for room in try query.room.map({ [$0] }) ?? rooms() {
      guard let views = try views(of: room) else { continue }
      for kind in query.kinds {
        found += try reader.records(
          of: kind, in: views.room.stored.records, sortedIn: query.range, limit: query.limit
        ).map { ($0.key, views.record($0.record)) }
      }
    }
    return found.sorted { ($0.key, $0.record.id) < ($1.key, $1.record.id) }.prefix(query.limit)
      .map(\.record)
  }

  func recordsThatComeAgain(_ kinds: [RecordKind]) throws -> [Record] {
    try own(kinds.flatMap { try reader.recordsThatComeAgain($0) })
  }

  func records(of kinds: [RecordKind], in room: RoomID, limit: Int) throws -> [Record] {
    guard let views = try views(of: room) else { return [] }
    let lists = try kinds.map {
      try reader.records(of: $0, in: views.room.stored.records, limit: limit)
    }
    // Each list is sorted already.
    let newest =
      lists.count == 1
      ? lists[0] : lists.joined().sorted { ($1.order, $1.id) < ($0.order, $0.id) }
    return try counted(newest.prefix(limit).reversed().map { views.record($0) })
  }

  func records(
    of kind: RecordKind, nameBeginning name: String, in room: RoomID, limit: Int
  ) throws -> [Record] {
    guard let views = try views(of: room) else { return [] }
    return try reader.records(
      of: kind, in: views.room.stored.records, namedLike: name, limit: limit
    ).map { views.record($0.record) }
  }

  func page(
    of kind: AnyKind, in room: RoomID, before: String, limit: Int, withDeleted: Bool
  ) throws -> (records: [Record], before: String) {
    guard let views = try views(of: room) else { return ([], "") }
    let id = Base32.decode(before).flatMap { ItemID($0) }
    guard before.isEmpty || id != nil,
      let page = try views.page(
        of: kind.number, before: id, limit: limit, withDeleted: withDeleted)
    else {
      throw Refused(
        .notFound, "There is no \(kind.noun) \(before): read from the newest again.")
    }
    return (page.records.map { views.record($0) }, page.before)
  }

  func countPermanent(_ kind: RecordKind, below parent: Record) throws -> Int {
    guard let views = try views(of: parent.room) else { return 0 }
    let logs = views.room.logs.logs(of: parent.author).map(\.number)
    return try reader.countAllChildren(
      of: parent.id, kind, madeIn: logs.sorted(), in: views.room.stored.records)
  }

  func visit(
    _ kind: RecordKind, in room: RoomID, limit: Int, _ visit: (ListedRecord) throws -> Void
  ) throws {
    guard let views = try views(of: room) else { return }
    let number = views.room.stored.records
    var last: (log: Int64, author: Author)?
    try reader.bodies(of: kind, in: number, limit: limit) { item, log, writers, body in
      if last?.log != log { last = (log, views.logKeys[log]?.author ?? .zero) }
      let author = last?.author ?? .zero
      try visit(ListedRecord(item: item, author: author, writers: writers, body: body))
    }
  }

  func search(
    _ text: String, kinds: [RecordKind], rooms: [RoomID]?, limit: Int
  ) throws -> [Record] {
    let mine = try Set(self.rooms()).union(reader.rooms(of: own))
    var numbers: [Int64: RoomViews] = [:]
    for room in Set(rooms ?? Array(mine)).intersection(mine) {
      if let views = try views(of: room) { numbers[views.room.stored.records] = views }
    }
    let hidden = try peers.hidden(by: settings)
    return try reader.search(
      text, of: kinds.isEmpty ? reader.registry.wordKinds : kinds, in: numbers.keys.sorted(),
      limit: limit
    ) { room, log in
      guard let views = numbers[room], let author = views.logKeys[log]?.author else { return false }
      return !hidden.contains(author)
    }.compactMap { found in numbers[found.room]?.record(found.record) }
  }

  func kind(_ number: RecordKind) -> AnyKind? { reader.registry.kind(number) }

  func kinds(called nouns: [String]) throws -> [AnyKind] {
    try reader.registry.kinds(called: nouns).sorted().compactMap { reader.registry.kind($0) }
  }

  func checkMayChange(_ record: Record) throws {
    guard let views = try views(of: record.room),
      let kind = reader.registry.kind(record.kind)
    else { throw Rooms.roomIsGone }
    switch record.writers.inside(views.room.stored.kind) {
    case .members: return
    case .owner:
      guard views.room.stored.people?.owner != me else { return }
      throw Refused(.notNow, "Only the owner of the room can change or delete the \(kind.noun).")
    case .creator:
      guard record.author != me else { return }
      let name = try person(record.author, in: record.room).name
      throw Refused(
        .notNow,
        "Only \(name), who made the \(kind.noun), can change or delete it: ask \(name), or make your own."
      )
    }
  }

  func proof(of record: Record) throws -> Schema.Bundle? {
    guard let views = try views(of: record.room),
      let stored = try reader.record(record.id, in: views.room.stored.records)
    else { return nil }
    return try views.proof(of: stored)
  }

  func signedEntry(of record: Record) throws -> SignedEntry? {
    guard let views = try views(of: record.room),
      let stored = try reader.record(record.id, in: views.room.stored.records)
    else { return nil }
    return try views.signedEntry(of: stored)
  }

  func records(provenBy signed: SignedEntry) -> [ProvenRecord] {
    RoomViews.records(provenBy: signed)
  }

  func title(of record: Record) -> String { reader.registry.title(record.body, kind: record.kind) }

  // MARK: The rest

  func blob(_ reference: BlobReference, of record: Record) throws -> BlobStatus {
    guard let views = try views(of: record.room) else {
      return BlobStatus(received: 0, problem: nil)
    }
    let blob = try views.blob(reference)
    return BlobStatus(
      received: blob?.receivedBytes ?? 0, problem: try views.problem(blob, by: record.author))
  }

  func bytes(of reference: BlobReference, of record: Record) throws -> Data? {
    guard let blob = try views(of: record.room)?.blob(reference), blob.state == .whole else {
      return nil
    }
    var reading = BlobReading(blob)
    var bytes = Data()
    while let chunk = try reading.chunk(reader) { bytes += chunk }
    return bytes
  }

  func lookup<Found: Lookup>(_ type: Found.Type) -> Found? { reader.registry.lookup(type) }

  func setting(_ key: String) -> String { settings.value(key) }
}

// MARK: - Finding what a person means

extension StoreSnapshot {
  /// So many records of one kind and room with names that begin alike are looked at.
  private static let mostNamed = 100
  /// So many records of one room whose ids begin alike are looked at: two are too many already.
  private static let mostBegun = 10

  func find(_ text: String, _ kinds: [RecordKind], in rooms: [RoomID]) throws -> Record {
    var meant = Meant(begun: try identified(text, kinds, in: rooms))
    if Base32.decode(text.lowercased()).flatMap({ RecordID($0) }) != nil {
      meant.whole = meant.begun
    }
    if meant.whole.isEmpty {
      let named = try named(text, kinds, in: rooms)
      let known = Set(meant.begun.map(\.id))
      meant.named = named.whole
      meant.begun += named.begun.filter { !known.contains($0.id) }
    }
    let found = meant.found
    let kind = kinds.first.flatMap { reader.registry.kind($0) }
    guard let only = found.first else { throw Self.none(text, kind) }
    guard found.count == 1 else { throw Self.several(found.count, text, kind) }
    return only
  }

  private static func none(_ text: String, _ kind: AnyKind?) -> Refused {
    guard let kind else {
      return Refused(.notFound, "Nothing in that room has an id that begins with \(text).")
    }
    return Refused(.notFound, "There is no \(kind.noun) \(text).", .see(kind))
  }

  private static func several(_ count: Int, _ text: String, _ kind: AnyKind?) -> Refused {
    guard let kind, kind.hasNames else {
      return Refused(.ambiguous, "More than one id begins with \(text): give more letters.")
    }
    return Refused(
      .ambiguous,
      "\(Count.of(count, kind.noun, Count.plural(kind.noun))) fit \(text): give the beginning of the id.",
      .see(kind)
    )
  }

  /// The visible records with an id that begins so.
  private func identified(
    _ text: String, _ kinds: [RecordKind], in rooms: [RoomID]
  ) throws -> [Record] {
    guard !text.isEmpty else { return [] }
    return try rooms.flatMap { room -> [Record] in
      guard let views = try views(of: room) else { return [] }
      return try reader.records(
        of: kinds, beginning: text.lowercased(), in: views.room.stored.records,
        limit: Self.mostBegun
      ).map { views.record($0) }
    }
  }

  /// The visible records of kinds with names that are called so, and those with names that begin so, as each kind compares them.
  private func named(
    _ text: String, _ kinds: [RecordKind], in rooms: [RoomID]
  ) throws -> (whole: [Record], begun: [Record]) {
    var found: (whole: [Record], begun: [Record]) = ([], [])
    // A room's card is called like the room, which is not what is looked for.
    let named = kinds.isEmpty ? reader.registry.namedKinds.filter { $0 != .roomCard } : kinds
    for kind in named {
      guard let rules = reader.registry.kind(kind), rules.hasNames else { continue }
      let wanted = rules.foldName(text)
      guard !wanted.isEmpty else { continue }
      for room in rooms {
        guard let views = try views(of: room) else { continue }
        let fitting = try reader.records(
          of: kind, in: views.room.stored.records, namedLike: wanted, limit: Self.mostNamed)
        for (name, record) in fitting {
          found.begun.append(views.record(record))
          if name == wanted { found.whole.append(views.record(record)) }
        }
      }
    }
    return found
  }
}
