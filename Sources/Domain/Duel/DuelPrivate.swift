import DuelSchema

/// The part of a match that only its owner's node can replay.
///
/// Its secret and list are stored before anything is sent; everything else follows from the logs. The handle behind an own seal is
/// found by hashing, so nothing else is stored. A value without clock and chance.
public struct DuelPrivate: Sendable {
  /// The seat.
  public let seat: SeatNumber
  /// The cards.
  public private(set) var cards: DuelCards
  /// The types of cards by their names, as the card database of their owner has them.
  var types: [[UInt8]: String] = [:]
  private let chains: [DuelChain]

  /// Begins with what is stored: the secret of 32 bytes, the list, and the main part of each game with a swap.
  public init(
    secret: [UInt8], list: DuelList, gameID: [UInt8], seat: SeatNumber,
    mains: [UInt32: [Int]] = [:]
  ) {
    self.init(
      chains: Self.chains(secret: secret, seat: seat),
      DuelCards(list, DuelSecrets(secret: secret, gameID: gameID, seat: seat)))
    cards.mains = mains
  }

  /// Begins with chains that were computed before: they are the same in every match of a secret.
  init(chains: [DuelChain], _ cards: DuelCards) {
    (seat, self.chains, self.cards) = (cards.secrets.seat, chains, cards)
  }

  /// The chains of a secret, one for each seat that asks.
  public static func chains(secret: [UInt8], seat: SeatNumber) -> [DuelChain] {
    (1...SeatNumber(DuelLimits.seats)).map {
      DuelChain(secret: secret, seat: seat, asker: $0)
    }
  }

  #if DEBUG
    /// Plants faults of this seat's node.
    mutating func plant(_ bugs: Set<DuelBug>) {
      cards.secrets.isAstray = bugs.contains(.freeEpochSecrets)
    }
  #endif

  /// The tips that the seat commits to.
  public var tips: [[UInt8]] { chains.map(\.tip) }

  /// Makes the commitment of the seat.
  /// - Parameter boxKey: The public key of `DuelSecrets.boxSecret`, 32 bytes.
  public func commitment(boxKey: [UInt8]) -> DuelCommitment {
    .with {
      $0.deck = .init(cards.secrets.commitment(to: cards.list))
      $0.boxKey = .init(boxKey)
      $0.main = UInt32(cards.list.main)
      $0.side = UInt32(cards.list.side)
    }
  }

  /// Chooses the main part of a game, before its first shuffle; false where a card is not there.
  public mutating func choose(_ main: [Int], for game: UInt32) -> Bool {
    guard Set(main).count == main.count, !main.isEmpty, main.count <= DuelLimits.libraryCards,
      main.allSatisfy({ cards.list.cards.indices.contains($0) })
    else { return false }
    cards.mains[game] = main
    return true
  }

  /// Follows a step that the public match has accepted.
  /// - Parameter match: The match as it was before the step.
  public mutating func follow(
    _ step: DuelStep, by author: SeatNumber, at place: DuelPlace, in match: Duel,
    _ events: [DuelEvent]
  ) {
    follow(step, by: author, at: place, seals: match[seat].seals, events)
  }

  /// Follows a step that the public match has accepted.
  /// - Parameter seals: The seals that the seat had used before the step.
  mutating func follow(
    _ step: DuelStep, by author: SeatNumber, at place: DuelPlace, seals: UInt32,
    _ events: [DuelEvent]
  ) {
    // Steps of our own node hold; a step of the other seat does not concern our cards.
    try? cards.follow(step, by: author, at: place, seals: seals, events)
  }

  /// The match and these cards as they will be once the next own step cites everything that is known.
  public func caughtUp(with match: Duel) -> (match: Duel, own: DuelPrivate) {
    let settled = match.settled(for: seat)
    var own = self
    let place = DuelPlace(sequence: .max, seen: .max)
    try? own.cards.follow(DuelStep(), by: seat, at: place, seals: 0, settled.events)
    return (settled.match, own)
  }

  // MARK: Steps that the node writes by itself

  /// Returns the step that the seat's node writes now without asking its person; empty for none.
  /// - Parameter isPaused: Whether a player has left: nothing is asked for then.
  public func due(in match: Duel, isPaused: Bool = false) -> [DuelStep] {
    let asked = match[seat].ask
    let (match, own) = caughtUp(with: match)
    let log = match[seat]
    guard log.game > 0, log.broken == nil, match.result == nil,
      match.outcome(of: log.game) == nil
    else { return [] }
    if let answer = own.answer(in: match) { return [answer] }
    // An answer takes effect with our next step. It is written at once: the other player sees the hand, and an undo tells the draw
    // from what follows.
    if asked != nil, log.ask == nil, log.owed.isEmpty { return [own.step(in: match) { _ in }] }
    // A question for an undo holds everything else back.
    if match.waitsForUndo(.next(of: seat)) { return [] }
    if let step = own.opened(in: match) { return [step] }
    let search = own.searched(in: match)
    guard search.isEmpty, match[seat].ask == nil, match.undoQuestion(for: seat) == nil else {
      return search
    }
    return [own.nextOfRow(in: match, isPaused) ?? own.topCard(in: match, isPaused)]
      .compactMap { $0 }
  }

  private func answer(in match: Duel) -> DuelStep? {
    for asker in match.seats where asker != seat {
      let log = match[asker]
      guard let ask = log.ask, log.game == match[seat].game,
        ask.number > match[seat].given[Int(asker) - 1].number,
        let link = chains[Int(asker) - 1].link(ask.number)
      else { continue }
      return step(in: match) {
        $0.answer = .with {
          $0.asker = UInt32(asker)
          $0.number = ask.number
          $0.link = .init(link)
        }
      }
    }
    return nil
  }

  /// Opens the next card that was asked for openly, or puts it into the graveyard if it was asked for so.
  private func opened(in match: Duel) -> DuelStep? {
    let log = match[seat]
    let milled = log.milled.first { log.opened[$0] != nil && cards.looked.contains($0) }
    if let handle = milled, !log.owed.contains(handle), let card = log.opened[handle] {
      return step(in: match) {
        $0.play.handle = handle
        $0.play.name = .init(card)
        $0.play.to.zone = .graveyard
        $0.play.looked = true
      }
    }
    return log.owed.first.flatMap { open($0, in: match) }
  }

  /// Takes the cards that another seat has chosen in the library, and shuffles.
  private func searched(in match: Duel) -> [DuelStep] {
    let library = match[seat].pocket.library
    guard library.isSearched, match[seat].ask == nil,
      let chosen = match.seats.lazy.filter({ $0 != seat })
        .compactMap({ match[$0].chosen[library.epoch] }).first
    else { return [] }
    let labels = chosen.labels.filter { library.unused.contains($0) }
    if let label = labels.first {
      return [step(in: match) { $0.take.label = label }]
    }
    return match[seat].shufflesLeft > 0 ? [shuffle(in: match)] : []
  }

  // MARK: Parts of steps

  /// Makes a step of the game that the seat plays.
  func step(in match: Duel, _ fill: (inout DuelStep) -> Void) -> DuelStep {
    .with {
      $0.game = match[seat].game
      fill(&$0)
    }
  }

  /// Whether the number of the last ask is used once more, after a question for an undo: a fault that tests plant.
  private func reusesNumber(in match: Duel) -> Bool {
    guard match.has(.numberReusedAfterUndo), let last = match[seat].asks.last,
      let question = match[seat].questions.last
    else { return false }
    return question.sequence > last.sequence
  }

  /// The link of the seat's own chain for its next ask.
  func nextLink(in match: Duel) -> (number: UInt32, link: [UInt8])? {
    let number = UInt32(match[seat].asks.count) + (reusesNumber(in: match) ? 0 : 1)
    return chains[Int(seat) - 1].link(number).map { (number, $0) }
  }
}
