import Schema

/// The reason why a rule of a feature refuses something; its description is a sentence for people.
public protocol Problem: Error, CustomStringConvertible {
  /// The code by which programs tell it from other refusals.
  var code: RefusalCode { get }
  /// The thing to do about it; nil where the sentence says all.
  var remedy: Remedy? { get }
}

extension Problem {
  /// `invalid`: the given value is not valid, unless a problem says otherwise.
  public var code: RefusalCode { .invalid }
  /// Nothing, unless a problem says otherwise.
  public var remedy: Remedy? { nil }
}
