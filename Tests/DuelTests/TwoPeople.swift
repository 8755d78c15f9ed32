import DuelSchema
import TestKit

@testable import Duel

/// Two nodes with a log each. What one writes reaches the other when it is delivered.
struct TwoPeople {
  var views: [Duel]
  var own: [DuelPrivate]
  var logs: [[DuelEntry]] = [[], []]
  /// Entries of the other log that each node has.
  var received = [0, 0]
  /// Reasons for which steps were not valid, by the seat that wrote them, as the other node judges.
  var refused: [DuelReason] = []
  /// Events that each node has seen, in its order.
  var events: [[DuelEvent]] = [[], []]

  /// Observes each step that the host's own log writes, with what it brought and its cards before.
  var observe: ((DuelEntry, DuelStep, [DuelEvent], DuelCards, DuelPrivate, Duel) -> Void)?

  static let gameID = HashInput("test").hash()
  /// The chains of all matches of the tests: a match has its own secrets by its id.
  static let secrets = [1, 2].map { [UInt8](repeating: $0, count: 32) }
  static let chains = [
    DuelPrivate.chains(secret: secrets[0], seat: 1),
    DuelPrivate.chains(secret: secrets[1], seat: 2),
  ]

  /// The start of a match from a seed; the same seed has the same links and secrets whatever the lists are.
  static func start(seed: UInt64, games: UInt32 = 1, lists: [DuelList]) throws -> (
    Duel, [DuelPrivate]
  ) {
    let gameID = HashInput("test").adding(UInt32(seed & 0xffff_ffff)).hash()
    let own = lists.enumerated().map { index, list in
      DuelPrivate(
        chains: chains[index],
        DuelCards(
          list,
          DuelSecrets(secret: secrets[index], gameID: gameID, seat: SeatNumber(index + 1))))
    }
    let setups = own.compactMap { own in
      DuelSeatSetup(
        tips: own.tips,
        commitment: own.commitment(
          boxKey: DuelBoxes.publicKey(of: own.cards.secrets.boxSecret)))
    }
    let terms = DuelTerms.with {
      $0.games = games
      $0.life = 20
    }
    guard let match = Duel(gameID: gameID, terms: terms, seats: setups) else {
      throw DuelReason.outOfRange
    }
    return (match, own)
  }

  init(seed: UInt64, games: UInt32 = 1, lists: [DuelList]) throws {
    let (match, own) = try Self.start(seed: seed, games: games, lists: lists)
    views = [match, match]
    self.own = own
  }

  /// Lists of so many different cards, the same for both.
  init(seed: UInt64, cards: Int, side: Int = 0, games: UInt32 = 1) throws {
    let list = try Self.list(cards, side: side)
    try self.init(seed: seed, games: games, lists: [list, list])
  }

  static func list(_ cards: Int, side: Int = 0, prefix: String = "Card") throws -> DuelList {
    let names = (0..<cards + side).map { Array("\(prefix) \(1000 + $0)".utf8) }
    guard let list = DuelList(main: Array(names[..<cards]), side: Array(names[cards...])) else {
      throw DuelReason.outOfRange
    }
    return list
  }

  #if DEBUG
    mutating func plant(_ bug: DuelBug) {
      views[0].bugs.insert(bug)
      views[1].bugs.insert(bug)
    }
  #endif

  /// The match and the own cards of a seat, with everything that it knows.
  func now(_ seat: SeatNumber) -> (match: Duel, own: DuelPrivate) {
    own[Int(seat) - 1].caughtUp(with: views[Int(seat) - 1])
  }

  /// Whether a step would be valid now, in its own node.
  func allows(_ seat: SeatNumber, _ step: DuelStep?) -> Bool { reason(seat, step) == nil }

  /// The reason for which a step would not be valid now.
  func reason(_ seat: SeatNumber, _ step: DuelStep?) -> DuelReason? {
    guard let step else { return .notThere }
    var copy = views[Int(seat) - 1]
    if case .refused(let reason) = copy.apply(step, by: seat, at: place(seat)) { return reason }
    return nil
  }

  func place(_ seat: SeatNumber) -> DuelPlace {
    DuelPlace(
      sequence: UInt64(logs[Int(seat) - 1].count + 1), seen: UInt64(received[Int(seat) - 1]))
  }

  /// Writes an entry; it reaches the other node later.
  mutating func write(_ seat: SeatNumber, _ steps: [DuelStep]) {
    let entry = DuelEntry(seat: seat, place: place(seat), steps: steps)
    logs[Int(seat) - 1].append(entry)
    feed(entry, to: seat)
  }

  /// Delivers the next entry to a node; false where there is none.
  mutating func deliver(to seat: SeatNumber) -> Bool {
    let index = received[Int(seat) - 1]
    let log = logs[2 - Int(seat)]
    guard index < log.count else { return false }
    received[Int(seat) - 1] += 1
    feed(log[index], to: seat)
    return true
  }

  private mutating func feed(_ entry: DuelEntry, to seat: SeatNumber) {
    let node = Int(seat) - 1
    for step in entry.steps {
      let before = views[node]
      switch views[node].apply(step, by: entry.seat, at: entry.place) {
      case .accepted(let found):
        events[node] += found
        let cards = own[node].cards
        own[node].follow(step, by: entry.seat, at: entry.place, in: before, found)
        if seat == 1 { observe?(entry, step, found, cards, own[node], views[node]) }
      case .ignored: break
      case .refused(let reason): refused.append(reason)
      }
    }
  }

  /// Delivers everything and writes what is due, until nothing is left.
  mutating func settle() {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for seat in [1, 2] as [SeatNumber] {
        while deliver(to: seat) { isQuiet = false }
        let due = own[Int(seat) - 1].due(in: views[Int(seat) - 1])
        if !due.isEmpty {
          write(seat, due)
          isQuiet = false
        }
      }
    }
  }

  /// Writes a step and lets everything that follows happen; false where there is no such step.
  @discardableResult
  mutating func act(
    _ seat: SeatNumber, _ make: (DuelPrivate, Duel) -> DuelStep?
  ) -> Bool {
    let (match, own) = now(seat)
    guard let step = make(own, match) else { return false }
    write(seat, [step])
    settle()
    return true
  }

  /// Both begin the next game.
  mutating func begin() {
    for seat in [1, 2] as [SeatNumber] { act(seat) { $0.begin(in: $1) } }
  }

  /// The names of the hand of a seat, in the order in which they came.
  func hand(_ seat: SeatNumber) -> [String] {
    let cards = now(seat).own.cards
    return cards.hand.map { String(decoding: cards.card(of: $0) ?? [], as: UTF8.self) }
  }

  /// Asks for an undo back to entries that both logs keep, and lets the other seat grant it.
  mutating func undo(_ seat: SeatNumber, to kept: [UInt64]) {
    act(seat) { own, match in own.step(in: match) { $0.askUndo.kept = kept } }
    act(3 - seat) { own, match in own.step(in: match) { $0.answerUndo.granted = true } }
  }

  /// The last entry of each log.
  var lengths: [UInt64] { logs.map { UInt64($0.count) } }

  /// All entries in an order in which each comes after what it has cited.
  func order(_ hostFirst: () -> Bool) -> [DuelEntry] {
    var next = [0, 0]
    var order: [DuelEntry] = []
    while next[0] < logs[0].count || next[1] < logs[1].count {
      let can = [0, 1].map { log in
        next[log] < logs[log].count && logs[log][next[log]].place.seen <= UInt64(next[1 - log])
      }
      let log = can[0] && (!can[1] || hostFirst()) ? 0 : 1
      order.append(logs[log][next[log]])
      next[log] += 1
    }
    return order
  }

  /// Whether each card of a list is in one place, and as many at each place as all see.
  func isConserved(_ seat: SeatNumber) -> Bool {
    let match = views[Int(seat) - 1]
    let cards = own[Int(seat) - 1].cards
    let log = match[seat]
    guard log.game > 0 else { return true }
    let onTable = match.table(of: log.game).objects.values.count {
      $0.owner == seat && !$0.isToken
    }
    let library = log.pocket.library
    return cards.count(.library) == library.slots.count
      && library.slots.count(where: \.isOpen) == library.unused.count
      && cards.count(.hand) == log.pocket.hand.count && cards.hand.count == log.pocket.hand.count
      && cards.count(.looked) == log.pocket.looked.count
      && cards.looked.count == log.pocket.looked.count && cards.count(.side) == log.pocket.side
      && cards.count(.table) == onTable
      && Set(library.slots.map(\.id)).count == library.slots.count
  }
}
