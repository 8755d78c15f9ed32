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
  /// The rooms that are made again over many turns, and whether that was asked for once more since.
  private var making: [RoomID: Bool] = [:]
  /// The one of these that was gone on with last.
  private var last: RoomID?
  /// Sets of records that count no more may be left.
  private var hasLeftSets = true
  /// The next slice may begin then (steady milliseconds).
  private var sliceAt: Int64 = 0

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
    let wait = Wait(author: key, work: expectedWork(of: room, entries: entries))
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

  /// So many entries and operations will be read, by what is known.
  func expectedWork(of room: RoomID, entries: Int64) -> Int {
    max(Int(clamping: entries), work[room] ?? 0)
  }

  /// Has a room made again over many turns: from the beginning, or once more after the one that goes on.
  mutating func begin(_ room: RoomID) {
    making[room] = making[room] != nil
  }

  /// Takes the slice whose time has come: the rooms take turns.
  ///
  /// - Returns: the room to go on with, if there is one, and whether sets of records that count no more may be left; nil before.
  mutating func takeSlice(at now: Moment) -> (room: RoomID?, hasLeftSets: Bool)? {
    guard now.steady >= sliceAt, !making.isEmpty || hasLeftSets else { return nil }
    sliceAt = now.steady + Self.sliceMilliseconds
    let rooms = making.keys.sorted()
    last = rooms.first { room in last.map { $0 < room } ?? true } ?? rooms.first
    return (last, hasLeftSets)
  }

  /// At least so many milliseconds pass from one slice to the next.
  private static let sliceMilliseconds: Int64 = 20

  /// Notes that a room was made again.
  ///
  /// - Parameter read: so many entries and operations were read.
  /// - Returns: whether it is right now: nobody has asked for it once more.
  mutating func note(_ read: Int, of room: RoomID) -> Bool {
    work[room] = read
    hasLeftSets = true
    switch making.removeValue(forKey: room) {
    // What waited was done by it.
    case nil: waiting[room] = nil
    case false?: break
    case true?: making[room] = false
    }
    return waiting[room] == nil && making[room] == nil
  }

  /// No set of records is left that counts no more.
  mutating func noteNoLeftSets() { hasLeftSets = false }

  /// Forgets a room that is gone.
  mutating func forget(_ room: RoomID) {
    waiting[room] = nil
    work[room] = nil
    making[room] = nil
  }

  /// The time at which there is something to do (steady milliseconds); nil while nothing waits.
  var nextWake: Int64? {
    let due = waiting.values.compactMap { budgets[$0.author]?.readyAt(for: $0.work) }.min()
    let slice = making.isEmpty && !hasLeftSets ? nil : sliceAt
    return [due, slice].compactMap { $0 }.min()
  }
}
