/// The place of an entrant in the list of a tournament, as people write it: `#1` is the first one, whose number is 0.
public enum EntrantPlace {
  /// The text of a place.
  ///
  /// - Parameter number: of the entrant, from 0.
  public static func text(of number: Int) -> String { "#\(number + 1)" }

  /// Reads the digits of a place; nil where they are none of a list.
  ///
  /// - Parameters:
  ///   - digits: of the place, without its `#`.
  ///   - count: of the entrants.
  /// - Returns: The number of the entrant, from 0.
  public static func number(_ digits: Substring, among count: Int) -> Int? {
    guard (1...3).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let place = Int(digits), place >= 1, place <= count
    else { return nil }
    return place - 1
  }
}
