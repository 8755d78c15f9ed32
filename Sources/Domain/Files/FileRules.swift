import Feature
import Schema

/// A reason why a file cannot be shared, as a sentence for people.
public enum FileProblem: Problem, Equatable {
  /// A name without any permitted character.
  case unnamed
  /// Not one byte.
  case empty
  /// More bytes than a file may have.
  case tooLong(bytes: Int, limit: Int)

  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .unnamed: "The file has no name: give it one with --name."
    case .empty: "The file is empty: there is nothing to share."
    case .tooLong(let bytes, let limit):
      "The file has \(bytes) bytes, more than the \(limit) that are allowed: make it smaller or share it in parts."
    }
  }
}

/// The limits of shared files, and the rules for their names (row P-35).
public enum FileRules {
  /// Bytes of UTF-8 in a name: what a directory of Linux takes, with room for the ending of a file that is not whole yet.
  public static let name = 240
  /// Files that our person may share at once.
  public static let burst = 100
  /// The milliseconds after which one more is allowed.
  public static let everyMilliseconds: Int64 = 1_000

  /// The name of a file as it is shown and stored anywhere: no path, no control characters, not hidden.
  ///
  /// The sender may have written anything, so the name is made harmless first and its parts are looked at afterwards.
  public static func name(_ text: String) -> String {
    // By scalars: a mark that follows a "/" or a "." makes another character of it, and the byte stays.
    let clean = Text.clean(text, limit: text.utf8.count).unicodeScalars
    let last = clean.split(separator: "/").last.map { String($0) } ?? ""
    return visible(Text.clean(visible(last), limit: name))
  }

  /// A name without whatever hides it from a listing, at its beginning.
  private static func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.drop { scalar in
          scalar == "." || scalar.properties.isWhitespace
            || [.nonspacingMark, .enclosingMark, .format].contains(
              scalar.properties.generalCategory)
        }))
  }

  /// The name under which a file is shared.
  ///
  /// - Parameters:
  ///   - bytes: how long it is.
  ///   - limit: how long it may be, in bytes.
  /// - Throws: `FileProblem`.
  public static func check(
    name text: String, bytes: Int, limit: Int
  ) throws(FileProblem) -> String {
    let name = name(text)
    guard !name.isEmpty else { throw .unnamed }
    guard bytes > 0 else { throw .empty }
    guard bytes <= limit else { throw .tooLong(bytes: bytes, limit: limit) }
    return name
  }
}
