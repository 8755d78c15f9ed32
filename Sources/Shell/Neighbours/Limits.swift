/// Every quantity of the network and of time that the program holds to.
///
/// Sizes are in octets and times in milliseconds.
package enum Limits {
  /// An instance name is one DNS label (RFC 6763 section 4.1.1).
  package static let nameOctets = 63
  /// A TXT record of ours; larger ones do not fit one multicast packet with the rest.
  package static let textOctets = 400
  /// One pair of a TXT record, `key=value` (RFC 6763 section 6.1).
  package static let pairOctets = 255
  /// The most octets of somebody else's TXT record that are looked at.
  package static let foreignTextOctets = 1024
  /// A command line on standard input.
  package static let commandOctets = 16 * 1024
  /// Instances held at one time; further ones are ignored until one leaves.
  package static let instances = 256
  /// Addresses of one instance.
  package static let addresses = 16
  /// Services resolved at one time; each needs up to two connections to D-Bus.
  package static let resolutions = 8

  /// The time for which queries for addresses stay open.
  package static let resolutionTime: Int64 = 2_000
  /// Wait after the first address when both families have answered.
  package static let quietTime: Int64 = 20
  /// Wait after the first address for the other family.
  package static let otherFamilyTime: Int64 = 100
  /// Addresses change without a word: look again after this time.
  package static let refreshTime: Int64 = 300_000
  /// The first and the longest wait before something that failed is tried again.
  package static let backoffTime: ClosedRange<Int64> = 1_000...30_000
}

/// The doubling wait between two tries, in milliseconds.
package struct Backoff {
  private var next = Limits.backoffTime.lowerBound

  /// Begins with the shortest wait.
  package init() {}

  /// Gives the wait before the next try and doubles the one after it.
  package mutating func wait() -> Int64 {
    defer { next = min(next * 2, Limits.backoffTime.upperBound) }
    return next
  }

  /// Starts again with the shortest wait.
  package mutating func reset() { next = Limits.backoffTime.lowerBound }
}
