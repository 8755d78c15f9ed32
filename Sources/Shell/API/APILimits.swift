/// Bounds of everything that a client of the local API can ask for.
public enum APILimits {
  /// Longest file that is looked at, in bytes; the node says how long one may be.
  public static let fileBytes = 8 << 20
  /// Most connections at once; further ones wait in the socket's queue until others give way.
  public static let connections = 64
}
