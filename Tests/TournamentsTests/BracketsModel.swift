import Foundation
import TestKit

/// Files of brackets-model as brackets-manager.js makes them, by a second program that knows nothing of Parlor's.
///
/// After src/base/stage/creator.ts and src/ordering.ts of brackets-manager.js 1.8: who loses comes down in an order that
/// `seedOrdering` names, and stands first in the matches where others of the losers' bracket wait.
struct BracketsModel {
  enum Slot: Equatable {
    case bye
    case open
    case entrant(Int)
  }

  /// A slot of a match, and the seed or the match from which it comes.
  struct Side {
    let slot: Slot
    let position: Int?

    init(_ slot: Slot, _ position: Int? = nil) {
      (self.slot, self.position) = (slot, position)
    }
  }

  static let orders = [
    "natural", "reverse", "half_shift", "reverse_half_shift", "pair_flip", "inner_outer",
  ]

  let size: Int
  var orders: [String]
  var isSkipped = false
  var hasThird = false
  /// none, simple or double.
  var final = "double"
  /// The number that are played of a hundred matches that can be.
  var played = 100

  private(set) var matches: [[String: Any]] = []
  private(set) var results = 0
  private(set) var winner: Slot = .open
  private var random: SeededGenerator
  private var rounds: [[String: Any]] = []
  private var groups: [[String: Any]] = []

  init(size: Int, orders: [String], seed: UInt64) {
    (self.size, self.orders) = (size, orders)
    random = SeededGenerator(seed: seed)
  }

  static func ordered<Value>(_ list: [Value], _ name: String) -> [Value] {
    let half = list.count / 2
    switch name {
    case "reverse": return Array(list.reversed())
    case "half_shift": return Array(list.suffix(half)) + Array(list.prefix(half))
    case "reverse_half_shift":
      return Array(list.prefix(half).reversed()) + Array(list.suffix(half).reversed())
    case "pair_flip":
      var made: [Value] = []
      for place in stride(from: 0, to: list.count - 1, by: 2) {
        made += [list[place + 1], list[place]]
      }
      return made
    case "inner_outer":
      var seeds = [1, 2]
      while seeds.count < list.count {
        let sum = seeds.count * 2 + 1
        seeds = seeds.flatMap { [$0, sum - $0] }
      }
      return seeds.map { list[$0 - 1] }
    default: return list
    }
  }

  /// The file, its first round with these entrants by their seeds; nil is a bye.
  mutating func text(_ seeding: [Int?]) throws -> String {
    var slots = seeding.enumerated().map { seed, entrant in
      Side(entrant.map { .entrant($0) } ?? .bye, seed + 1)
    }
    slots = Self.ordered(slots, orders[0])
    let first = isSkipped ? stride(from: 0, to: size, by: 2).map { slots[$0] } : slots
    let below = isSkipped ? stride(from: 1, to: size, by: 2).map { slots[$0] } : []
    group(1)
    var (alive, coming) = (first, [[Slot]]())
    var number = 0
    while alive.count > 1 {
      number += 1
      let made = play(alive, number, group: 1)
      coming.append(made.map(\.loser))
      alive = made.map { Side($0.winner) }
    }
    winner = alive[0].slot
    if size > 2 { try playLosers(coming, below, top: winner) }
    let entrants = seeding.compactMap { $0 }.sorted()
    let settings: [String: Any] = [
      "size": size, "seedOrdering": orders, "grandFinal": final, "matchesChildCount": 0,
      "consolationFinal": hasThird, "skipFirstRound": isSkipped, "balanceByes": false,
    ]
    let file: [String: Any] = [
      "participant": entrants.map { ["id": $0, "tournament_id": 0, "name": "Team \($0)"] },
      "stage": [
        [
          "id": 0, "tournament_id": 0, "name": "Cup", "type": "double_elimination", "number": 1,
          "settings": settings,
        ]
      ],
      "group": groups, "round": rounds, "match": matches, "match_game": [Any](),
    ]
    return String(decoding: try JSONSerialization.data(withJSONObject: file), as: UTF8.self)
  }

  private mutating func playLosers(
    _ winners: [[Slot]], _ below: [Side], top: Slot
  ) throws {
    var coming = winners.map { round in
      round.enumerated().map { place, slot in Side(slot, place + 1) }
    }
    if isSkipped { coming.insert(below, at: 0) }
    group(2)
    var made = play(Self.ordered(coming[0], orders[1]), 1, group: 2)
    var out = [made[0].loser]
    var number = 1
    for round in 1..<coming.count {
      let next =
        round == coming.count - 1 ? coming[round] : Self.ordered(coming[round], orders[round + 1])
      number += 1
      made = play(zip(next, made).flatMap { [$0, Side($1.winner)] }, number, group: 2)
      out.append(made[0].loser)
      guard made.count > 1 else { break }
      number += 1
      made = play(made.map { Side($0.winner) }, number, group: 2)
      out.append(made[0].loser)
    }
    let low = made[0].winner
    number = 0
    if final != "none" {
      group(3)
      number = 1
      let one = play([Side(top), Side(low, 1)], 1, group: 3)[0]
      winner = one.winner
      if final == "double" {
        number = 2
        let isAgain = one.winner == low && low != .open && low != .bye && top != .bye
        let sides =
          isAgain ? [Side(top), Side(low)] : [Side(.open), Side(.open)]
        let two = play(sides, 2, group: 3)[0]
        if isAgain { winner = two.winner }
      }
    }
    guard hasThird, !isSkipped else { return }
    if final == "none" { group(2) }
    _ = play(out.suffix(2).map { Side($0) }, number + 1, group: 3, from: 2)
  }

  private mutating func group(_ number: Int) {
    groups.append(["id": groups.count, "stage_id": 0, "number": number])
  }

  private mutating func play(
    _ sides: [Side], _ round: Int, group: Int, from first: Int = 1
  ) -> [(winner: Slot, loser: Slot)] {
    rounds.append([
      "id": rounds.count, "stage_id": 0, "group_id": groups.count - 1, "number": round,
    ])
    return stride(from: 0, to: sides.count, by: 2).map { place in
      let pair = [sides[place], sides[place + 1]]
      var opponents: [Any] = pair.map { side in
        guard side.slot != .bye else { return NSNull() }
        var made: [String: Any] = ["id": NSNull()]
        if case .entrant(let number) = side.slot { made["id"] = number }
        if let position = side.position { made["position"] = position }
        return made
      }
      var ended: (winner: Slot, loser: Slot) = (.open, .open)
      if let bye = pair.firstIndex(where: { $0.slot == .bye }) {
        ended = (pair[1 - bye].slot, .bye)
      } else if pair.allSatisfy({ $0.slot != .open }), random.next() % 100 < played {
        let won = Int(random.next() % 2)
        results += 1
        ended = (pair[won].slot, pair[1 - won].slot)
        let isForfeit = random.next() % 6 == 0
        for side in 0...1 {
          var made = opponents[side] as? [String: Any] ?? [:]
          made["result"] = side == won ? "win" : "loss"
          if isForfeit, side != won { made["forfeit"] = true }
          if !isForfeit { made["score"] = side == won ? 3 : Int(random.next() % 3) }
          opponents[side] = made
        }
      }
      matches.append([
        "id": matches.count, "stage_id": 0, "group_id": groups.count - 1,
        "round_id": rounds.count - 1, "number": first + place / 2, "child_count": 0, "status": 0,
        "opponent1": opponents[0], "opponent2": opponents[1],
      ])
      return ended
    }
  }
}
