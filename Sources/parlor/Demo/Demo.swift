import Client
import Commands
import Schema
import SwiftProtobuf
import Terminal
import WarSchema

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The story of the demo, told while it happens.
struct Demo {
  private let stage: DemoStage
  private let pace: UInt32
  private let json: Bool
  private let style = Output.style
  private var table = ""

  /// - Parameter pace: milliseconds between the cards.
  init(stage: DemoStage, pace: UInt32, json: Bool) {
    self.stage = stage
    self.pace = pace
    self.json = json
  }

  mutating func play() throws {
    try stage.meet(say)
    try sitDown()
    try playByHand(until: { $0.roundsDecided >= 8 })
    try interrupt()
    try playByHand(until: { $0.roundsDecided >= 14 })
    try finishByThemselves()
    try verify()
  }

  private func say(_ text: String) {
    if !json { Output.line(text) }
  }

  private mutating func sitDown() throws {
    let id = try stage.ada.client.call(Methods.Tables.host) { $0.description_p = "demo" }.id
    table = id
    try stage.wait("Ada's table does not reach Bob.") {
      try stage.bob.client.call(Methods.Tables.list).tables.contains { $0.id == id }
    }
    try stage.bob.client.call(Methods.Tables.ask) { $0.table = id }
    try stage.wait("Bob's request does not reach Ada.") { try !view(stage.ada).asks.isEmpty }
    try stage.ada.client.call(Methods.Tables.answer) {
      $0.table = id
      $0.accept = true
    }
    try stage.wait("Bob does not take the chair.") {
      try view(stage.bob).phase == .seated && !view(stage.ada).joiner.name.isEmpty
    }
    say("Ada hosts a table, Bob asks to join, Ada accepts.")
    try attend(auto: false)
    try stage.wait("Bob's node does not commit to its cards.") {
      (try? stage.ada.client.call(Methods.Tables.start) { $0.table = table }) != nil
    }
    say(
      """
      The match begins. Nobody holds a shuffled deck: both nodes pick every card together.

      """)
  }

  private func attend(auto: Bool) throws {
    for player in [stage.ada, stage.bob] {
      try player.client.call(Methods.Tables.attend) {
        $0.table = table
        $0.attendance = .here
        $0.auto = auto
      }
    }
  }

  /// Taps for both until the view says so or the match is over.
  private func playByHand(until isEnough: (TableView) -> Bool) throws {
    var last = try view(stage.ada)
    while last.phase == .playing, !isEnough(last) {
      try tapBoth()
      let now = try view(stage.ada)
      if now.roundsDecided > last.roundsDecided, let round = now.war.lastRounds.last {
        show(round, now)
        if pace > 0 { usleep(pace * 1_000) }
      }
      last = now
    }
  }

  private func tapBoth() throws {
    let before = try view(stage.ada)
    try tap(stage.ada)
    try stage.wait("Bob's node does not answer.") { try view(stage.bob).canPlay }
    try tap(stage.bob)
    try stage.wait("The battle is not decided.") {
      let (ada, bob) = (try view(stage.ada), try view(stage.bob))
      return ada.stateHash != before.stateHash && ada.stateHash == bob.stateHash
    }
  }

  /// Kills Bob's node between Ada's tap and Bob's, and goes on at the same card.
  private func interrupt() throws {
    guard try view(stage.ada).phase == .playing else { return }
    try tap(stage.ada)
    try stage.wait("Bob's node does not answer.") {
      let host = try view(stage.ada).host
      return host.played && host.hasUp
    }
    let before = try view(stage.ada)
    stage.kill(stage.bob)
    try stage.wait("Ada does not notice.") { try !view(stage.ada).paused.isEmpty }
    say("\nAda has turned over a card, and Bob's node is killed (kill -9). Ada's screen says:")
    say("  \(try view(stage.ada).paused)")
    if pace > 0 { usleep(pace * 4_000) }
    try stage.start(stage.bob)
    try stage.wait("Bob's node does not come back.") { try view(stage.ada).joiner.online }
    try attend(auto: false)
    try stage.wait("The match does not go on.") { try view(stage.bob).canPlay }
    let after = try view(stage.ada)
    let isSame =
      after.round == before.round && after.war.battle == before.war.battle
      && after.host.up == before.host.up
    guard isSame else {
      throw CommandFailure(SessionEnd.refused, "The match did not go on at the same card.")
    }
    say("Bob's node is back, and the same card is still on the table.\n")
    try tap(stage.bob)
    try stage.wait("The battle is not decided.") {
      try view(stage.bob).stateHash != before.stateHash
        && view(stage.ada).stateHash != before.stateHash
    }
  }

  private func finishByThemselves() throws {
    if try view(stage.ada).phase == .playing {
      say("\nNow both nodes play by themselves.")
      try attend(auto: true)
    }
    var shown: UInt32 = 0
    try stage.wait("The match does not end.") {
      let now = try view(stage.ada)
      // A terminal shows one line that changes; a file gets a line now and then.
      let isTerminal = style.colours
      if !json, now.roundsDecided >= shown + (isTerminal ? 1 : 25) {
        shown = now.roundsDecided
        let line = "\(Self.bar(now))   round \(now.roundsDecided), wars \(now.war.wars)   "
        if isTerminal { Output.raw("\r\(line)") } else { Output.line(line) }
      }
      return now.phase != .playing
    }
    try stage.wait("Bob does not see the end.") { try view(stage.bob).phase == .finished }
    let (ada, bob) = (try view(stage.ada), try view(stage.bob))
    guard ada.stateHash == bob.stateHash, ada.result == bob.result else {
      throw CommandFailure(SessionEnd.refused, "The two nodes do not agree on the end.")
    }
    say(
      "\n\n\(ada.result.text.plain) \(Count.of(ada.roundsDecided, "round")), \(Count.of(ada.war.wars, "war"))."
    )
  }

  private func verify() throws {
    let bytes = try stage.bob.client.bytes("/v1/transcript?table=\(table)")
    let file = stage.directory + "/match.parlor"
    try FileBytes.write(bytes, to: file, over: false)
    let (report, events) = try Verification.match(in: bytes)
    if json {
      for event in events { try Output.json(event) }
      try Output.json(report)
    }
    guard report.valid else { throw CommandFailure(SessionEnd.refused, report.text.plain) }
    say("Bob's copy of the game was verified: \(report.steps) steps, all of them follow.")
    say("The file is \(file): `parlor war verify` checks it, anywhere and without a network.")
  }

  private func view(_ player: DemoStage.Player) throws -> TableView {
    try player.client.call(Methods.Tables.show) { $0.table = table }
  }

  private func tap(_ player: DemoStage.Player) throws {
    try player.client.call(Methods.Tables.tap) { $0.table = table }
  }

  private func show(_ round: RoundView, _ view: TableView) {
    guard !json, let host = round.host.last, let joiner = round.joiner.last else { return }
    let isWar = round.host.count > 1
    let pictures = [CardPicture.face(host, style), CardPicture.face(joiner, style)]
    let winner = round.winner == .host ? "Ada" : "Bob"
    let note =
      "  \(winner) takes \(round.cards) cards\(isWar ? " after a war" : "")"
    for (index, line) in CardPicture.row(pictures).enumerated() {
      var line = line
      if index == 1 { line.add("  round \(round.round)") }
      if index == 2 { line.add(note) }
      if index == 3 { line.add("  \(Self.bar(view))") }
      Output.line(line.render(style, columns: .max))
    }
  }

  /// Returns the number of cards of each player, as a bar.
  private static func bar(_ view: TableView) -> String {
    let full = Int(view.host.cards) / 2
    return "Ada \(view.host.cards) "
      + String(repeating: "#", count: min(full, 26))
      + String(repeating: ".", count: max(0, 26 - full))
      + " \(view.joiner.cards) Bob"
  }
}
