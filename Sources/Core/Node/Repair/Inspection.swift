import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// Looks whether a database still says what was signed: SQLite sees whether its pages hold together, but not
/// whether a letter on one of them is another one.
public enum Inspection {
  /// Rooms with more entries are not looked at: that would take too long and too much memory.
  static let mostEntries: UInt64 = 20_000

  /// Makes every room again from its entries, in memory, and compares; beside turns, on a thread that may be held up.
  ///
  /// - Parameter goesOn: asked all the while; once it says no, the rest is not looked at.
  /// - Throws: `StoreError.damaged`.
  public static func run(_ store: Store, own: Author, while goesOn: () -> Bool) throws {
    if let problem = try store.read({ try $0.problemOfForm() }) {
      throw StoreError.damaged(problem)
    }
    for id in try store.read({ try $0.roomIDs() }) where goesOn() {
      try store.read { try check(id, $0, own: own, while: goesOn) }
    }
  }

  private static func check(
    _ id: RoomID, _ reader: Reader, own: Author, while goesOn: () -> Bool
  ) throws {
    guard let room = try Room.load(id, reader) else {
      throw StoreError.damaged("room \(id) cannot be read")
    }
    if let lost = try reader.roster(of: id)?.lost.first {
      throw StoreError.damaged("\(lost) in room \(id)")
    }
    let count = room.logs.entries
    guard count > 0, count <= mostEntries else { return }
    // What is cited and not here may be on its way into the order; but for the lobby nothing is taken before that.
    let isWaiting = try !reader.unresolvedDependencies(in: id).isEmpty
    if isWaiting, id != .lobby { return }
    let copy = try Store(reader.registry)
    try copy.turn { new in
      _ = try Salvage.take(id, from: reader, to: new, while: goesOn)
      guard goesOn() else { return }
      let made = try Room.load(id, new.reader)
      for (key, log) in room.logs where log.state.next > 1 {
        let next = made?.logs[key]?.state.next ?? 1
        guard next == log.state.next, made?.logs[key]?.state.hash == log.state.hash else {
          throw StoreError.damaged("entry \(next) of log \(key.author) in room \(id)")
        }
      }
      for (key, log) in room.logs {
        guard let again = made?.logs[key] else { continue }
        try compare(log, reader, with: again, new.reader, in: id)
      }
      if isWaiting { return }
      let kept = try RoomViews(id, reader, own: own)?.state()
      let again = try RoomViews(id, new.reader, own: own)?.state()
      guard kept == again else {
        throw StoreError.damaged("room \(id) is not what follows from its entries")
      }
    }
  }

  /// Compares the values beside each entry that its author did not sign: hashes below the head, against which others' entries are
  /// checked, and orders. Positions differ from node to node, but grow along a log.
  private static func compare(
    _ log: StoredLog, _ reader: Reader, with again: StoredLog, _ made: Reader, in room: RoomID
  ) throws {
    var right: [(hash: EntryHash, order: UInt64)] = []
    try made.entries(in: room, of: [again]) { _, entry in
      right.append((entry.hash, entry.order))
      return true
    }
    var (count, last) = (0, Int64(0))
    try reader.entries(in: room, of: [log]) { position, entry in
      // In the lobby an order may wait for what is cited and not here.
      guard count < right.count, entry.hash == right[count].hash, position > last,
        room == .lobby || entry.order == right[count].order
      else {
        throw StoreError.damaged(
          "entry \(count + 1) of log \(log.state.key.author) in room \(room)")
      }
      (count, last) = (count + 1, position)
      return true
    }
  }
}
