import Client
import Feature
import Hummingbird
import Logging
import HummingbirdCore
import NIOCore
import NIOPosix
import Node
import Schema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The local API of one home: HTTP on a Unix socket that only its person may open (protocol section 4).
public struct APIServer: Sendable {
  private let node: any NodeAccess
  private let attendance: AttendingScreens
  private let home: String
  private let loop: any EventLoop
  private let logger: Logger

  /// Prepares a server; `home` is the home's absolute path.
  ///
  /// The loop may be that of the node's turns: commands reach a turn, and changes a screen, without waking another thread. A slow
  /// screen holds up nobody, as nothing here waits on the loop; what takes long is done beside it (`besideConnections`).
  public init(
    node: any NodeAccess, attendance: AttendingScreens? = nil, home: String,
    loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next(), logger: Logger
  ) {
    self.node = node
    self.attendance = attendance ?? AttendingScreens(node: node)
    self.home = home
    self.loop = loop
    self.logger = logger
  }

  /// Serves until its task is cancelled, then ends every connection; calls `ready` once commands can connect.
  ///
  /// A socket that a dead daemon left is replaced. Throws `REFUSAL_CODE_BUSY` when a daemon answers on it,
  /// `REFUSAL_CODE_STORAGE` when the socket cannot be made.
  public func run(ready: @escaping @Sendable () async -> Void) async throws {
    guard let path = SocketPath(directory: home, name: DaemonSocket.name) else {
      throw Refused(
        .storage, "\(home) cannot be opened: make the directory or choose another --home.")
    }
    if let descriptor = path.connect() {
      close(descriptor)
      throw Refused(
        .busy, "A daemon already runs in \(home).", .stop)
    }
    let text = path.text
    let routes = APIRouter(node: node, attendance: attendance)
    let responder = routes.router().buildResponder()
    let logger = logger
    let server = RequestServer(
      .unixDomainSocket(path: text), connections: APILimits.connections, loop: loop,
      logger: logger,
      ready: { _ in
        chmod(text, 0o600)
        await ready()
      },
      answer: { request, channel in
        try await responder.respond(to: request, context: APIContext(channel, logger))
      })
    do {
      try await server.run { await routes.streams.closeAll() }
    } catch is UnixDomainSocketPathWrongType {
      throw Refused(
        .storage,
        "The file \(home)/\(DaemonSocket.name) is not a socket, and the daemon needs that name: remove it."
      )
    } catch let error as IOError {
      throw Refused(
        .storage,
        "The socket in \(home) cannot be made (\(String(cString: strerror(error.errnoCode)))): check who owns the "
          + "directory.")
    }
    unlink(path.text)
  }
}
