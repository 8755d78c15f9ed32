import DuelSchema
import Feature
import Schema

/// A duel that is gone through again: its lines, and the table after each of them (row V-43).
///
/// It has the hands of those who have opened the match, at every moment of it, and before that the hand of the own player. Where what
/// a player has opened does not hold, the hand is shown up to the first step that fails.
public struct ReplayedDuel: Sendable {
  /// The most tables of one answer.
  public static let mostTables: UInt32 = 50

  /// The match before its first step.
  private let beginning: DuelMatch
  /// The match after the entries that have taken effect so far.
  private var table: DuelMatch
  /// The number of entries that have taken effect so far.
  private var taken = 0

  /// Begins before the first line.
  ///
  /// - Parameters:
  ///   - keep: the part of the match that our node alone keeps; nil once that is deleted, and for somebody who watches.
  ///   - id: the id of the table.
  /// - Throws: `Refused` for another game, and for a duel that has not started.
  public init(_ match: (any Session)?, _ keep: SessionKeep? = nil, at id: String) throws {
    guard var table = match as? DuelMatch, let end = table.duel, let start = table.start else {
      throw Refused(.notNow, "No duel has begun at table \(id).", .see("duel list"))
    }
    for seat in end.seats {
      table.openedCards[seat] =
        end[seat].isOpen
        ? try? DuelAudit.opened(seat, end) : keep.flatMap { table.cards(of: $0, ifOf: seat) }
    }
    (table.duel, table.log) = (start, table.log.rewound)
    (beginning, self.table) = (table, table)
  }

  /// Answers a question for the lines of the match, or for the table after some of them. A question for later lines than the last one
  /// resumes where that ended.
  ///
  /// - Throws: `Refused` where so many lines are not there.
  public mutating func answer(_ request: ReplayDuel) throws -> DuelReplay {
    guard request.count <= Self.mostTables else {
      throw Refused(
        .invalid,
        "\(request.count) tables are too many: ask for at most \(Self.mostTables) at once.")
    }
    guard request.line > 0 else {
      while takeEntry() {}
      return .with { $0.lines = table.log.lines.map(table.log.view) }
    }
    let first = Int(request.line)
    let tables = tables(after: first..<first + max(Int(request.count), 1))
    guard !tables.isEmpty else {
      throw Refused(.notFound, "There is no line \(first): the last one is \(lines).")
    }
    return .with { $0.tables = tables }
  }

  /// The number of lines so far.
  private var lines: Int { table.log.lines.count }

  /// Goes past the last table that is to be shown, or to the end.
  ///
  /// A step without a line of its own, as the one that draws the card, belongs to the line before it.
  private mutating func tables(after numbers: Range<Int>) -> [DuelView] {
    if lines > numbers.lowerBound { (table, taken) = (beginning, 0) }
    var tables: [Int: DuelView] = [:]
    if numbers.contains(lines) { tables[lines] = view }
    while lines < numbers.upperBound {
      let before = lines
      guard takeEntry() else { break }
      for number in min(before + 1, lines)...lines where numbers.contains(number) {
        tables[number] = view
      }
    }
    return tables.sorted { $0.key < $1.key }.map(\.value)
  }

  private var view: DuelView? {
    guard var view = table.view else { return nil }
    view.log = []
    return view
  }

  /// Lets the next entry of the match take effect once more, as it did at the table.
  ///
  /// - Returns: false at the end.
  private mutating func takeEntry() -> Bool {
    guard table.entries.indices.contains(taken) else { return false }
    let entry = table.entries[taken]
    taken += 1
    for step in entry.steps {
      let (phrase, ask) = table.described(step, entry.seat)
      guard case .accepted(let events) = table.take(step, entry.seat, entry.place),
        let duel = table.duel
      else { continue }
      _ = table.log.add(phrase, events, after: ask, by: entry.seat, at: entry.place, in: duel)
    }
    return true
  }
}
