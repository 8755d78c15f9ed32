import Decks
import DeckSchema
import Foundation
import Schema
import TestKit
import Testing

@testable import Node

/// The trades of people in these worlds.
extension RoomWorld {
  /// The room of two people, made on first use.
  func direct(_ number: Int, _ person: String) throws -> String {
    try call(number, Methods.Rooms.make) {
      $0.direct = true
      $0.people = [person]
    }.id
  }

  @discardableResult
  func offer(
    _ number: Int, to person: String, give: [String] = [], want: [String] = [], until: String? = nil
  ) throws -> TradeView {
    let room = try direct(number, person)
    return try call(number, Methods.Trades.offer) {
      $0.room = room
      ($0.gives, $0.wants) = (give, want)
      ($0.loan, $0.until) = (until != nil, until ?? "")
    }
  }

  @discardableResult
  func accept(_ number: Int, _ trade: TradeView, give: [String] = []) throws -> TradeView {
    try call(number, Methods.Trades.answer) {
      $0.trade = trade.id
      $0.accept = true
      $0.gives = give
    }
  }

  @discardableResult
  func takeBack(_ number: Int, _ trade: TradeView, anyway: Bool = false) throws -> TradeView {
    try call(number, Methods.Trades.takeBack) {
      $0.trade = trade.id
      $0.anyway = anyway
    }
  }

  @discardableResult
  func giveBack(_ number: Int, _ trade: TradeView, _ cards: [String] = []) throws -> TradeView {
    try call(number, Methods.Trades.giveBack) {
      $0.trade = trade.id
      $0.cards = cards
    }
  }

  func trade(_ number: Int, _ trade: TradeView) throws -> TradeView {
    try call(number, Methods.Trades.show) { $0.trade = trade.id }
  }

  func proofs(_ number: Int) throws -> [TradeProof] {
    try call(number, Methods.Trades.verify).proofs
  }

  /// All cards of somebody with where they are: "1 Spilled Ember held".
  func everything(_ number: Int) throws -> [String] {
    try call(number, Methods.Cards.list) { $0.all = true }.cards.map { line in
      "\(line.count) \(line.name)" + (line.held ? " held" : "") + (line.borrowed ? " borrowed" : "")
        + (line.doubtful ? " doubtful" : "") + (line.library.isEmpty ? "" : " in \(line.library)")
    }
  }

  /// Cuts all links of a node, until others are connected again.
  func cut(_ one: Int, _ other: Int) { network.partition(one, other) }

  /// Links two nodes that were cut.
  func mend(_ one: Int, _ other: Int) {
    network.heal(one, other)
    network.connect(one, other)
    network.run(milliseconds: 130_000)
  }
}
