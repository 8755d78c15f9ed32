import Identifiers
import Replication
import Store
import Wire

/// The logs of a room, in order, with what is asked about all of them at each write: that is kept with each change of a log, so that
/// a write costs the same however many logs there are.
///
/// A copy of it costs little, and so does a change while there is one.
struct RoomLogs {
  private var logs = SortedMap<LogKey, StoredLog>()
  /// By log, the highest sequence that our own log has cited; also of logs that were given up.
  private var cited = SortedMap<LogKey, UInt64>()
  /// The logs with entries that are not cited and count, by the stamps of their newest entries.
  private var uncited = SortedMap<RecordStamp, LogKey>()
  /// The logs with entries, by the positions of the newest of them.
  private var newest = SortedMap<Int64, LogKey>()
  /// The logs by their rows.
  private(set) var keysByNumber: [Int64: LogKey] = [:]
  /// The logs that are known to be forked, in order.
  private(set) var forked: [LogKey] = []
  /// The number of entries in all logs.
  private(set) var entries: UInt64 = 0

  init(_ logs: some Sequence<StoredLog> = []) {
    for log in logs { self[log.state.key] = log }
  }

  /// A log; nil for one that is not here.
  subscript(key: LogKey) -> StoredLog? {
    get { logs[key] }
    set {
      let old = logs[key]
      logs[key] = newValue
      if old?.number != newValue?.number {
        if let old { keysByNumber[old.number] = nil }
        if let newValue { keysByNumber[newValue.number] = key }
      }
      if old?.isForked != newValue?.isForked {
        forked.removeAll { $0 == key }
        if newValue?.isForked == true {
          forked.insert(key, at: forked.partitioningIndex { key < $0 })
        }
      }
      if let old { leaveOut(old) }
      if let newValue { takeIn(newValue) }
    }
  }

  /// The log of a row; nil for one that is not here.
  subscript(number number: Int64) -> StoredLog? { keysByNumber[number].flatMap { logs[$0] } }

  /// Notes that our own log has cited an entry.
  mutating func cite(_ key: LogKey, _ sequence: UInt64) {
    let log = logs[key]
    if let log, isUncited(log) { uncited[log.stamp] = nil }
    cited[key] = sequence
    if let log, isUncited(log) { uncited[log.stamp] = key }
  }

  private mutating func takeIn(_ log: StoredLog) {
    entries += log.state.next - 1
    if isUncited(log) { uncited[log.stamp] = log.state.key }
    if log.position > 0 { newest[log.position] = log.state.key }
  }

  private mutating func leaveOut(_ log: StoredLog) {
    entries -= log.state.next - 1
    if isUncited(log) { uncited[log.stamp] = nil }
    if log.position > 0 { newest[log.position] = nil }
  }

  private func isUncited(_ log: StoredLog) -> Bool {
    !log.isForked && log.state.next - 1 > cited[log.state.key] ?? 0
  }

  // MARK: What is asked about all of them

  /// The logs whose newest entries our own log has not cited and that count, those with the newest first.
  var uncitedLogs: some Sequence<StoredLog> {
    uncited.reversed().lazy.compactMap { logs[$0.value] }
  }

  /// The logs that got entries after a position, in the order of their newest ones.
  func logs(after position: Int64) -> [StoredLog] {
    newest.from(position + 1).compactMap { logs[$0.value] }
  }

  /// The logs of an author, in order.
  func logs(of author: Author) -> [StoredLog] {
    logs.from(LogKey(author: author, incarnation: 0)).prefix { $0.key.author == author }
      .map(\.value)
  }

  /// Whether an author has several logs.
  func hasSeveral(of author: Author) -> Bool {
    logs.from(LogKey(author: author, incarnation: 0)).prefix(2).count { $0.key.author == author }
      > 1
  }
}

extension RoomLogs: Sequence {
  typealias Element = SortedMap<LogKey, StoredLog>.Element

  func makeIterator() -> IndexingIterator<SortedMap<LogKey, StoredLog>> { logs.makeIterator() }

  /// The number of logs.
  var count: Int { logs.count }
  /// The names of the logs, in order.
  var keys: some Collection<LogKey> { logs.keys }
  /// The logs, in order.
  var values: some Collection<StoredLog> { logs.values }
}

extension StoredLog {
  /// The place of its newest entry in the total order.
  fileprivate var stamp: RecordStamp { RecordStamp(order: state.order, log: state.key) }
}
