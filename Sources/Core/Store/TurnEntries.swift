import FoundationEssentials
import Replication

/// The entries of one turn. A value: what an input adds is undone by putting the earlier value back.
///
/// Entries wait here until the end of the turn, so that each is stored once and with its signature.
struct TurnEntries {
  /// An entry that is not stored yet.
  struct Waiting {
    var entry: VerifiedEntry
    let log: Int64
    let position: Int64
  }

  /// Entries that wait from which on they are stored at once, unless some are to be signed.
  private static let most = 512

  /// The arrival of the next entry.
  private(set) var next: Int64
  /// The places of this turn's entries.
  private(set) var runs = EntryRuns()
  /// The logs that were removed in this turn; one of them may be there again.
  private(set) var removed: Set<Int64> = []
  /// Those that wait, in the order of their arrival; nil for what was removed.
  private(set) var waiting: [Waiting?] = []
  /// Some of those that wait are to be signed.
  private var hasUnsigned = false

  init(next: Int64) { self.next = next }

  /// Whether those that wait may be stored before the turn ends, as they are many.
  var mayBeStored: Bool { waiting.count >= Self.most && !hasUnsigned }

  /// The arrival of the first that waits.
  var firstWaiting: Int64 { next - Int64(waiting.count) }

  /// Adds an entry, which waits.
  ///
  /// - Parameter isSigned: false for one that gets its signature in this turn.
  mutating func append(_ entry: VerifiedEntry, log: Int64, position: Int64, isSigned: Bool) {
    runs.append(log: log, sequence: entry.place.sequence, arrival: next)
    waiting.append(Waiting(entry: entry, log: log, position: position))
    next += 1
    if !isSigned { hasUnsigned = true }
  }

  /// One that waits, by its arrival; nil for any other.
  subscript(_ arrival: Int64) -> Waiting? {
    let place = arrival - firstWaiting
    return place >= 0 && place < waiting.count ? waiting[Int(place)] : nil
  }

  /// Changes one that waits.
  ///
  /// - Returns: whether there is one with that arrival.
  mutating func change(_ arrival: Int64, _ body: (inout VerifiedEntry) -> Void) -> Bool {
    let place = Int(arrival - firstWaiting)
    guard waiting.indices.contains(place), waiting[place] != nil else { return false }
    body(&waiting[place]!.entry)
    return true
  }

  /// Notes that all that waited are stored.
  mutating func stored() {
    waiting = []
    hasUnsigned = false
  }

  /// Forgets a log.
  mutating func remove(_ log: Int64) {
    for place in waiting.indices where waiting[place]?.log == log { waiting[place] = nil }
    runs.remove(log)
    removed.insert(log)
  }
}
