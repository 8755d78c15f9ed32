import Client
import Commands
import struct Feature.Refused
import Features
import FoundationEssentials
import Node
import Schema
import Store
import SwiftProtobuf
import Terminal
import TestKit

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A stage of real daemons with throw-away homes, over TCP on this machine.
///
/// Host and joiner reach each other only through a proxy, so that their links can be cut. Cards are as
/// random as ever: what depends on them is not compared.
final class RealStage: MatchStage {
  private static let pauseMicroseconds: UInt32 = 10_000
  private static let firstPauseMicroseconds: UInt32 = 500
  private static let restartSeconds = 0.4

  private final class Player {
    let daemon: StagedDaemon
    let address: String
    var client: DaemonClient { daemon.client }

    init(home: String, address: String) {
      daemon = StagedDaemon(home: home)
      self.address = address
    }
  }

  private let directory: String
  private var players: [Person: Player] = [:]
  private var proxy: LinkProxy?
  private var restarts: [(Person, Date)] = []
  private var triedSince = Date()
  private let claimSeconds: Int64
  private let patienceSeconds: Double

  /// Makes a directory for the homes of a script's daemons.
  ///
  /// - Parameter patienceSeconds: after which something tried in vain is given up.
  init(_ script: Script, patienceSeconds: Int) throws {
    claimSeconds = script.claimSeconds
    self.patienceSeconds = Double(patienceSeconds)
    directory = try ThrowAwayDirectory.make("script")
  }

  private(set) var isSeeded = false
  var messageCount: Int { proxy?.messageCount ?? 0 }
  var messageStride: Int { 9 }

  /// From then on the seed decides the cards: what they come from is on disk.
  func adopt(_ store: Store, for person: Person) throws {
    mkdir(home(of: person), 0o700)
    try store.copy(toHome: home(of: person))
    isSeeded = true
  }

  private func home(of person: Person) -> String { "\(directory)/\(person.rawValue)" }

  func begin(_ people: [Person]) throws {
    for (index, person) in people.enumerated() {
      // Each on an address of its own, so that the host cannot dial the joiner past the proxy.
      let player = Player(home: home(of: person), address: "127.0.0.\(index + 1)")
      players[person] = player
      try start(player)
      try player.client.call(Methods.Node.set) {
        $0.key = "name"
        $0.value = person.name
      }
    }
    guard let host = players[.host] else { return }
    let port = Int(try host.client.call(Methods.Node.status).port)
    let proxy = try LinkProxy(to: port)
    self.proxy = proxy
    for person in people where person != .host {
      let address = "127.0.0.1:\(person == .joiner ? proxy.port : port)"
      _ = try perform(Methods.Peers.add { $0.address = address }, by: person)
    }
    var tries = 0
    while try host.client.call(Methods.Peers.list).peers.count(where: \.online)
      < people.count - 1
    {
      guard try passTime(tries: tries) else {
        throw CommandFailure(SessionEnd.timedOut, "The daemons do not reach each other.")
      }
      tries += 1
    }
  }

  func end() {
    proxy?.end()
    for player in players.values { player.daemon.end(with: SIGTERM) }
    try? FileManager.default.removeItem(atPath: directory)
  }

  func perform(_ call: Call, by person: Person) throws -> Result<any Message, Refused> {
    guard let player = players[person] else {
      return .failure(Refused(.unavailable, "There is no \(person.rawValue) here."))
    }
    do {
      return .success(try player.client.perform(call))
    } catch ClientFailure.refused(let refusal) {
      return .failure(Refused(refusal.code, refusal.message))
    } catch ClientFailure.noDaemon(let reason) {
      return .failure(Refused(.unavailable, reason))
    }
  }

  func tables(_ person: Person) throws -> [TableView] {
    do {
      return try players[person]?.client.call(Methods.Tables.list).tables ?? []
    } catch ClientFailure.noDaemon {
      return []
    }
  }

  func transcript(_ person: Person, table: String) throws -> [UInt8] {
    try players[person]?.client.bytes("/v1/transcript?table=\(table)") ?? []
  }

  func passTime(tries: Int) throws -> Bool {
    if tries == 0 { triedSince = Date() }
    // What is under way between two daemons of this machine mostly takes less than a millisecond.
    usleep(min(Self.pauseMicroseconds, UInt32(clamping: tries + 1) * Self.firstPauseMicroseconds))
    try startAgain()
    return Date().timeIntervalSince(triedSince) < patienceSeconds
  }

  func wait(milliseconds: Int64) throws {
    let end = Date(timeIntervalSinceNow: Double(milliseconds) / 1_000)
    while Date() < end {
      usleep(Self.pauseMicroseconds)
      try startAgain()
    }
  }

  func cut() throws { proxy?.cut() }
  func part() throws { proxy?.part(true) }
  func heal() throws { proxy?.part(false) }
  func hold(_ person: Person) throws { proxy?.hold(person == .host ? .listener : .dialler, true) }
  func release(_ person: Person) throws {
    proxy?.hold(person == .host ? .listener : .dialler, false)
  }

  func kill(_ person: Person) throws {
    players[person]?.daemon.end(with: SIGKILL)
  }

  func restart(_ person: Person) throws {
    guard let player = players[person], player.daemon.process == 0 else { return }
    try start(player)
    // Another daemon may have taken the port meanwhile.
    if person == .host, let status = try? player.client.call(Methods.Node.status) {
      proxy?.forward(to: Int(status.port))
    }
  }

  func withStore(of person: Person, _ body: (Store) throws -> Void) throws {
    guard let player = players[person] else { return }
    let store = try Store(home: player.daemon.home, .parlor)
    try body(store)
    try store.close()
  }

  func replaceStore(of person: Person, by store: Store) throws {
    guard let home = players[person]?.daemon.home else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: home)
    where name.hasPrefix("parlor.sqlite") {
      try FileManager.default.removeItem(atPath: "\(home)/\(name)")
    }
    try store.copy(toHome: home)
  }

  func kill(_ person: Person, atMessage message: Int, before: Bool) throws {
    guard let player = players[person] else { return }
    let process = player.daemon.process
    proxy?.trap(message: message, before: before) { _ = Glibc.kill(process, SIGKILL) }
  }

  /// Starts daemons that were killed at a message.
  private func startAgain() throws {
    // One moment for all: what is due is both started and struck off the list.
    let now = Date()
    for (person, player) in players where try player.daemon.wasKilled() {
      restarts.append((person, now.addingTimeInterval(Self.restartSeconds)))
    }
    for (person, at) in restarts where at <= now { try restart(person) }
    restarts.removeAll { $0.1 <= now }
  }

  private func start(_ player: Player) throws {
    try player.daemon.start([
      "--address", player.address, "--no-discovery", "--claim-seconds", "\(claimSeconds)",
    ])
    let deadline = Date(timeIntervalSinceNow: patienceSeconds)
    while !player.daemon.isReady {
      guard Date() < deadline else {
        throw CommandFailure(
          SessionEnd.noDaemon, "A daemon of the script does not start: see \(player.daemon.log).")
      }
      usleep(Self.pauseMicroseconds)
    }
  }
}
