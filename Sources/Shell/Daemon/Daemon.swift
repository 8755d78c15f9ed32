import API
import Discovery
import Doctor
import Feature
import Features
import FoundationEssentials
import Identifiers
import Link
import Logging
import NIOCore
import NIOPosix
import Node
import Page
import Programs
import Schema
import Store
import Wire

/// One daemon: a home, a node, its links, discovery and the local API (design section 2).
public struct Daemon: Sendable {
  /// The options of a run.
  public struct Options: Sendable {
    /// The absolute path of the home.
    public var home: String
    /// The TCP port for links; nil takes the one of the last run, or any that is free.
    public var port: Int?
    /// The IP address to listen on; nil means all.
    public var address: String?
    /// Whether DNS-SD is used.
    public var discovery = true
    /// Milliseconds without an answer after which a claim may be made.
    public var claimMilliseconds = Limits.claimMilliseconds
    /// The limits for links from the network.
    public var limits = LinkLimits()

    /// Runs in a home with everything else as usual.
    public init(home: String) { self.home = home }
  }

  /// Runs until it is asked to stop by a signal or through the API.
  ///
  /// The home has a note of the program that runs, by which commands see that an upgrade has replaced it.
  /// - Parameter ready: called once when links and commands are accepted, with the port.
  /// - Returns: whether it is to begin again, as after an upgrade.
  /// - Throws: `StoreError`, `LinkError` or `Refused`, each with a sentence for people.
  public static func run(
    _ options: Options, ready: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> Bool {
    Heap.hide()
    Heap.holdThresholds()
    let stopping = StopSignal()
    let store = try Store(home: options.home, .parlor(in: options.home))
    // Before anybody can connect.
    let note = ProgramNote()
    note?.write(in: options.home)
    Backup.clean(options.home)
    let identity = try NodeIdentity.loadOrCreate(in: options.home)
    guard let nodeID = NodeID(identity.node) else {
      throw Refused(.invalid, "The node key in \(options.home) is damaged: restore a backup.")
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let loop = group.next()
    let board = ChangeBoard()
    let heap = Heap(loop)
    let latch = Latch()
    let notifier = Notifier(latch)
    let parts = try await Parts.make(
      options, nodeID: nodeID, identity: identity, store: store, loop: loop, board: board,
      notifier: notifier, heap: heap, stopping: stopping)
    let page = try page(in: options.home, loop, board)
    let access = DaemonAccess(
      driver: parts.driver, store: store, board: board, description: parts.description,
      stopping: stopping, page: page, heap: heap, latch: latch)
    let latched = LatchedAccess(access: access)
    let attendance = AttendingScreens(node: latched)
    let server = APIServer(
      node: latched, attendance: attendance, home: options.home, loop: loop,
      logger: Logger(label: "parlor.api") { _ in SwiftLogNoOpLogHandler() })
    let due = DueClock(home: options.home, access.telling(by: notifier))
    board.listen { change in if change.isLasting { due.noteChange() } }
    due.start()
    access.works.start(access.outsideHost.works + [DoctorWork(home: options.home)], on: board)
    await page.start(
      latched, settings: Settings.restored(store.registry), attendance: attendance)
    let port = parts.description.port
    let serving = Task(executorPreference: TaskThreads.shared) {
      do {
        try await server.run { tell(ready, port, store) }
      } catch {
        stopping.stop(error)
      }
    }
    let inspector = Inspector(store, own: parts.description.account, stopping)
    loop.scheduleTask(in: .seconds(2)) {
      ProgramText.release()
      Heap.returnFree()
    }
    let failure = await stopping.wait()
    due.stop()
    await Task.detached(executorPreference: TaskThreads.shared) { access.works.stop() }.value
    parts.discovery?.stop()
    try? await loop.flatSubmit { parts.driver.stop() }.get()
    await page.stop()
    serving.cancel()
    _ = await serving.value
    await inspector.end()
    try? await group.shutdownGracefully()
    // Who comes while it begins again must see that.
    if !stopping.beginsAgain { note?.remove(from: options.home) }
    try store.close()
    if let failure { throw failure }
    return stopping.beginsAgain
  }
}

extension Daemon {
  /// The UDP port on which homes of this machine find each other, as the variable says; throws where that is no port.
  static func localPort(_ text: String?) throws -> UInt16 {
    guard let text, !text.isEmpty else { return LocalHomes.port }
    guard let port = UInt16(text) else {
      throw Refused(
        .invalid,
        "PARLOR_LOCAL_PORT cannot be \(Text.preview(text)): write a number from 1 to 65535, or 0 for no port."
      )
    }
    return port
  }

  private static func page(
    in home: String, _ loop: any EventLoop, _ board: ChangeBoard
  ) throws -> PageServer {
    try PageServer(
      PageServer.Host(
        home: home, folder: ProcessInfo.processInfo.environment["PARLOR_PAGE"],
        now: { Clock.now.wall }, beat: { board.beat() },
        notice: { sentence in
          loop.execute { board.publish(.with { $0.notice = sentence }) }
        }))
  }

  /// Says that links and commands are accepted, and begins what need not have been done before.
  private static func tell(_ ready: (Int) -> Void, _ port: Int, _ store: Store) {
    ready(port)
    OwnThread.start { store.growLog() }
  }
}

/// The parts that must be made in order.
private struct Parts {
  let driver: NodeDriver
  let discovery: Discovery?
  let description: DaemonDescription

  static func make(
    _ options: Daemon.Options, nodeID: NodeID, identity: NodeIdentity, store: Store,
    loop: any EventLoop, board: ChangeBoard, notifier: Notifier, heap: Heap,
    stopping: StopSignal
  ) async throws -> Parts {
    let defaultName = try MachineName.take(home: options.home, store)
    let inbox = Inbox()
    let links = try await loop.submit {
      let links = try Links(
        loop: loop, identity: identity, limits: options.limits, receive: { inbox.receive($0) })
      return NIOLoopBound(links, eventLoop: loop)
    }.get()
    let port = try await listen(links, options, store: store, loop: loop)
    let localPort = try Daemon.localPort(
      ProcessInfo.processInfo.environment["PARLOR_LOCAL_PORT"])
    let discovery =
      options.discovery
      ? Discovery(localPort: localPort) { input in loop.execute { inbox.receive(input) } } : nil
    let node: Node
    do {
      node = try Node(
        configuration: NodeConfiguration(
          node: nodeID, defaultName: defaultName, port: UInt16(port),
          run: .random(in: 0...UInt64.max),
          claimMilliseconds: options.claimMilliseconds), store: store,
        random: RandomSource(SystemRandomNumberGenerator()))
    } catch let error as WireError {
      // Its own words, as they are stored, cannot be read.
      throw StoreError.damaged("\(error)")
    }
    let account = node.author
    let name = try store.read {
      Settings(try $0.settings(), defaultName: defaultName, store.registry).advertisedName(
        of: nodeID)
    }
    let driver = NodeDriver(
      loop: loop, node: node, board: board, discovery: discovery,
      notifier: notifier, heap: heap, fail: { stopping.stop($0) })
    discovery?.start(
      advertisement: Advertisement(name: name, text: ["v": "1"]),
      at: Discovery.Place(host: options.address, port: port))
    try await loop.submit {
      inbox.driver = driver
      driver.start(
        links.value,
        discoveryProblem: options.discovery ? nil : "DNS-SD is switched off for this daemon.")
    }.get()
    return Parts(
      driver: driver, discovery: discovery,
      description: DaemonDescription(
        node: nodeID, account: account, home: options.home,
        address: options.address, port: port,
        startedAt: Clock.now.steady, defaultName: defaultName))
  }

  /// Listens on the first of some ports that is free, and remembers it.
  private static func listen(
    _ links: NIOLoopBound<Links>, _ options: Daemon.Options, store: Store, loop: any EventLoop
  ) async throws -> Int {
    let last = try store.read { try $0.meta("port") }.flatMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    func listen(_ port: Int) async throws -> Int {
      try await loop.flatSubmit { links.value.listen(host: options.address, port: port) }.get()
    }
    let choice = PortChoice(wanted: options.port, last: last)
    var found: Int?
    if let first = choice.first { found = try? await listen(first) }
    let port: Int
    if let found { port = found } else { port = try await listen(choice.otherwise) }
    if port != last {
      try store.lastTurn { try $0.setMeta("port", Data(String(port).utf8)) }
    }
    return port
  }
}

/// The inputs that wait until the driver exists, which then gets them and all later ones; belongs to the loop.
private final class Inbox: @unchecked Sendable {
  private var early: [Input] = []
  var driver: NodeDriver? {
    didSet {
      for input in early { driver?.receive(input) }
      early = []
    }
  }

  func receive(_ input: Input) {
    if let driver { driver.receive(input) } else { early.append(input) }
  }
}
