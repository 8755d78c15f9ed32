import DuelSchema
import TestKit

@testable import Duel

/// Two people who do at random what is valid. With late delivery they write without knowing of each other.
struct RandomDuel {
  var people: TwoPeople
  var random: SeededGenerator
  var isLate: Bool
  /// The entries that were followed by a check, for the properties.
  var faults: [String] = []

  /// The table with real cards that watches the host.
  var naive: NaiveTable?

  init(
    seed: UInt64, cards: Int = 12, side: Int = 2, games: UInt32 = 1, isLate: Bool = false,
    watch: (inout TwoPeople) -> NaiveTable? = { _ in nil }
  ) throws {
    people = try TwoPeople(seed: seed, cards: cards, side: side, games: games)
    naive = watch(&people)
    random = SeededGenerator(seed: seed)
    self.isLate = isLate
    people.begin()
  }

  mutating func run(_ actions: Int) {
    for _ in 0..<actions {
      act(random.next() % 2 == 0 ? 1 : 2)
      if isLate {
        for seat in [1, 2] as [SeatNumber] where random.below(3) == 0 {
          _ = people.deliver(to: seat)
          writeDue(seat)
        }
      } else {
        people.settle()
      }
      for seat in [1, 2] as [SeatNumber] where !people.isConserved(seat) {
        faults.append("seat \(seat) does not hold its cards after \(people.lengths)")
      }
    }
    people.settle()
  }

  private mutating func writeDue(_ seat: SeatNumber) {
    let due = people.own[Int(seat) - 1].due(in: people.views[Int(seat) - 1])
    if !due.isEmpty { people.write(seat, due) }
  }

  /// Writes a random step that is valid as far as its node knows.
  mutating func act(_ seat: SeatNumber) {
    let (match, own) = people.now(seat)
    let step = answerToUndo(seat, match, own) ?? step(seat, match, own)
    guard let step, people.allows(seat, step) else { return }
    people.write(seat, [step])
  }

  private mutating func answerToUndo(_ seat: SeatNumber, _ match: Duel, _ own: DuelPrivate)
    -> DuelStep?
  {
    guard match.undoQuestion(for: seat) != nil, random.below(2) == 0 else { return nil }
    let isGranted = random.below(4) > 0
    let step = own.step(in: match) { $0.answerUndo.granted = isGranted }
    guard isGranted, !people.allows(seat, step) else { return step }
    return own.step(in: match) { $0.answerUndo.granted = false }
  }

  private mutating func step(_ seat: SeatNumber, _ match: Duel, _ own: DuelPrivate) -> DuelStep? {
    let ends: [DuelStep.Place.End] = [.top, .bottom]
    let objects = match.table(of: match[seat].game).objects
    let mine = objects.keys.sorted().filter { objects[$0]?.controller == seat }
    if let looked = own.cards.looked.first, random.below(3) > 0 {
      switch random.below(3) {
      case 0: return own.put(looked, at: random.pick(ends), in: match)
      case 1: return own.take(looked: looked, in: match)
      default: return own.play(looked, to: .graveyard, in: match)
      }
    }
    switch random.below(16) {
    case 0...3:
      let goal = random.pick([DuelStep.Goal.hand, .hand, .look, .open, .down, .stay])
      return own.draw(1 + random.below(3), from: random.pick(ends), to: goal, in: match)
    case 4...5:
      guard !own.cards.hand.isEmpty else { return nil }
      return own.play(
        random.pick(own.cards.hand), faceDown: random.below(3) == 0, in: match)
    case 6:
      guard !own.cards.hand.isEmpty else { return nil }
      return own.put(
        random.pick(own.cards.hand), at: random.pick(ends), skip: random.below(3), in: match)
    case 7:
      let hand = own.cards.hand.filter { _ in random.below(3) == 0 }
      let isWhole = random.below(3) == 0
      let cards = mine.filter { objects[$0]?.owner == seat && objects[$0]?.isToken == false }
      return own.shuffle(
        hand: isWhole ? [] : hand, objects: Array(cards.prefix(random.below(2))),
        wholeHand: isWhole, in: match)
    case 8:
      guard !mine.isEmpty else { return nil }
      let object = random.pick(mine)
      return own.step(in: match) { $0.take.object = object }
    case 9:
      let fixed = match[seat].pocket.library.slots.firstIndex { !$0.isOpen }
      return fixed.map { slot in own.step(in: match) { $0.take.slot = UInt32(slot) } }
    case 10: return undo(seat, match, own)
    case 11:
      return random.below(3) == 0
        ? own.cards.cards(at: .side).first.flatMap { own.take(side: $0, in: match) } : nil
    case 12: return own.ask(in: match) { $0.dice = .with { ($0.count, $0.sides) = (2, 6) } }
    case 13:
      guard !mine.isEmpty else { return nil }
      let object = random.pick(mine)
      return own.step(in: match) {
        $0.pass.object = object
        $0.pass.seat = UInt32(3 - seat)
      }
    case 14:
      guard random.below(6) == 0 else { return nil }
      return own.step(in: match) { $0.endGame.how = .concede }
    default:
      return random.below(2) == 0
        ? own.begin(in: match)
        : own.step(in: match) { $0.mark.counter = .with { ($0.name, $0.value) = ("life", 7) } }
    }
  }

  private mutating func undo(_ seat: SeatNumber, _ match: Duel, _ own: DuelPrivate) -> DuelStep? {
    let lengths = people.lengths
    let back = UInt64(random.below(6))
    return own.step(in: match) { step in
      step.askUndo.kept = [1, 2].map { log in
        let length = log == Int(seat) ? lengths[log - 1] : UInt64(people.received[Int(seat) - 1])
        return length > back ? length - back : 0
      }
    }
  }
}
