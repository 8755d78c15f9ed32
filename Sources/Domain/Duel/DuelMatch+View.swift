import DuelSchema
import Feature
import Identifiers
import Schema

// What everybody sees.
extension DuelMatch {
  /// The table as everybody sees it; nil before the start.
  var view: DuelView? {
    guard let duel = duel?.projected else { return nil }
    var view = DuelView()
    (view.games, view.life) = (duel.games, UInt32(duel.life))
    (view.format, view.phases) = (duelTerms.format, duelTerms.phases)
    let game = duel.seats.map { duel[$0].game }.max() ?? 0
    view.game = game
    let table = duel.table(of: game)
    view.seats = duel.seats.map { seatView($0, duel) }
    view.objects = Self.zones.flatMap { zone in
      table.objects(in: zone).compactMap { number in
        table.objects[number].map { objectView($0, number, table) }
      }
    }
    view.arrows = duel.seats.flatMap { seat in
      duel[seat].pocket.arrows.sorted { $0.key < $1.key }.map { from, to in
        .with { ($0.seat, $0.from, $0.to) = (Seat(seat), from, to) }
      }
    }
    view.active = Seat(table.marker.holder)
    (view.turn, view.phase) = (table.marker.turn, table.marker.phase)
    if let undo = undoView(duel) { view.undo = undo }
    if duelTerms.hasJudge { view.judge = duelTerms.judge.title }
    view.judged = !verdicts.isEmpty
    if view.judged, let outcome { view.verdict = audit(by: duelTerms.judge, outcome).sentence }
    view.log = log.views
    if game > 0, let outcome = duel.outcome(of: game) {
      view.gameOver = log.sentence(on: outcome, of: game, duel)
    }
    return view
  }

  private static let zones: [DuelStep.Zone] = [.battlefield, .stack, .graveyard, .exile, .command]

  private func objectView(
    _ object: DuelObject, _ number: UInt32, _ table: DuelTable
  ) -> DuelObjectView {
    let opened = openedCards[object.owner]?.card(ofObject: number) ?? []
    return .with {
      $0.number = number
      ($0.owner, $0.controller) = (Seat(object.owner), Seat(object.controller))
      ($0.zone, $0.x, $0.y) = (object.spot.zone, object.spot.x, object.spot.y)
      $0.name = Self.text(object.isDown ? opened : object.name)
      if object.isDown { $0.down = true }
      if object.isTapped { $0.tapped = true }
      if object.isToken { $0.token = true }
      $0.attachedTo = table.objects[object.attachedTo] == nil ? 0 : object.attachedTo
      $0.counters = Self.views(of: object.counters.filter { !DuelMark.all.contains($0.key) })
      $0.note = object.note
      if object.counters[DuelMark.staysTapped] != nil { $0.staysTapped = true }
      if object.counters[DuelMark.flipped] != nil { $0.flipped = true }
    }
  }

  static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }

  private static func views(of counters: [String: Int32]) -> [DuelCounterView] {
    counters.sorted { $0.key < $1.key }.map { name, value in
      .with { ($0.name, $0.value) = (name, value) }
    }
  }

  private func seatView(_ seat: SeatNumber, _ duel: Duel) -> DuelSeatView {
    let log = duel[seat]
    let pocket = log.pocket
    var view = DuelSeatView()
    view.seat = Seat(seat)
    view.wins = UInt32(duel.wins[Int(seat) - 1])
    view.life = pocket.counters["life"] ?? 0
    view.counters = Self.views(of: pocket.counters.filter { $0.key != "life" })
    view.library = UInt32(pocket.library.slots.count)
    (view.hand, view.looked) = (UInt32(pocket.hand.count), UInt32(pocket.looked.count))
    view.side = UInt32(pocket.side)
    view.known = pocket.library.slots.enumerated().compactMap { place, slot in
      guard let card = log.opened[slot.handle] else { return nil }
      return .with {
        ($0.place, $0.name, $0.handle) = (UInt32(place), Self.text(card), slot.handle)
        $0.public = true
      }
    }
    view.waiting = waiting(seat, duel)
    view.game = log.game
    view.listHash = log.setup.deck.hex
    view.sealedHand = pocket.sealedHand
    let isOpen = log.game > 0 && duel.outcome(of: log.game) == nil
    view.offersDraw = isOpen && log.ends.offered[log.game] != nil
    view.searched = pocket.library.isSearched
    view.choices = log.choices.keys.sorted()
    (view.mulligans, view.putBack) = (pocket.mulligans, pocket.putBack)
    (view.stops, view.top) = (pocket.stops.sorted(), pocket.top)
    view.priority = duel.priority(of: seat)
    (view.opened, view.openedToJudge) = (log.isOpen, log.openedAt != nil && !log.isOpen)
    addOpened(seat, to: &view)
    return view
  }

  private func waiting(_ seat: SeatNumber, _ duel: Duel) -> String {
    guard duel[seat].ask != nil else { return "" }
    return "\(log.name(of: seat)) waits for \(log.name(of: 3 - seat))'s node to answer."
  }

  private func undoView(_ duel: Duel) -> DuelUndoView? {
    for seat in duel.seats {
      guard let question = duel.openQuestion(of: seat) else { continue }
      let line = log.line(after: question.kept)
      return .with {
        ($0.seat, $0.line) = (Seat(seat), line)
        $0.text =
          "\(log.name(of: seat)) asks to take back everything "
          + (line == 0 ? "since an earlier moment." : "from line \(line) of the log on.")
      }
    }
    return nil
  }

  // MARK: After the opening

  /// Adds the list of a seat that has opened to everybody, and the cards that only it had seen.
  private func addOpened(_ seat: SeatNumber, to view: inout DuelSeatView) {
    guard let cards = openedCards[seat] else { return }
    view.openedHand = cards.hand.compactMap { cards.card(of: $0).map(Self.text) }
    view.openedLooked = cards.looked.compactMap { cards.card(of: $0).map(Self.text) }
    let list = cards.list
    view.openedMain = Self.counts(list.cards[..<list.main])
    view.openedSide = Self.counts(list.cards[list.main...])
  }

  /// The match before its first step; nil before the start.
  var start: Duel? { started == nil ? nil : fresh }

  /// A match of the two seats; nil while one of them has not committed.
  var fresh: Duel? {
    guard let host = self[.host].setup, let joiner = self[.joiner].setup else { return nil }
    let duel = Duel(gameID: gameID, terms: duelTerms, seats: [host, joiner])
    #if DEBUG
      var planted = duel
      planted?.bugs = bugs
      return planted
    #else
      return duel
    #endif
  }

  /// Plants the faults of a match in the part of it that only one node has.
  func plant(in own: inout DuelPrivate) {
    #if DEBUG
      own.plant(bugs)
    #endif
  }

  /// Cards by name, in the order of their names.
  static func counts(_ cards: some Sequence<[UInt8]>) -> [DuelCountView] {
    var counts: [String: UInt32] = [:]
    for card in cards { counts[text(card), default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { name, count in
      .with { ($0.name, $0.count) = (name, count) }
    }
  }
}

extension Duel {
  /// The match as it will be once both logs cite everything that is known.
  var projected: Duel {
    var copy = self
    for seat in seats { copy = copy.settled(for: seat).match }
    return copy
  }
}
