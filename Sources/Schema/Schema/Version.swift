/// The version of the program.
public enum Version {
  /// As `parlor --version` prints it.
  public static let text = "0.1.0"
}
