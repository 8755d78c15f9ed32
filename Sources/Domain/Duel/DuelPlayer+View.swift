import DuelSchema
import Schema

// What only the own player sees.
extension DuelPlayer {
  /// The own part of the view of a table.
  func view(at table: DuelMatch) -> DuelOwnView {
    var view = DuelOwnView()
    view.library = library
    guard let before = self.match, before[seat].game > 0 else { return view }
    let (match, own) = own.caughtUp(with: before)
    let (log, cards) = (match[seat], own.cards)
    view.hand = cards.hand.compactMap { Self.view(of: $0, cards, log) }
    view.looked = cards.looked.compactMap { Self.view(of: $0, cards, log) }
    view.cards = Self.counts(at: .library, cards)
    view.side = Self.counts(at: .side, cards)
    view.slots = log.pocket.library.slots.enumerated().compactMap { place, slot in
      guard !slot.isOpen, let card = cards.card(of: slot.handle) else { return nil }
      return .with {
        ($0.place, $0.handle) = (UInt32(place), slot.handle)
        $0.name = DuelMatch.text(card)
        if log.opened[slot.handle] != nil { $0.public = true }
      }
    }
    view.faceDown = match.table(of: log.game).objects.sorted { $0.key < $1.key }
      .compactMap { number, object in
        guard object.isDown, object.owner == seat, let card = cards.card(ofObject: number) else {
          return nil
        }
        return .with { ($0.object, $0.name) = (number, DuelMatch.text(card)) }
      }
    view.picked = picked.filter { cards.hand.contains($0) }
      .compactMap { Self.view(of: $0, cards, log) }
    view.pickedObjects = pickedObjects.filter { match.table(of: log.game).objects[$0] != nil }
    if log.ask != nil || !log.owed.isEmpty || own.nextOfRow(in: match, false) != nil,
      let row = own.row(in: match)
    {
      view.until = row.wanted.name
    }
    addBoxes(to: &view, match)
    view.secrets = log.choices.keys.sorted().map { number in
      .with { ($0.number, $0.text) = (number, text(of: number, match)) }
    }
    addQuestions(to: &view, match, table)
    return view
  }

  private static func view(
    of handle: UInt32, _ cards: DuelCards, _ log: DuelSeat
  ) -> DuelCardView? {
    guard let card = cards.card(of: handle) else { return nil }
    return .with {
      ($0.handle, $0.name) = (handle, DuelMatch.text(card))
      if log.opened[handle] != nil { $0.public = true }
    }
  }

  private static func counts(at place: DuelCards.Place, _ cards: DuelCards) -> [DuelCountView] {
    DuelMatch.counts(cards.cards(at: place).map { cards.list.cards[$0] })
  }

  private func addBoxes(to view: inout DuelOwnView, _ match: Duel) {
    view.shown = boxes.shown.map { shown in
      .with {
        $0.seat = Seat(shown.seat)
        $0.names = shown.cards.map { DuelMatch.text($0) }
      }
    }
    view.faults = boxes.faults.filter { !match[seat].complaints.contains($0.number) }.map { fault in
      .with {
        ($0.seat, $0.shown) = (Seat(fault.seat), fault.number)
        $0.text = "The cards that were shown to you cannot be read."
      }
    }
    guard let library = boxes.library, match[library.seat].pocket.library.isSearched,
      match[library.seat].pocket.library.epoch == library.epoch,
      match[seat].chosen[library.epoch] == nil
    else { return }
    let unused = Set(match[library.seat].pocket.library.unused)
    view.search.seat = Seat(library.seat)
    view.search.cards = library.cards.enumerated().compactMap { label, card in
      guard unused.contains(UInt32(label)) else { return nil }
      return .with { ($0.label, $0.name) = (UInt32(label), DuelMatch.text(card)) }
    }
  }

  private func addQuestions(to view: inout DuelOwnView, _ match: Duel, _ table: DuelMatch) {
    let log = match[seat]
    let isOver = match.outcome(of: log.game) != nil
    view.mayBegin = isOver && table.phase == .playing && log.game < match.games
    if view.mayBegin {
      let list = own.cards.list
      let main = Set(own.cards.main(of: log.game + 1))
      view.nextMain = DuelMatch.counts(main.map { list.cards[$0] })
      view.nextSide = DuelMatch.counts(
        list.cards.indices.filter { !main.contains($0) }.map { list.cards[$0] })
    }
    if log.ask != nil {
      view.noDraw = "Your last question waits for the answer of the other player's node."
    } else if log.pocket.library.isSearched {
      view.noDraw = DuelReason.labelsKnown.forPlayer
    } else if Seat.chairs.contains(where: { table.hasLeft($0) }) {
      view.noDraw = DuelReason.isPaused.forPlayer
    }
    if match.waitsForUndo(.next(of: seat)) {
      view.held = "You wait for the answer to your question for an undo."
    }
    view.askedUndo = match.undoQuestion(for: seat) != nil
    view.undoFrom = table.log.firstUndone(in: match, by: seat)
    view.mayOpen = table.phase == .finished && log.openedFrom == nil
  }
}

extension DuelStep.Until {
  /// The card in a sentence: "Elf", or "a card of the type Land".
  var name: String { type.isEmpty ? wanted : "a \(wanted)" }

  /// The same behind "no".
  var wanted: String {
    type.isEmpty ? String(decoding: Array(card), as: UTF8.self) : "card of the type \(type)"
  }
}

extension DuelLog {
  /// The first line that an undo can still take back; 0 for none.
  func firstUndone(in match: Duel, by seat: SeatNumber) -> UInt32 {
    let game = match[seat].game
    let line = lines.first { line in
      guard line.game == game, !line.isUndone else { return false }
      return match.seats.allSatisfy { seat in
        let (log, kept) = (match[seat], line.kept[Int(seat) - 1])
        guard log.game == game, kept >= log.fixed else { return false }
        return log.recent.count { $0.sequence > kept } <= DuelLimits.undoSteps
      }
    }
    return line?.number ?? 0
  }
}
