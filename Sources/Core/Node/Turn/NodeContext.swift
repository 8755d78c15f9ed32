import Feature
import Identifiers
import Store
import Wire

/// The parts of a node that all its engines share: who lives here, the store, chance, settings, and the current turn.
final class NodeContext {
  let configuration: NodeConfiguration
  let store: Store
  let account: Account
  var random: RandomSource
  var settings: Settings
  var allowances = Allowances()
  /// The conditions that keep the node from writing.
  var storage: StorageState { didSet { turn.writing = storage.writing } }
  /// Bytes that wait for a command.
  var uploads = Uploads()
  /// Whether anybody may read the stream of changes in this turn.
  var hasSubscribers = true
  /// The current turn; between turns, the previous one.
  var turn = Turn(at: Moment(steady: 0, wall: 0))

  init(
    _ configuration: NodeConfiguration, _ store: Store, _ account: Account, _ random: RandomSource,
    _ settings: Settings, _ storage: StorageState
  ) {
    self.configuration = configuration
    self.store = store
    self.account = account
    self.random = random
    self.storage = storage
    self.settings = settings
    turn.writing = storage.writing
  }

  /// Loads what the store has; makes the account on the first start.
  static func load(
    _ configuration: NodeConfiguration, _ store: Store, _ random: RandomSource,
    _ transaction: Transaction
  ) throws -> NodeContext {
    var random = random
    let isRestored = try transaction.reader.isRestored()
    let account = try Account.loadOrMake(transaction, random: &random)
    let settings = Settings(
      try transaction.reader.settings(), defaultName: configuration.defaultName, store.registry)
    return NodeContext(
      configuration, store, account, random, settings,
      StorageState(recovery: isRestored ? Recovery() : nil))
  }

  /// The time of the current turn.
  var now: Moment { turn.now }

  typealias State = (settings: Settings, allowances: Allowances)

  /// The part that is restored when a turn cannot be committed.
  var state: State {
    get { (settings, allowances) }
    set { (settings, allowances) = newValue }
  }

  #if DEBUG
    /// The bug that was planted in this node; nil for none.
    var planted: PlantedBug? { configuration.planted }
  #endif
}

/// An engine: a part of a node with a state of its own, which all its methods change in the current turn (design section 4).
///
/// An engine calls those below it and none above: what those must know is the result of its methods.
protocol Engine: AnyObject {
  var context: NodeContext { get }
}

extension Engine {
  var configuration: NodeConfiguration { context.configuration }
  var account: Account { context.account }
  /// The time of the current turn.
  var now: Moment { context.turn.now }
  var settings: Settings {
    get { context.settings }
    _modify { yield &context.settings }
  }
  /// The current turn; between turns, the previous one.
  var turn: Turn {
    get { context.turn }
    _modify { yield &context.turn }
  }

  var store: Store { context.store }
  var allowances: Allowances {
    get { context.allowances }
    _modify { yield &context.allowances }
  }
  var writes: WriteBudgets {
    get { context.allowances.writes }
    _modify { yield &context.allowances.writes }
  }
  var storage: StorageState {
    get { context.storage }
    _modify { yield &context.storage }
  }
  /// The full disk and the inputs that wait for room; nil while there is room.
  var diskFull: DiskFull? {
    get { context.storage.diskFull }
    _modify { yield &context.storage.diskFull }
  }
  /// Set from a restore until what was lost had the time to come back.
  var recovery: Recovery? {
    get { context.storage.recovery }
    _modify { yield &context.storage.recovery }
  }

  /// Random bytes from the source that the node was given.
  func randomBytes(_ count: Int) -> [UInt8] { context.random.bytes(count) }

  #if DEBUG
    /// The bug that was planted in this node; nil for none.
    var planted: PlantedBug? { context.planted }
  #endif
}
