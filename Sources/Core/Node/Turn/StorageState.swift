import Feature
import Schema
import Store
import Wire

/// The conditions that stop writing, and the inputs that wait for their end (design section 12).
///
/// It is not restored when a turn cannot be committed: a failed commit is what changes it.
struct StorageState {
  /// The full disk and the inputs that wait for room; nil while there is room.
  var diskFull: DiskFull?
  /// Set from a restore until what was lost had the time to come back.
  var recovery: Recovery?
  /// Commands that have waited for its end, which is now.
  private var recovered: [Input] = []
  /// The reason why nothing can be written, for people; nil while all is well.
  private(set) var problem: String?
  /// The error of the disk after which the node must stop; nil for none.
  private(set) var fatal: StoreError?
  /// Parts of the work on the index of words are so far apart (milliseconds): what people and peers want goes first.
  static let wordsPause: Int64 = 25
  /// It waits until no new records have come for so long, as many often come at once.
  static let wordsQuiet: Int64 = 100
  /// But no longer than this after the part before.
  static let wordsPatience: Int64 = 1_000
  /// The index of words may have something to do; nothing is known of it after a start.
  private var areWordsDue = true
  /// It has, and does not wait for the next input.
  private var wakesForWords = false
  /// The time at which the last part of that work was done (steady milliseconds).
  private var wordsDoneAt = Int64.min
  /// The time from which the next one may be done (steady milliseconds).
  private var wordsAt = Int64.min

  /// - Parameter recovery: set after a restore.
  init(recovery: Recovery? = nil) { self.recovery = recovery }

  /// Whether entries of our own may be written now.
  var writing: WriteCondition {
    diskFull != nil ? .diskFull : recovery != nil ? .recovering : .allowed
  }

  // MARK: A full disk

  /// The disk is full from now on.
  ///
  /// - Parameter probeAt: when room is looked for (steady milliseconds).
  mutating func beginShortage(probeAt: Int64) {
    diskFull = DiskFull(probeAt: probeAt)
    problem = DiskFull.sentence
  }

  /// Looks for room when that is due; the turn that follows shows whether there is.
  ///
  /// - Returns: what has waited; nil where the disk was not full or is so still.
  mutating func resume(at now: Moment, _ makeRoom: () -> Bool) -> [Input]? {
    guard let waiting = diskFull, now.steady >= waiting.probeAt else { return nil }
    guard makeRoom() else {
      diskFull?.probeAt = now.steady + DiskFull.probeMilliseconds
      return nil
    }
    diskFull = nil
    return waiting.inputs
  }

  /// There is room again: a turn was committed.
  mutating func hasRoomAgain() { problem = nil }

  /// Nothing can be written; unless the disk is full, the node cannot go on.
  mutating func fail(_ error: StoreError) {
    problem = "\(error)"
    if error != .full { fatal = error }
  }

  // MARK: A restore

  /// Ends the wait after a restore where it is over; what has waited is carried out in this turn.
  ///
  /// - Returns: whether it ends now.
  mutating func endRecovery(at now: Moment) -> Bool {
    guard let recovery, let until = recovery.until, until <= now.steady else { return false }
    recovered = recovery.waiting.map(\.input)
    self.recovery = nil
    return true
  }

  /// Takes out the commands that have waited for the end of a recovery.
  mutating func takeRecovered() -> [Input] {
    defer { recovered = [] }
    return recovered
  }

  // MARK: Words

  /// Works on the index of words at the beginning of a turn, where that is due and the disk has room.
  ///
  /// - Parameter work: does a part of it and says whether more is left.
  mutating func settleWords(at now: Moment, _ work: () throws -> Bool) rethrows {
    guard areWordsDue, now.steady >= wordsAt, diskFull == nil else { return }
    (wordsDoneAt, wordsAt) = (now.steady, now.steady + Self.wordsPause)
    wakesForWords = try work()
    areWordsDue = wakesForWords
  }

  /// Notes at the end of a turn what it did to words.
  ///
  /// - Parameter isUrgent: something was erased, which the index must not hold any longer.
  mutating func noteWords(hasNew: Bool, isUrgent: Bool, at now: Moment) {
    if hasNew {
      // Others came shortly before, and no turn has looked at them yet.
      if areWordsDue { wakesForWords = true }
      wordsAt = max(
        wordsAt, min(now.steady + Self.wordsQuiet, wordsDoneAt + Self.wordsPatience))
    }
    if isUrgent { wakesForWords = true }
    if hasNew || wakesForWords { areWordsDue = true }
  }

  /// Returns the time at which any of it needs attention (steady milliseconds); nil for never.
  func nextWake(at now: Moment) -> Int64? {
    let words = wakesForWords && diskFull == nil ? max(wordsAt, now.steady + 1) : nil
    return [words, diskFull?.probeAt, recovery?.nextWake].compactMap { $0 }.min()
  }
}
