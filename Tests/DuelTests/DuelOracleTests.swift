import DuelSchema
import Testing

@testable import Duel

/// A table with real cards: a library is a list of cards that lie face down, each of which is fixed once somebody turns it.
///
/// It knows nothing of slots, handles and labels. An undo lays the same cards back where they were.
final class NaiveTable {
  /// A card that lies face down, until it is turned.
  final class Down {
    var card: Int?
    init(_ card: Int?) { self.card = card }
  }

  struct State {
    var library: [Down] = []
    var hand: [Int] = []
    var looked: [Int] = []
    var side: [Int] = []
    var table: [UInt32: Int] = [:]
  }

  var state = State()
  /// Cards of the library that nobody has turned.
  var unturned: Set<Int> = []
  var past: [(sequence: UInt64, state: State)] = []
  var asked: (cards: [Down], goal: DuelStep.Goal)?
  var faults: [String] = []

  func follow(
    _ entry: DuelEntry, _ step: DuelStep, _ events: [DuelEvent], _ before: DuelCards,
    _ own: DuelPrivate, _ match: Duel
  ) {
    let after = own.cards
    for event in events {
      switch event {
      case .began(1, _):
        state = State()
        state.side = after.cards(at: .side)
        unturned = Set(after.cards(at: .library))
      case .shuffled(1, _, let isWhole): shuffle(isWhole)
      case .moved(1, let move): self.move(move, step, before, after)
      case .undone(_, let kept): goBack(kept[0])
      default: break
      }
    }
    if entry.seat == 1, case .ask(let ask)? = step.step, case .cards(let cards)? = ask.kind {
      let row = cards.place.end == .top ? state.library : state.library.reversed()
      let skip = Int(cards.place.skip)
      asked = (Array(row[skip..<skip + Int(cards.count)]), cards.goal)
    }
    if entry.seat == 1 { past.append((entry.place.sequence, state)) }
    compare(after, match, "after entry \(entry.place.sequence) of seat \(entry.seat)")
  }

  private func shuffle(_ isWhole: Bool) {
    unturned.formUnion(state.library.compactMap(\.card))
    if isWhole {
      unturned.formUnion(state.hand)
      state.hand = []
    }
    state.library = unturned.map { _ in Down(nil) }
  }

  private func goBack(_ kept: UInt64) {
    guard let last = past.last(where: { $0.sequence <= kept }) else { return }
    state = last.state
    // Nothing goes back behind an undo.
    past = [(kept, state)]
  }

  private func move(
    _ move: CardMove, _ step: DuelStep, _ before: DuelCards, _ after: DuelCards
  ) {
    let card = take(move.source, step, before, after)
    guard let card else { return }
    switch move.target {
    case .hand: state.hand.append(card)
    case .looked: state.looked.append(card)
    case .object(let number, _, _): state.table[number] = card
    case .library: unturned.insert(card)
    case .slot:
      guard case .put(let put)? = step.step, !isAnswer(move) else { return }
      let skip = Int(put.place.skip)
      let index = put.place.end == .top ? skip : state.library.count - skip
      state.library.insert(Down(card), at: index)
    }
  }

  private func isAnswer(_ move: CardMove) -> Bool {
    switch move.source {
    case .label, .slot: true
    default: false
    }
  }

  /// Takes a real card away; nil where there is none.
  private func take(
    _ source: CardMove.Source, _ step: DuelStep, _ before: DuelCards, _ after: DuelCards
  ) -> Int? {
    func remove(_ card: Int?, _ list: WritableKeyPath<State, [Int]>) -> Int? {
      guard let card, let index = state[keyPath: list].firstIndex(of: card) else {
        faults.append("no such card in \(list)")
        return nil
      }
      state[keyPath: list].remove(at: index)
      return card
    }
    switch source {
    case .label(let epoch, let label):
      return turn(after.labels(of: epoch)?[Int(label)])
    case .slot(let handle):
      if asked != nil { return turn(nil) }
      guard case .take(let take)? = step.step, Int(take.slot) < state.library.count else {
        return nil
      }
      let card = state.library.remove(at: Int(take.slot)).card
      if card != after.cardOfHandle[handle] { faults.append("another card was taken") }
      return card
    case .handSeal(let number, let seal):
      let handle = try? before.handle(of: seal, number, in: after.cardOfHandle.keys.sorted())
      return remove(handle.flatMap { after.cardOfHandle[$0] }, \.hand)
    case .lookedSeal(let number, let seal):
      let handle = try? before.handle(of: seal, number, in: after.cardOfHandle.keys.sorted())
      return remove(handle.flatMap { after.cardOfHandle[$0] }, \.looked)
    case .hand(let handle): return remove(after.cardOfHandle[handle], \.hand)
    case .looked(let handle): return remove(after.cardOfHandle[handle], \.looked)
    case .side:
      return remove(state.side.first { !after.cards(at: .side).contains($0) }, \.side)
    case .object(let number): return state.table.removeValue(forKey: number)
    }
  }

  /// Turns the next card that was asked for; `picked` is the one that the answer brings where nobody has turned it before.
  private func turn(_ picked: Int?) -> Int? {
    guard let ask = asked, let down = ask.cards.first else {
      faults.append("nothing was asked")
      return nil
    }
    asked = ask.cards.count > 1 ? (Array(ask.cards.dropFirst()), ask.goal) : nil
    if let picked {
      if down.card != nil || unturned.remove(picked) == nil { faults.append("a card came twice") }
      down.card = picked
    }
    guard let card = down.card else {
      faults.append("a card was not picked")
      return nil
    }
    guard ask.goal != .stay else { return nil }
    state.library.removeAll { $0 === down }
    return card
  }

  private func compare(_ cards: DuelCards, _ match: Duel, _ place: String) {
    let slots = match[1].pocket.library.slots
    let known = slots.map { $0.isOpen ? nil : cards.cardOfHandle[$0.handle] }
    if known != state.library.map(\.card) { faults.append("library \(place)") }
    func all(_ handles: [UInt32]) -> [Int] {
      handles.compactMap { cards.cardOfHandle[$0] }.sorted()
    }
    if all(cards.hand) != state.hand.sorted() { faults.append("hand \(place)") }
    if all(cards.looked) != state.looked.sorted() { faults.append("looked-at cards \(place)") }
    if cards.cards(at: .side) != state.side.sorted() { faults.append("sideboard \(place)") }
    if cards.cards(at: .table) != state.table.values.sorted() { faults.append("table \(place)") }
  }
}

@Suite struct DuelOracleTests {
  @Test("A table with real cards comes to the same zones", arguments: 0..<20)
  func games(block: UInt64) throws {
    for seed in block * 500..<block * 500 + DuelRuns.part(of: 500) {
      var duel = try RandomDuel(seed: seed, cards: 8, side: 1) { people in
        let naive = NaiveTable()
        people.observe = { naive.follow($0, $1, $2, $3, $4, $5) }
        return naive
      }
      duel.run(16)
      #expect(duel.naive?.faults.isEmpty == true, "seed \(seed): \(duel.naive?.faults.first ?? "")")
      #expect(duel.faults.isEmpty, "seed \(seed): \(duel.faults.first ?? "")")
    }
  }
}
