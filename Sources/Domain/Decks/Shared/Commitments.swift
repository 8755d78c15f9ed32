import Crypto
import DeckSchema
import Feature
import FoundationEssentials
import Identifiers
import Schema

/// Decks that people bind themselves to before a match and tell after it (row D-52).
enum Commitments {
  /// SHA-256 over a tag, 32 random bytes and the lines of the deck as text (specification section 19).
  static func digest(of list: DeckList, salt: Data) -> Data {
    var hasher = SHA256()
    hasher.update(data: Data("parlor.deck.v1\0".utf8))
    hasher.update(data: salt)
    hasher.update(data: Data(text(of: list).utf8))
    return Data(hasher.finalize())
  }

  /// One line for each name and zone, sorted by their bytes: "4 spilled ember", "SB: 2 attic ghost". Which printing a copy is
  /// does not matter.
  private static func text(of list: DeckList) -> String {
    var counts: [String: UInt64] = [:]
    for line in list.lines {
      let place = line.zone == .main ? "" : "\(line.zone.rawValue): "
      counts["\(place)\(CardName.fold(line.name))", default: 0] += UInt64(line.count)
    }
    return counts.map { "\($0.key)\t\($0.value)\n" }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined()
  }

  static func commit(
    _ request: ShareLibrary, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CommitmentView> {
    let list = try Collection(home).shownList(of: request.library)
    let room = try home.room(
      request.room, noTable: "Bind yourself in a room that both of you are in, not at a table.")
    try home.checkIsHeard(in: room.id)
    let salt = draft.randomBytes(32)
    let body = DeckCommitment.with {
      $0.digest = digest(of: list, salt: salt)
      $0.count = UInt32(list.count + list.sideboardCount)
    }
    let id = try draft.make(SharedKinds.commitment, in: room.id, body)
    let secret = DeckReveal.with {
      ($0.list, $0.salt) = (list, salt)
    }
    // A new record has the same id as its item.
    try draft.make(
      SharedKinds.reveal, in: home.personalRoom, about: ItemID(id.data), secret)
    return .record(id, in: room.id)
  }

  static func reveal(
    _ request: NamedCommitment, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CommitmentView> {
    let record = try home.find(request.commitment, [.deckCommitment], in: home.rooms())
    guard record.author == home.me else {
      throw Refused(.notNow, "Only the person who committed to a deck can reveal it.")
    }
    if try told(record, home) != nil { return .record(record.id, in: record.room) }
    guard
      let secret = try home.records(about: record.item).first(where: {
        $0.kind == .deckReveal && $0.room == home.personalRoom
      })
    else {
      throw Refused(
        .notFound, "The contents of the deck are no longer here, so they cannot be shown.")
    }
    try draft.make(
      SharedKinds.reveal, in: record.room, parent: record.id,
      SharedKinds.reveal.decode(secret.body))
    return .record(record.id, in: record.room)
  }

  static func list(_ request: ListDeckLists, _ home: any Snapshot) throws -> CommitmentViews {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let records = try rooms.flatMap {
      try home.records(of: [.deckCommitment], in: $0, limit: PageLimit.most)
    }
    return try .with {
      $0.commitments = try records.sorted { ($0.wall, $0.id) < ($1.wall, $1.id) }
        .map { try view(of: $0, home) }
    }
  }

  private static func told(_ record: Record, _ home: any Snapshot) throws -> DeckReveal? {
    try home.children(of: record.id, in: record.room)
      .first { $0.kind == .deckReveal && $0.author == record.author }
      .map { SharedKinds.reveal.decode($0.body) }
  }

  static func view(of record: Record, _ home: any Snapshot) throws -> CommitmentView {
    let body = SharedKinds.commitment.decode(record.body)
    let told = try record.isDeleted ? nil : told(record, home)
    return try .with {
      $0.id = record.item.description
      $0.room = record.room.description
      $0.roomName = try home.room(record.room)?.name ?? ""
      $0.author = record.author.description
      $0.authorName = try home.person(record.author, in: record.room).name
      $0.own = record.author == home.me
      $0.digest = body.digest.prefix(32).hex
      $0.count = body.count
      $0.wallMilliseconds = record.wall
      $0.deleted = record.isDeleted
      $0.revealed = told != nil
      // Nobody can change what was said: what was, counts for nothing.
      $0.matches =
        record.changed == 0
        && told.map { digest(of: $0.list, salt: $0.salt) == body.digest } == true
      if let told {
        $0.list = ShownLists.cleaned(told.list)
        $0.hash = DeckHash.text(of: $0.list, home.cards)
      }
    }
  }

  /// The commitment with which what was told of it is shown; what our person keeps to itself is not shown.
  static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind == .deckReveal else { return record }
    return try record.parent.flatMap { try home.record($0, in: record.room) }
  }
}
