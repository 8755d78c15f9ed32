/// The TCP port on which a daemon listens for peers.
///
/// A home keeps its port, so that remembered addresses stay good. A new one takes the port that packages name to firewalls; a second
/// home on the same machine gets any other one.
struct PortChoice {
  /// The port of a new home. IANA has not assigned it. Linux gives no program this port by chance: those that it gives begin at 32768
  /// (`ip_local_port_range`).
  static let usual = 27_567

  /// The port that is taken where it is free; nil where one was asked for.
  let first: Int?
  /// The port that must do otherwise; 0 means any.
  let otherwise: Int

  /// - Parameters:
  ///   - wanted: the port that a person asked for.
  ///   - last: the port of the last run.
  init(wanted: Int?, last: Int?) {
    first = wanted == nil ? last ?? Self.usual : nil
    otherwise = wanted ?? 0
  }
}
