import Schema
import Wire

/// The sync of one room over one link: digest, have, batches, acknowledgements (section 6).
///
/// A pure machine. Each input returns what to send; the node reads the entries and sends them.
/// Neither side waits for the other: both may stream at once.
public struct RoomSync: Sendable {
  /// The next step of the node.
  public enum Directive: Equatable, Sendable {
    /// Nothing.
    case none
    /// Send where we stand in each log.
    case sendHave
    /// Send our proofs of forks and then stream what the peer lacks; `answerHave` means send
    /// where we stand first.
    case stream(answerHave: Bool)
  }

  /// The next sequence that the peer lacks, by log; logs that are not here it lacks from 1.
  public private(set) var peerNext: [LogKey: UInt64] = [:]
  /// The last local position that was looked at for this peer.
  public private(set) var cursor: Int64 = 0
  private var isStreaming = false
  private var hasSentHave = false
  private var nextNumber: UInt64 = 1
  /// The batches that wait for their acknowledgement, by number: their sizes, and what the peer had before.
  private var unacknowledged: [UInt64: (bytes: Int, after: Int64)] = [:]
  private var owed: UInt64?
  /// The room's position when our digest was sent. The next value counts the repeats for newer entries.
  private var askedAt: Int64?
  private var timesAskedAgain = 0

  /// A sync that has not begun.
  public init() {}

  /// The same sync after what it counted as sent was not: nothing is known of the peer any more.
  ///
  /// Numbers go on, because acknowledgements of earlier batches may still come.
  public var restarted: RoomSync {
    var sync = RoomSync()
    sync.nextNumber = nextNumber
    return sync
  }

  /// The same sync with a peer that is sent nothing of the room any more. Its batches are still acknowledged.
  public var listening: RoomSync {
    var sync = restarted
    sync.owed = owed
    return sync
  }

  /// Begins an exchange; the node sends our digest.
  ///
  /// - Parameter position: the newest local position of the room.
  public mutating func begin(at position: Int64) {
    hasSentHave = false
    askedAt = position
  }

  /// Whether our digest must be sent again before an unknown peer can be sent new entries. A peer does not answer a digest
  /// that equals its own, as when both received the same entries while ours was on its way.
  ///
  /// No more than a few times: an answer may only be slow, and digests are sent again after a minute anyway.
  public mutating func mustAskAgain(at position: Int64) -> Bool {
    guard !isStreaming, let askedAt, askedAt < position, timesAskedAgain < Self.mostAskedAgain
    else {
      return false
    }
    timesAskedAgain += 1
    return true
  }

  private static let mostAskedAgain = 8

  /// The peer's digest has come.
  ///
  /// - Parameters:
  ///   - isEqual: whether ours is the same now.
  ///   - logs: where we stand; when equal, the peer stands there too.
  ///   - position: the newest local position of the room.
  public mutating func receiveDigest(
    isEqual: Bool, logs: some Sequence<LogState>, position: Int64
  ) -> Directive {
    guard isEqual else {
      hasSentHave = true
      return .sendHave
    }
    for log in logs { raise(log.key, to: log.next) }
    cursor = max(cursor, position)
    isStreaming = true
    return .none
  }

  /// The peer said where it stands.
  public mutating func receiveHave(_ positions: [LogKey: UInt64]) -> Directive {
    peerNext = positions
    cursor = 0
    isStreaming = true
    let answer = !hasSentHave
    hasSentHave = true
    return .stream(answerHave: answer)
  }

  /// We found a gap in what the peer sent: say again where we stand.
  public mutating func receiveGap() -> Directive {
    hasSentHave = true
    return .sendHave
  }

  /// The peer sent these entries, so it has them.
  public mutating func receiveEntries(of log: LogKey, next: UInt64) {
    raise(log, to: next)
  }

  private mutating func raise(_ log: LogKey, to next: UInt64) {
    if next > peerNext[log] ?? 1 { peerNext[log] = next }
  }

  /// Whether another batch may be sent now.
  public var maySend: Bool { isStreaming && unacknowledged.count < Limits.batchesUnacknowledged }

  /// Bytes that wait for their acknowledgement; nil for none.
  public var unacknowledgedBytes: Int? {
    unacknowledged.isEmpty ? nil : unacknowledged.values.reduce(0) { $0 + $1.bytes }
  }

  /// The local position up to which the peer has everything; 0 while that is not known.
  public var delivered: Int64 {
    isStreaming ? unacknowledged.values.map(\.after).min() ?? cursor : 0
  }

  /// Takes a number for a batch of so many bytes that holds everything up to `position`.
  public mutating func send(
    upTo position: Int64, nexts: [LogKey: UInt64], bytes: Int
  ) -> UInt64 {
    let before = cursor
    skip(upTo: position)
    for (log, next) in nexts { raise(log, to: next) }
    let number = nextNumber
    nextNumber += 1
    unacknowledged[number] = (bytes, before)
    return number
  }

  /// The peer has everything up to `position` already.
  public mutating func skip(upTo position: Int64) {
    cursor = max(cursor, position)
  }

  /// Notes that a batch of the peer is to be acknowledged.
  public mutating func receiveBatch(_ number: UInt64) {
    owed = max(owed ?? 0, number)
  }

  /// The batch to acknowledge now; nil when no word is owed.
  public mutating func acknowledge() -> UInt64? {
    defer { owed = nil }
    return owed
  }

  /// The peer has stored a batch and all before it.
  ///
  /// - Returns: whether that was news.
  /// - Throws: `WireError.malformed` for a number that was never sent.
  public mutating func receiveAcknowledgement(_ number: UInt64) throws -> Bool {
    guard number > 0, number < nextNumber else {
      throw WireError.malformed("an acknowledgement of batch \(number), which was not sent")
    }
    let before = unacknowledged.count
    unacknowledged = unacknowledged.filter { $0.key > number }
    return unacknowledged.count < before
  }
}
