import Hummingbird
import Logging
import NIOCore

/// What a route knows of its request beside the request: the connection it came on.
public struct APIContext: RequestContext {
  /// What Hummingbird keeps with every request.
  public var coreContext: CoreRequestContextStorage
  let channel: any Channel

  /// Made by the server for each request.
  public init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}
