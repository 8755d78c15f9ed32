import Schema

/// A sentence of a view with the thing to do about it: what a refusal is where nothing was asked for.
public struct Advice: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// The matter and its reason; it names no command.
  public let reason: String
  /// The thing to do; nil where there is none.
  public let remedy: Remedy?

  /// Makes a sentence with a remedy.
  public init(_ reason: String, _ remedy: Remedy? = nil) {
    self.reason = reason
    self.remedy = remedy
  }

  /// Makes a sentence with a remedy that needs no fields.
  public init(_ reason: String, _ remedy: RemedyCode) {
    self.init(reason, Remedy(remedy))
  }

  /// Makes a sentence about which nothing is to be done.
  public init(stringLiteral value: String) { self.init(value) }

  /// All of it, for a terminal.
  public var text: String { remedy?.sentence(after: reason) ?? reason }

  /// The remedies of a list's sentences, in their order; none where no sentence has one.
  public static func remedies(of list: [Advice]) -> [Remedy] {
    list.contains { $0.remedy != nil } ? list.map { $0.remedy ?? Remedy() } : []
  }
}

extension Refused {
  /// A refusal for a reason that a view shows as well.
  public init(_ code: RefusalCode, for advice: Advice) {
    self.init(code, advice.reason, advice.remedy)
  }
}
