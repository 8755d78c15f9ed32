import Schema

extension Collection where Element: Comparable {
  /// The one that a person meant by a name or the beginning of an id.
  ///
  /// - Parameters:
  ///   - none: what to say where nothing fits.
  ///   - several: what to say where more than one fits: the number of them.
  ///   - remedy: the thing to do where nothing fits; a list serves in both cases.
  /// - Throws: `Refused`, `notFound` or `ambiguous`.
  public func only(
    _ none: @autoclosure () -> String, _ remedy: Remedy? = nil, several: (Int) -> String
  ) throws -> Element {
    guard let found = first else { throw Refused(.notFound, none(), remedy) }
    guard count == 1 else {
      throw Refused(.ambiguous, several(count), remedy?.code == .see ? remedy : nil)
    }
    return found
  }
}
