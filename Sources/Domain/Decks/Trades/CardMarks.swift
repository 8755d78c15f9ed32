import DeckSchema
import Feature
import Identifiers
import Schema

/// The cards that people of a room want, and have to trade, and the matches among these.
enum CardMarks {
  private static let allowance = Allowance(
    name: "card marks", burst: 60, everyMilliseconds: 1_000,
    refusal: "You have marked many cards in a short time: wait a moment and mark the rest.")

  static func mark(
    _ request: MarkCard, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardMarkView> {
    let line = try CardWanted.resolved(request.card, home)
    if !request.wanted { try checkOwned(line, Collection(home)) }
    let room = try home.room(
      request.room, noTable: "Cards cannot be marked at a table: mark them in a room.")
    try home.checkIsHeard(in: room.id)
    draft.spend(allowance)
    let body = CardMark.with {
      $0.card = line
      $0.wanted = request.wanted
    }
    return .record(try draft.make(TradeKinds.mark, in: room.id, body), in: room.id)
  }

  /// Checks that our person has cards, in libraries as well.
  private static func checkOwned(_ line: DeckLine, _ collection: Collection) throws {
    let count = try collection.copies(named: line.name).count {
      line.fits($0.card) && $0.card.held.isEmpty && $0.card.borrowed.isEmpty
    }
    guard count < line.count else { return }
    throw Refused(
      .notNow,
      "You have \(count == 0 ? "no" : "only \(count)") \(line.name) to trade.",
      .see("card list --all")
    )
  }

  static func unmark(
    _ request: NamedMark, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardMarkView> {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let record = try home.find(request.mark, [.cardMark], in: rooms)
    draft.delete(record)
    let card = cleaned(TradeKinds.mark.decode(record.body)).card
    return .record(record.id, in: record.room) { $0.card = card }
  }

  static func list(_ request: ListMarks, _ home: any Snapshot) throws -> CardMarkViews {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let views = try rooms.flatMap { room in
      let marks = try home.records(of: [.cardMark], in: room, limit: PageLimit.most)
      return try marks.map { try view(of: $0, among: marks, home) }
    }
    .sorted { ($0.card.name, $0.id) < ($1.card.name, $1.id) }
    return .with { $0.marks = views.filter { !request.matching || !$0.matches.isEmpty } }
  }

  /// A mark that is visible or deleted.
  static func view(of record: Record, _ home: any Snapshot) throws -> CardMarkView {
    let marks = try home.records(of: [.cardMark], in: record.room, limit: PageLimit.most)
    return try view(of: record, among: marks, home)
  }

  private static func view(
    of record: Record, among marks: [Record], _ home: any Snapshot
  ) throws -> CardMarkView {
    let body = cleaned(TradeKinds.mark.decode(record.body))
    let matches = marks.filter { other in
      guard other.author != record.author, !record.isDeleted else { return false }
      let mark = TradeKinds.mark.decode(other.body)
      return mark.wanted != body.wanted && mark.card.agrees(with: body.card)
    }
    .map(\.author)
    return try .with {
      $0.id = record.item.description
      $0.room = record.room.description
      $0.roomName = try home.room(record.room)?.name ?? ""
      $0.author = record.author.description
      $0.authorName = try home.person(record.author, in: record.room).name
      $0.own = record.author == home.me
      ($0.card, $0.wanted) = (body.card, body.wanted)
      $0.matches = try Set(matches).map { try home.person($0, in: record.room).name }.sorted()
      $0.deleted = record.isDeleted
    }
  }

  /// A mark as it may be shown: others may have written anything into it.
  private static func cleaned(_ mark: CardMark) -> CardMark {
    .with {
      $0.wanted = mark.wanted
      $0.card = ShownLists.cleaned(.with { $0.lines = [mark.card] }).lines.first ?? DeckLine()
    }
  }
}
