import Schema

/// A refusal as an error: what, why, what to do.
public struct Refused: Error, Equatable, Sendable {
  /// The refusal in the words of the schema.
  public var refusal: Refusal

  /// Throws a refusal that somebody else has made.
  public init(_ refusal: Refusal) { self.refusal = refusal }

  /// Makes a refusal with a sentence for people.
  public init(_ code: RefusalCode, _ message: String) {
    refusal = Refusal()
    refusal.code = code
    refusal.message = message
  }
}

extension Refused {
  /// A line that our person typed, without what cannot be shown.
  ///
  /// - Parameters:
  ///   - what: what it is, as a sentence begins: "The name".
  ///   - limit: in bytes of UTF-8.
  /// - Throws: `Refused` where it is too long: cut, it would be something else.
  public static func line(_ typed: String, _ what: String, limit: Int) throws -> String {
    let line = Text.clean(typed, limit: .max)
    guard line.utf8.count <= limit else {
      throw Refused(
        .invalid,
        "\(what) has \(line.utf8.count) bytes and \(limit) are allowed: choose a shorter one.")
    }
    return line
  }
}
