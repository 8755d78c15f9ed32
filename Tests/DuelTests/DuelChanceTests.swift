import DuelSchema
import TestKit
import Testing

@testable import Duel

/// Orders of four cards, and attacks that try to change them.
@Suite struct DuelChanceTests {
  static let runs = DuelRuns.count

  /// Chi-square of 24 orders; 95 % are below 35.2, 99.9 % below 49.7.
  private func square(_ orders: [String: Int]) -> Double {
    let expected = Double(Self.runs) / 24
    let missing = Double(24 - orders.count) * expected
    return orders.values.reduce(missing) {
      $0 + (Double($1) - expected) * (Double($1) - expected) / expected
    }
  }

  /// Runs that share a match, as a new one costs four chains; a game has 32 questions for an undo.
  private func orders(
    _ seed: UInt64, each: Int = 240, _ run: (inout TwoPeople) -> Void
  ) throws -> [String: Int] {
    var orders: [String: Int] = [:]
    var number: UInt64 = 0
    var done = 0
    while done < Self.runs {
      number += 1
      var people = try TwoPeople(seed: seed * 1_000 + number, cards: 4)
      people.begin()
      people.act(1) { $0.draw(4, in: $1) }
      for _ in 0..<min(each, Self.runs - done) {
        people.act(1) { $0.shuffle(wholeHand: true, in: $1) }
        run(&people)
        orders[people.hand(1).joined(separator: " "), default: 0] += 1
        done += 1
        people.events = [[], []]
      }
      #expect(people.refused.isEmpty, "\(people.refused)")
    }
    return orders
  }

  @Test("V-07: From the top all 24 orders of four cards are equally likely")
  func fromTheTop() throws {
    let orders = try orders(1) { people in people.act(1) { $0.draw(4, in: $1) } }
    #expect(square(orders) < 35.2, "\(square(orders))")
  }

  @Test("After cards were put back and shuffled, too")
  func afterPutAndShuffle() throws {
    let orders = try orders(2) { people in
      people.act(1) { $0.draw(3, from: .bottom, in: $1) }
      people.act(1) { own, match in own.put(own.cards.hand[0], at: .top, in: match) }
      people.act(1) { own, match in own.put(own.cards.hand[1], at: .bottom, skip: 1, in: match) }
      people.act(1) { $0.shuffle(wholeHand: true, in: $1) }
      people.act(1) { $0.draw(4, in: $1) }
    }
    #expect(square(orders) < 35.2, "\(square(orders))")
  }

  @Test("After an undo across draws, too")
  func afterUndo() throws {
    let orders = try orders(3, each: 30) { people in
      let kept = people.lengths
      people.act(1) { $0.draw(2, in: $1) }
      people.undo(1, to: kept)
      people.act(1) { $0.draw(4, in: $1) }
    }
    #expect(square(orders) < 35.2, "\(square(orders))")
  }
}
