import Schema

/// Why a file cannot be shared; a sentence for people.
public enum FileProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// A name of which nothing is left.
  case unnamed
  /// Not one byte.
  case empty
  /// More bytes than a file may have.
  case tooLong(bytes: Int, limit: Int)

  /// What, why, what to do.
  public var description: String {
    switch self {
    case .unnamed: "The file has no name: give it one with --name."
    case .empty: "The file is empty: there is nothing to share."
    case .tooLong(let bytes, let limit):
      "The file has \(bytes) bytes and \(limit) are allowed: make it smaller or share it in parts."
    }
  }
}

/// What may be shared as a file, and under which name (row P-35).
public enum FileRules {
  /// Bytes of UTF-8 in a name: what a directory of Linux takes.
  public static let name = 255

  /// The name of a file as it is shown and stored anywhere: no path, no control characters, not hidden.
  ///
  /// Whoever sent it may have written anything.
  public static func name(_ text: String) -> String {
    let last = text.split(separator: "/").last.map(String.init) ?? ""
    // A program of a directory must not find what it would run or read by itself.
    return Text.clean(String(last.drop { $0 == "." || $0.isWhitespace }), limit: name)
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
