import Identifiers

/// Entries of one log that arrived one after the other, with nothing of other logs between them.
struct EntryRun: Equatable {
  /// The row of the log.
  let log: Int64
  /// The sequence of the first entry.
  let first: UInt64
  /// The number of entries.
  private(set) var count: UInt64
  /// The arrival of the first entry.
  let arrival: Int64

  /// A run of one entry.
  init(log: Int64, sequence: UInt64, arrival: Int64) {
    (self.log, first, count, self.arrival) = (log, sequence, 1, arrival)
  }

  /// A row of the table `run`: its key, its count and the arrival, from a column on.
  ///
  /// - Throws: `StoreError.damaged` for a row that no write of ours makes.
  init(_ row: Columns, from column: Int = 0) throws {
    let key = EntryKey(try row.value(column))
    (log, first) = (key.log, key.sequence)
    (count, arrival) = try (row.count(column + 1), row.value(column + 2))
    guard (1...EntryKey.lastSequence).contains(count), (1...Self.lastArrival).contains(arrival)
    else { throw StoreError.ofAnotherForm }
  }

  /// Far more than a home can hold, and far from where numbers end.
  static let lastArrival = Int64(1) << 60

  /// The key of the run's row.
  var key: Int64 { EntryKey(log: log, sequence: first).value }
  /// The sequence behind the last entry.
  var next: UInt64 { first + count }
  /// The arrival behind the last entry.
  var nextArrival: Int64 { arrival + Int64(count) }

  /// The arrival of an entry; nil where it is not of this run.
  func arrival(of sequence: UInt64) -> Int64? {
    sequence >= first && sequence < next ? arrival + Int64(sequence - first) : nil
  }

  /// Takes another run in that follows at once, in the log and in the table.
  ///
  /// - Returns: whether it does.
  mutating func extend(by other: EntryRun) -> Bool {
    guard other.first == next, other.arrival == nextArrival else { return false }
    count += other.count
    return true
  }

  /// Forgets the entries that arrived at a time or later; there must be some before it.
  mutating func cut(from arrival: Int64) {
    count = min(count, UInt64(arrival - self.arrival))
  }
}

/// The places of the entries in a part of the table `entry`, by log.
struct EntryRuns {
  /// The runs of each log, in order.
  private var logs: [Int64: [EntryRun]] = [:]
  /// The number of runs.
  private(set) var count = 0

  /// Takes in an entry that arrived after all that are in here.
  mutating func append(log: Int64, sequence: UInt64, arrival: Int64) {
    let run = EntryRun(log: log, sequence: sequence, arrival: arrival)
    if !Self.append([], run, to: &logs[log, default: []]) { count += 1 }
  }

  /// Takes in what arrived after all that is in here.
  mutating func append(_ other: EntryRuns) {
    for (log, runs) in other.logs {
      guard let first = runs.first else { continue }
      count += runs.count - 1
      if !Self.append(runs.dropFirst(), first, to: &logs[log, default: []]) { count += 1 }
    }
  }

  /// - Returns: whether the first of the new runs continues the last that is there.
  private static func append(
    _ others: ArraySlice<EntryRun>, _ first: EntryRun, to known: inout [EntryRun]
  ) -> Bool {
    let isExtended = !known.isEmpty && known[known.count - 1].extend(by: first)
    if !isExtended { known.append(first) }
    known += others
    return isExtended
  }

  /// The run of a log that holds a sequence.
  func run(of log: Int64, holding sequence: UInt64) -> EntryRun? {
    guard let runs = logs[log] else { return nil }
    let place = runs.partitioningIndex { $0.next > sequence }
    return place < runs.count && runs[place].first <= sequence ? runs[place] : nil
  }

  /// The runs of a log, in order.
  func runs(of log: Int64) -> [EntryRun] { logs[log] ?? [] }

  /// All runs in the order of their keys.
  var sorted: [EntryRun] { logs.values.joined().sorted { $0.key < $1.key } }

  /// Forgets a log.
  mutating func remove(_ log: Int64) {
    count -= logs.removeValue(forKey: log)?.count ?? 0
  }

  /// Forgets the entries that arrived at a time or later.
  mutating func cut(from arrival: Int64) {
    for (log, runs) in logs {
      guard let last = runs.last, last.nextArrival > arrival else { continue }
      var kept = Array(runs.prefix { $0.arrival < arrival })
      count -= runs.count - kept.count
      if !kept.isEmpty { kept[kept.count - 1].cut(from: arrival) }
      logs[log] = kept.isEmpty ? nil : kept
    }
  }
}
