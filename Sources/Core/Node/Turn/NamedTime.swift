/// A time that another node names: a label for people, which never decides anything.
enum NamedTime {
  /// The last millisecond of the year 9999.
  static let latest: UInt64 = 253_402_300_799_999

  /// A time in milliseconds since 1970; nil for none, and for one that no person could read.
  static func milliseconds(_ named: UInt64) -> Int64? {
    (1...latest).contains(named) ? Int64(named) : nil
  }
}
