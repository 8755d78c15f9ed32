/// The socket at which the daemon of a home listens.
public enum DaemonSocket {
  /// The socket's name within the home.
  public static let name = "api.sock"
}
