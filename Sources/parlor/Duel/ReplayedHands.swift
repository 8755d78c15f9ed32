import Client
import Commands
import DuelSchema
import Schema
import Terminal

/// The hands below the events of a duel that is gone through again: our own, and those of players who have opened.
enum ReplayedHands {
  /// The tables that one call asks for.
  private static let atOnce: UInt32 = 50

  /// Returns a line for each hand that an event has changed, by the number of the event; none for other games, and for a match in a file.
  static func lines(
    at table: TableView, below events: [TableEvent], _ options: GlobalOptions
  ) throws -> [UInt64: [String]] {
    guard OfDuel.allows(table), table.phase == .playing || table.phase == .finished else {
      return [:]
    }
    let client = try options.client()
    let lines = try client.call(Methods.Duels.replay) { $0.table = table.id }.lines
    let tables = try tables(of: table.id, lines.count, client)
    var (next, shown, found) = (0, [String](), [UInt64: [String]]())
    for event in events where !event.notice.isEmpty {
      // A line that several events have made is the last one's.
      guard let line = lines[next...].firstIndex(where: { $0.text == event.notice }),
        tables.indices.contains(line)
      else { continue }
      next = line + 1
      let hands = hands(tables[line], at: table)
      found[event.number] = hands.filter { !shown.contains($0) }
      shown = hands
    }
    return found
  }

  private static func tables(
    of table: String, _ count: Int, _ client: DaemonClient
  ) throws -> [DuelView] {
    var tables: [DuelView] = []
    while tables.count < count {
      let more = try client.call(Methods.Duels.replay) {
        ($0.table, $0.line, $0.count) = (table, UInt32(tables.count + 1), atOnce)
      }.tables
      guard !more.isEmpty else { break }
      tables += more
    }
    return tables
  }

  private static func hands(_ duel: DuelView, at table: TableView) -> [String] {
    duel.seats.filter { !$0.openedHand.isEmpty }.map { player in
      let name = player.seat == .host ? table.host.name : table.joiner.name
      let whose = player.seat == table.seat ? "Your" : "\(name.plain)'s"
      return "\(whose) hand: \(player.openedHand.map(\.plain).joined(separator: ", "))."
    }
  }
}
