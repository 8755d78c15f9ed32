import Schema

/// Two people on this machine, Ada and Berta, whose daemons are linked.
struct Pair {
  let ada: Home
  let berta: Home
  var adasDaemon: RunningDaemon
  var bertasDaemon: RunningDaemon

  /// Makes both homes, starts both daemons and has Berta's dial Ada's.
  static func linked(prefix: [String] = []) async throws -> Pair {
    let ada = try Home("ada", prefix: prefix)
    let berta = try Home("berta", prefix: prefix)
    let pair = Pair(
      ada: ada, berta: berta, adasDaemon: try await ada.daemon(),
      bertasDaemon: try await berta.daemon())
    try await ada.done("settings", "set", "name", "Ada")
    try await berta.done("settings", "set", "name", "Berta")
    try await berta.done("peer", "add", pair.adasDaemon.address)
    try await pair.isLinked()
    return pair
  }

  /// Waits until both see each other.
  func isLinked() async throws {
    var seen: [PeerList] = []
    try await holds("Ada and Berta see each other", otherwise: { "\(seen)" }) {
      seen = [
        try await ada.ask("peer", "list", as: PeerList.self),
        try await berta.ask("peer", "list", as: PeerList.self),
      ]
      return seen.allSatisfy { $0.peers.contains(where: \.online) }
    }
  }

  /// Each trusts the other's key.
  func trust() async throws {
    let ids = [
      try await ada.ask("status", as: StatusView.self).node,
      try await berta.ask("status", as: StatusView.self).node,
    ]
    try await ada.done("peer", "trust", ids[1])
    try await berta.done("peer", "trust", ids[0])
  }

  /// Ada hosts, Berta joins, Ada accepts and starts; both sit at the table and nobody has played.
  ///
  /// - Parameter words: what is wanted of the table, as `war host` takes it.
  func seated(_ words: String...) async throws -> (host: Player, joiner: Player) {
    let host = try Player(ada, ["war", "host"] + words)
    let table = try await offered(host)
    let joiner = try Player(berta, "war", "join", table)
    _ = try await host.sees("Berta's question") { $0.table.asks.first?.name }
    host.program.say(#"{"do":"accept"}"#)
    _ = try await joiner.sees("her chair") { $0.table.phase == .seated ? true : nil }
    _ = try await host.sees("that she sits") { change in
      if case .joined? = change.tableEvent.what { true } else { nil }
    }
    host.program.say("start")
    return (host, joiner)
  }
}
