import DuelSchema
import FoundationEssentials

// The steps of a person's action. Call these on what `caughtUp` returns; a card that is not there gives nil.
extension DuelPrivate {
  /// The first shuffle of the next game.
  public func begin(in match: Duel) -> DuelStep {
    let game = match[seat].game + 1
    let main = cards.main(of: game)
    let epoch = nextEpoch(of: main, in: match)
    return .with {
      $0.game = game
      $0.shuffle.root = .init(epoch.tree.root)
      $0.shuffle.count = UInt32(main.count)
    }
  }

  /// A shuffle of the library, with hidden cards and objects that go in.
  public func shuffle(
    hand: [UInt32] = [], looked: [UInt32] = [], objects: [UInt32] = [], wholeHand: Bool = false,
    in match: Duel
  ) -> DuelStep {
    var handles = hand + looked
    if wholeHand { handles = cards.hand + looked }
    let put =
      handles.compactMap { cards.cardOfHandle[$0] } + objects.compactMap { cards.cardOfObject[$0] }
    let all = cards.cards(at: .library) + put
    let epoch = nextEpoch(of: all, in: match)
    let first = match[seat].seals + 1
    return step(in: match) {
      $0.shuffle.root = .init(epoch.tree.root)
      $0.shuffle.count = UInt32(all.count)
      $0.shuffle.wholeHand = wholeHand
      $0.shuffle.seals = ((wholeHand ? [] : hand) + looked).enumerated().map { index, handle in
        .init(seal(first + UInt32(index), handle))
      }
      $0.shuffle.looked = UInt32(looked.count)
      $0.shuffle.objects = objects
    }
  }

  private func nextEpoch(of all: [Int], in match: Duel) -> DuelEpoch {
    DuelEpoch(UInt32(match[seat].roots.count) + 1, of: all, in: cards.list, cards.secrets)
  }

  /// An ask for chance; nil once all links are used.
  public func ask(in match: Duel, _ fill: (inout DuelStep.Ask) -> Void) -> DuelStep? {
    guard let (number, link) = nextLink(in: match) else { return nil }
    return step(in: match) {
      $0.ask.number = number
      $0.ask.link = .init(link)
      fill(&$0.ask)
    }
  }

  /// An ask for cards of the library.
  public func draw(
    _ count: Int, from end: DuelStep.Place.End = .top, skip: Int = 0,
    to goal: DuelStep.Goal = .hand, in match: Duel
  ) -> DuelStep? {
    ask(in: match) {
      $0.cards.count = UInt32(count)
      $0.cards.place.end = end
      $0.cards.place.skip = UInt32(skip)
      $0.cards.goal = goal
    }
  }

  /// Shows a card to all, with its proof where it was picked from the library of this or an earlier epoch.
  public func open(_ handle: UInt32, in match: Duel) -> DuelStep? {
    guard let card = cards.card(of: handle), handle <= match[seat].handles.count else { return nil }
    return step(in: match) {
      $0.open.handle = handle
      $0.open.card = .init(card)
      if case .label(let number, let label) = match[seat].handles[Int(handle) - 1] {
        guard let epoch = cards.epoch(number) else { return }
        let secret = cards.secrets.epochSecret(number)
        $0.open.salt = .init(DuelEpoch.salt(label, epochSecret: secret))
        $0.open.path = epoch.tree.path(of: Int(label)).map { .init($0) }
      }
    }
  }

  /// Plays a hidden card, face up or down.
  public func play(
    _ handle: UInt32, to zone: DuelStep.Zone = .battlefield, faceDown: Bool = false, in match: Duel
  ) -> DuelStep? {
    play(handle, at: .with { $0.zone = zone }, faceDown: faceDown, in: match)
  }

  /// Plays a hidden card to a place on the table, face up or down.
  public func play(
    _ handle: UInt32, at spot: DuelStep.Spot, faceDown: Bool = false, in match: Duel
  ) -> DuelStep? {
    guard let card = cards.card(of: handle) else { return nil }
    let isLooked = cards.looked.contains(handle)
    guard isLooked || cards.hand.contains(handle) else { return nil }
    return step(in: match) {
      $0.play.seal = .init(seal(match[seat].seals + 1, handle))
      $0.play.looked = isLooked
      $0.play.to = spot
      if !faceDown { $0.play.name = .init(card) }
    }
  }

  /// Puts a hidden card into the library.
  public func put(
    _ handle: UInt32, at end: DuelStep.Place.End, skip: Int = 0, in match: Duel
  ) -> DuelStep? {
    let isLooked = cards.looked.contains(handle)
    guard isLooked || cards.hand.contains(handle) else { return nil }
    return step(in: match) {
      $0.put.seal = .init(seal(match[seat].seals + 1, handle))
      $0.put.looked = isLooked
      $0.put.place.end = end
      $0.put.place.skip = UInt32(skip)
    }
  }

  /// Puts an object into the library.
  func put(
    object number: UInt32, at end: DuelStep.Place.End, skip: UInt32, in match: Duel
  ) -> DuelStep {
    step(in: match) {
      $0.put.object = number
      $0.put.place.end = end
      $0.put.place.skip = skip
    }
  }

  /// Takes a looked-at card to the hand.
  public func take(looked handle: UInt32, in match: Duel) -> DuelStep? {
    guard cards.looked.contains(handle) else { return nil }
    return step(in: match) { $0.take.looked = .init(seal(match[seat].seals + 1, handle)) }
  }

  /// Takes a card of the sideboard to the hand, by its place in the list.
  public func take(side card: Int, in match: Duel) -> DuelStep? {
    guard cards.cards(at: .side).contains(card) else { return nil }
    return step(in: match) { $0.take.side = .init(seal(match[seat].seals + 1, UInt32(card))) }
  }

  /// Finds a card of a name among the unused labels and takes it to the hand.
  public func search(for name: [UInt8], in match: Duel) -> DuelStep? {
    let library = match[seat].pocket.library
    guard let epoch = cards.epoch(library.epoch),
      let label = library.unused.first(where: { label in
        cards.list.cards[epoch.cards[Int(label)]] == name
      })
    else { return nil }
    return step(in: match) { $0.take.label = label }
  }

  /// Seals the whole hand in an order.
  public func sealHand(_ order: [UInt32], in match: Duel) -> DuelStep {
    step(in: match) {
      $0.sealHand.seals = order.enumerated().map { index, handle in
        .init(seal(match[seat].seals + 1 + UInt32(index), handle))
      }
    }
  }

  /// The opening of the match, in parts.
  public func opening(in match: Duel) -> [DuelStep] {
    let list = cards.list.encoded
    let size = DuelLimits.openingPartBytes
    let chunks = (list.count + size - 1) / size
    let swaps = cards.swaps(games: match[seat].game)
    // Swaps have a part of their own, so that each fits into an entry.
    let parts = chunks + (swaps.isEmpty ? 0 : 1)
    return (1...parts).map { part in
      step(in: match) {
        $0.openMatch.part = UInt32(part)
        $0.openMatch.parts = UInt32(parts)
        if part <= chunks {
          $0.openMatch.listPart = .init(list[(part - 1) * size..<min(part * size, list.count)])
        }
        guard part == parts else { return }
        $0.openMatch.secret = .init(cards.secrets.opening)
        $0.openMatch.swaps = swaps
      }
    }
  }

  /// Seals a part of the opening for the judge, where the match has one; nil where the judge's key is not valid.
  func sealed(_ step: DuelStep, in match: Duel) -> DuelStep? {
    guard !match.judgeBoxKey.isEmpty else { return step }
    let part = step.openMatch
    let info = DuelBoxes.judgeInfo(gameID: match.gameID, from: seat, part: part.part)
    guard let bytes: Data = try? part.serializedBytes(),
      let box = DuelBoxes.seal(.with { $0.opening = bytes }, for: match.judgeBoxKey, info)
    else { return nil }
    return self.step(in: match) {
      ($0.openMatch.part, $0.openMatch.parts) = (part.part, part.parts)
      $0.openMatch.judgeBox = .init(box)
    }
  }

  private func seal(_ number: UInt32, _ handle: UInt32) -> [UInt8] {
    cards.secrets.seal(number, handle: handle)
  }
}

extension DuelCards {
  /// The labels of an epoch, computed again unless it is the newest.
  func epoch(_ number: UInt32) -> DuelEpoch? {
    if let epoch, epoch.number == number { return epoch }
    guard let cards = labels(of: number) else { return nil }
    return DuelEpoch(number, of: cards, in: list, secrets)
  }

  /// The swaps with the sideboard before each game, against the list.
  func swaps(games: UInt32) -> [DuelStep.Swap] {
    mains.keys.sorted().filter { $0 <= games }.compactMap { game in
      let main = Set(main(of: game))
      let swap = DuelStep.Swap.with {
        $0.game = game
        $0.out = (0..<list.main).filter { !main.contains($0) }.map { UInt32($0) }
        $0.in = main.filter { $0 >= list.main }.sorted().map { UInt32($0) }
      }
      return swap.out.isEmpty && swap.in.isEmpty ? nil : swap
    }
  }

  /// The main part after a swap; nil where it names cards that are not there.
  static func main(after swap: DuelStep.Swap, of list: DuelList) -> [Int]? {
    let (out, added) = (Set(swap.out.map { Int($0) }), Set(swap.in.map { Int($0) }))
    guard out.count == swap.out.count, added.count == swap.in.count,
      out.allSatisfy({ $0 < list.main }),
      added.allSatisfy({ $0 >= list.main && $0 < list.cards.count })
    else { return nil }
    return (0..<list.main).filter { !out.contains($0) } + added.sorted()
  }
}
