import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The state machine of one node (design section 4): inputs, one transaction, commit, outputs.
///
/// Everything durable is in the store; the properties here are caches of it and what ends with the
/// process (links, who is at a table, waits). Not thread-safe: it belongs to one event loop.
public final class Node: Engine {
  /// The result of a turn.
  public struct TurnResult: Sendable {
    /// To be carried out in order, now that the turn is on disk.
    public var outputs: [Output]
    /// The steady time at which the node wants a `.wake`; nil when nothing waits.
    public var wakeAt: Int64?
  }

  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  let entries: EntryExchange
  let blobs: BlobExchange
  let records: Records
  let pairedRooms: PairedRooms
  let roomService: RoomService
  let reactions: Reactions
  let undos: UndoKeeper
  let tables: Tables
  private let aboveTables: TableEngines

  #if DEBUG
    /// The power goes before the next commit: nothing of that turn is stored or told. To be set between turns.
    public var losesPower = false
  #endif

  /// Whether anybody may read the stream of changes in this turn; when not, what changed in rooms is named and not
  /// shown, and the views of matches that go on wait for `publishUnseen`. To be set between turns.
  public var hasSubscribers: Bool {
    get { context.hasSubscribers }
    set { context.hasSubscribers = newValue }
  }

  /// Whether our person looks at the list of peers, so that it shows soon who is gone. To be set between turns.
  public var isLookedAt = false

  /// Starts a node on its store; the first turn may follow at once.
  ///
  /// Makes the account on the first start, and notes that no peer is online any more.
  /// - Throws: `StoreError` when the store cannot be read or written.
  public init(
    configuration: NodeConfiguration, store: Store,
    random: RandomSource
  ) throws {
    #if DEBUG
      if configuration.planted == .reusesSequences { try store.turn { try $0.setRestored(false) } }
    #endif
    let (context, table, asks) = try store.lastTurn { transaction in
      let context = try NodeContext.load(configuration, store, random, transaction)
      let table = PeerTable(try Peer.loadAll(transaction))
      return (context, table, try OwnAsk.loadAll(transaction.reader))
    }
    self.context = context
    links = Links(context)
    peers = Peers(context, links, table: table)
    rooms = Rooms(peers)
    entries = EntryExchange(rooms)
    blobs = BlobExchange(rooms)
    records = Records(blobs)
    pairedRooms = PairedRooms(records)
    roomService = RoomService(pairedRooms)
    reactions = Reactions(records)
    undos = UndoKeeper(records)
    tables = Tables(context, links, peers, rooms, asks: asks)
    aboveTables = TableEngines(tables)
    try store.lastTurn { transaction in
      reactions.losses = try Losses(transaction.reader)
      try settleAtStart(transaction)
    }
    if !store.hasBallast { storage.beginShortage(probeAt: 0) }
  }

  /// Takes every input that waits through one transaction; what is returned may be told to the world.
  ///
  /// A failing input is undone alone and answered. When the disk is full, see `DiskFull`; when it fails
  /// otherwise, the whole turn is undone, its commands are refused and the shell must stop the node.
  public func turn(_ inputs: [Input], at now: Moment) -> TurnResult {
    turn = Turn(at: now, after: turn)
    rooms.deliveries.beginTurn()
    records.marks = RecordMarks()
    tables.proposed.clear()
    let resumed = resume()
    let before = (state, turn)
    let inputs = (resumed ?? []) + inputs
    do {
      try commit(inputs, resuming: resumed != nil)
      if resumed != nil { context.announceSpaceAvailable() }
    } catch StoreError.full {
      runWithoutDurability(inputs, before, resuming: resumed != nil)
    } catch {
      #if DEBUG
        if losesPower { return powerless }
      #endif
      turn.tellNothing()
      giveUp(inputs, error)
    }
    rooms.endTurn(of: turn.end())
    return TurnResult(outputs: turn.outputs, wakeAt: nextWake())
  }

  /// Takes one input, and tells its sender where that fails.
  func take(_ input: Input, _ transaction: Transaction) throws {
    if let error = try alone(transaction, { try handle(input, transaction) }) {
      fail(input, error)
    }
  }

  private func handle(_ input: Input, _ transaction: Transaction) throws {
    switch input {
    case .linkOpened(let link, let peer): try peers.open(link, peer, transaction)
    case .linkClosed(let link, let reason): try closed(link, reason: reason, transaction)
    case .frame(let link, let bytes): try receive(bytes, on: link, transaction)
    case .dialFailed(let address, let reason):
      try peers.showMissed(
        peers.dialler.failed(address, reason, now, &context.random), transaction)
      try peers.missTicket(address, reason)
    case .tried(let link, let address, let wayBack):
      try peers.tell(wayBack, at: address, on: link)
    case .discovered(let sighting): try peers.discovered(sighting, transaction)
    case .lost(let instance): try peers.lost(instance: instance, transaction)
    case .discovery(let problem): peers.advertising.discoveryProblem = problem
    case .networks(let networks): try peers.move(to: networks)
    case .command(let id, let call)
    where try call.path == Methods.Rooms.undo.path && undos.begin(id, transaction):
      break
    case .command(let id, let call):
      let answer = try undos.remembering(transaction, of: call.group) {
        try perform(call, transaction)
      }
      turn.tell(.answer(id, .success(answer)))
    case .due(let call): _ = try perform(call, transaction)
    case .wake: try tick(transaction)
    }
    try settleTouched(transaction)
  }

  /// Tells the sender of an input what was wrong with it.
  private func fail(_ input: Input, _ error: any Error) {
    switch input {
    case .command(let id, _):
      if error as? Refused == Recovery.refused, recovery?.keep(input, at: now) == true { return }
      let refused = error as? Refused ?? Refused(.invalid, "That cannot be done: \(error).")
      turn.tell(.answer(id, .failure(refused)))
    case .frame(let link, _):
      links.refuse(link, .protocol, "\(error)")
    default:
      break
    }
  }

  var spectators: Spectators { aboveTables.spectators }
  var tableExchange: TableExchange { aboveTables.exchange }
  var tablePublisher: TablePublisher { aboveTables.publisher }
  var tableService: TableService { aboveTables.service }
  var carriedMatches: CarriedMatches { aboveTables.carriedMatches }

  /// The reason why DNS-SD does not work; nil while it works.
  public var discoveryProblem: String? { peers.advertising.discoveryProblem }

  /// The configuration that the node was started with.
  public var configuration: NodeConfiguration { context.configuration }

  /// Its database.
  public var store: Store { context.store }

  /// The positions that members were found to have reached in the last turn, by room, for `RoomViews`.
  public var freshDeliveries: [RoomID: [Author: Int64]] { rooms.deliveries.fresh }

  /// The time until which nothing should be read of a link (steady milliseconds); nil for one that may be read now.
  ///
  /// To be asked between turns, before each frame.
  ///
  /// - Parameter now: steady milliseconds.
  public func heldUntil(_ link: LinkID, at now: Int64) -> Int64? {
    links.heldUntil(link, at: now)
  }

  /// The one protocol version spoken.
  public static let protocolVersion = Links.protocolVersion

  /// The author key of the account that lives here.
  public var author: Author { account.author }

  /// The table with an id that begins so, among those kept and those offered.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func table(_ prefix: String, _ reader: Reader) throws -> RoomID {
    try Tables.table(prefix, reader)
  }

  /// Makes the refusal for a text with which no table's id begins.
  public static func noTable(_ prefix: String) -> Refused { Tables.noTable(prefix) }

  /// The refusal of an address at which this very node listens.
  public static func isSelf(_ address: String) -> Refused { Peers.isSelf(address) }
}
