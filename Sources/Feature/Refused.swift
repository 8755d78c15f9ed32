import Schema

/// A refusal as an error: what, why, what to do.
public struct Refused: Error, Equatable, Sendable {
  /// The refusal in the words of the schema.
  public var refusal: Refusal

  /// Throws a refusal that somebody else has made.
  public init(_ refusal: Refusal) { self.refusal = refusal }

  /// Makes a refusal with a sentence for people.
  ///
  /// - Parameters:
  ///   - reason: what and why; it names no command where a remedy is given.
  ///   - remedy: the thing to do; nil where the sentence says all.
  public init(_ code: RefusalCode, _ reason: String, _ remedy: Remedy? = nil) {
    refusal = Refusal()
    refusal.code = code
    refusal.message = reason
    guard let remedy else { return }
    refusal.message = remedy.sentence(after: reason)
    refusal.remedy = remedy
    refusal.reason = reason
  }

  /// Makes a refusal whose remedy needs no fields.
  public init(_ code: RefusalCode, _ reason: String, _ remedy: RemedyCode) {
    self.init(code, reason, Remedy(remedy))
  }

  /// The refusal of a rule of a feature.
  public init(_ problem: any Problem) {
    self.init(problem.code, "\(problem)", problem.remedy)
  }

  /// The sentence without the thing to do.
  public var reason: String { refusal.reason.isEmpty ? refusal.message : refusal.reason }

  /// Returns the same refusal with sentences before and after it.
  public func said(after before: String = "", before after: String = "") -> Refused {
    var said = self
    let all = { [before, $0, after].filter { !$0.isEmpty }.joined(separator: " ") }
    said.refusal.message = all(refusal.message)
    if !refusal.reason.isEmpty { said.refusal.reason = all(refusal.reason) }
    return said
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
