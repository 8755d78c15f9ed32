import Identifiers
import Replication
import Schema
import Store
import War
import Wire

/// A match worked out from nothing but the entries of its room, in whatever order they are fed.
///
/// Written apart from the node on purpose: checkers hold one against the other.
public struct TableReplay {
  /// The match as the entries tell it.
  public private(set) var match: Match
  private let host: Author
  private var logs: [Seat: LogKey] = [:]
  private var seen: [Seat: UInt64] = [:]

  /// A table of a host, before its first entry.
  ///
  /// - Parameter forks: for each forked log, the first entry that does not count.
  public init(host: Author, forks: [LogKey: UInt64] = [:]) {
    self.host = host
    match = Match(hostKey: host.bytes)
    for (log, from) in forks {
      match.applyFork(by: log.author == host ? .host : .joiner, from: from)
    }
  }

  /// Feeds one entry, after all that it depends on.
  ///
  /// - Returns: what the match said to its steps.
  @discardableResult
  public mutating func apply(_ entry: VerifiedEntry) -> [Verdict] {
    let log = entry.place.log
    guard let seat = seat(of: log.author), logs[seat, default: log] == log else { return [] }
    logs[seat] = log
    for citation in entry.dependencies where LogKey(citation.log) == logs[seat.other] {
      seen[seat] = max(seen[seat] ?? 0, citation.sequence)
    }
    // A payload that is none says nothing.
    guard let bytes = entry.payload, let payload = try? Coding.decode(Payload.self, from: bytes)
    else { return [] }
    let position = Match.Position(sequence: entry.place.sequence, seen: seen[seat] ?? 0)
    return payload.operations.compactMap { operation in
      guard case .step(let step)? = operation.kind else { return nil }
      return match.apply(step, by: seat, at: position)
    }
  }

  private func seat(of author: Author) -> Seat? {
    if author == host { return .host }
    return match.joinerKey == author.bytes ? .joiner : nil
  }
}

/// Everything that a store holds of one table.
public struct StoredTable {
  /// The room.
  public let id: RoomID
  /// The host, who opened it.
  public let host: Author
  /// The entries in the order in which this node applied them.
  public let entries: [VerifiedEntry]
  /// For each forked log, the first entry that does not count.
  public let forks: [LogKey: UInt64]
  /// The table as people see it.
  public let view: TableView?

  /// Reads a table from a snapshot; nil when the store does not know the room.
  ///
  /// - Throws: `StoreError`.
  public init?(_ id: RoomID, _ reader: Reader) throws {
    guard let room = try reader.room(id) else { return nil }
    let logs = try reader.logs(room)
    var entries: [VerifiedEntry] = []
    try reader.entries(in: id, of: logs) { _, entry in
      entries.append(entry)
      return true
    }
    self.id = id
    host = room.opener
    self.entries = entries
    forks = Dictionary(
      uniqueKeysWithValues: logs.compactMap { log in
        log.state.forkedFrom.map { (log.state.key, $0) }
      })
    view = try reader.table(id)
  }

  /// Whether War is played there: the game without a name.
  public var isOfWar: Bool { view?.game.isEmpty ?? true }

  /// Reads every table of a store that has entries.
  public static func all(in store: Store) throws -> [StoredTable] {
    try store.read { reader in
      try reader.tables().compactMap { view in
        try Base32.decode(view.id).flatMap { RoomID($0) }.flatMap { try StoredTable($0, reader) }
      }
    }
  }

  /// Replays the entries as they are stored.
  ///
  /// - Parameter each: sees the match after every entry.
  public func replayed(each: (Match) throws -> Void = { _ in }) throws -> Match {
    var replay = TableReplay(host: host, forks: forks)
    for entry in entries {
      replay.apply(entry)
      try each(replay.match)
    }
    return replay.match
  }
}
