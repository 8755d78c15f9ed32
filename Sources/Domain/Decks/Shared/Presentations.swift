import DeckSchema
import Feature
import Identifiers
import Schema

/// Whole collections that people show to a room, as they were then.
enum Presentations {
  private static let allowance = Allowance(
    name: "collections", burst: 5, everyMilliseconds: 30_000,
    refusal: "You have shown your cards several times just now: wait half a minute.")

  static func present(
    _ request: PresentCards, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<CardsView> {
    let room = try home.room(
      request.room, noTable: "Cards cannot be shown at a table: show them in a room.")
    let old = try home.records(
      of: [.cardPresentation], in: room.id, limit: DeckRules.mostCopies
    ).filter { $0.author == home.me }
    for record in old { draft.delete(record) }
    guard !request.stop else {
      return .value(
        .with {
          $0.count = 0
          $0.message =
            old.isEmpty
            ? "You show no cards in \(room.name)."
            : "Your cards are no longer shown in \(room.name)."
        })
    }
    try home.checkIsHeard(in: room.id)
    draft.spend(allowance)
    let lines = try lines(Collection(home))
    guard !lines.isEmpty else {
      throw Refused(.notNow, "You have no cards to show.", .addCard)
    }
    let size = DeckRules.mostPresentedLines
    let parts = (lines.count + size - 1) / size
    guard parts <= DeckRules.mostPresentedParts else {
      throw Refused(
        .notNow,
        "Your cards are \(lines.count) lines, and at most \(size * DeckRules.mostPresentedParts) can be shown."
      )
    }
    for part in 0..<parts {
      let slice = lines[(part * size)..<min(lines.count, (part + 1) * size)]
      let body = CardPresentation.with {
        ($0.part, $0.parts, $0.lines) = (UInt32(part), UInt32(parts), Array(slice))
      }
      try draft.make(SharedKinds.presentation, in: room.id, body)
    }
    let count = lines.reduce(0) { $0 + $1.count }
    return .value(
      .with {
        $0.count = count
        $0.message =
          "\(Count.of(count, "card is", "cards are")) shown in \(room.name), as they are now."
      })
  }

  /// All cards of our own, wherever they are, without what only our person needs to know.
  private static func lines(_ collection: Collection) throws -> [DeckLine] {
    var counts: [DeckLine: UInt32] = [:]
    try collection.visit { card, _, count, _ in
      guard card.borrowed.isEmpty else { return }
      var line = DeckLine(card)
      line.zone = .main
      counts[line, default: 0] += count
    }
    return DeckLine.list(counts)
  }

  static func list(_ request: SearchPresented, _ home: any Snapshot) throws -> PresentedCards {
    let rooms = try request.room.isEmpty ? home.rooms() : [home.room(request.room).id]
    let words = CardName.fold(request.text).split(separator: " ")
    var found: [PresentedLine] = []
    for room in rooms {
      let records = try home.records(
        of: [.cardPresentation], in: room, limit: DeckRules.mostPresentedParts * 20)
      let name = try home.room(room)?.name ?? ""
      for record in records {
        let body = SharedKinds.presentation.decode(record.body)
        let owner = try home.person(record.author, in: room).name
        let lines = ShownLists.cleaned(
          .with { $0.lines = Array(body.lines.prefix(DeckRules.mostPresentedLines)) }
        ).lines
        for line in lines {
          let folded = words.isEmpty ? "" : CardName.fold(line.name)
          guard words.allSatisfy({ folded.holds($0) }) else { continue }
          found.append(
            .with {
              ($0.owner, $0.ownerName) = (record.author.description, owner)
              ($0.room, $0.roomName) = (room.description, name)
              $0.own = record.author == home.me
              $0.wallMilliseconds = record.wall
              $0.card = line
            })
        }
      }
    }
    return .with {
      $0.cards = found.sorted {
        ($0.card.name, $0.ownerName, $0.owner) < ($1.card.name, $1.ownerName, $1.owner)
      }
    }
  }
}
