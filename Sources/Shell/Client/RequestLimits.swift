/// Bounds of one request to the local API.
public enum RequestLimits {
  /// Longest request body, in bytes.
  public static let bodyBytes = 64 * 1024
  /// Most commands in one request.
  public static let commands = 256
}
