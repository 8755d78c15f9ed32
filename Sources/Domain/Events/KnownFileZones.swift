import Synchronization

/// Zones of files that were read before: each of the thousands of files of a folder describes the same few, with dates for
/// a hundred years.
enum KnownFileZones {
  /// The most zones that are kept, and the most bytes of one.
  private static let (most, mostBytes) = (32, 32 << 10)

  private static let zones = Mutex<[[String]: FileZone]>([:])

  /// The zone that a VTIMEZONE describes; nil where that is not understood.
  ///
  /// - Parameter lines: of the component, without BEGIN and END.
  static func zone(of lines: [String]) -> FileZone? {
    if let known = zones.withLock({ $0[lines] }) { return known }
    guard let zone = FileZone(lines) else { return nil }
    if zone.size <= mostBytes {
      zones.withLock {
        if $0.count >= most { $0 = [:] }
        $0[lines] = zone
      }
    }
    return zone
  }
}
