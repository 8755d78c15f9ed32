import Schema

/// The reason why a known peer is not reached.
enum PeerVerdict {
  /// Returns the check of one peer that is not online.
  ///
  /// - Parameters:
  ///   - tries: the results of trying its addresses.
  ///   - isConnected: whether this machine is in a network.
  static func check(
    _ peer: PeerView, tries: [(address: String, reached: Reached)], command: String,
    isConnected: Bool = true
  ) -> DoctorCheck {
    let name = peer.name.isEmpty ? peer.addresses.first ?? "A peer" : peer.name
    let reason = peer.problem.isEmpty ? "" : " (\(peer.problem))"
    if let open = tries.first(where: { $0.reached == .connected }) {
      return .problem(
        .peer,
        "\(name) is not linked\(reason), though \(open.address) takes connections: this shows why.",
        fix: "\(command) peer list")
    }
    let what = tries.map { "\($0.address): \(text($0.reached))" }.joined(separator: "; ")
    let isHere = tries.contains { $0.address.hasPrefix("127.") || $0.address.hasPrefix("[::1]") }
    guard isConnected || isHere else {
      return .notChecked(.peer, "\(name) cannot be reached without a network.")
    }
    if peer.discovered {
      return .problem(
        .peer,
        "\(name) is seen on the network and cannot be reached\(reason). \(what). Run `parlor doctor` there: "
          + "most often it is a firewall.")
    }
    guard peer.id.isEmpty else {
      return .notChecked(
        .peer, "\(name) is away, or was not found\(reason). \(what)")
    }
    return .problem(
      .peer,
      "Nobody was ever reached at \(name)\(reason). \(what). Look at `parlor status` there for the port, or "
        + "take the address away.", fix: "\(command) peer forget \(SystemCommands.word(name))")
  }

  private static func text(_ reached: Reached) -> String {
    switch reached {
    case .connected: "it takes connections"
    case .refused(let reason): reason
    case .silent: "no answer"
    }
  }
}
