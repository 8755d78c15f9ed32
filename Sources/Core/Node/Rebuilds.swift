import Feature
import Identifiers
import Wire

/// Budgets of authors for having rooms made again from their logs (specification section 14).
///
/// One short entry can ask for it: one that shows a transfer again, says something of a record before its making, or hands in a
/// payload late. It takes as long as the room is large, so it is counted in entries and operations that are read again. What is said
/// too often waits for its author's time, and shows then.
struct Rebuilds {
  /// So many entries and operations may be read again at once.
  static let burst = 4_000
  /// One more each so many milliseconds: at about 0.1 ms for each, a twentieth of the time.
  static let everyMilliseconds: Int64 = 2
  /// So many authors are counted by themselves; what more there are share one budget.
  static let mostAuthors = 1_000

  private struct Wait {
    /// Nil for those who share one budget.
    let author: Author?
    let work: Int
  }

  /// The budgets that are not full.
  private var budgets: [Author?: TokenBucket] = [:]
  /// The rooms that are to be made again, each in the time of the author who asked first.
  private var waiting: [RoomID: Wait] = [:]
  /// The work of the last making again of each room.
  private var work: [RoomID: Int] = [:]

  /// Whether what an author said has a room made again at once; otherwise it waits.
  ///
  /// - Parameter entries: how many the room has.
  mutating func isDue(
    _ room: RoomID, of entries: Int64, for author: Author, at now: Moment
  ) -> Bool {
    if budgets.count >= Self.mostAuthors {
      budgets = budgets.filter { !$0.value.isFull(at: now.steady) }
    }
    let key: Author? =
      budgets[author] == nil && budgets.count >= Self.mostAuthors ? nil : author
    let wait = Wait(author: key, work: max(Int(clamping: entries), work[room] ?? 0))
    if spend(wait, at: now) {
      waiting[room] = nil
      return true
    }
    if waiting[room] == nil { waiting[room] = wait }
    return false
  }

  private mutating func spend(_ wait: Wait, at now: Moment) -> Bool {
    let full = TokenBucket(
      burst: Self.burst, everyMilliseconds: Self.everyMilliseconds, at: now.steady)
    return budgets[wait.author, default: full].spend(wait.work, at: now.steady)
  }

  /// Takes out the rooms of which the time has come, in order.
  mutating func takeDue(at now: Moment) -> [RoomID] {
    var due: [RoomID] = []
    for (room, wait) in waiting.sorted(by: { $0.key < $1.key }) where spend(wait, at: now) {
      waiting[room] = nil
      due.append(room)
    }
    return due
  }

  /// Notes how much was read as a room was made again.
  mutating func note(_ work: Int, of room: RoomID) {
    waiting[room] = nil
    self.work[room] = work
  }

  /// Forgets a room that is gone.
  mutating func forget(_ room: RoomID) {
    waiting[room] = nil
    work[room] = nil
  }

  /// The time at which the next room can be made again (steady milliseconds); nil while none waits.
  var nextWake: Int64? {
    waiting.values.compactMap { budgets[$0.author]?.readyAt(for: $0.work) }.min()
  }
}
