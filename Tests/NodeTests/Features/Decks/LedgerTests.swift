import Decks
import DeckSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// Any use of cards keeps each copy in one place (protocol.md, invariant 6).
@Suite struct LedgerTests {
  /// The number of each card that a person owns, by place; a naive second ledger.
  private struct Ledger {
    var places: [String: [String: Int]] = [:]

    mutating func move(_ card: String, _ count: Int, from: String, to: String) {
      places[from, default: [:]][card, default: 0] -= count
      places[to, default: [:]][card, default: 0] += count
    }

    func lines(_ place: String) -> [String: Int] { (places[place] ?? [:]).filter { $0.value > 0 } }
  }

  private static let names = ["Spilled Ember", "Attic Ghost", "Cellar Rat", "Candle // Ashes"]
  private static let libraries = ["Burn", "Elves", "Owls"]

  private func ended(_ body: () throws -> Void) -> Bool { refusal(body) == "(not refused)" }

  @Test(
    "D-22, D-25, D-62: any sequence of moves, deletes, lands, cancels and crashes keeps every copy in one place",
    arguments: 1...12)
  func conservation(seed: Int) throws {
    let world = try RoomWorld(["Ada"], seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    var ledger = Ledger()
    for name in Self.names {
      try world.own(0, "6 \(name)")
      ledger.places["", default: [:]][name] = 6
    }
    /// The libraries as they were when somebody began to manage them; nil for those that were made for it.
    var before: [String: [String: Int]?] = [:]
    var known: Set<String> = []
    for step in 0..<60 {
      let name = try #require(Self.names.randomElement(using: &random))
      let library = try #require(Self.libraries.randomElement(using: &random))
      let count = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        try world.makeLibrary(0, library)
        known.insert(library)
      case 1, 2, 3:
        if ended({ try world.put(0, "\(count) \(name)", into: library) }) {
          ledger.move(name, count, from: "", to: library)
        }
      case 4:
        if ended({ try world.take(0, "\(count) \(name)", from: library) }) {
          ledger.move(name, count, from: library, to: "")
        }
      case 5:
        if ended({ _ = try world.call(0, Methods.Libraries.delete) { $0.library = library } }) {
          for (card, count) in ledger.lines(library) {
            ledger.move(card, count, from: library, to: "")
          }
          known.remove(library)
          before.removeValue(forKey: library)
        }
      case 6:
        _ = ended { try world.setLands(0, library, [("swamp", "\(count)")]) }
      case 7:
        _ = try world.call(0, Methods.Libraries.begin) { $0.library = library }
        if before[library] == nil {
          before[library] = .some(known.contains(library) ? ledger.lines(library) : nil)
        }
        known.insert(library)
      default:
        if ended({ _ = try world.call(0, Methods.Libraries.cancel) { $0.library = library } }) {
          let old = before.removeValue(forKey: library) ?? nil
          let found = old == nil ? [:] : try counts(world, library)
          for card in Self.names {
            let now = ledger.lines(library)[card] ?? 0
            // What has gone into another library since stays there; the rest comes from the Card Box.
            #expect((found[card] ?? 0) <= old?[card] ?? 0)
            ledger.move(card, (found[card] ?? 0) - now, from: "", to: library)
          }
          if old == nil { known.remove(library) }
        }
      }
      if Int.random(in: 0..<10, using: &random) == 0 {
        world.network.crash(0)
        try world.network.start(0)
      }
      try check(ledger, known, world, "seed \(seed), step \(step)")
    }
  }

  /// Counts each card in a library.
  private func counts(_ world: RoomWorld, _ library: String) throws -> [String: Int] {
    var found: [String: Int] = [:]
    for line in try world.library(0, library).cards {
      found[line.name, default: 0] += Int(line.count)
    }
    return found
  }

  private func check(
    _ ledger: Ledger, _ known: Set<String>, _ world: RoomWorld, _ place: String
  ) throws {
    let all = try world.call(0, Methods.Cards.list) { $0.all = true }
    #expect(all.cards.reduce(0) { $0 + Int($1.count) } == 6 * Self.names.count, "\(place)")
    for library in [""] + known.sorted() {
      #expect(try counts(world, library) == ledger.lines(library), "\(place): \(library)")
    }
    #expect(try Set(world.libraries(0).dropFirst().map(\.name)) == known, "\(place)")
  }
}
