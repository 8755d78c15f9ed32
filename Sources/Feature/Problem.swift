import Schema

/// Why a rule of a feature refuses something; its description is a sentence for people.
public protocol Problem: Error, CustomStringConvertible {
  /// How programs tell it from other refusals.
  var code: RefusalCode { get }
}

extension Problem {
  /// What was given is not valid, unless a problem says otherwise.
  public var code: RefusalCode { .invalid }
}
