import DuelSchema
import Schema

/// A move of somebody at a duel who looks at the screen and does anything at all, also what is refused.
struct DuelMoves {
  /// The words by which moves are counted.
  static let counts = [
    began, drew, looked, placed, shuffled, mulligan, tapped, counted, rolled, undone, granted,
    searched, chosen, shown, sealed, ended, passed,
  ]
  private static let began = "games of duels begun"
  private static let drew = "cards drawn"
  private static let looked = "cards looked at"
  private static let placed = "cards put somewhere"
  private static let shuffled = "libraries shuffled"
  private static let mulligan = "mulligans"
  private static let tapped = "cards tapped"
  private static let counted = "counters changed"
  private static let rolled = "dice rolled"
  private static let undone = "undos asked for"
  private static let granted = "undos answered"
  private static let searched = "libraries opened for a search"
  private static let chosen = "cards chosen in the library of another"
  private static let shown = "hidden cards shown"
  private static let sealed = "hands sealed"
  private static let ended = "games of duels conceded"
  private static let passed = "turns passed"
  private static let early = "matches opened before their end"

  private let duel: DuelView
  private let seat: Seat
  private var own: DuelOwnView { duel.own }

  /// Looks at a table.
  init(_ view: TableView) { (duel, seat) = (view.duel, view.seat) }

  /// Returns a move and the word by which it is counted once it is made; nil where there is nothing to do.
  func next(_ random: inout SeededGenerator) -> (move: DuelMove, word: String)? {
    guard duel.game > 0 else { return nil }
    if own.askedUndo {
      let isGranted = random.below(3) > 0
      return (.with { $0.answerUndo = isGranted }, Self.granted)
    }
    if own.mayBegin { return (.with { $0.begin.draw = 3 }, Self.began) }
    if let card = own.search.cards.randomElement(using: &random) {
      return (.with { $0.chosen.labels = [card.label] }, Self.chosen)
    }
    if let card = own.looked.randomElement(using: &random), random.below(3) > 0 {
      return (place(.with { $0.handle = card.handle }, &random), Self.placed)
    }
    switch random.below(20) {
    case 0...3: return (draw(.hand, &random), Self.drew)
    case 4:
      let goal: DuelStep.Goal = [.look, .open, .down, .mill, .stay][random.below(5)]
      return (draw(goal, &random), Self.looked)
    case 5...7: return fromHand(&random).map { ($0, Self.placed) }
    case 8, 9: return fromTable(&random).map { ($0, Self.placed) }
    case 10: return (.with { $0.shuffle = true }, Self.shuffled)
    case 11: return show(&random).map { ($0, Self.shown) }
    case 12: return undo(&random).map { ($0, Self.undone) }
    default: return rare(&random)
    }
  }

  /// The moves that come less often.
  private func rare(_ random: inout SeededGenerator) -> (move: DuelMove, word: String)? {
    switch random.below(12) {
    case 0: return (.with { $0.mulligan.draw = 3 }, Self.mulligan)
    case 1: return (.with { $0.letSearch = seat.other }, Self.searched)
    case 2: return (.with { $0.sealHand = true }, Self.sealed)
    case 3:
      return (
        .with {
          $0.dice.count = 2
          $0.dice.sides = 6
        }, Self.rolled
      )
    case 4: return random.below(3) == 0 ? (.with { $0.end = .concede }, Self.ended) : nil
    case 5: return (.with { $0.passTurn = true }, Self.passed)
    case 6: return (.with { $0.openMatch = true }, Self.early)
    case 7, 8:
      return (
        .with {
          $0.tap.all = true
          $0.tap.untap = true
        }, Self.tapped
      )
    default:
      let change = Int32(random.below(7)) - 3
      return (
        .with {
          $0.counter.name = "life"
          $0.counter.by = change
        }, Self.counted
      )
    }
  }

  private func draw(_ goal: DuelStep.Goal, _ random: inout SeededGenerator) -> DuelMove {
    let (count, isBottom) = (UInt32(random.below(3) + 1), random.below(4) == 0)
    return .with {
      $0.draw.count = count
      $0.draw.bottom = isBottom
      $0.draw.goal = goal
    }
  }

  private func fromHand(_ random: inout SeededGenerator) -> DuelMove? {
    own.hand.randomElement(using: &random).map { card in
      place(.with { $0.handle = card.handle }, &random)
    }
  }

  private func fromTable(_ random: inout SeededGenerator) -> DuelMove? {
    let objects = duel.objects.filter { $0.controller == seat }
    guard let object = objects.randomElement(using: &random) else { return nil }
    switch random.below(4) {
    case 0: return .with { $0.tap.objects = [object.number] }
    case 1:
      return .with {
        $0.give.objects = [object.number]
        $0.give.seat = seat.other
      }
    default: return place(.with { $0.object = object.number }, &random)
    }
  }

  /// Moves a card to one of the places that there are.
  private func place(_ card: DuelMove.Card, _ random: inout SeededGenerator) -> DuelMove {
    var target = DuelMove.Target()
    switch random.below(8) {
    case 0: target.hand = true
    case 1: target.top = UInt32(random.below(2))
    case 2: target.bottom = 0
    case 3: target.shuffled = true
    case 4: target.spot.zone = .graveyard
    case 5:
      target.spot.zone = .battlefield
      target.down = true
    default: target.spot.zone = .battlefield
    }
    return .with {
      $0.place.cards = [card]
      $0.place.to = target
    }
  }

  private func show(_ random: inout SeededGenerator) -> DuelMove? {
    let isForOne = random.below(2) == 0
    guard let card = own.hand.randomElement(using: &random) else { return nil }
    return .with {
      if isForOne {
        $0.show.hand = true
        $0.show.to = seat.other
      } else {
        $0.show.cards = [.with { $0.handle = card.handle }]
      }
    }
  }

  private func undo(_ random: inout SeededGenerator) -> DuelMove? {
    guard own.undoFrom > 0 else { return nil }
    let lines = duel.log.filter { $0.number >= own.undoFrom && !$0.undone }
    return lines.suffix(6).randomElement(using: &random).map { line in
      .with { $0.askUndo.line = line.number }
    }
  }
}
