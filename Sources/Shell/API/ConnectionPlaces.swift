/// Places for the connections of an address. Once all are taken, those give way whose next request has not come whole in time.
///
/// A program that sends half a request would keep its place for ever otherwise, and commands would wait. Times are nanoseconds.
struct ConnectionPlaces<ID: Hashable & Comparable> {
  /// The time for which a connection keeps its place without a whole request.
  static var patience: Int64 { 1_000_000_000 }
  /// The same for one that sends a long body, after each part of it: who reads a file from a disk may pause.
  static var bodyPatience: Int64 { 30_000_000_000 }
  /// The bytes in one part of a long body.
  static var part: Int { 64 << 10 }

  private struct Connection {
    /// The time at which it gives way.
    var end: Int64
    /// Bytes of the body since the last part.
    var bytes = 0
    /// Requests that came whole and are not answered yet.
    var unanswered = 0
  }

  /// Places of the address.
  let most: Int
  private var connections: [ID: Connection] = [:]

  init(_ most: Int) { self.most = most }

  /// A connection has come.
  mutating func opened(_ id: ID, now: Int64) {
    connections[id] = Connection(end: now + Self.patience)
  }

  /// A connection is gone.
  mutating func closed(_ id: ID) { connections[id] = nil }

  /// Bytes of a body have come.
  mutating func came(_ bytes: Int, on id: ID, now: Int64) {
    guard var connection = connections[id] else { return }
    connection.bytes += bytes
    if connection.bytes >= Self.part {
      (connection.bytes, connection.end) = (0, now + Self.bodyPatience)
    }
    connections[id] = connection
  }

  /// A request has come whole: its connection keeps its place until it is answered.
  mutating func cameWhole(on id: ID) {
    connections[id]?.unanswered += 1
    connections[id]?.bytes = 0
  }

  /// A request is answered.
  mutating func answered(on id: ID, now: Int64) {
    guard var connection = connections[id] else { return }
    connection.unanswered = max(0, connection.unanswered - 1)
    connection.end = now + Self.patience
    connections[id] = connection
  }

  /// The connections that give way now, in order; none while there are places.
  func givingWay(now: Int64) -> [ID] {
    guard connections.count >= most else { return [] }
    return connections.filter { $0.value.unanswered == 0 && $0.value.end <= now }.keys.sorted()
  }

  /// The time at which the next one gives way; nil while there are places, and where all are needed.
  var next: Int64? {
    guard connections.count >= most else { return nil }
    return connections.values.filter { $0.unanswered == 0 }.map(\.end).min()
  }
}
