import DuelSchema

/// The boxes that other seats have sealed for one seat.
struct DuelBoxReader: Equatable, Sendable {
  /// Cards that a seat has shown.
  struct Shown: Equatable, Sendable {
    var seat: SeatNumber
    var cards: [[UInt8]]
  }

  /// A library that the seat may search.
  struct Library: Equatable, Sendable {
    var seat: SeatNumber
    var epoch: UInt32
    /// The card of each label.
    var cards: [[UInt8]]
  }

  /// A box that does not hold what it should.
  struct Fault: Equatable, Sendable {
    var seat: SeatNumber
    /// The number of the ShowTo or Grant in the log of its author, from 1.
    var number: UInt32
  }

  /// Cards that are kept to be looked at again.
  static let mostShown = 100

  private let secrets: DuelSecrets
  private var parts: [UInt8] = []
  private var expected = 0
  private(set) var shown: [Shown] = []
  private(set) var library: Library?
  private(set) var faults: [Fault] = []

  init(_ secrets: DuelSecrets) { self.secrets = secrets }

  /// Reads a step of another seat that the match has accepted.
  /// - Parameter match: The match after the step.
  mutating func follow(_ step: DuelStep, by author: SeatNumber, in match: Duel) {
    guard author != secrets.seat else { return }
    switch step.step {
    case .showTo(let step) where step.seat == secrets.seat:
      if step.part == 1 { (parts, expected) = ([], step.seals.count + step.handles.count) }
      parts += Array(step.box)
      if step.part == step.parts { show(author, match) }
    case .search(let search):
      guard case .grant(let step)? = search.step, step.seat == secrets.seat else { return }
      if step.part == 1 { parts = [] }
      parts += Array(step.box)
      if step.part == step.parts { grant(author, match) }
    default: break
    }
  }

  private mutating func content(_ author: SeatNumber, _ match: Duel) -> DuelBox? {
    let info = DuelBoxes.info(
      gameID: match.gameID, from: author, to: secrets.seat, number: number(author, match))
    return DuelBoxes.open(parts, with: secrets.boxSecret, info)
  }

  private func number(_ author: SeatNumber, _ match: Duel) -> UInt32 {
    UInt32(match[author].shown.count)
  }

  private mutating func show(_ author: SeatNumber, _ match: Duel) {
    guard let content = content(author, match), content.cards.count == expected,
      content.cards.allSatisfy({ DuelList.isCard(Array($0)) })
    else {
      faults.append(Fault(seat: author, number: number(author, match)))
      return
    }
    shown.append(Shown(seat: author, cards: content.cards.map { Array($0) }))
    if shown.count > Self.mostShown { shown.removeFirst() }
  }

  private mutating func grant(_ author: SeatNumber, _ match: Duel) {
    let epoch = match[author].pocket.library.epoch
    guard let content = content(author, match),
      DuelEpoch.root(
        of: content, epoch: epoch, gameID: match.gameID, seat: author)
        == match[author].roots.last?.root
    else {
      faults.append(Fault(seat: author, number: number(author, match)))
      return
    }
    library = Library(seat: author, epoch: epoch, cards: content.cards.map { Array($0) })
  }
}

extension DuelEpoch {
  /// The root that follows from the content of a grant.
  static func root(
    of content: DuelBox, epoch: UInt32, gameID: [UInt8], seat: SeatNumber
  ) -> [UInt8] {
    let secret = Array(content.epoch)
    let leaves = content.cards.prefix(DuelLimits.libraryCards).enumerated().map { label, card in
      let label = UInt32(label)
      return leaf(
        label, salt: salt(label, epochSecret: secret), card: Array(card), epoch: epoch,
        gameID: gameID, seat: seat)
    }
    return MerkleTree(leaves: leaves).root
  }
}
