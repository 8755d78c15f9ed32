import Client
import Commands
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Two throw-away homes and the daemons in them.
final class DemoStage {
  /// One of the two nodes.
  final class Player {
    let name: String
    fileprivate let daemon: StagedDaemon
    var client: DaemonClient { daemon.client }

    fileprivate init(name: String, home: String) {
      self.name = name
      daemon = StagedDaemon(home: home)
    }
  }

  let directory: String
  let ada: Player
  let bob: Player

  init() throws {
    directory = try ThrowAwayDirectory.make("demo")
    ada = Player(name: "Ada", home: directory + "/ada")
    bob = Player(name: "Bob", home: directory + "/bob")
  }

  /// Starts a player's daemon and waits until it answers.
  func start(_ player: Player) throws {
    try player.daemon.start()
    try wait("\(player.name)'s daemon does not answer: see \(player.daemon.log).") {
      player.daemon.isReady
    }
  }

  /// Starts both nodes, names them and links them, and says how.
  func meet(_ say: (String) -> Void) throws {
    for player in [ada, bob] {
      try start(player)
      try player.client.call(Methods.Node.set) {
        $0.key = "name"
        $0.value = player.name
      }
    }
    say("Two nodes are up: Ada and Bob, each with a home of its own in \(directory).")
    let isSeen = { [self] in
      try bob.client.call(Methods.Peers.list).peers.contains {
        $0.online && $0.name == "Ada"
      }
    }
    for _ in 0..<400 where try discovers() && !isSeen() { usleep(5_000) }
    if try isSeen() {
      say("They found each other by DNS-SD and proved their keys over TLS.")
      return
    }
    let port = try ada.client.call(Methods.Node.status).port
    try bob.client.call(Methods.Peers.add) { $0.address = "127.0.0.1:\(port)" }
    try wait("Bob's node does not reach Ada's.", until: isSeen)
    say(
      "Avahi does not run here, so Bob was given Ada's address; keys are proven over TLS all the same."
    )
  }

  private func discovers() throws -> Bool {
    try ada.client.call(Methods.Node.status).discovery
  }

  /// Ends a player's daemon as a power cut would.
  func kill(_ player: Player) { player.daemon.end(with: SIGKILL) }

  /// Stops what still runs; the files stay for a look.
  func tearDown() {
    for player in [ada, bob] { player.daemon.end(with: SIGTERM) }
  }

  /// Waits up to ten seconds for something.
  func wait(_ complaint: String, until isDone: () throws -> Bool) throws {
    for _ in 0..<2_000 {
      if try isDone() { return }
      usleep(5_000)
    }
    throw CommandFailure(SessionEnd.timedOut, complaint)
  }
}
