/// Bounds of everything that a client of the local API can ask for.
public enum APILimits {
  /// Longest request body, in bytes.
  public static let bodyBytes = 64 * 1024
  /// Most messages of a room in one answer.
  public static let messages = 500
  /// Most connections at once; further ones wait in the socket's queue.
  public static let connections = 64
}
