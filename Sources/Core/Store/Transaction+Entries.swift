import FoundationEssentials
import Identifiers
import Replication
import Wire

/// Entries are stored at the end of the turn, each once; until then they wait in `TurnEntries`.
extension Transaction {
  /// Adds one entry at the next position of its room.
  ///
  /// - Parameter isSigned: false for one of ours that gets its signature before the turn ends.
  /// - Throws: `StoreError.failed` where the log has an entry with that sequence.
  public func append(
    _ entry: VerifiedEntry, log: Int64, position: Int64, isSigned: Bool = true
  ) throws {
    let next = try places.newestRun(of: log)?.next ?? 1
    guard entry.place.sequence >= next else {
      throw StoreError.failed("entry \(entry.place.sequence) of log \(log) was stored before")
    }
    places.turn?.append(entry, log: log, position: position, isSigned: isSigned)
    if places.turn?.mayBeStored == true { try storeWaiting() }
  }

  /// Adds its author's signature to an entry of this turn.
  public func setSignature(_ signature: Data, log: Int64, sequence: UInt64) throws {
    guard let arrival = try places.arrival(of: sequence, in: log) else { return }
    try change(arrival) {
      $0.signature = signature
    } stored: {
      throw StoreError.failed("entry \(sequence) of log \(log) is to be signed after it was stored")
    }
  }

  /// Gives an entry another causal order, after a fork was found below it.
  public func setOrder(_ order: UInt64, log: Int64, sequence: UInt64) throws {
    guard let arrival = try places.arrival(of: sequence, in: log) else { return }
    try change(arrival) {
      $0.order = order
    } stored: {
      try run(
        "UPDATE entry SET causal_order = ? WHERE arrival = ?", Int64(clamping: order), arrival)
    }
  }

  /// Changes an entry where it is: among those that wait, or in the table.
  func change(
    _ arrival: Int64, waiting body: (inout VerifiedEntry) -> Void, stored: () throws -> Void
  ) throws {
    if places.turn?.change(arrival, body) != true { try stored() }
  }

  /// Removes the entries of a log.
  func removeEntries(of log: Int64) throws {
    for run in try places.runs(of: log) {
      try self.run(
        "DELETE FROM entry WHERE arrival >= ? AND arrival < ?", run.arrival, run.nextArrival)
    }
    let (low, high) = (EntryKey(log: log, sequence: 0).value, EntryKey.end(of: log))
    try run("DELETE FROM run WHERE key > ? AND key < ?", low, high)
    try run("DELETE FROM withheld WHERE key > ? AND key < ?", low, high)
    try run("DELETE FROM erased WHERE key > ? AND key < ?", low, high)
    places.turn?.remove(log)
  }

  /// Stores the entries that wait, and where they are once that is much.
  ///
  /// - Returns: whether it was.
  func storeEntries() throws -> Bool {
    try storeWaiting()
    guard let turn = places.turn else { return false }
    let part = try places.part()
    guard turn.next > part.next,
      part.runs.count + turn.runs.count >= RecentEntries.mostRuns
        || turn.next - part.after > RecentEntries.mostEntries
    else { return false }
    var runs = part.runs
    for log in turn.removed { runs.remove(log) }
    runs.append(turn.runs)
    try store(runs, upTo: turn.next - 1)
    return true
  }

  /// Writes down where all entries are that were stored before this turn.
  func storeRuns() throws {
    let part = try places.part()
    if part.next > part.after + 1 { try store(part.runs, upTo: part.next - 1) }
  }

  /// Writes down where entries are.
  ///
  /// - Parameter arrival: that of the last entry.
  func store(_ runs: EntryRuns, upTo arrival: Int64) throws {
    // In the order of the table: each of its pages is written once.
    for run in runs.sorted {
      try self.run(
        "INSERT OR REPLACE INTO run (key, count, arrival) VALUES (?, ?, ?)", run.key,
        Int64(run.count), run.arrival)
    }
    try setMeta(RecentEntries.key, Data(UInt64(arrival).bigEndianBytes))
  }

  private func storeWaiting() throws {
    guard let turn = places.turn, !turn.waiting.isEmpty else { return }
    try writing.begin()
    for (arrival, waiting) in zip(turn.firstWaiting..., turn.waiting) {
      if let waiting { try store(waiting, arrival: arrival) }
    }
    places.turn?.stored()
  }

  private func store(_ waiting: TurnEntries.Waiting, arrival: Int64) throws {
    let statement = try hot.append(db)
    let entry = waiting.entry
    try withUnsafeTemporaryAllocation(byteCount: 64, alignment: 8) { hashes in
      let (hash, payloadHash) = (hashes[..<32], hashes[32...])
      entry.hash.store(into: UnsafeMutableRawBufferPointer(rebasing: hash))
      entry.payloadHash.store(into: UnsafeMutableRawBufferPointer(rebasing: payloadHash))
      try entry.header.withUnsafeBytes { header in
        try entry.payload.withBytes { payload in
          try entry.signature.withBytes { signature in
            _ = try statement.run { row in
              row.bind(arrival)
              row.bind(waiting.log)
              row.bind(Int64(clamping: entry.place.sequence))
              row.bind(waiting.position)
              row.bind(Int64(clamping: entry.order))
              row.bind(UnsafeRawBufferPointer(rebasing: hash))
              row.bind(header)
              row.bind(payload)
              row.bind(payload == nil ? UnsafeRawBufferPointer(rebasing: payloadHash) : nil)
              row.bind(signature)
            }
          }
        }
      }
    }
  }
}
