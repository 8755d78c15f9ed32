import API
import Feature
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Node
import Programs
import Schema
import SwiftProtobuf
import Synchronization

/// The page of a home: served on loopback, for browsers that its person has let in (specification section 24).
public actor PageServer {
  /// Most streams of all browsers at once: each browser needs one, and one more for each table or room that is seen.
  static let mostStreams = 8
  /// Most connections at once, on each loopback address.
  static let mostConnections = 64
  /// The time between two signs on a stream that the daemon is alive. The page calls a daemon slow that gave none for 3 s.
  static let beat = TimeAmount.seconds(1)

  /// The host of the page: everything that the page has of its daemon.
  public struct Host: Sendable {
    /// The absolute path of the home.
    public let home: String
    /// Serves the page's files from this folder instead of the program; for work on the page.
    public let folder: String?
    /// Milliseconds since 1970.
    public let now: @Sendable () -> Int64
    /// Tells every stream that the daemon is alive.
    public let beat: @Sendable () -> Void
    /// Tells our person something on every screen.
    public let notice: @Sendable (String) -> Void

    /// Puts a host together.
    public init(
      home: String, folder: String?, now: @escaping @Sendable () -> Int64,
      beat: @escaping @Sendable () -> Void, notice: @escaping @Sendable (String) -> Void
    ) {
      self.home = home
      self.folder = folder
      self.now = now
      self.beat = beat
      self.notice = notice
    }
  }

  private let host: Host
  private let served = Mutex<String?>(nil)
  let browsers: Browsers
  private var routes: APIRouter?
  private var servers: [Task<Void, Never>] = []
  private var beats: RepeatedTask?
  private var problem = ""

  /// Reads who may see the page.
  ///
  /// - Throws: `REFUSAL_CODE_STORAGE` where that cannot be read.
  public init(_ host: Host) throws {
    self.host = host
    browsers = try Browsers(home: host.home, now: host.now)
  }

  /// Serves the page if our person once asked for it.
  ///
  /// - Parameters:
  ///   - node: all that programs on the socket may use; the page may use less.
  ///   - settings: the settings that the page may change.
  ///   - attendance: shared with the socket, as our person may sit at one table in both.
  public func start(
    _ node: any NodeAccess, settings: Set<String>, attendance: AttendingScreens
  ) async {
    routes = APIRouter(
      node: PageAccess(node: node, settings: settings), attendance: attendance,
      mostStreams: Self.mostStreams)
    guard browsers.isOpen else { return }
    do {
      try await serve(on: browsers.address.port)
    } catch {
      problem = (error as? Refused)?.refusal.message ?? "\(error)"
    }
  }

  /// Performs one of the page's methods; nil for any other.
  public func perform(_ call: Call) async throws -> (any Message)? {
    switch call.request {
    case let request as OpenPage: try await open(request)
    case is ShowPage: view()
    case let request as ClosePage: try await close(request)
    default: nil
    }
  }

  /// Whether a call is one of the page's methods.
  public nonisolated static func performs(_ call: Call) -> Bool {
    [Methods.Page.open.path, Methods.Page.show.path, Methods.Page.close.path].contains(call.path)
  }

  /// The address of the page; nil while it is not served.
  public nonisolated var servedAt: String? { served.withLock { $0 } }

  /// Whether the page is served, and what is wrong with it.
  public var status: PageStatus {
    .with {
      $0.address = servedAt ?? ""
      $0.problem = problem
      $0.checksUser = OwnUser.canAsk
    }
  }

  /// Ends all connections; the browsers may come again after the next start.
  public func stop() async {
    await unserve()
    if browsers.isOpen { try? browsers.save() }
  }

  private func open(_ request: OpenPage) async throws -> PageLink {
    let wanted = Int(request.port)
    if wanted != 0, wanted != browsers.address.port { await unserve() }
    if servers.isEmpty {
      let kept = wanted != 0 ? wanted : browsers.address.port
      try await serve(on: kept)
    }
    return .with {
      $0.address = "\(browsers.address.origin)/#open=\(browsers.makeLink())"
      $0.seconds = UInt32(Browsers.linkSeconds)
    }
  }

  private func close(_ request: ClosePage) async throws -> PageView {
    if request.browser.isEmpty {
      try browsers.close()
      await unserve()
      problem = ""
    } else {
      try browsers.end(request.browser)
      await routes?.streams.endAll()
    }
    return view()
  }

  private func view() -> PageView {
    .with {
      $0.status = status
      $0.openLinks = UInt32(browsers.openLinks)
      $0.browsers = browsers.all.map { browser in
        .with {
          $0.id = browser.id
          $0.name = browser.name
          $0.sinceMilliseconds = browser.since
          $0.seenMilliseconds = browser.seen
        }
      }
    }
  }

  // MARK: Serving

  /// Listens on both loopback addresses or on neither: a browser tries one after the other, and would give our cookie to
  /// whoever listened on the one that we had left.
  ///
  /// - Parameter kept: the port of the last time; 0 takes a free one, outside of those that connections get.
  private func serve(on kept: Int) async throws {
    for _ in 0..<20 {
      let port = kept != 0 ? kept : Int.random(in: 20_000..<32_000)
      let address = PageAddress(label: browsers.address.label, port: port)
      do {
        servers.append(try await listen("127.0.0.1", address))
        if let task = try await listenV6(address) { servers.append(task) }
        try browsers.open(port: port)
        served.withLock { $0 = address.origin }
        problem = ""
        return startBeats()
      } catch let error as IOError where error.errnoCode == EADDRINUSE {
        await unserve()
        if kept != 0 { throw PortHolder.refusal(of: port) }
      } catch {
        await unserve()
        throw error
      }
    }
    throw Refused(.notNow, "No free port was found for the page: try again in a moment.")
  }

  /// Nil on a system without IPv6, where nobody else can listen there either.
  private func listenV6(_ address: PageAddress) async throws -> Task<Void, Never>? {
    do {
      return try await listen("::1", address)
    } catch let error as IOError where [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode) {
      return nil
    }
  }

  /// Returns once browsers can connect.
  private func listen(_ host: String, _ address: PageAddress) async throws -> Task<Void, Never> {
    guard let routes else { throw Refused(.unavailable, "The daemon is still starting.") }
    let answers = PageAnswers(
      address: address, browsers: browsers, folder: self.host.folder,
      responder: routes.router().buildResponder(), notice: self.host.notice,
      sessionEnded: { await routes.streams.endAll() })
    let (outcome, done) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    let server = RequestServer(
      .hostname(host, port: address.port), connections: Self.mostConnections,
      loop: MultiThreadedEventLoopGroup.singleton.next(), logger: PageAnswers.logger,
      handlers: { [OwnUserHandler()] }, ready: { _ in done.yield(.success(())) },
      answer: { request, channel in await answers.answer(request, channel) })
    let task = Task(executorPreference: TaskThreads.shared) {
      do {
        try await server.run { await routes.streams.closeAll() }
        done.yield(.failure(CancellationError()))
      } catch {
        done.yield(.failure(error))
      }
    }
    for await result in outcome {
      try result.get()
      return task
    }
    throw CancellationError()
  }

  private func unserve() async {
    beats?.cancel()
    beats = nil
    served.withLock { $0 = nil }
    let ended = servers
    servers = []
    for task in ended { task.cancel() }
    for task in ended { await task.value }
    await routes?.streams.reopen()
  }

  private func startBeats() {
    let (host, streams) = (host, routes?.streams)
    beats = MultiThreadedEventLoopGroup.singleton.next().scheduleRepeatedTask(
      initialDelay: Self.beat, delay: Self.beat
    ) { _ in
      Task(executorPreference: TaskThreads.shared) {
        if await streams?.isEmpty == false { host.beat() }
      }
    }
  }
}
