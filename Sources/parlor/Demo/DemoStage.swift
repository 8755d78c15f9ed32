import Client
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
    let home: String
    /// Connected to the running daemon; a new one for each.
    fileprivate(set) var client: DaemonClient
    fileprivate var process: pid_t = 0

    fileprivate init(name: String, home: String) {
      self.name = name
      self.home = home
      client = DaemonClient(home: home)
    }
  }

  let directory: String
  let ada: Player
  let bob: Player

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/parlor-demo-\(String(repeating: "X", count: 6))".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        SessionEnd.refused,
        "No directory can be made in \(base) (\(String(cString: strerror(errno)))): set TMPDIR to another."
      )
    }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    ada = Player(name: "Ada", home: directory + "/ada")
    bob = Player(name: "Bob", home: directory + "/bob")
  }

  /// Starts a player's daemon and waits until it answers.
  func start(_ player: Player) throws {
    mkdir(player.home, 0o700)
    player.client = DaemonClient(home: player.home)
    let words = ["parlor", "daemon", "--home", player.home]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, player.home + "/daemon.log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    guard posix_spawn(&player.process, "/proc/self/exe", &actions, nil, &arguments, environ) == 0
    else {
      throw CommandFailure(
        SessionEnd.noDaemon, "The demo's daemon cannot be started: see \(player.home)/daemon.log.")
    }
    try wait("\(player.name)'s daemon does not answer: see \(player.home)/daemon.log.") {
      (try? player.client.connect()) != nil
    }
  }

  /// Ends a player's daemon as a power cut would.
  func kill(_ player: Player) {
    guard player.process > 0 else { return }
    Glibc.kill(player.process, SIGKILL)
    waitpid(player.process, nil, 0)
    player.process = 0
  }

  /// Stops what still runs; the files stay for a look.
  func tearDown() {
    for player in [ada, bob] where player.process > 0 {
      Glibc.kill(player.process, SIGTERM)
      waitpid(player.process, nil, 0)
      player.process = 0
    }
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
