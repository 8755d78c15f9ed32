import Feature
import NIOCore

/// The connections that carry a stream: a server that ends closes them, because nothing else would.
public actor OpenStreams {
  private let most: Int
  private var channels: [ObjectIdentifier: any Channel] = [:]
  private var closing = false

  init(most: Int) { self.most = most }

  /// Whether nobody follows anything now.
  public var isEmpty: Bool { channels.isEmpty }

  /// Refuses one stream more than there may be.
  func check() throws {
    guard channels.count >= most else { return }
    throw Refused(
      .busy, "\(most) streams are open, and no more are allowed: close a window of this page.")
  }

  /// A stream begins on a connection.
  func opened(_ channel: any Channel) {
    channels[ObjectIdentifier(channel)] = channel
    if closing { channel.close(promise: nil) }
  }

  /// A stream ended by itself.
  func closed(_ channel: any Channel) { channels[ObjectIdentifier(channel)] = nil }

  /// Closes all streams, and any that begins from now on.
  ///
  /// Streams whose node stopped end by themselves and get a moment to say so.
  public func closeAll() async {
    closing = true
    for _ in 0..<20 where !channels.isEmpty { try? await Task.sleep(for: .milliseconds(5)) }
    for channel in channels.values { channel.close(promise: nil) }
  }

  /// Ends all open streams: a client that may still follow begins again, any other one learns why not.
  public func endAll() { for channel in channels.values { channel.close(promise: nil) } }

  /// Allows streams again: the server listens again.
  public func reopen() { closing = false }
}
