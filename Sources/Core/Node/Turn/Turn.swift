import Feature
import Identifiers
import Schema
import Store
import Wire

/// The turn that goes on: what it has to tell, and what it has to do before it ends (design section 4).
///
/// Nothing of it is told before it is on disk. An input that fails is undone alone: see `beginInput`.
struct Turn {
  /// The state before an input, restored if the input fails.
  struct Input {
    fileprivate let outputs: Int
    fileprivate let written: Int
    fileprivate let changes: TurnMarks
    fileprivate let touched: Set<RoomID>
    fileprivate let tablesToSettle: Set<RoomID>
    fileprivate let roomsToSync: Set<RoomID>
  }

  let now: Moment
  /// The outputs that are released once the turn is on disk.
  private var outbox: Outbox
  /// Whether entries of our own may be written now; kept the same as the state of the storage, also when a turn is undone.
  var writing = WriteCondition.allowed
  /// Rooms that changed.
  private(set) var touched: Set<RoomID> = []
  /// Tables at which our node may owe something.
  private(set) var tablesToSettle: Set<RoomID> = []
  /// Rooms whose syncs may go on.
  private(set) var roomsToSync: Set<RoomID> = []
  /// Entries of ours that are not signed yet.
  private(set) var written: [Written] = []
  /// The writes of the current command so far; nil if our person may not undo them.
  private(set) var ownWrites: [OwnWrite]?
  /// The changes that this turn made to rooms.
  var changes = TurnMarks()
  /// The request whose writes are remembered last, so that those of its other calls join them; nil for a call alone.
  var rememberedGroup: UInt64?
  /// Whether rooms were compared on a link in this turn.
  private var hasCompared = false
  /// The number of asks that were answered, by link.
  private var answers: [LinkID: Int] = [:]

  /// Begins a turn.
  ///
  /// - Parameter last: the turn before; what it has left to be done is done in this one.
  init(at now: Moment, after last: Turn? = nil) {
    self.now = now
    outbox = Outbox(after: last?.outbox)
    guard let last else { return }
    writing = last.writing
    touched = last.touched
    tablesToSettle = last.tablesToSettle
    roomsToSync = last.roomsToSync
  }

  /// Ends it, whether it was committed or given up.
  ///
  /// - Returns: the rooms that it has changed.
  mutating func end() -> Set<RoomID> {
    defer { (touched, roomsToSync) = ([], []) }
    return touched
  }

  // MARK: Inputs

  /// Begins an input; to be ended by `endInput`.
  mutating func beginInput() -> Input {
    defer { (touched, roomsToSync) = ([], []) }
    return Input(
      outputs: outputs.count, written: written.count, changes: changes, touched: touched,
      tablesToSettle: tablesToSettle, roomsToSync: roomsToSync)
  }

  /// Takes an input back; to be called before `endInput`.
  ///
  /// - Returns: the rooms of which memory may hold more than the store now.
  mutating func undo(_ input: Input) -> Set<RoomID> {
    outbox.keep(input.outputs)
    written.removeSubrange(input.written...)
    tablesToSettle = input.tablesToSettle
    changes = input.changes
    defer { (touched, roomsToSync) = ([], []) }
    return touched.union(roomsToSync)
  }

  /// Ends an input.
  mutating func endInput(_ input: Input) {
    touched.formUnion(input.touched)
    roomsToSync.formUnion(input.roomsToSync)
  }

  // MARK: What is to be told

  /// The outputs so far, in order.
  var outputs: [Output] { outbox.outputs }

  /// Tells something once the turn is on disk.
  mutating func tell(_ output: Output) { outbox.tell(output) }

  /// Puts something on the stream of changes once the turn is on disk.
  mutating func publish(_ what: Change.OneOf_What) { outbox.publish(what) }

  /// Tells something about a table that people should know and that is not in its logs.
  mutating func notify(_ table: RoomID, _ text: String) {
    var event = TableEvent()
    event.table = table.description
    event.notice = text
    publish(.tableEvent(event))
  }

  /// Tells nothing of what was to be told.
  mutating func tellNothing() { outbox.clear() }

  /// Counts an answer that costs more than its question.
  ///
  /// - Returns: false when the link has had its share of this turn.
  mutating func spendAnswer(to link: LinkID) -> Bool {
    let answered = answers[link] ?? 0
    guard answered < Limits.answersPerTurn else { return false }
    answers[link] = answered + 1
    return true
  }

  /// Whether rooms may be compared on a link now: that is work, and one in each turn is enough.
  mutating func mayCompare() -> Bool {
    defer { hasCompared = true }
    return !hasCompared
  }

  // MARK: Rooms

  /// Marks a room as changed.
  mutating func touch(_ id: RoomID) { touched.insert(id) }

  /// Marks a room as changed, and has our node do what it owes there where it is a table.
  mutating func touch(table id: RoomID) {
    touch(id)
    settle(id)
  }

  /// Lets the syncs of a room go on.
  mutating func sync(_ id: RoomID) { roomsToSync.insert(id) }

  /// The syncs of all rooms went on as far as they could.
  mutating func hasSynced() { roomsToSync = [] }

  /// Lets go of a room that is deleted.
  mutating func forget(_ id: RoomID) {
    written.removeAll { $0.room == id }
    touched.remove(id)
    roomsToSync.remove(id)
    changes.forget(id)
  }

  /// Notes an entry of ours, to be signed with all others of the turn.
  mutating func wrote(_ entry: Written) { written.append(entry) }

  /// All of them are signed.
  mutating func hasSigned() { written = [] }

  // MARK: Tables

  /// Has our node do what it owes at a table.
  mutating func settle(_ id: RoomID) { tablesToSettle.insert(id) }

  /// Our node owes nothing at any table now.
  mutating func hasSettled() { tablesToSettle = [] }

  // MARK: What our person may undo

  /// From now on it is remembered what our person writes.
  mutating func beginOwnWrites() { ownWrites = [] }

  /// Remembers what our person wrote, where that is for it to undo.
  mutating func remember(_ write: OwnWrite) { ownWrites?.append(write) }

  /// Notes that what was remembered last has settled a conflict.
  mutating func noteSettled() {
    if let last = ownWrites?.indices.last { ownWrites?[last].effect = .settled }
  }

  /// From now on nothing is remembered.
  ///
  /// - Returns: what was remembered.
  @discardableResult
  mutating func endOwnWrites() -> [OwnWrite] {
    defer { ownWrites = nil }
    return ownWrites ?? []
  }
}
