import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Rooms and what is in them as people see them, read from one snapshot.
public struct RoomViews {
  /// The id of the room.
  public var id: RoomID { room.id }

  let room: Room
  let reader: Reader
  let own: Author
  let logKeys: [Int64: LogKey]
  private let surroundings: RoomSurroundings
  let here: Set<Author>
  var people: KnownPeople { surroundings.people }
  var settings: Settings { surroundings.settings }
  var now: Int64 { surroundings.now }
  /// The positions up to which members have everything, where more is known than the store says.
  let delivered: [Author: Int64]
  /// Whether entries on their way to members that are here now are not said to wait.
  let skipsOnline: Bool

  /// Views of one room of the store; nil where there is none.
  ///
  /// - Parameters:
  ///   - own: our account.
  ///   - here: who looks at the room now.
  ///   - delivered: what members have, as `Node.freshDeliveries` told.
  ///   - surroundings: what was read for other rooms of the same snapshot; nil reads it.
  /// - Throws: `StoreError`.
  public init?(
    _ id: RoomID, _ reader: Reader, own: Author, here: Set<Author> = [],
    delivered: [Author: Int64] = [:], surroundings: RoomSurroundings? = nil
  ) throws {
    guard let room = try Room.load(id, reader) else { return nil }
    self.init(
      room, reader, own: own, here: here, delivered: delivered, skipsOnline: false,
      surroundings: try surroundings ?? RoomSurroundings(reader))
  }

  /// Views of another room in the same surroundings; nil where there is none.
  func views(of other: RoomID) throws -> RoomViews? {
    if other == id { return self }
    return try Room.load(other, reader).map {
      RoomViews(
        $0, reader, own: own, here: surroundings.here[other] ?? [], delivered: [:],
        skipsOnline: skipsOnline,
        surroundings: surroundings)
    }
  }

  /// Views of a room as the node sees it in its turn.
  init(_ rooms: Rooms, _ room: Room, _ reader: Reader) {
    self.init(
      room, reader, own: rooms.account.author, here: rooms.presence[room.id],
      delivered: rooms.deliveries.positions[room.id] ?? [:], skipsOnline: true,
      surroundings: RoomSurroundings(rooms))
  }

  private init(
    _ room: Room, _ reader: Reader, own: Author, here: Set<Author>, delivered: [Author: Int64],
    skipsOnline: Bool, surroundings: RoomSurroundings
  ) {
    self.delivered = delivered
    self.skipsOnline = skipsOnline
    self.room = room
    self.reader = reader
    self.own = own
    self.here = here
    self.surroundings = surroundings
    logKeys = room.logKeys
  }

  /// The id of the record that says who an author is.
  static func person(of author: Author) -> RecordID {
    RecordID(by: author, nonce: Data(count: 16))
  }

  /// Returns the name and colour of an author, as the author gives them if that is known.
  func person(_ author: Author) throws -> Introduction {
    if let record = try reader.record(Self.person(of: author), in: room.stored.records),
      record.kind == .introduction, record.state == .visible,
      let person = try? Coding.decode(Introduction.self, from: record.body), !person.name.isEmpty
    {
      return Introduction.with {
        $0.name = Text.clean(person.name, limit: Limits.name)
        $0.colour = Settings.colours.contains(person.colour) ? person.colour : ""
      }
    }
    if let player = try player(author) {
      return Introduction.with {
        $0.name = player.name
        $0.colour = player.colour
      }
    }
    if author == own {
      return Introduction.with {
        $0.name = settings.name
        $0.colour = settings.colour
      }
    }
    let peer = try people.byAuthor()[author]
    return Introduction.with {
      $0.name = peer?.name ?? String(author.description.prefix(8))
    }
  }

  /// Returns an author as a player at this table; nil for another room.
  private func player(_ author: Author) throws -> PlayerView? {
    guard room.stored.kind == .table, let view = try reader.table(room.id) else { return nil }
    return [view.host, view.joiner].first { $0.author == author.description && !$0.name.isEmpty }
  }

  /// Everybody who belongs to the room, as far as is known here, in order.
  func authors() throws -> [Author] {
    switch room.stored.kind {
    case .private: room.stored.people?.current ?? []
    case .lobby: Set(room.logs.keys.map(\.author)).union([own]).union(try online()).sorted()
    default: try reader.members(of: room.id)
    }
  }

  func isOnline(_ author: Author) throws -> Bool { try people.byAuthor()[author]?.online == true }

  private func online() throws -> [Author] {
    try people.byAuthor().filter(\.value.online).map(\.key)
  }

  /// The room.
  public func roomView() throws -> RoomView {
    var view = RoomView()
    view.id = room.id.description
    view.kind = room.stored.kind
    view.members = try authors().map { try member($0) }
    (view.name, view.topic) = (try name(), try topic())
    view.paired = settings.pairedRooms.contains(view.id)
    view.roster = room.stored.roster != nil
    if let roster = room.stored.roster { view.rivals = try rivals(roster) }
    view.membersInvite = try invite() != nil
    view.entries = room.logs.entries
    view.unread = try unread()
    let newest = try reader.newest(of: reader.registry.messageKinds, in: room.stored.records)
    view.lastMilliseconds = newest?.wall ?? 0
    view.waiting = try waiting()
    if let teller = try reader.removal(from: room.id) {
      view.notice = "\(try removed(toldBy: teller)): nothing new comes from it."
    } else if let silence = try silence() {
      view.notice = silence.text
      if let remedy = silence.remedy { view.noticeRemedy = remedy }
    }
    return view
  }

  /// The most unread messages that are counted.
  private static let mostUnread = 1000

  /// Messages that our person has not seen and may want to: none while it looks at the room.
  private func unread() throws -> UInt32 {
    guard !here.contains(own) else { return 0 }
    let hidden = try people.hidden(by: settings)
    let skipped = (hidden.authors + [own]).flatMap { room.logs.logs(of: $0) }.map(\.number)
    let late = try reader.lateUnread(of: room.id)
    let read = try reader.readOrder(of: room.id)
    let unread = try reader.registry.messageKinds.reduce(UInt64(0)) { count, kind in
      try count
        + UInt64(
          reader.countRecords(
            of: kind, in: room.stored.records, after: read, notOf: skipped, limit: Self.mostUnread))
    }
    return UInt32(min(unread + late, UInt64(Self.mostUnread)))
  }

  /// Returns the name of the room, without the rest of its view.
  ///
  /// - Throws: `StoreError`.
  func name() throws -> String {
    switch room.stored.kind {
    case .table: return "table \(room.id.description.prefix(8))"
    case .lobby: return "lobby"
    case .personal: return "personal"
    case .direct: return try authors().first { $0 != own }.map { try person($0).name } ?? ""
    default:
      return try card()?.shownName ?? String(room.id.description.prefix(8))
    }
  }

  /// Writes a text that tells the room from others of its name: `picnic (k7f2q, with Berta)`.
  ///
  /// - Throws: `StoreError`.
  func distinction() throws -> String {
    let others = try authors().filter { $0 != own }.map { try person($0).name }.sorted()
    var with = others.isEmpty ? "you alone" : "with " + others.prefix(2).joined(separator: " and ")
    if others.count > 2 { with = "with \(others[0]) and \(Count.of(others.count - 1, "other"))" }
    return "\(try name()) (\(room.id.description.prefix(8)), \(with))"
  }

  private func topic() throws -> String {
    switch room.stored.kind {
    case .table: "What is said at this table"
    case .lobby: "Everybody on this network"
    case .personal: "Yours alone"
    case .direct: "Just the two of you"
    default: Text.clean(try card()?.topic ?? "", limit: Limits.text)
    }
  }

  /// Reads the name and topic of a private room.
  func card() throws -> RoomCard? {
    guard let nonce = room.stored.nonce,
      let record = try reader.record(
        RecordID(by: room.stored.opener, nonce: nonce), in: room.stored.records)
    else { return nil }
    return try? Coding.decode(RoomCard.self, from: record.body)
  }

  /// The secret with which members add people; nil where its owner does not let them.
  ///
  /// - Throws: `StoreError`.
  func invite() throws -> SigningKey? {
    guard let open = room.stored.roster?.openInvites, !open.isEmpty,
      let card = try card(), let key = try? SigningKey(secret: [UInt8](card.invite)),
      open.contains(key.author)
    else { return nil }
    return key
  }

  private func member(_ author: Author) throws -> MemberView {
    let (person, peer) = (try person(author), try people.byAuthor()[author])
    var view = MemberView()
    view.author = author.description
    view.name = person.name
    view.colour = person.colour
    view.words = KeyWords.words(of: author)
    view.own = author == own
    view.owner = room.stored.people?.owner == author
    view.heir = room.stored.roster?.heir == author
    view.paired = view.own || peer?.paired == true
    view.online = view.own || peer?.online == true
    view.here = here.contains(author)
    let adder = room.stored.people?.adder(of: author)
    view.addedBy = try adder.map { try self.person($0).name } ?? ""
    view.nameIsTaken = try nameIsTaken(person.name, by: author)
    return view
  }

  /// Whether a private room's owner answers for somebody: it added them, or is the one.
  func isAdded(_ author: Author) -> Bool {
    room.stored.kind == .private && room.stored.people?.knows(author) == true
  }

  /// Whether an author lives on a node that we have paired with.
  func isPaired(_ author: Author) throws -> Bool { try people.byAuthor()[author]?.paired == true }

  /// Whether a name is our own, or belongs to a paired peer with another key.
  func nameIsTaken(_ name: String, by author: Author) throws -> Bool {
    guard author != own else { return false }
    if settings.name.isName(name) { return true }
    let peers = try people.byAuthor()
    // Of two paired people, the one who had the name first keeps it.
    if let peer = peers[author], peer.paired, peer.name.isName(name) { return peer.nameIsTaken }
    return peers.contains { $0.key != author && $0.value.paired && $0.value.name.isName(name) }
  }

  /// Records of a kind before one of them, newest first.
  ///
  /// - Parameter before: the id of a record; nil for the newest page.
  /// - Returns: them, and where older ones go on, empty where there are none; nil when there is no record with that id.
  func page(
    of kind: RecordKind, before: ItemID?, limit: Int, withDeleted: Bool = false
  ) throws -> (records: [StoredRecord], before: String)? {
    var place: (order: UInt64, id: RecordID)?
    if let before {
      let found = try reader.records(
        of: [kind], beginning: before.description, in: room.stored.records, limit: 1,
        withDeleted: true)
      guard let record = found.first else { return nil }
      place = (record.order, record.id)
    }
    let records = try reader.records(
      of: kind, in: room.stored.records, before: place, limit: limit, withDeleted: withDeleted)
    return (records, records.count == limit ? records.last?.item.description ?? "" : "")
  }

  /// The room's state as one hash (specification section 14).
  public func state() throws -> RoomState {
    var state = RoomState()
    state.id = room.id.description
    state.entries = room.logs.entries
    state.records = 0
    var hasher = TaggedHash(.state)
    hasher.update(room.id.bytes)
    try reader.visibleRecords(in: room.stored.records) { record in
      hasher.update(record.id.bytes + UInt64(record.kind.rawValue).bigEndianBytes)
      let none = [UInt8](repeating: 0, count: 16)
      hasher.update(record.parent?.bytes ?? none)
      hasher.update([record.writers.rawValue] + record.item.bytes + (record.about?.bytes ?? none))
      hasher.update((logKeys[record.log]?.author ?? .zero).bytes + record.order.bigEndianBytes)
      hasher.update(UInt64(record.body.count).bigEndianBytes + [UInt8](record.body))
      state.records += 1
    }
    state.hash = hasher.finish().bytes.hex
    return state
  }
}
