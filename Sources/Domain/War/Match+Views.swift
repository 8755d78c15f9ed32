import Feature
import Identifiers
import Schema
import WarSchema

// What screens, nodes and reports read.
extension Match {
  /// The phase of a table.
  public typealias Phase = SessionPhase

  /// The cards that a seat has on the table in the battle being played.
  public struct Laid: Equatable, Sendable {
    /// Cards face down.
    public var down: Int
    /// The card turned over; nil while it cannot be known because a link is missing.
    public var up: Card?
  }

  /// The phase of the table.
  public var phase: Phase {
    if closedReason != nil { return .closed }
    if started != nil { return isOver ? .finished : .playing }
    if seated != nil { return .seated }
    return logs.host.began == nil ? .unopened : .open
  }

  /// A player's name without control characters; "the host" or "the joiner" when it has none.
  public func name(of seat: Seat) -> String {
    logs[seat].name.isEmpty ? seat.capitalTitle : logs[seat].name
  }

  /// Returns the name, with the first word of the key if both players have the same name.
  ///
  /// If the first words are the same too, all four are shown.
  public func distinctName(of seat: Seat) -> String { nameWithWords(of: seat) }

  /// Whether somebody has taken a chair.
  public func hasJoined(_ seat: Seat) -> Bool { logs[seat].began != nil }

  /// True once the seat has committed to its chain.
  public func hasCommitted(_ seat: Seat) -> Bool { logs[seat].tip != nil }

  /// Whether the host's person may start: write `CommitTip` if it is missing, then `StartMatch`.
  public var canStart: Bool { phase == .seated && hasCommitted(.joiner) }

  /// Rounds decided so far.
  public var roundsDecided: UInt32 { round - 1 }

  /// Whether the seat has played the present battle.
  public func hasPlayed(_ seat: Seat) -> Bool {
    logs[seat].play(round: round, battle: battle) != nil
  }

  /// True while the seat has left on purpose and not returned.
  public func hasLeft(_ seat: Seat) -> Bool { logs[seat].isAway(asOf: .max) }

  /// The seat that decides now; after an offer the one who made it, until the other takes it.
  public var decidingSeat: Seat {
    if logs.joiner.decides { return .joiner }
    return logs.host.decides || logs.joiner.offer == nil ? .host : .joiner
  }

  /// The seat whose offer to hand over the deciding has not been taken; nil for none.
  public var offeringSeat: Seat? {
    Seat.chairs.first { logs[$0].offer != nil }
  }

  /// The first step of a seat that did not follow, if there was one.
  public func violation(of seat: Seat) -> Violation? { logs[seat].violation }

  /// Cards on the table from earlier battles of this round.
  public var pot: Int { layout.table.host.count + layout.table.joiner.count }

  /// Returns the cards that a seat has laid in the present battle; nil before its tap.
  public func laid(by seat: Seat) -> Laid? {
    guard hasPlayed(seat) else { return nil }
    let count = layout.layCount(of: seat, battle: battle, rules: rules)
    let number = deal.flatMap { deal in
      battle < deal.battles.count ? deal.battles[Int(battle)].laid[seat].last : nil
    }
    return Laid(down: max(count - 1, 0), up: number.flatMap { Card(number: Int($0)) })
  }

  /// Cards in a seat's pile now, the second pile included, without what it has laid.
  public func cards(of seat: Seat) -> Int {
    layout.piles[seat].count - (laid(by: seat).map { $0.down + 1 } ?? 0)
  }

  /// Whether each of the 52 cards is in exactly one place (row G-33); always holds.
  public func checkConservation() -> Bool {
    let inBattle = Seat.chairs.map { laid(by: $0).map { $0.down + 1 } ?? 0 }
    return layout.isConserved
      && cards(of: .host) + cards(of: .joiner) + pot + inBattle[0] + inBattle[1] == Card.count
  }

  /// The event of a card that is known and whose player has tapped.
  func playedEvent(_ seat: Seat) -> MatchEvent? {
    guard let laid = laid(by: seat), let up = laid.up else { return nil }
    var view = PlayedView()
    view.round = round
    view.battle = battle
    view.down = UInt32(laid.down)
    view.up = up
    return .played(seat, view)
  }

  func decidedView(_ decided: Deal.Battle) -> DecidedView {
    var view = DecidedView()
    view.round = round
    view.battle = battle
    view.result = decided.result
    if let card = decided.laid.host.faceUp { view.host = card }
    if let card = decided.laid.joiner.faceUp { view.joiner = card }
    view.hostCards = UInt32(decided.after.piles.host.count)
    view.joinerCards = UInt32(decided.after.piles.joiner.count)
    view.pot = UInt32(decided.after.table.host.count + decided.after.table.joiner.count)
    view.stateHash = decided.stateHash.hex
    return view
  }

  func roundView(_ deal: Deal) -> RoundView {
    var view = RoundView()
    view.round = round
    view.host = deal.battles.compactMap { $0.laid.host.faceUp }
    view.joiner = deal.battles.compactMap { $0.laid.joiner.faceUp }
    view.winner = deal.battles.last?.result.winner ?? .unspecified
    view.cards =
      view.winner == .unspecified
      ? 0 : UInt32(deal.battles.reduce(0) { $0 + $1.laid.host.count + $1.laid.joiner.count })
    return view
  }
}

extension [UInt8] {
  fileprivate var faceUp: Card? { last.flatMap { Card(number: Int($0)) } }
}
