import FoundationEssentials

/// Removes what Parlor has put into a home, and nothing else.
struct HomeRemoval {
  /// The names of everything that a home may hold.
  private static let names: Set<String> = [
    "api.sock", "ballast", "calendar", "cards.db", "commits", "daemon.log", "daemon.log.1", "lock",
    "node-certificate.pem", "node-key.pem", "parlor.sqlite", "parlor.sqlite-journal",
    "parlor.sqlite-shm", "parlor.sqlite-wal", "profile.json", "program", "reminded", "running",
  ]

  /// The absolute path of the home, in which no daemon runs.
  let home: String

  /// Removes it.
  ///
  /// - Returns: the names of what is left; none where the directory is gone as well.
  @discardableResult
  func run() -> [String] {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: home)) ?? [] where Self.isOurs(name) {
      try? files.removeItem(atPath: home + "/" + name)
    }
    let left = (try? files.contentsOfDirectory(atPath: home)) ?? []
    if left.isEmpty { try? files.removeItem(atPath: home) }
    return left.sorted()
  }

  private static func isOurs(_ name: String) -> Bool {
    names.contains(name)
      || ["parlor.sqlite.", "cards.db", "backup."].contains(where: name.hasPrefix)
  }
}
