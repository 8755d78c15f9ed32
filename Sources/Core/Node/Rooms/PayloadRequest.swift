import Identifiers
import Store

/// The asking of one peer for payloads that are withheld, from the first to the last of them.
struct PayloadRequest {
  /// One frame's worth of it.
  struct Asked {
    let room: RoomID
    let withheld: [WithheldPayload]
    /// The last key before its payloads.
    let after: Int64
    /// The time from which no answer is expected any more (steady milliseconds).
    let until: Int64
  }

  /// The last one that the peer was asked for.
  var after: Int64 = 0
  /// The frame that it has not answered yet.
  var asked: Asked?
  /// Whether this pass asks also for payloads that a delete names: once on a link, and after each new one.
  var includesNamed = true
  /// Whether the next pass does.
  var nextIncludesNamed = false
  /// Whether the pass is over.
  var isDone = false
}
