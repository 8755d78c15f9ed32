import Programs

/// A shell script that a test starts as a program.
public enum ScriptFile {
  /// Writes a script, which its owner may start.
  ///
  /// A shell of its own writes it: a child that another test forks meanwhile would hold the file open for writing, and nobody could
  /// start it then ("Text file busy").
  /// - Throws: `Filter.Failure` where the shell cannot be started.
  public static func write(_ text: String, to path: String) throws {
    let shell = Filter(
      "/bin/sh", ["-c", #"cat > "$1" && chmod 700 "$1""#, "sh", path], within: .seconds(60),
      limit: 0)
    _ = try shell.run(Array(text.utf8))
  }
}
