extension StatusView {
  /// The text about DNS-SD until it works, or says why it does not.
  public static let discoveryStarts = "DNS-SD has not answered yet."

  /// Whether the daemon began to look for others only a moment ago, so that nothing is wrong yet.
  public var isStartingDiscovery: Bool { !discovery && discoveryProblem == Self.discoveryStarts }
}
