/// The number of records that a page of a list may hold.
public enum PageLimit {
  /// The most.
  public static let most = 500

  /// A limit that somebody asks for; 0 stands for the most.
  ///
  /// - Throws: `Refused` for more than the most.
  public static func checked(_ limit: UInt32) throws -> Int {
    guard limit <= most else {
      throw Refused(
        .invalid, "The limit cannot be \(limit): choose a number from 1 to \(most).")
    }
    return limit == 0 ? most : Int(limit)
  }
}
