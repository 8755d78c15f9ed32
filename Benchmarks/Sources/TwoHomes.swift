import Client
import Foundation
import Schema

/// Two real daemons on this machine, linked with each other, whose people trust each other: of strangers little is
/// taken at once.
final class TwoHomes {
  let host: DaemonProcess
  let joiner: DaemonProcess

  init(_ places: Places, name: String) throws {
    host = try DaemonProcess(places, name: "\(name)-host")
    joiner = try DaemonProcess(places, name: "\(name)-joiner")
    let address = try host.address()
    try joiner.client.send("POST", "/v1/peers", AddPeer.with { $0.address = address })
    try wait("the two daemons to be linked") {
      try host.client.get("/v1/status", as: StatusView.self).peersOnline == 1
        && joiner.client.get("/v1/status", as: StatusView.self).peersOnline == 1
    }
    for (daemon, other) in [(host, joiner), (joiner, host)] {
      let node = try other.client.get("/v1/status", as: StatusView.self).node
      try daemon.client.send("POST", "/v1/peers/\(node)/trust", TrustPeer())
    }
  }

  /// Opens a table at the host, seats the joiner and starts; nobody is there yet.
  /// - Returns: The table's id.
  func startMatch() throws -> String {
    let table = try host.client.send("POST", "/v1/tables", HostTable()).table.id
    let path = "/v1/tables/\(table)"
    try wait("the table to be offered") {
      try joiner.client.get("/v1/tables", as: TableList.self).tables.contains { $0.id == table }
    }
    try joiner.client.send("POST", "\(path)/ask", AskToJoin())
    try wait("the question") { try view(table).asks.count == 1 }
    try host.client.send("POST", "\(path)/answer", AnswerAsk.with { $0.accept = true })
    try wait("the match to start") {
      (try? host.client.send("POST", "\(path)/start", StartTable())) != nil
    }
    try wait("the joiner to know") {
      try joiner.client.get(path, as: TableView.self).phase == .playing
    }
    return table
  }

  /// Both persons sit down, or let their nodes play.
  func attend(_ table: String, auto: Bool) throws {
    let here = Attend.with {
      $0.attendance = .here
      $0.auto = auto
    }
    for daemon in [host, joiner] {
      try daemon.client.send("POST", "/v1/tables/\(table)/attend", here)
    }
  }

  /// The table as the host's person sees it.
  func view(_ table: String) throws -> TableView {
    try host.client.get("/v1/tables/\(table)", as: TableView.self)
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
