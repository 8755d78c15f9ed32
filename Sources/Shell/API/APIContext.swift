import Hummingbird
import Logging
import NIOCore

/// The context of a request: beside the request itself, the connection on which it came.
public struct APIContext: RequestContext {
  /// The storage that Hummingbird keeps with every request.
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
