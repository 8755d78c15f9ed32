/// Paths as text.
public enum PathText {
  /// The folder that a path is in: "/a" for "/a/b" and "/a/b/", "/" for "/a", and "." for "a".
  public static func folder(of path: String) -> String {
    let parts = path.split(separator: "/")
    let folder = parts.dropLast().joined(separator: "/")
    return path.hasPrefix("/") ? "/" + folder : folder.isEmpty ? "." : folder
  }
}
