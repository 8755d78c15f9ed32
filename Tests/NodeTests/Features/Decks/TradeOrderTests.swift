import Decks
import DeckSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Any sequence of moves, trades, loans and crashes keeps every copy in exactly one place.
@Suite struct TradeOrderTests {
  /// A world of three people who do one thing after the other, while links and nodes fail.
  private final class Life {
    let world: RoomWorld
    var random: SeededGenerator
    private(set) var names: Set<String> = []
    private(set) var done = 0

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      world = try RoomWorld(["Ada", "Bob", "Cyd"], seed: seed)
      for (one, other) in [(0, 1), (0, 2), (1, 2)] { try world.pair(one, other) }
      for number in 0...2 {
        for index in 0..<3 {
          let name = "Copy \(["a", "b", "c"][number])\(index)"
          names.insert(name)
          try world.own(number, name, anyway: true)
        }
        try world.makeLibrary(number, "Deck")
      }
    }

    private func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

    private func call<Request, Response>(
      _ number: Int, _ method: Method<Request, Response>, _ fill: (inout Request) -> Void
    ) -> Response? {
      guard world.network.nodes[number].node != nil else { return nil }
      return try? world.network.call(number, method, fill).get()
    }

    func step() throws {
      let number = Int(random.next() % 3)
      let other = (number + 1 + Int(random.next() % 2)) % 3
      let person = ["Ada", "Bob", "Cyd"][other]
      let trades = call(number, Methods.Trades.list) { _ in }?.trades ?? []
      switch random.next() % 14 {
      case 0...3:
        let room = call(number, Methods.Rooms.make) {
          ($0.direct, $0.people) = (true, [person])
        }
        let mine = pick(call(number, Methods.Libraries.show) { _ in }?.cards ?? [])
        let theirs = pick(call(other, Methods.Libraries.show) { _ in }?.cards ?? [])
        let (gives, wants, loan) = (
          random.next() % 4 > 0, random.next() % 2 > 0, random.next() % 4 == 0
        )
        _ = call(number, Methods.Trades.offer) {
          $0.room = room?.id ?? ""
          if let mine, gives { $0.gives = [mine.id] }
          if let theirs, wants { $0.wants = [theirs.name] }
          $0.loan = loan
        }
      case 4...7:
        guard let trade = pick(trades.filter { !$0.own && $0.state == .open }) else { return }
        let accepts = random.next() % 5 > 0
        _ = call(number, Methods.Trades.answer) { ($0.trade, $0.accept) = (trade.id, accepts) }
      case 8:
        guard let trade = pick(trades) else { return }
        _ = call(number, Methods.Trades.takeBack) { $0.trade = trade.id }
      case 9:
        guard let trade = pick(trades.filter { $0.state == .lent }) else { return }
        _ = call(number, Methods.Trades.giveBack) { $0.trade = trade.id }
      case 10:
        guard let card = pick(call(number, Methods.Libraries.show) { _ in }?.cards ?? []) else {
          return
        }
        _ = call(number, Methods.Libraries.add) { ($0.library, $0.card) = ("Deck", card.id) }
      case 11:
        _ = call(number, Methods.Libraries.delete) { $0.library = "Deck" }
        _ = call(number, Methods.Libraries.make) { $0.name = "Deck" }
      case 12:
        world.network.crash(number)
        try world.network.start(number)
        world.network.connect(number, other)
      default:
        world.network.partition(number, other)
        if random.next() % 2 == 0 {
          world.network.heal(number, other)
          world.network.connect(number, other)
        }
      }
      // Not always to the end of what it sets off.
      for _ in 0..<(random.next() % 40) { _ = world.network.step() }
    }

    func heal() throws {
      for (one, other) in [(0, 1), (0, 2), (1, 2)] {
        world.network.heal(one, other)
        world.network.connect(one, other)
      }
      world.network.run(milliseconds: 300_000)
    }

    /// Returns the places of each copy, by its name.
    func places() throws -> [String: [String]] {
      var places: [String: [String]] = [:]
      for number in 0...2 {
        for card in try world.call(number, Methods.Cards.list, { $0.all = true }).cards {
          let state = card.held ? "held" : card.borrowed ? "borrowed" : "own"
          places[card.name, default: []] += Array(
            repeating: "\(state) by \(number)", count: Int(card.count))
        }
        done += try world.call(number, Methods.Trades.list) { $0.all = true }.trades
          .count { $0.own && ($0.state == .done || $0.state == .lent) }
      }
      return places
    }
  }

  @Test("D-58, D-22, D-62: for every order of arrival and every crash, each copy is in one place")
  func orders() throws {
    var done = 0
    for seed in UInt64(1)...24 {
      let life = try Life(seed: seed)
      for _ in 0..<60 { try life.step() }
      try life.heal()
      let places = try life.places()
      #expect(Set(places.keys) == life.names, "seed \(seed): none is lost or made")
      for (name, found) in places {
        let here = found.filter { !$0.hasPrefix("held") }
        // A lent copy is held by its owner and borrowed by the other: it is with the borrower.
        #expect(here.count == 1 && found.count <= 2, "seed \(seed): \(name) is \(found)")
        #expect(
          found.count == 1 || here[0].hasPrefix("borrowed"), "seed \(seed): \(name) is \(found)")
      }
      for number in 0...2 { #expect(try life.world.proofs(number).isEmpty, "seed \(seed)") }
      done += life.done
    }
    #expect(done > 60, "\(done) trades were done")
  }
}
