import Schema

/// Whether the daemon's port takes connections at the addresses of this machine.
enum PortVerdict {
  /// Returns the check of the daemon's port.
  ///
  /// - Parameters:
  ///   - tries: the results of trying our own addresses beside loopback.
  ///   - peers: the others, who say whether they reach us.
  static func check(
    port: Int, tries: [(address: String, reached: Reached)], peers: [PeerView] = [],
    restart: String
  ) -> DoctorCheck {
    let open = tries.filter { $0.reached == .connected }
    guard !tries.isEmpty else {
      return .notChecked(.port, "There is no address beside loopback where port \(port) could be.")
    }
    guard let closed = tries.first(where: { $0.reached != .connected }) else {
      let places = open.map(\.address).joined(separator: ", ")
      return word(of: peers, after: "The daemon takes connections at \(places).")
    }
    let reason = if case .refused(let reason) = closed.reached { reason } else { "no answer" }
    return .problem(
      .port,
      "The daemon takes no connections at \(closed.address) (\(reason)), so others cannot reach it there: "
        + "it may have been started with --address. Start it again without.", fix: restart)
  }

  /// Tells what others say of the way to us. Who reaches us counts more than who does not: a network may keep some machines apart,
  /// and somebody may say what is not so.
  private static func word(of peers: [PeerView], after sentence: String) -> DoctorCheck {
    let told = peers.filter { $0.online && $0.wayBack != .unspecified }
    let fails = told.filter { $0.wayBack != .open }
    guard let failed = fails.first(where: \.paired) ?? fails.first else {
      return .ok(
        .port,
        told.isEmpty
          ? "\(sentence) Only others can tell whether they reach it."
          : "\(sentence) \(names(told)) \(Count.word(told.count, "reaches", "reach")) it.")
    }
    func place(_ word: String) -> String {
      failed.wayBackAddress.isEmpty ? "" : " \(word) \(failed.wayBackAddress)"
    }
    let reason =
      switch failed.wayBack {
      case .refused: "the connection\(place("at")) is refused"
      case .failed: "there is no way from there\(place("to"))"
      default: "nothing answers\(place("at"))"
      }
    guard let reaches = told.first(where: { $0.wayBack == .open }) else {
      return .problem(
        .port,
        "\(failed.name) cannot reach this node: \(reason). Most often a firewall of this machine lets nobody in, "
          + "or the network keeps its machines apart, as networks for guests do.")
    }
    return .ok(
      .port,
      "\(sentence) \(reaches.name) reaches it, and \(failed.name) does not: \(reason). The network may keep these two apart."
    )
  }

  private static func names(_ peers: [PeerView]) -> String {
    let names = peers.prefix(3).map(\.name)
    let rest = peers.count - names.count
    return Count.list(names + (rest > 0 ? ["\(rest) more"] : []))
  }
}
