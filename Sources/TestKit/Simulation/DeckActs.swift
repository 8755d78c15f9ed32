import Decks
import DeckSchema
import Features
import FoundationEssentials
import Identifiers
import Node
import Schema
import Store
import Wire

/// Cards that people own, build with, trade and lend in simulated rooms; and now and then somebody gives one twice.
///
/// Each copy has a name of its own, so that it is known wherever it goes. In the end each is with one person.
class DeckActs: FeatureActs {
  class var counts: [String] { all }
  private static let all = [
    owned, moved, offered, answered, declined, takenBack, risked, givenBack, settled, lent,
  ]
  private static let owned = "cards owned"
  private static let moved = "cards moved"
  private static let offered = "trades offered"
  private static let answered = "trades accepted"
  private static let declined = "trades declined"
  private static let takenBack = "trades taken back"
  private static let risked = "stakes taken back without waiting"
  private static let givenBack = "loans given back"
  private static let settled = "trades done"
  private static let lent = "cards on loan in the end"

  /// The copies that were made, by their names, and whether each must be there in the end.
  private var copies: [String: Bool] = [:]
  /// Whether somebody's disk went back: what was given may be there again.
  private var isDoubtful = false

  required init?(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x6465_636b_73)
    guard isEager || random.next() % 3 == 0 else { return nil }
  }

  /// Whether people trade in every world, and in a way that shows what is wrong with trades: many want the same card, some answer all offers
  /// at once, and what is lent is given back.
  var isEager: Bool { false }

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let trades = trades(person)
    if random.next() % 3 > 0 { answer(trades, person, &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...1: own(person)
    case 2: move(person, &random)
    case 3...6: offer(person, &random)
    case 7: takeBack(trades, person, &random)
    default: giveBack(trades, person, &random)
    }
  }

  func doubt(_ number: Int) { isDoubtful = true }

  // MARK: What people do

  private func own(_ person: ActingPerson) {
    let name = "Card \(copies.count) of \(person.number)"
    let answer = person.call(Methods.Cards.add) {
      $0.card = name
      $0.anyway = true
    }
    copies[name] = answer != nil
    if answer != nil { person.count(Self.owned) }
  }

  private func cards(_ person: ActingPerson) -> [CardLine] {
    (person.call(Methods.Cards.list) { $0.all = false })?.cards ?? []
  }

  private func move(_ person: ActingPerson, _ random: inout SeededGenerator) {
    guard let card = cards(person).randomElement(using: &random) else { return }
    _ = person.call(Methods.Libraries.make) { $0.name = "Deck" }
    let answer = person.call(Methods.Libraries.add) {
      $0.library = "Deck"
      $0.card = card.id
    }
    if answer != nil { person.count(Self.moved) }
    guard random.next() % 2 == 0 else { return }
    _ = person.call(Methods.Libraries.delete) { $0.library = "Deck" }
  }

  private func offer(_ person: ActingPerson, _ random: inout SeededGenerator) {
    let other = Int.random(in: 0..<person.world.people, using: &random)
    guard other != person.number, person.world.trusts(person.number, other) else { return }
    let author = person.world.author(other).description
    let room = person.call(Methods.Rooms.make) {
      $0.direct = true
      $0.people = [author]
    }
    // Most know what the other has, some guess.
    let seen = person.world.call(other, Methods.Cards.list) { $0.all = false }?.cards ?? []
    let known = copies.keys.sorted().filter { $0.hasSuffix("of \(other)") }
    let mine = cards(person).randomElement(using: &random)
    let theirs =
      isEager && random.next() % 2 == 0
      ? seen.first?.name
      : random.next() % 4 > 0
        ? seen.randomElement(using: &random)?.name : known.randomElement(using: &random)
    let drawn = random.next()
    guard let room else { return }
    let answer = person.call(Methods.Trades.offer) {
      $0.room = room.id
      if let mine, drawn & 3 > 0 { $0.gives = [mine.id] }
      if let theirs, drawn & 4 > 0 { $0.wants = [theirs] }
      $0.loan = drawn & (isEager ? 8 : 24) == 0
    }
    guard let trade = answer else { return }
    person.count(Self.offered)
    person.trace("offers \(trade.id) to \(other)")
  }

  private func trades(_ person: ActingPerson) -> [TradeView] {
    (person.call(Methods.Trades.list) { _ in })?.trades ?? []
  }

  private func answer(
    _ trades: [TradeView], _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let open = trades.filter { !$0.own && $0.state == .open }
    guard let one = open.randomElement(using: &random) else { return }
    let isHasty = isEager && random.next() % 2 == 0
    for trade in isHasty ? open : [one] {
      answer(trade, accepts: random.next() % 5 > 0, person)
    }
  }

  private func answer(_ trade: TradeView, accepts: Bool, _ person: ActingPerson) {
    let answer = person.call(Methods.Trades.answer) {
      $0.trade = trade.id
      $0.accept = accepts
    }
    guard answer != nil else { return }
    person.count(accepts ? Self.answered : Self.declined)
    person.trace("\(accepts ? "accepts" : "declines") \(trade.id)")
  }

  private func takeBack(
    _ trades: [TradeView], _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let drawn = random.next()
    let waiting = trades.filter { $0.state == .accepted || $0.own && $0.state == .open }
    guard let trade = waiting.randomElement(using: &random) else { return }
    // Now and then without waiting, which an answer of today needs not: it is over at once.
    let anyway = !trade.own && drawn % 3 == 0
    let answer = person.call(Methods.Trades.takeBack) {
      $0.trade = trade.id
      $0.anyway = anyway
    }
    guard answer != nil else { return }
    person.count(anyway ? Self.risked : Self.takenBack)
    person.trace("takes \(trade.id) back\(anyway ? " without waiting" : "")")
  }

  private func giveBack(
    _ trades: [TradeView], _ person: ActingPerson, _ random: inout SeededGenerator
  ) {
    let lent = trades.filter { trade in
      let canReturn = trade.actions.contains { $0.name == "return" && $0.enabled }
      return trade.state == .lent && (canReturn || !isEager)
    }
    guard let trade = lent.randomElement(using: &random) else { return }
    let answer = person.call(Methods.Trades.giveBack) { $0.trade = trade.id }
    guard answer != nil else { return }
    person.count(Self.givenBack)
    person.trace("gives \(trade.id) back")
  }

  // MARK: What must be true

  /// One copy somewhere.
  private struct Place: Hashable {
    let number: Int
    let card: CardLine
  }

  /// No copy is lost, and none is with two people.
  func check(_ world: SimulatedRooms) throws {
    var places: [String: [Place]] = [:]
    var onTheWay: [String: Int] = [:]
    for number in 0..<world.people {
      let cards = world.call(number, Methods.Cards.list) { $0.all = true }
      for card in cards?.cards ?? [] {
        guard card.count == 1 else {
          throw CheckViolation("cards", "node \(number) has \(card.count) copies of \(card.name)")
        }
        places[card.name, default: []].append(Place(number: number, card: card))
      }
      let trades = world.call(number, Methods.Trades.list) { $0.all = true }?.trades ?? []
      for trade in trades where [.done, .lent].contains(trade.state) {
        if trade.own { world.tally.count(Self.settled) }
        if trade.own, trade.state == .lent { world.tally.count(Self.lent) }
        let isKnown = try isSettled(trade, world)
        guard !isKnown else { continue }
        // One has taken it, and the other does not know that: no word goes between them any more.
        for card in trade.gives + trade.gets { onTheWay[card.name, default: 0] += 1 }
      }
    }
    guard !isDoubtful, world.history.forkers.isEmpty else { return }
    try checkProofs(world)
    for (name, mustBeThere) in copies.sorted(by: { $0.key < $1.key }) where mustBeThere {
      guard onTheWay[name] == nil else { continue }
      // What a loan or a stake holds is the same copy, in the hands of the other or of our person.
      let found = places[name] ?? []
      let free = found.filter { !$0.card.held }
      let held = found.filter(\.card.held)
      guard free.count == 1 || free.isEmpty && held.count == 1 else {
        throw CheckViolation(
          "cards",
          "\(name) is in \(free.count) places: \(found.map { "\($0.number)\($0.card.held ? " held" : "")" })"
        )
      }
    }
  }

  /// Nobody who is honest is shown as somebody who gave a copy twice.
  private func checkProofs(_ world: SimulatedRooms) throws {
    for number in 0..<world.people {
      for proof in world.call(number, Methods.Trades.verify, { _ in })?.proofs ?? [] {
        let giver = (0..<world.people).first { world.author($0).description == proof.giver }
        guard let giver, !world.history.forgers.contains(giver) else { continue }
        throw CheckViolation(
          "cards", "node \(number) shows that \(giver) has given \(proof.card) twice")
      }
    }
  }

  /// Whether the other of the two sees that the trade is done.
  private func isSettled(_ trade: TradeView, _ world: SimulatedRooms) throws -> Bool {
    for number in 0..<world.people where world.author(number).description == trade.other {
      let seen = world.call(number, Methods.Trades.show) { $0.trade = trade.id }
      return seen.map { $0.state == trade.state } ?? false
    }
    return false
  }
}

/// The same in every world, for who looks for what is wrong with trades.
final class EagerDeckActs: DeckActs {
  override var isEager: Bool { true }
}
