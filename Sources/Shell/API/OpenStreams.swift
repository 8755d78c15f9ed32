import NIOCore

/// The connections that carry a stream: a server that ends closes them, because nothing else would.
actor OpenStreams {
  private var channels: [ObjectIdentifier: any Channel] = [:]
  private var closing = false

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
  func closeAll() async {
    closing = true
    for _ in 0..<20 where !channels.isEmpty { try? await Task.sleep(for: .milliseconds(5)) }
    for channel in channels.values { channel.close(promise: nil) }
  }
}
