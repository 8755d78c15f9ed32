import DeckSchema
import Feature
import Identifiers
import Schema

/// Requests by which people ask each other about cards. A request is a record in a room, and its answer makes the card known there
/// (rows D-31, D-32).
enum CardRequests {
  /// Bytes of a note.
  static let note = 1 << 10
  /// Bytes of what a card costs, and of its type.
  static let (cost, type) = (64, 100)

  private static let allowance = Allowance(
    name: "card requests", burst: 20, everyMilliseconds: 3_000,
    refusal: "You have asked for many cards in a short time: wait a moment and ask for the rest.")

  static func request(
    _ request: RequestCard, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardRequestView> {
    let name = try CardName.checked(request.name)
    if let known = try KnownNames(home).card(name) {
      throw Refused(
        .notNow, "\(known.name) is known here already.", .addCard)
    }
    let room = try home.room(
      request.room, noTable: "Cards cannot be asked for at a table: ask in a room.")
    try home.checkIsHeard(in: room.id)
    let note = try Refused.line(request.note, "The note", limit: note)
    draft.spend(allowance)
    let body = CardRequest.with {
      $0.name = name
      $0.note = note
    }
    return .record(try draft.make(DeckKinds.request, in: room.id, body), in: room.id)
  }

  static func answer(
    _ answer: AnswerCardRequest, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardRequestView> {
    let request = try find(answer.request, in: answer.room, home)
    let wanted = DeckKinds.request.decode(request.body).name
    var facts = try checked(answer.facts, name: wanted)
    if facts.type.isEmpty, facts.cost.isEmpty {
      guard let known = try KnownNames(home).card(facts.name) else {
        throw Refused(
          .invalid,
          "\(facts.name) is not known here either: say what it is, as in --type 'Creature — Elf'.")
      }
      facts = known
    }
    draft.spend(allowance)
    try draft.make(DeckKinds.facts, in: request.room, parent: request.id, facts)
    return .record(request.id, in: request.room)
  }

  private static func checked(_ given: CardFacts, name: String) throws -> CardFacts {
    var facts = CardFacts()
    facts.name = try CardName.checked(given.name.isEmpty ? name : given.name)
    guard CardName.isSame(facts.name, name) else {
      throw Refused(.invalid, "The request is for \(name), not for \(facts.name).")
    }
    facts.cost = try Refused.line(given.cost, "The cost", limit: cost)
    facts.type = try Refused.line(given.type, "The type", limit: type)
    facts.value = given.hasValue ? given.value : ManaCost.value(facts.cost)
    facts.unlimited = given.unlimited
    return facts
  }

  static func withdraw(
    _ request: WithdrawCardRequest, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardRequestView> {
    let record = try find(request.request, in: request.room, home)
    let name = DeckKinds.request.decode(record.body).name
    draft.delete(record)
    return .record(record.id, in: record.room) {
      $0.name = Text.clean(name, limit: CardName.most)
    }
  }

  /// Closes somebody's request, as the owner or a moderator of the room (row A-17).
  static func close(
    _ request: CloseCardRequest, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardRequestView> {
    let record = try find(request.request, in: request.room, home)
    let name = Text.clean(DeckKinds.request.decode(record.body).name, limit: CardName.most)
    guard try mayClose(in: record.room, home) else {
      throw Refused(
        .notNow, "Only the owner and the moderators of the room can close the request for \(name).")
    }
    guard try closing(of: record, home) == nil else {
      throw Refused(.notNow, "The request for \(name) is closed already.")
    }
    let reason = try Refused.line(request.reason, "The reason", limit: note)
    draft.spend(allowance)
    try draft.make(
      DeckKinds.close, in: record.room, parent: record.id, .with { $0.reason = reason })
    return .record(record.id, in: record.room)
  }

  private static func mayClose(in room: RoomID, _ home: any Snapshot) throws -> Bool {
    if try home.owner(of: room) == home.me { return true }
    return try Moderation(of: room, home).moderates(home.me)
  }

  /// Returns the record that closed a request: the first one whose author may close it. Nil for an open request.
  private static func closing(of request: Record, _ home: any Snapshot) throws -> Record? {
    let all = try home.children(of: request.id, in: request.room)
      .filter { $0.kind == .cardRequestClose }
    guard !all.isEmpty else { return nil }
    let owner = try home.owner(of: request.room)
    let moderation = try Moderation(of: request.room, home)
    return all.first { $0.author == owner || moderation.covers($0) }
  }

  private static func find(
    _ text: String, in room: String, _ home: any Snapshot
  ) throws -> Record {
    let rooms = try room.isEmpty ? home.rooms() : [home.room(room).id]
    return try home.find(text, [.cardRequest], in: rooms)
  }

  // MARK: What people see

  static func list(_ request: ListCardRequests, _ home: any Snapshot) throws -> CardRequestViews {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let records = try rooms.flatMap {
      try home.records(of: [.cardRequest], in: $0, limit: PageLimit.most)
    }
    let views = try records.sorted { ($0.wall, $0.id) < ($1.wall, $1.id) }
      .map { try view(of: $0, home) }
    return .with { $0.requests = views.filter { request.all || !$0.answered && !$0.closed } }
  }

  /// A request that is visible or deleted.
  static func view(of record: Record, _ home: any Snapshot) throws -> CardRequestView {
    let body = DeckKinds.request.decode(record.body)
    let answer = try home.children(of: record.id, in: record.room)
      .first { $0.kind == .cardFacts && !record.isDeleted }
    let closing = record.isDeleted ? nil : try closing(of: record, home)
    return try .with {
      $0.id = record.item.description
      $0.room = record.room.description
      $0.roomName = try home.room(record.room)?.name ?? ""
      $0.author = record.author.description
      $0.authorName = try home.person(record.author, in: record.room).name
      $0.own = record.author == home.me
      $0.name = Text.clean(body.name, limit: CardName.most)
      $0.note = Text.clean(body.note, limit: note)
      $0.answered = answer != nil
      $0.deleted = record.isDeleted
      $0.closed = closing != nil
      if let closing {
        $0.closerName = try home.person(closing.author, in: record.room).name
        $0.closeReason = Text.clean(DeckKinds.close.decode(closing.body).reason, limit: note)
      }
      if let answer {
        $0.facts = cleaned(DeckKinds.facts.decode(answer.body))
        $0.answererName = try home.person(answer.author, in: record.room).name
      }
    }
  }

  /// The request with which an answer is shown.
  static func root(_ record: Record, _ home: any Snapshot) throws -> Record? {
    guard record.kind != .cardRequest else { return record }
    return try record.parent.flatMap { try home.record($0, in: record.room) }
  }

  /// Facts as they may be shown: others may have written anything into them.
  static func cleaned(_ facts: CardFacts) -> CardFacts {
    .with {
      $0.name = Text.clean(facts.name, limit: CardName.most)
      $0.cost = Text.clean(facts.cost, limit: cost)
      $0.type = Text.clean(facts.type, limit: type)
      $0.value = facts.value
      $0.unlimited = facts.unlimited
    }
  }
}
