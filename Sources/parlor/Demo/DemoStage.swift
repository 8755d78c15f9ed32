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
