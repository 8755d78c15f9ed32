import Client
import Commands
import Glibc
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A home below our person's own, for whoever else plays at this machine: the machine itself, or a guest at the same screen.
///
/// Its daemon runs while a match is played, is reached from this machine alone, and plays over the same links as everybody.
final class SecondHome {
  /// The player of a second home.
  enum Who: String, CaseIterable {
    case machine, guest

    var name: String { self == .machine ? "The Machine" : "Guest" }
  }

  let who: Who
  private let daemon: StagedDaemon
  private var isOurs = false

  /// Connected to the daemon there.
  var client: DaemonClient { daemon.client }
  /// Whether a person plays there.
  var isGuest: Bool { who == .guest }

  init(_ who: Who, home: String) {
    self.who = who
    daemon = StagedDaemon(home: "\(home)/\(who.rawValue)")
  }

  /// Starts the daemon there, and links it with our person's.
  ///
  /// - Parameter own: our person's node.
  func start(_ own: DaemonClient, name: String? = nil) throws {
    if !daemon.isReady {
      try daemon.start(["--address", "127.0.0.1", "--no-discovery"])
      isOurs = true
      try wait("The node of \(who.name) does not start: see \(daemon.log).") { daemon.isReady }
    }
    let settings = try client.call(Methods.Node.settings)
    let wanted = name ?? (settings.name == who.name || isGuest ? settings.name : who.name)
    if settings.name != wanted { try set("name", wanted) }
    if settings.lobby != "off" { try set("lobby", "off") }
    let status = try own.call(Methods.Node.status)
    try client.call(Methods.Peers.add) { $0.address = "127.0.0.1:\(status.port)" }
    try wait("The node of \(who.name) does not reach yours.") {
      try client.call(Methods.Peers.list).peers.contains { $0.id == status.node && $0.online }
    }
  }

  /// Whether nobody has played from there yet.
  var isNew: Bool { access(daemon.home + "/parlor.sqlite", F_OK) != 0 }

  /// Stops the daemon, if it was started here.
  func end() {
    if isOurs { daemon.end(with: SIGTERM) }
  }

  private func set(_ key: String, _ value: String) throws {
    try client.call(Methods.Node.set) {
      $0.key = key
      $0.value = value
    }
  }

  /// Sits down at a table there; the machine plays by itself.
  func attend(_ table: String) throws {
    let auto = !isGuest
    try client.call(Methods.Tables.attend) {
      $0.table = table
      $0.attendance = .here
      $0.auto = auto
    }
  }

  /// A new match, with our person in the other chair.
  func begin(_ own: DaemonClient, rules: Rules) throws -> TableView {
    let id = try client.call(Methods.Tables.host) {
      $0.rules = rules
      $0.noChat = true
    }.id
    try wait("The table of \(who.name) does not reach your node.") {
      try own.call(Methods.Tables.list).tables.contains { $0.id == id }
    }
    try own.call(Methods.Tables.ask) { $0.table = id }
    try wait("Your node's question does not reach \(who.name).") {
      try !client.call(Methods.Tables.show) { $0.table = id }.asks.isEmpty
    }
    try client.call(Methods.Tables.answer) {
      $0.table = id
      $0.accept = true
    }
    try wait("Your node does not take the chair.") {
      (try? client.call(Methods.Tables.start) { $0.table = id }) != nil
    }
    try attend(id)
    var begun = TableView()
    try wait("The match does not begin.") {
      do {
        begun = try own.call(Methods.Tables.show) { $0.table = id }
      } catch ClientFailure.refused(let refusal) where refusal.code == .notFound {
        // The table is no longer offered, and has not come yet.
      }
      return begun.phase == .playing
    }
    return begun
  }

  /// Another match after one that is over: our person offers it, and the other player accepts at once.
  func again(after table: TableView, _ own: DaemonClient) throws -> TableView {
    // Who offers first does not matter. An offer that was made before, or that both made, is refused, and stands.
    for client in [own, client] {
      _ = try? client.call(Methods.Tables.rematch) { $0.table = table.id }
    }
    var next = TableView()
    try wait("\(who.name) does not begin another match: run `parlor war play --new`.") {
      let id = try own.call(Methods.Tables.show) { $0.table = table.id }.rematch
      guard !id.isEmpty, (try? attend(id)) != nil,
        let view = try? own.call(Methods.Tables.show, { $0.table = id })
      else { return false }
      next = view
      return view.phase == .playing
    }
    return next
  }

  /// The match between the two that is being played; nil for none.
  func current(_ own: DaemonClient) throws -> TableView? {
    let account = try client.call(Methods.Node.status).account
    return try own.call(Methods.Tables.list).tables.first {
      $0.isPlaying && $0.far.author == account
    }
  }

  /// The other player of a match, where it plays from a home below ours; started and seated.
  static func opponent(of table: TableView, home: String, _ own: DaemonClient) throws -> SecondHome?
  {
    guard table.game.isEmpty, table.isPlaying, !table.far.online else { return nil }
    for who in Who.allCases {
      let second = SecondHome(who, home: home)
      guard !second.isNew else { continue }
      try second.start(own)
      if try second.client.call(Methods.Node.status).account == table.far.author {
        try second.attend(table.id)
        return second
      }
      second.end()
    }
    return nil
  }

  /// Waits up to ten seconds for something.
  private func wait(_ complaint: String, until isDone: () throws -> Bool) throws {
    for _ in 0..<2_000 {
      if try isDone() { return }
      usleep(5_000)
    }
    throw CommandFailure(SessionEnd.timedOut, complaint)
  }
}
