/// The reason why this node cannot listen; the description tells the person what to do.
public enum LinkError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Another program listens there.
  case portInUse(host: String, port: Int)
  /// The system does not let this program listen there.
  case notAllowed(host: String, port: Int)
  /// The address is not one of this machine.
  case notHere(host: String)
  /// The links were shut down.
  case stopped
  /// Anything else that the system said.
  case cannotListen(host: String, port: Int, reason: String)

  public var description: String {
    switch self {
    case .portInUse(let host, let port):
      "Port \(port) of \(host) is in use by another program: stop that program or choose another port."
    case .notAllowed(let host, let port):
      "The system does not allow listening on port \(port) of \(host): choose a port above 1023."
    case .notHere(let host):
      "The address \(host) does not belong to this machine: choose one that it has, or none for all."
    case .stopped:
      "The node is stopping and can no longer listen: start it again."
    case .cannotListen(let host, let port, let reason):
      "Listening on port \(port) of \(host) failed (\(reason)): choose another address or port."
    }
  }
}
