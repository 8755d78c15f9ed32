import Hummingbird
import Logging
import NIOCore

/// What a route knows of its request beside the request: the connection it came on.
public struct APIContext: RequestContext {
  /// What Hummingbird keeps with every request.
  public var coreContext: CoreRequestContextStorage
  let channel: any Channel

  /// The context of a request that came on a connection.
  public init(_ channel: any Channel, _ logger: Logger) {
    self.init(source: ApplicationRequestContextSource(channel: channel, logger: logger))
  }

  /// Made by the server for each request.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
