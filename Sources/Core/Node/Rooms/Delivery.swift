import Identifiers
import Replication
import Schema
import Wire

/// The slices of a batch or of a file, on their way into a room.
struct Delivery {
  /// The work of the caller between two slices.
  enum Step {
    /// Applies entries.
    case stored(Stored)
    /// Makes the room again, once for each batch, however many people it adds: a forked owner could ask for any number.
    case rebuild(RoomID)
  }

  /// The count of entries once they are applied.
  struct Applied {
    let log: LogKey
    /// The sequence after the slice.
    let next: UInt64
    /// Whether any of them was stored.
    let isNew: Bool
    let cost: Int64
  }

  let room: RoomID
  /// The link over which they came; nil for a file.
  let link: LinkID?
  /// The position of the room before it; nil for a room that was not in memory, and where nobody asks.
  let position: Int64?
  private(set) var slices: [Slice]
  private var index = 0
  private(set) var isInPass = false
  /// Whether these are the slices that waited until the room was made again.
  private var isSecondPass = false
  /// The room was deleted on the way.
  private(set) var isCutOff = false
  private(set) var overRateLimit: Set<Author> = []
  private var rules: (revision: Int, rules: CitationRules)?
  private var applied: Applied?
  /// The slices of authors who may turn out to be members when the room is made again.
  var early: [Slice] = []
  /// Whether something was missing before some of them.
  var hasGap = false
  /// Whether the peer sent of a log of which no more is taken.
  var isDeaf = false
  /// The number of slices that brought nothing.
  var useless = 0

  /// - Parameters:
  ///   - link: the link over which they came; nil for a file.
  ///   - position: that of the room before them.
  init(_ slices: [Slice], in room: RoomID, from link: LinkID? = nil, at position: Int64? = nil) {
    (self.slices, self.room, self.link, self.position) = (slices, room, link, position)
  }

  /// Begins with the slices.
  ///
  /// - Parameter authors: those who send too much: nothing of them is taken.
  mutating func beginPass(without authors: Set<Author>) {
    (isInPass, isDeaf, useless, rules) = (true, false, 0, nil)
    overRateLimit = authors
  }

  /// The next slice; nil at the end.
  mutating func nextSlice() -> Slice? {
    guard index < slices.count else { return nil }
    defer { index += 1 }
    return slices[index]
  }

  /// Ends the pass, as the room is gone.
  mutating func cutOff() { (isCutOff, hasGap) = (true, true) }

  /// Ends the pass.
  ///
  /// - Returns: whether another one follows once the room is made again.
  mutating func endPass() -> Bool {
    guard !early.isEmpty else { return false }
    guard !isSecondPass else {
      hasGap = true
      return false
    }
    (slices, early, index) = (early, [], 0)
    (isInPass, isSecondPass, isCutOff) = (false, true, false)
    return true
  }

  /// The rules for what entries of the room may cite.
  mutating func citationRules(of room: Room) -> CitationRules {
    if let rules, rules.revision == room.revision { return rules.rules }
    let new = room.citationRules
    rules = (room.revision, new)
    return new
  }

  /// Notes entries that are applied next.
  mutating func apply(_ entries: Applied) { applied = entries }

  /// Takes out the entries that are applied now.
  mutating func takeApplied() -> Applied? {
    defer { applied = nil }
    return applied
  }
}
