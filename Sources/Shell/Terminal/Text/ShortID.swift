import Schema

/// Ids as people see them.
public enum ShortID {
  /// Characters shown; any unique beginning is accepted when typed.
  public static let length = 8

  /// The beginning of an id, safe to print.
  public static func text(_ id: String) -> String {
    let plain = id.plain
    // An id has one byte for each character.
    return Text.isPlain(plain)
      ? String(Substring(plain.utf8.prefix(length))) : String(plain.prefix(length))
  }
}
