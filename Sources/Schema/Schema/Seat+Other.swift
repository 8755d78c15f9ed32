extension Seat {
  /// The two chairs of a table, the host's first.
  public static let chairs: [Seat] = [.host, .joiner]

  /// The chair on the other side; the host's for what is not a chair.
  public var other: Seat { self == .host ? .joiner : .host }

  /// Whether it is one of the two chairs; a peer may send anything.
  public var isChair: Bool { self == .host || self == .joiner }
}
