import Client
import Commands
import Schema
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The table of a demo: everything that is the same whatever the two play there.
struct DemoTable {
  let stage: DemoStage
  /// Milliseconds between the acts.
  let pace: UInt32
  let json: Bool
  private var id = ""

  /// - Parameter pace: milliseconds between the acts.
  init(_ stage: DemoStage, pace: UInt32, json: Bool) {
    (self.stage, self.pace, self.json) = (stage, pace, json)
  }

  var players: [DemoStage.Player] { [stage.ada, stage.bob] }

  func say(_ text: String) {
    if !json { Output.line(text) }
  }

  /// Waits for the time of a number of acts.
  func pause(_ acts: UInt32 = 1) {
    if pace > 0 { usleep(pace * acts * 1_000) }
  }

  // MARK: The beginning

  /// Has Ada host a table and accept Bob, who takes the chair.
  mutating func sitDown(
    host: (inout HostTable) -> Void = { _ in }, ask: (inout AskToJoin) -> Void = { _ in }
  ) throws {
    let id = try stage.ada.client.call(Methods.Tables.host) {
      $0.description_p = "demo"
      host(&$0)
    }.id
    self.id = id
    try stage.wait("Ada's table does not reach Bob.") {
      try stage.bob.client.call(Methods.Tables.list).tables.contains { $0.id == id }
    }
    try stage.bob.client.call(Methods.Tables.ask) {
      $0.table = id
      ask(&$0)
    }
    try stage.wait("Bob's request does not reach Ada.") { try !view(stage.ada).asks.isEmpty }
    try stage.ada.client.call(Methods.Tables.answer) {
      $0.table = id
      $0.accept = true
    }
    try stage.wait("Bob does not take the chair.") {
      try view(stage.bob).phase == .seated && !view(stage.ada).joiner.name.isEmpty
    }
  }

  /// Has both come to the table, and Ada start.
  func start() throws {
    try attend()
    try stage.wait("Bob's node does not commit to its cards.") {
      (try? stage.ada.client.call(Methods.Tables.start) { $0.table = id }) != nil
    }
  }

  func attend(auto: Bool = false) throws {
    for player in players {
      try player.client.call(Methods.Tables.attend) {
        $0.table = id
        $0.attendance = .here
        $0.auto = auto
      }
    }
  }

  // MARK: The play

  func view(_ player: DemoStage.Player) throws -> TableView {
    try player.client.call(Methods.Tables.show) { $0.table = id }
  }

  /// Taps for a player.
  func tap(_ player: DemoStage.Player) throws {
    try player.client.call(Methods.Tables.tap) { $0.table = id }
  }

  /// Has Ada concede the match.
  func giveUp() throws { try stage.ada.client.call(Methods.Tables.giveUp) { $0.table = id } }

  /// Kills Bob's node, tells what Ada's screen says, and starts it again.
  ///
  /// - Parameter killed: the sentence about it.
  func interrupt(_ killed: String) throws {
    stage.kill(stage.bob)
    try stage.wait("Ada does not notice.") { try !view(stage.ada).paused.isEmpty }
    say("\n\(killed) Ada's screen says:")
    say("  \(try view(stage.ada).paused.plain)")
    pause(4)
    try stage.start(stage.bob)
    try stage.wait("Bob's node does not come back.") { try view(stage.ada).joiner.online }
    try attend()
  }

  // MARK: The end

  /// Writes Bob's copy of the match to a file and has it verified.
  ///
  /// - Returns: the report, and the path of the file.
  func verify(as name: String) throws -> (report: VerifyReport, file: String) {
    let bytes = try stage.bob.client.bytes("/v1/transcript?table=\(id)")
    let file = "\(stage.directory)/\(name)"
    try FileBytes.write(bytes, to: file, over: false)
    let (report, events) = try Verification.match(in: bytes)
    if json {
      for event in events { try Output.json(event) }
      try Output.json(report)
    }
    guard report.valid else { throw CommandFailure(SessionEnd.refused, report.text.plain) }
    return (report, file)
  }
}
