import Identifiers
import Node
import Schema
import Synchronization
import Wire

/// The board to which the node's changes go: a bounded stream for every reader.
final class ChangeBoard: Sendable {
  /// Changes that a reader may be behind.
  static let bufferLimit = 4_096

  private struct State {
    var readers: [UInt64: AsyncStream<Change>.Continuation] = [:]
    var nextReader: UInt64 = 0
    var tables = LiveTables()
    var pairings = LivePairings()
    var here: [String: Set<Author>] = [:]
    var delivered: [RoomID: [Author: Int64]] = [:]
    /// The problems that kept us from people who were never met, by address.
    var addressProblems: [String: String] = [:]
    var storageProblem: String?
    var discoveryProblem: String?
    /// Told of each change.
    var listeners: [@Sendable (Change) -> Void] = []
  }

  private let state = Mutex(State())

  /// Gives a change to every reader; one who is too far behind is cut off. For one thread, as changes have an order.
  func publish(_ change: Change) {
    let readers = state.withLock { state in
      state.tables.take(change)
      state.pairings.take(change)
      if case .room(let view)? = change.what {
        let here = view.members.filter(\.here).compactMap { Base32.decode($0.author) }
        state.here[view.id] = here.isEmpty ? nil : Set(here.compactMap { Author($0) })
      }
      if case .peer(let view)? = change.what, view.id.isEmpty, let address = view.addresses.first {
        state.addressProblems[address] = view.problem
      }
      return state.readers
    }
    for listener in state.withLock({ $0.listeners }) { listener(change) }
    // Not under the lock. To wake a reader takes the lock of its task, under which a reader that is cancelled at that
    // moment waits for ours (see `changes`): both would wait for ever, and with them the node. And the end of a stream
    // takes our lock again.
    for (reader, continuation) in readers {
      guard case .dropped = continuation.yield(change) else { continue }
      state.withLock { $0.readers[reader] = nil }
      continuation.finish()
    }
  }

  /// Gives every reader a change without content, which says that the daemon is alive.
  func beat() {
    for continuation in state.withLock({ Array($0.readers.values) }) {
      continuation.yield(Change())
    }
  }

  /// Has somebody told of each change from now on, on the thread that publishes it: to be done with at once.
  func listen(_ listener: @escaping @Sendable (Change) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// A stream of the changes from now on.
  func changes() -> AsyncStream<Change> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Change.self, bufferingPolicy: .bufferingOldest(Self.bufferLimit))
    let reader = state.withLock { state in
      state.nextReader += 1
      state.readers[state.nextReader] = continuation
      return state.nextReader
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.readers[reader] = nil }
    }
    return stream
  }

  /// The newest view of a table that was read from the store.
  func newest(_ stored: TableView) -> TableView {
    state.withLock { $0.tables.newest(stored) }
  }

  /// The newest views of tables that were read from the store.
  func newest(_ stored: [TableView]) -> [TableView] {
    state.withLock { state in stored.map { state.tables.newest($0) } }
  }

  /// The pairings that have begun and not ended.
  var pairings: [PairView] { state.withLock { $0.pairings.all } }

  /// Returns the problem of the last dial of an address at which nobody was ever met; nil when there is none.
  func problem(of address: String) -> String? {
    state.withLock { $0.addressProblems[address] }
  }

  /// Returns the people who look at a room now.
  func here(in room: RoomID) -> Set<Author> {
    state.withLock { $0.here[room.description] ?? [] }
  }

  /// The people who look at each room now.
  var here: [RoomID: Set<Author>] {
    let here = state.withLock(\.here)
    return here.reduce(into: [:]) { rooms, room in
      if let id = Base32.decode(room.key).flatMap({ RoomID($0) }) { rooms[id] = room.value }
    }
  }

  /// Whether anybody reads a stream.
  var hasReaders: Bool { state.withLock { !$0.readers.isEmpty } }

  /// Returns the position up to which each member of a room is known to have its entries.
  func delivered(in room: RoomID) -> [Author: Int64] {
    state.withLock { $0.delivered[room] ?? [:] }
  }

  /// Takes note of what members have now.
  func take(_ fresh: [RoomID: [Author: Int64]]) {
    guard !fresh.isEmpty else { return }
    state.withLock { state in
      for (room, positions) in fresh {
        state.delivered[room, default: [:]].merge(positions) { max($0, $1) }
      }
    }
  }

  /// Ends every present stream; its reader may begin again.
  func interrupt() { close() }

  /// Ends every stream.
  func close() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }

  /// Keeps what the status shows of the node.
  func update(storage: String?, discovery: String?) {
    state.withLock { state in
      state.storageProblem = storage
      state.discoveryProblem = discovery
    }
  }

  /// The reasons why nothing can be written and why DNS-SD does not work; nil while they do.
  var problems: (storage: String?, discovery: String?) {
    state.withLock { ($0.storageProblem, $0.discoveryProblem) }
  }
}
