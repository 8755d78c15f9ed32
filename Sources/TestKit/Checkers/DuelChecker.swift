import Duel
import DuelSchema
import Feature
import Features
import Identifiers
import Node
import Schema
import Store

/// The check that a node keeps of a duel what its logs give, and that in its owner's private state each card of the list is in one place.
///
/// The oracle is a multiset of names: it knows nothing of labels, handles and seals. At the end all who hold the same entries must see
/// the same, and the files of matches that are over must hold by honest rules, whatever bugs the nodes have.
public final class DuelChecker: Checker {
  /// Tables that were replayed so far.
  public private(set) var replays = 0
  /// States in which all cards of a list were counted.
  public private(set) var counts = 0
  /// Files that were checked, and those of matches that both have opened.
  public private(set) var files = 0, opened = 0

  /// Whether nobody lies about cards: then they can be counted.
  private let isHonest: Bool

  /// A checker that has seen nothing.
  public init(isHonest: Bool = true) { self.isHonest = isHonest }

  /// Compares what a node woke up with.
  public func started(_ number: Int, in network: VirtualNetwork) throws {
    try compare(number, in: network, isEachStep: false)
  }

  /// Compares all duels of a node; call it between two turns.
  ///
  /// - Parameter isEachStep: whether the cards are counted after every entry, and not only now.
  func compare(_ number: Int, in network: VirtualNetwork, isEachStep: Bool) throws {
    for table in try Self.duels(of: number, in: network) {
      try check(table, number, network, isEachStep: isEachStep)
    }
  }

  /// Compares what all nodes end with.
  public func finished(in network: VirtualNetwork) throws {
    try finish(Array(network.nodes.indices), in: network) { _ in true }
  }

  /// Compares what some nodes end with, at those tables that a closure names.
  func finish(
    _ numbers: [Int], in network: VirtualNetwork, at isMeant: (RoomID) -> Bool
  ) throws {
    var seen: [RoomID: (number: Int, entries: Int, view: DuelView)] = [:]
    for number in numbers {
      for table in try Self.duels(of: number, in: network) where isMeant(table.id) {
        try check(table, number, network, isEachStep: isHonest)
        try checkFile(table, number, network)
        guard let view = table.view.map(network.nodes[number].live.newest) else { continue }
        let shown = Self.shared(view.duel)
        if let other = seen[table.id], other.entries == table.entries.count, other.view != shown {
          throw CheckViolation(
            "duels",
            "nodes \(other.number) and \(number) see \(table.id) differently:\n"
              + "\(other.view)\n\(shown)")
        }
        seen[table.id] = (number, table.entries.count, shown)
      }
    }
  }

  /// Returns the duels that have begun and in which a node has a seat.
  private static func duels(of number: Int, in network: VirtualNetwork) throws -> [StoredTable] {
    try StoredTable.all(in: network.nodes[number].store).filter { table in
      guard let view = table.view, view.game == SessionRules.duel.game else { return false }
      return view.seat.isChair && [.playing, .finished].contains(view.phase)
    }
  }

  /// Returns the part that everybody sees alike: without what only its owner sees, and without the lines, which stand in the order of arrival.
  static func shared(_ duel: DuelView) -> DuelView {
    var duel = duel
    duel.clearOwn()
    duel.log = []
    if duel.hasUndo { duel.undo = .with { [seat = duel.undo.seat] in $0.seat = seat } }
    return duel
  }

  // MARK: Replay

  private func check(
    _ table: StoredTable, _ number: Int, _ network: VirtualNetwork, isEachStep: Bool
  ) throws {
    guard let view = table.view.map(network.nodes[number].live.newest) else { return }
    let keep = try network.nodes[number].store.read { try $0.sessionKeep(table.id) }
    let list = isHonest ? Self.list(keep) : nil
    var replay = SessionReplay(table, Registry.parlor.games, seat: view.seat, keep: keep)
    for entry in table.entries {
      replay.apply(entry)
      if isEachStep, let list { try count(replay.view.duel, of: view.seat, list, number) }
    }
    replays += 1
    let given = replay.view.duel
    if let list { try count(given, of: view.seat, list, number) }
    guard Self.shared(given) == Self.shared(view.duel) else {
      throw CheckViolation(
        "duels",
        "node \(number) keeps \(Self.shared(view.duel)) and its logs give "
          + "\(Self.shared(given))")
    }
    // Once the match is opened the secret is gone, and with it what only its owner sees.
    guard keep != nil, view.phase == .playing else { return }
    guard given.own.hand == view.duel.own.hand, given.own.cards == view.duel.own.cards else {
      throw CheckViolation(
        "duels",
        "node \(number) keeps the hand \(view.duel.own.hand) and its logs and its secret "
          + "give \(given.own.hand)")
    }
  }

  // MARK: Conservation

  private static func list(_ keep: SessionKeep?) -> [String: UInt32]? {
    guard let first = keep?.choices.first, let choice = try? DuelChoice(serializedBytes: first),
      let list = DuelList(encoded: Array(choice.list))
    else { return nil }
    return list.cards.reduce(into: [:]) { $0[String(decoding: $1, as: UTF8.self), default: 0] += 1 }
  }

  /// Counts all cards of a seat by their names.
  private func count(
    _ duel: DuelView, of seat: Seat, _ list: [String: UInt32], _ number: Int
  ) throws {
    // While the two are at different games, the table of the older one is not shown.
    guard duel.hasOwn, duel.game > 0, duel.seats.allSatisfy({ $0.game == duel.game }) else {
      return
    }
    var found: [String: UInt32] = [:]
    for card in duel.own.hand + duel.own.looked { found[card.name, default: 0] += 1 }
    for card in duel.own.cards + duel.own.side { found[card.name, default: 0] += card.count }
    for object in duel.objects where object.owner == seat && !object.token {
      let hidden = duel.own.faceDown.first { $0.object == object.number }?.name
      found[object.name.isEmpty ? hidden ?? "" : object.name, default: 0] += 1
    }
    counts += 1
    guard found == list else {
      throw CheckViolation(
        "duels",
        "node \(number) has the cards \(found.sorted { $0.key < $1.key }) of the list "
          + "\(list.sorted { $0.key < $1.key })")
    }
  }

  // MARK: Files

  private func checkFile(
    _ table: StoredTable, _ number: Int, _ network: VirtualNetwork
  ) throws {
    guard let view = table.view,
      let bytes = try network.nodes[number].store.read({
        try Transcript.export(table.id, $0)
      })
    else { return }
    let report = Transcript.verify(bytes, Registry.parlor.games).report
    files += 1
    let isBroken = view.result.ending == .broken
    guard report.valid != isBroken, report.result == view.result else {
      throw CheckViolation(
        "duels", "node \(number) exports a file of \(table.id) of which is said: \(report.text)")
    }
    if view.duel.seats.allSatisfy(\.opened) { opened += 1 }
  }
}
