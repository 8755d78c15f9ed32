import DuelSchema
import Feature
import FoundationEssentials
import Schema

@testable import Duel

/// Two nodes that keep one table of a duel, as the core has them do: each takes the steps of both logs and writes what is due.
struct TwoTables {
  /// The steps that one seat has written in one entry.
  struct Entry {
    var seat: Seat
    var position: SessionPosition
    var steps: [TableStep]
  }

  static let keys = [[UInt8](repeating: 7, count: 32), [UInt8](repeating: 8, count: 32)]

  /// The match as each node has it, the host's first.
  var tables: [DuelMatch]
  /// The part that only each node has.
  var players: [(any PrivateSession)?] = [nil, nil]
  var keeps: [SessionKeep]
  var logs: [[Entry]] = [[], []]
  /// Sentences for which steps were refused.
  var refused: [String] = []
  /// The sentences that the host's node has told.
  var sentences: [String] = []
  private var received = [0, 0]

  /// A match that has begun.
  init(
    games: UInt32 = 1, seed: UInt8 = 1, lists: [(main: [String], side: [String])],
    libraries: [String] = ["Red Deer", "Elves"], judge: DuelJudge? = nil,
    choosing: (inout DuelChoice) -> Void = { _ in }
  ) throws {
    tables = [DuelMatch(hostKey: Self.keys[0]), DuelMatch(hostKey: Self.keys[0])]
    keeps = try lists.enumerated().map { index, cards in
      guard
        let list = DuelList(
          main: cards.main.map { Array($0.utf8) }, side: cards.side.map { Array($0.utf8) })
      else { throw DuelReason.outOfRange }
      let choice =
        try DuelChoice.with {
          $0.list = .init(list.encoded)
          $0.library = libraries[index]
          choosing(&$0)
        }.serializedBytes() as [UInt8]
      return SessionKeep(
        secret: [UInt8](repeating: seed &+ UInt8(index), count: 32), choices: [choice])
    }
    let terms: Data = try DuelTerms.with {
      ($0.games, $0.life) = (games, 20)
      $0.phases = ["Untap", "Draw", "Main"]
      if let judge { $0.judge = judge }
    }.serializedBytes()
    write(.host) {
      $0.open.nonce = Data(repeating: seed, count: 16)
      ($0.open.rules, $0.open.name, $0.open.game) = (terms, "Ada", "duel")
      $0.open.spectators = .everybody
    }
    write(.host) { $0.seat.joiner = Data(Self.keys[1]) }
    settle()
    for duty in tables[0].startingSteps() { perform(duty, .host) }
    settle()
  }

  static func node(_ seat: Seat) -> Int { seat == .joiner ? 1 : 0 }

  // MARK: Steps

  mutating func write(_ seat: Seat, _ fill: (inout TableStep) -> Void) {
    write(seat, [.with(fill)])
  }

  mutating func write(_ seat: Seat, _ steps: [TableStep]) {
    let node = Self.node(seat)
    let position = SessionPosition(
      sequence: UInt64(logs[node].count + 1), seen: [seat.other: UInt64(received[node])])
    let entry = Entry(seat: seat, position: position, steps: steps)
    logs[node].append(entry)
    take(entry, node)
  }

  private mutating func take(_ entry: Entry, _ node: Int) {
    let own: Seat = node == 0 ? .host : .joiner
    for step in entry.steps {
      switch tables[node].take(step, by: entry.seat, at: entry.position) {
      case .accepted(let events):
        if node == 0 { sentences += events.map(\.notice).filter { !$0.isEmpty } }
        if players[node] != nil {
          players[node]?.follow(step, by: entry.seat, at: entry.position, in: tables[node])
        } else if tables[node].commitment(of: own) != nil {
          players[node] = tables[node].makePrivate(for: own, keeps[node])
        }
      case .refused(_, let sentence): refused.append(sentence)
      }
    }
  }

  private mutating func perform(_ duty: SessionDuty, _ seat: Seat) {
    let node = Self.node(seat)
    switch duty {
    case .join:
      write(seat) {
        $0.join.nonce = Data(repeating: 9, count: 16)
        $0.join.name = "Bob"
      }
    case .commit:
      let commitment = tables[node].commitment(of: keeps[node], by: seat)
      write(seat) { $0.commit = commitment.step }
    case .step(let step): write(seat, [step])
    case .secret: refused.append("A duel has no such duty.")
    }
  }

  /// Delivers everything and writes what is due, until nothing is left.
  mutating func settle() {
    var isQuiet = false
    while !isQuiet {
      isQuiet = true
      for seat in Seat.chairs {
        while deliver(to: seat) { isQuiet = false }
        if let duty = due(seat) {
          perform(duty, seat)
          isQuiet = false
        }
      }
    }
  }

  /// Delivers the next entry of the other seat; false where there is none.
  mutating func deliver(to seat: Seat) -> Bool {
    let node = Self.node(seat)
    guard received[node] < logs[1 - node].count else { return false }
    received[node] += 1
    take(logs[1 - node][received[node] - 1], node)
    return true
  }

  private func due(_ seat: Seat) -> SessionDuty? {
    let node = Self.node(seat)
    return tables[node].due(of: seat) ?? players[node]?.due(in: tables[node])
  }

  /// Makes a move without letting anything follow.
  mutating func tap(_ seat: Seat, _ move: DuelMove, choosing choice: DuelChoice? = nil) throws {
    let node = Self.node(seat)
    let tap = try Tap.duel(move, at: "", choosing: choice)
    if let sentence = tables[node].refusal(of: tap, by: seat) {
      throw Refused(.notNow, sentence)
    }
    if !tap.choice.isEmpty {
      try players[node]?.choose(Array(tap.choice), in: tables[node])
      keeps[node].add(Array(tap.choice))
    }
    let moves = tables[node].moves(of: seat, for: tap)
    let duties =
      try moves.isEmpty ? players[node]?.moves(for: tap, in: tables[node]) ?? [] : moves
    let steps = duties.compactMap { duty -> TableStep? in
      if case .step(let step) = duty { step } else { nil }
    }
    write(seat, steps)
  }

  /// Makes a move and lets everything that follows happen.
  mutating func move(
    _ seat: Seat, choosing choice: DuelChoice? = nil, _ fill: (inout DuelMove) -> Void
  ) throws {
    try tap(seat, .with(fill), choosing: choice)
    settle()
  }

  /// The reason why a move does not count; nil if it does.
  func refusal(_ seat: Seat, _ fill: (inout DuelMove) -> Void) -> String? {
    var copy = self
    do {
      try copy.tap(seat, .with(fill))
      return nil
    } catch {
      return (error as? Refused)?.reason ?? "\(error)"
    }
  }

  // MARK: Views

  /// The table as a person sees it.
  func view(_ seat: Seat) -> DuelView {
    let node = Self.node(seat)
    var view = TableView()
    view.seat = seat
    tables[node].fill(&view)
    players[node]?.fill(&view, in: tables[node])
    return view.duel
  }

  /// The handle of a card of a person's hand.
  func handle(_ seat: Seat, _ index: Int = 0) -> UInt32 { view(seat).own.hand[index].handle }

  /// A node that has lost everything but its store.
  mutating func restart(_ seat: Seat) {
    let node = Self.node(seat)
    let entries = order()
    tables[node] = DuelMatch(hostKey: Self.keys[0])
    players[node] = nil
    for entry in entries { take(entry, node) }
  }

  /// All entries, each after what it has cited.
  func order() -> [Entry] {
    var (next, order) = ([0, 0], [Entry]())
    while next[0] < logs[0].count || next[1] < logs[1].count {
      let isHost =
        next[0] < logs[0].count
        && logs[0][next[0]].position.seen(of: .joiner) <= UInt64(next[1])
      let node = isHost ? 0 : 1
      order.append(logs[node][next[node]])
      next[node] += 1
    }
    return order
  }

  static func names(_ count: Int, _ prefix: String) -> [String] {
    (0..<count).map { "\(prefix) \(100 + $0)" }
  }
}
