import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Serves requests on one address until its task is cancelled.
public struct RequestServer: Sendable {
  /// Answers a request that came on a connection.
  public typealias Answer = @Sendable (Request, any Channel) async throws -> Response

  private let server: Server<HTTP1Channel>
  private let tasks: ConnectionTasks

  /// Prepares a server.
  ///
  /// - Parameters:
  ///   - connections: most of them at once; further ones wait in the queue of the address until one ends, or gives way because
  ///     nothing whole came on it for a second.
  ///   - loop: serves all of them, and runs what answers their requests.
  ///   - handlers: what looks at each new connection before its first request.
  ///   - ready: called with the listening socket once clients can connect.
  ///   - answer: answers every request, also those that it refuses.
  public init(
    _ address: BindAddress, connections: Int, loop: any EventLoop, logger: Logger,
    handlers: @escaping @Sendable () -> [any RemovableChannelHandler] = { [] },
    ready: @escaping @Sendable (any Channel) async -> Void, answer: @escaping Answer
  ) {
    tasks = ConnectionTasks(loop)
    let keeper = NIOLoopBoundBox.makeBoxSendingValue(
      PlaceKeeper(connections, loop), eventLoop: loop)
    // Without Hummingbird's own application, whose date cache wakes the process every second.
    server = Server(
      childChannelSetup: HTTP1Channel(
        responder: { request, writer, channel in
          let response = try await answer(request, channel)
          try await writer.write(response: response.head, body: response.body)
        },
        configuration: .init(additionalChannelHandlers: handlers() + [PlaceHandler(keeper.value)])),
      configuration: ServerConfiguration(
        address: address, backlog: connections,
        availableConnectionsDelegate: MaximumAvailableConnections(connections)),
      onServerRunning: { await ready($0) }, eventLoopGroup: loop, logger: logger)
  }

  /// Serves until the task is cancelled; then lets `ending` close what never ends by itself, and ends every connection.
  public func run(ending: @escaping @Sendable () async -> Void) async throws {
    // Only a server that stops accepting first and then ends its connections may end: a cancelled one
    // can drop a connection between accepting and serving it, which traps. So it runs in a task of its own.
    let running = Task(executorPreference: tasks) { try await server.run() }
    try await withTaskCancellationHandler {
      try await running.value
    } onCancel: {
      Task(executorPreference: tasks) {
        await ending()
        try? await server.shutdownGracefully()
      }
    }
  }
}
