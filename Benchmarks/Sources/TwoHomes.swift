import Client
import Foundation
import Schema

/// Two real daemons on this machine, linked with each other, whose people trust each other: of strangers little is
/// taken at once.
final class TwoHomes {
  let host: DaemonProcess
  let joiner: DaemonProcess

  /// Starts both in new homes.
  convenience init(_ places: Places, name: String) throws {
    try self.init(
      host: DaemonProcess(places, name: "\(name)-host"),
      joiner: DaemonProcess(places, name: "\(name)-joiner"))
  }

  /// The same, where something is done to the homes before their people meet, while no daemon runs in them.
  convenience init(
    _ places: Places, name: String, after change: (_ homes: [String]) throws -> Void
  ) throws {
    // Each makes its account and ends with the statement.
    let homes = try ["host", "joiner"].map {
      try DaemonProcess(places, name: "\(name)-\($0)").home
    }
    try change(homes)
    try self.init(
      host: DaemonProcess(parlor: places.parlor, home: homes[0]),
      joiner: DaemonProcess(parlor: places.parlor, home: homes[1]))
  }

  private init(host: DaemonProcess, joiner: DaemonProcess) throws {
    (self.host, self.joiner) = (host, joiner)
    let address = try host.address()
    try joiner.client.call(Methods.Peers.add) { $0.address = address }
    try wait("the two daemons to be linked") {
      try host.client.call(Methods.Node.status).peersOnline == 1
        && joiner.client.call(Methods.Node.status).peersOnline == 1
    }
    for (daemon, other) in [(host, joiner), (joiner, host)] {
      let node = try other.client.call(Methods.Node.status).node
      try daemon.client.call(Methods.Peers.trust) { $0.node = node }
    }
  }

  /// Opens a table at the host, seats the joiner and starts; nobody is there yet.
  /// - Parameter spectators: Who may watch.
  /// - Returns: The table's id.
  func startMatch(spectators: SpectatorPolicy = .unspecified) throws -> String {
    let table = try host.client.call(Methods.Tables.host) { $0.spectators = spectators }.id
    try wait("the table to be offered") {
      try joiner.client.call(Methods.Tables.list).tables.contains { $0.id == table }
    }
    try joiner.client.call(Methods.Tables.ask) { $0.table = table }
    try wait("the question") { try view(table).asks.count == 1 }
    try host.client.call(Methods.Tables.answer) {
      $0.table = table
      $0.accept = true
    }
    try wait("the match to start") {
      (try? host.client.call(Methods.Tables.start, { $0.table = table })) != nil
    }
    try wait("the joiner to know") {
      try joiner.client.call(Methods.Tables.show, { $0.table = table }).phase == .playing
    }
    return table
  }

  /// Seats both persons, or lets their nodes play.
  func attend(_ table: String, auto: Bool) throws {
    for daemon in [host, joiner] {
      try daemon.client.call(Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
        $0.auto = auto
      }
    }
  }

  /// The table as the host's person sees it.
  func view(_ table: String) throws -> TableView {
    try host.client.call(Methods.Tables.show) { $0.table = table }
  }

  /// Looks again and again until something holds.
  func wait(
    _ what: String, seconds: Double = 60, every milliseconds: Int = 1,
    until holds: () throws -> Bool
  ) throws {
    let start = ContinuousClock.now
    while try !holds() {
      guard (ContinuousClock.now - start).seconds < seconds else {
        throw ProgramError(description: "Waited \(seconds) s for \(what) in vain.")
      }
      sleep(milliseconds: milliseconds)
    }
  }
}
